import Cartography
import ChartScene
import Geodesy
import Geometry
import Localization
import Maps
import Painting
import Text

/// The maps under a way: that of the program as far as it is right, the person's own ones, and a grid of
/// degrees where there is none of these.
@MainActor
final class RouteGround {
    /// A map that has been shown.
    @MainActor
    private final class Sheet {
        let tiles: TileLayer
        let labels = MapLabels()

        init(_ source: TileSource, _ palette: MapPalette) {
            tiles = TileLayer(source, palette: palette)
        }
    }

    /// The sheets of the maps that have been shown, by their files; that of the program has none.
    private var sheets: [String: Sheet] = [:]
    private let budget = TileBudget()
    /// What is shown, from below.
    private var shown: [(sheet: Sheet, opacity: Double)] = []
    private var knownPlaces = Cached<Coordinate, [NearestPlace]>()
    private var gridLabels: (key: GridKey, pictures: [Picture])?
    private var grid: Graticule?

    private struct GridKey: Equatable {
        var lines: [Double]
        var step: Double
        var style: PaneStyle
    }

    /// The makers of the maps that are seen.
    private(set) var credit = ""
    /// Changes with the look of the maps, without that of their camera.
    var stamp: [Double] {
        shown.flatMap {
            [Double($0.sheet.tiles.revision), Double($0.sheet.labels.revision), $0.opacity]
        } + [grid == nil ? 0 : 1]
    }

    /// Takes the view; returns whether another frame is needed.
    func prepare(
        _ camera: MapCamera, _ palette: MapPalette, _ shelf: MapShelf, waits: Bool, isStill: Bool,
        isMoving: Bool,
        at time: Double, _ style: PaneStyle, _ resources: PaneResources
    ) -> Bool {
        shown = []
        let opacity = camera.plane == .mercator ? BaseMap.opacity(at: camera.zoom) : 0
        if opacity > 0, let sheet = baseSheet(palette) { shown.append((sheet, opacity)) }
        let own = camera.plane == .mercator ? shelf.maps(in: camera.visible) : []
        for map in own { shown.append((sheet(of: map, palette), 1)) }
        grid = opacity < 1 && own.isEmpty ? Graticule(camera) : nil
        if let grid { prepareLabels(of: grid, style, resources) }
        credit = ""
        var credits: [String] = []
        var moves = false
        budget.share(among: shown.map(\.sheet.tiles), at: time)
        for sheet in sheets.values where !shown.contains(where: { $0.sheet === sheet }) {
            sheet.tiles.rest()
        }
        for (sheet, _) in shown {
            let tiles = sheet.tiles
            tiles.palette = palette
            tiles.showsStates = shelf.showsTileStates
            (tiles.waits, tiles.reducesMotion) = (waits, isStill)
            if tiles.prepare(for: camera, deviceScale: style.scale, at: time) { moves = true }
            sheet.labels.prepare(
                tiles, for: camera, deviceScale: style.scale, typesetter: resources.typesetter,
                isMoving: moves || isMoving)
            if let attribution = tiles.source.archive.metadata.attribution,
                !credits.contains(attribution)
            {
                credits.append(attribution)
            }
        }
        // Own maps cover the names of the one below.
        credit = credits.reversed().joined(separator: " · ")
        return moves
    }

    private func baseSheet(_ palette: MapPalette) -> Sheet? {
        if let known = sheets[""] { return known }
        guard let archive = BaseMap.archive, let source = try? TileSource(archive) else {
            return nil
        }
        let sheet = Sheet(source, palette)
        sheets[""] = sheet
        return sheet
    }

    private func sheet(of map: MapShelf.Map, _ palette: MapPalette) -> Sheet {
        // A file that was opened again is another map.
        if let known = sheets[map.path], known.tiles.source.archive === map.source.archive {
            return known
        }
        let sheet = Sheet(map.source, palette)
        sheets[map.path] = sheet
        return sheet
    }

    // MARK: Words

    /// Where a place is, from the nearest town: `4 km NW of Joinville`; nil if none is near.
    func words(_ place: Coordinate, _ format: RouteFormat) -> String? {
        guard let town = knownPlaces(place, { BaseMap.places(near: place, most: 1) }).first,
            town.distance < 150_000
        else { return nil }
        if town.distance < 1000 { return town.name }
        let distance = format.roundedWay(town.distance)
        return tr("{1} {2} of {3}", distance, Self.side(town.direction), town.name)
    }

