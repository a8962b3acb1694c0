// Names on a map, upright and apart.
//
// Method: names are taken in the order of their importance, and each has its box in points from the place
// that it belongs to; one whose box touches one that was taken is left out. Then the names of roads take
// the room that is left, along their lines (`TextOnLine`). Which ones touch depends on the zoom and on the
// turn alone, so a pan only moves them.
// Several tiles may have the same name: of those that are close together one is taken.
// The name of a place is recorded once, with a halo, and drawn from then on; that of a road is recorded for
// each zoom and turn, since its letters follow the line. While a view moves, roads keep their names until
// it has turned or zoomed by so much that one would see it.

import ChartScene
import Foundation
import Geometry
import Maps
import Painting
import Text

/// The names on a map of tiles.
@MainActor
public final class MapLabels {
    private struct Key: Equatable {
        var revision: Int
        var zoom: Double
        var rotation: Double
        var scale: Double
        var palette: MapPalette

        /// Whether letters that follow the lines of another view still do so about as well.
        func isNear(_ other: Key) -> Bool {
            abs(zoom - other.zoom) <= 0.05 && abs(rotation - other.rotation) <= .pi / 90
                && scale == other.scale && palette == other.palette
        }
    }

    private struct Name: Hashable {
        var text: String
        var kind: MapLabel.Kind
        var isLarge: Bool
    }

    /// A name that is shown.
    private struct Shown {
        var picture: Picture
        var place: PlanePoint
    }

    private var key: Key?
    /// That of the view for which the names of roads were placed.
    private var roadKey: Key?
    private var shown: [Shown] = []
    private var roads: [Shown] = []
    /// Changes with the names that are shown.
    public private(set) var revision = 0
    private var pictures: [Name: (picture: Picture, size: Size)] = [:]
    /// The names that are shown, with the points of the view that they are at.
    private(set) var texts: [(text: String, middle: Point)] = []

    /// Points within which a name is taken once.
    nonisolated static let sameName = 220.0
    /// Points of a road for each time that its name is on it.
    private static let roadPart = 380.0
    /// Names that are tried at most, and pictures that are kept.
    private static let most = 600
    private static let mostPictures = 3000

    /// No names.
    public init() {}

    /// Chooses the names for a view.
    ///
    /// Cost: nothing while only the middle of the view changes.
    ///
    /// - Parameter isMoving: whether another view follows at once, for which roads may keep their names.
    public func prepare(
        _ layer: TileLayer, for camera: MapCamera, deviceScale: Double, typesetter: Typesetter,
        isMoving: Bool = false
    ) {
        let key = Key(
            revision: layer.revision, zoom: camera.zoom, rotation: camera.rotation,
            scale: deviceScale, palette: layer.palette)
        let keepsRoads = isMoving && roadKey?.isNear(key) == true
        guard key != self.key || key != roadKey && !keepsRoads else { return }
        if key.palette != self.key?.palette || key.scale != self.key?.scale
            || pictures.count > Self.mostPictures
        {
            pictures = [:]
        }
        self.key = key
        let least = layer.source.schema == .base ? Self.leastRank(at: camera.zoom) : -.infinity
        if !keepsRoads { roadKey = key }
        place(
            layer.labels.filter { $0.label.rank >= least }, keepsRoads ? nil : layer.lineLabels,
            for: camera, deviceScale: deviceScale, layer.palette, typesetter)
    }

    /// The least importance of a place of the base map at a zoom: a name for each part of a view.
    private static func leastRank(at zoom: Double) -> Double { 28 - (zoom - 2) * 1.7 }

    /// Chooses among names; without lines roads keep theirs.
    func place(
        _ labels: [(label: MapLabel, place: PlanePoint)], _ lines: [MapLineLabel]?,
        for camera: MapCamera, deviceScale: Double, _ palette: MapPalette, _ typesetter: Typesetter
    ) {
        (shown, texts) = ([], [])
        revision += 1
        var room = LabelRoom()
        var known = KnownNames()
        let names = labels.sorted {
            ($1.label.rank, $0.label.text) < ($0.label.rank, $1.label.text)
        }
        for (label, place) in names.prefix(Self.most) {
            let point = camera.point(of: Self.nearest(place, to: camera))
            guard !known.has(label.text, label.kind.rawValue, near: point) else { continue }
            let name = Name(text: label.text, kind: label.kind, isLarge: label.rank >= 23)
            let (picture, size) = picture(name, palette, deviceScale, typesetter)
            let box = Rect(
                x: point.x - size.width / 2, y: point.y - size.height, width: size.width,
                height: size.height + 6
            ).inset(by: -3)
            guard room.isFree(box) else { continue }
            room.take(box)
            known.add(label.text, label.kind.rawValue, at: point)
            shown.append(Shown(picture: picture, place: place))
            texts.append((label.text, point))
        }
        guard let lines else { return }
        roads = []
        placeRoads(lines, camera, deviceScale, palette, typesetter, &room)
    }

