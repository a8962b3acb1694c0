// Names on a map, upright and apart.
//
// Method: names are taken in the order of their importance, and each has its box in points from the place
// that it belongs to; one whose box touches one that was taken is left out. Which ones touch depends on
// the zoom and on the turn alone, so a pan only moves them. A name that several tiles have is taken once.
// Each name is recorded once, with a halo, and drawn from then on.

import ChartScene
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
    }

    private struct Name: Hashable {
        var text: String
        var kind: MapLabel.Kind
        var isLarge: Bool
    }

    private var key: Key?
    private var shown: [(name: Name, place: PlanePoint)] = []
    private var pictures: [Name: (picture: Picture, size: Size)] = [:]

    /// No names.
    public init() {}

    /// Chooses the names for a view.
    ///
    /// Cost: nothing while only the middle of the view changes.
    public func prepare(
        _ layer: TileLayer, for camera: MapCamera, deviceScale: Double, typesetter: Typesetter
    ) {
        let key = Key(
            revision: layer.revision, zoom: camera.zoom, rotation: camera.rotation,
            scale: deviceScale, palette: layer.palette)
        guard key != self.key else { return }
        if key.palette != self.key?.palette || key.scale != self.key?.scale { pictures = [:] }
        self.key = key
        let least = layer.source.schema == .base ? Self.leastRank(at: camera.zoom) : -.infinity
        let names = layer.labels.filter { $0.label.rank >= least }
            .sorted { ($1.label.rank, $0.label.text) < ($0.label.rank, $1.label.text) }
        shown = []
        var boxes: [Rect] = []
        var known: Set<String> = []
        for (label, place) in names.prefix(600) {
            guard known.insert("\(label.kind.rawValue)\(label.text)").inserted else { continue }
            let name = Name(text: label.text, kind: label.kind, isLarge: label.rank >= 23)
            let size = picture(name, layer.palette, deviceScale, typesetter).size
            let point = camera.point(of: place)
            let box = Rect(
                x: point.x - size.width / 2, y: point.y - size.height, width: size.width,
                height: size.height + 6
            ).inset(by: -3)
            guard !boxes.contains(where: { $0.intersects(box) }) else { continue }
            boxes.append(box)
            shown.append((name, place))
        }
    }

    /// The least importance of a place of the base map at a zoom: a name for each part of a view.
    private static func leastRank(at zoom: Double) -> Double { 28 - (zoom - 2) * 1.7 }

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

    /// Adds the names to a scene.
    ///
    /// - Parameter corner: the upper left corner of the view, in points of the scene.
    public func encode(
        into scene: SceneBuilder, _ camera: MapCamera, at corner: Point, alpha: Double = 1
    ) {
        guard alpha > 0 else { return }
        let view = Rect(origin: .zero, size: camera.size).inset(by: -90)
        for (name, place) in shown {
            guard let picture = pictures[name]?.picture else { continue }
            let dot = PlaneRect(x: place.x, y: place.y, width: 0, height: 0)
            for turn in camera.turns(of: dot) ?? 0...0 {
                let point = camera.point(of: PlanePoint(x: place.x + Double(turn), y: place.y))
                guard view.contains(point) else { continue }
                scene.picture(
                    picture, at: Point(x: corner.x + point.x, y: corner.y + point.y), alpha: alpha)
            }
        }
    }
}