    private static func side(_ degrees: Double) -> String {
        let names = [
            tr("N"), tr("NE"), tr("E"), tr("SE"), tr("S"), tr("SW"), tr("W"), tr("NW"),
        ]
        let index = Int((degrees / 45).rounded()) & 7
        return names[index]
    }

    // MARK: Drawing

    func encode(
        into scene: SceneBuilder, _ camera: MapCamera, _ palette: MapPalette, at corner: Point
    ) {
        for (sheet, opacity) in shown {
            sheet.tiles.encode(into: scene, camera, at: corner, alpha: opacity)
        }
        if let grid { encode(grid, into: scene, palette, at: corner) }
    }

    func encodeLabels(into scene: SceneBuilder, _ camera: MapCamera, at corner: Point) {
        // Names of several maps would lie on one another: those of the last one count.
        if let (sheet, opacity) = shown.last {
            sheet.labels.encode(into: scene, camera, at: corner, alpha: opacity)
        }
    }

    /// Adds the degrees of the grid, which stay at the edges of the map.
    ///
    /// - Parameter bottom: points at the lower end of the left edge that something else covers.
    func encodeGridLabels(
        into scene: SceneBuilder, _ camera: MapCamera, at corner: Point, bottom: Double = 60
    ) {
        if let grid, let gridLabels {
            for (line, picture) in zip(grid.lines, gridLabels.pictures) {
                guard let place = Self.labelPlace(line, in: camera.size, bottom: bottom) else {
                    continue
                }
                scene.picture(
                    picture, at: Point(x: corner.x + place.x, y: corner.y + place.y))
            }
        }
    }

    private func encode(
        _ grid: Graticule, into scene: SceneBuilder, _ palette: MapPalette, at corner: Point
    ) {
        for line in grid.lines {
            for (a, b) in zip(line.points, line.points.dropFirst()) {
                func pixel(_ point: Point) -> Point {
                    var place = Point(
                        x: (corner.x + point.x) * scene.scale, y: (corner.y + point.y) * scene.scale
                    )
                    // Upright lines are crisp.
                    if a.x == b.x { place.x = place.x.rounded(.down) + 0.5 }
                    if a.y == b.y { place.y = place.y.rounded(.down) + 0.5 }
                    return place
                }
                scene.ruler(
                    from: pixel(a), to: pixel(b), width: 1 / scene.scale, color: palette.grid)
            }
        }
    }

    /// Where a line of the grid is labelled: a meridian at the lower edge, a parallel at the left one.
    private static func labelPlace(_ line: Graticule.Line, in size: Size, bottom: Double) -> Point?
    {
        guard line.points.count == 2, let a = line.points.first, let b = line.points.last else {
            return nil
        }
        if line.isParallel {
            guard a.x != b.x else { return nil }
            let part = (6 - a.x) / (b.x - a.x)
            let y = a.y + part * (b.y - a.y)
            // Not behind what is in the corners.
            return y > 76 && y < size.height - bottom ? Point(x: 6, y: y) : nil
        }
        guard a.y != b.y else { return nil }
        let edge = size.height - 4
        let part = (edge - a.y) / (b.y - a.y)
        let x = a.x + part * (b.x - a.x)
        return x > 200 && x < size.width - 150 ? Point(x: x, y: edge) : nil
    }

    private func prepareLabels(
        of grid: Graticule, _ style: PaneStyle, _ resources: PaneResources
    ) {
        let key = GridKey(lines: grid.lines.map(\.degrees), step: grid.step, style: style)
        guard key != gridLabels?.key else { return }
        let pictures = grid.lines.map { line -> Picture in
            let canvas = Canvas(scale: style.scale)
            let text = Graticule.text(line.degrees, step: grid.step, isParallel: line.isParallel)
            let shaped = resources.typesetter.line(text, TypeStyle.label)
            canvas.text(
                shaped,
                in: line.isParallel
                    ? Rect(x: 0, y: -15, width: shaped.width, height: 14)
                    : Rect(x: 4, y: -15, width: shaped.width, height: 14),
                color: style.theme.text3)
            return canvas.finish()
        }
        gridLabels = (key, pictures)
    }
}