    /// The turn of a place that is nearest to the middle of a view: two places on both sides of the
    /// antimeridian are neighbours.
    private static func nearest(_ place: PlanePoint, to camera: MapCamera) -> PlanePoint {
        PlanePoint(
            x: camera.center.x + (place.x - camera.center.x).remainder(dividingBy: 1), y: place.y)
    }

    // MARK: Roads

    private func placeRoads(
        _ lines: [MapLineLabel], _ camera: MapCamera, _ scale: Double, _ palette: MapPalette,
        _ typesetter: Typesetter, _ room: inout LabelRoom
    ) {
        var known = KnownNames()
        let measured = lines.filter { $0.kind.leastZoom <= camera.zoom }.map { label in
            let turn =
                label.points.first.map { Self.nearest($0, to: camera).x - $0.x } ?? 0
            let points = label.points.map {
                camera.point(of: PlanePoint(x: $0.x + turn, y: $0.y))
            }
            return (label: label, line: MeasuredLine(points))
        }.sorted {
            ($1.label.kind.rank, $1.line.length, $0.label.text)
                < ($0.label.kind.rank, $0.line.length, $1.label.text)
        }
        for (label, line) in measured.prefix(Self.most) {
            let text = typesetter.line(label.text, label.kind.style)
            guard line.length > text.width + 8 else { continue }
            let parts = max(Int(line.length / Self.roadPart), 1)
            for part in 0..<parts {
                // In the middle of the part, else before or after it.
                for shift in [0.5, 0.3, 0.7] {
                    let position = (Double(part) + shift) / Double(parts) * line.length
                    guard
                        let placed = TextOnLine(
                            text.glyphs.map { $0.x + $0.advance / 2 }, width: text.width,
                            along: line, at: position),
                        !known.has(label.text, 0, near: placed.middle)
                    else { continue }
                    let half = text.height * 0.55
                    let boxes = placed.spots.map {
                        Rect(
                            x: $0.place.x - half, y: $0.place.y - half, width: 2 * half,
                            height: 2 * half)
                    }
                    guard boxes.allSatisfy(room.isFree) else { continue }
                    for box in boxes { room.take(box) }
                    known.add(label.text, 0, at: placed.middle)
                    roads.append(
                        Shown(
                            picture: record(text, placed, palette, scale, typesetter),
                            place: camera.planePoint(at: placed.middle)))
                    texts.append((label.text, placed.middle))
                    break
                }
            }
        }
    }

    /// The outlines of a text along a line, from its middle on.
    private func record(
        _ text: ShapedLine, _ placed: TextOnLine, _ palette: MapPalette, _ scale: Double,
        _ typesetter: Typesetter
    ) -> Picture {
        var path = Path()
        // The line is in the middle of small letters.
        let baseline = text.style.size * 0.34
        let canvas = Canvas(scale: scale)
        for (glyph, spot) in zip(text.glyphs, placed.spots) {
            let outline = typesetter.fonts.outline(of: glyph, size: text.style.size)
            guard let outline, !outline.steps.isEmpty else {
                // The road would be seen between two words, like a letter.
                let way = Vector(dx: cos(spot.angle), dy: sin(spot.angle)) * (glyph.advance / 2)
                let middle = Point.zero + (spot.place - placed.middle)
                canvas.line(
                    from: middle + way * -1, to: middle + way, width: text.style.size * 0.9,
                    color: palette.halo, cap: .butt)
                continue
            }
            let way = spot.place - placed.middle
            let map = AffineTransform.move(way).after(.turn(spot.angle)).after(
                .move(Vector(dx: -glyph.advance / 2, dy: baseline + glyph.y)))
            path.append(Path(outline).transformed(by: map))
        }
        canvas.stroke(path, palette.halo, StrokeStyle(width: 2.5))
        canvas.fill(path, .color(palette.label.opacity(0.9)))
        return canvas.finish()
    }

    // MARK: Places

    private func picture(
        _ name: Name, _ palette: MapPalette, _ scale: Double, _ typesetter: Typesetter
    ) -> (picture: Picture, size: Size) {
        if let known = pictures[name] { return known }
        let style: TextStyle
        let color: Color
        switch name.kind {
        case .place:
            style = TextStyle(
                size: name.isLarge ? 13 : 11, weight: name.isLarge ? .semibold : .medium)
            color = palette.label
        case .region:
            style = TextStyle(size: 12, weight: .medium, tracking: 0.08)
            color = palette.label.opacity(0.8)
        case .nature, .other:
            style = TextStyle(size: 11)
            color = palette.label.opacity(0.85)
        }
        let line = typesetter.line(name.text, style, fitting: 160)
        let canvas = Canvas(scale: scale)
        let isPlace = name.kind == .place
        let lift = isPlace ? 4.0 : 0
        let box = Rect(
            x: -line.width / 2, y: -lift - line.size.height, width: line.width,
            height: line.size.height)
        if isPlace {
            canvas.circle(
                at: .zero, radius: 2.25, fill: palette.label,
                stroke: Border(width: 1, color: palette.halo))
        }
        for step in 0..<8 {
            let (x, y) = [
                (1.25, 0), (0.9, 0.9), (0, 1.25), (-0.9, 0.9), (-1.25, 0), (-0.9, -0.9), (0, -1.25),
                (0.9, -0.9),
            ][step]
            canvas.text(
                line, in: box.offset(by: Vector(dx: x, dy: y)), color: palette.halo.opacity(0.6))
        }
        canvas.text(line, in: box, color: color)
        let made = (canvas.finish(), Size(width: line.width, height: line.size.height + lift))
        pictures[name] = made
        return made
    }

    // MARK: Drawing

    /// Adds the names to a scene.
    ///
    /// - Parameter corner: the upper left corner of the view, in points of the scene.
    public func encode(
        into scene: SceneBuilder, _ camera: MapCamera, at corner: Point, alpha: Double = 1
    ) {
        guard alpha > 0 else { return }
        let margin = 90.0
        let view = Rect(origin: .zero, size: camera.size).inset(by: -margin)
        let reach = margin / camera.pointsPerUnit
        for name in shown + roads {
            let place = name.place
            // Names reach into the view from beyond its sides.
            let around = PlaneRect(
                x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach)
            guard let turns = camera.turns(of: around) else { continue }
            for turn in turns {
                let point = camera.point(of: PlanePoint(x: place.x + Double(turn), y: place.y))
                guard view.contains(point) else { continue }
                scene.picture(
                    name.picture, at: Point(x: corner.x + point.x, y: corner.y + point.y),
                    alpha: alpha)
            }
        }
    }
}

/// Names that were taken, by where they are.
private struct KnownNames {
    private struct Key: Hashable {
        var text: String
        var kind: Int
    }

    private var places: [Key: [Point]] = [:]

    func has(_ text: String, _ kind: Int, near point: Point) -> Bool {
        places[Key(text: text, kind: kind)]?.contains {
            ($0 - point).length < MapLabels.sameName
        } ?? false
    }

    mutating func add(_ text: String, _ kind: Int, at point: Point) {
        places[Key(text: text, kind: kind), default: []].append(point)
    }
}

extension MapLineLabel.Kind {
    /// How its name is written.
    fileprivate var style: TextStyle {
        switch self {
        case .large: TextStyle(size: 12, weight: .medium)
        case .medium, .small: TextStyle(size: 11, weight: .medium)
        case .path: TextStyle(size: 10)
        }
    }
}

extension Path {
    /// The outline of a glyph.
    fileprivate init(_ outline: GlyphOutline) {
        self.init()
        for step in outline.steps {
            switch step {
            case .move(let point):
                close()
                move(to: point)
            case .line(let point): line(to: point)
            case .curve(let first, let second, let end): curve(first, second, to: end)
            }
        }
        close()
    }
}
