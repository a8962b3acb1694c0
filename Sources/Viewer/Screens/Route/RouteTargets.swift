import Cartography
import ChartScene
import Geometry
import Maps
import Painting

/// The targets on a map: crosses with their names, and the chosen one at the edge of the map
/// while it is outside.
@MainActor
final class RouteTargets {
    private struct Key: Equatable {
        var style: PaneStyle
        var map: ObjectIdentifier
        var targets: [ShownTarget]
        var chosen: ShownTarget.ID?
    }

    private struct Mark {
        var place: PlanePoint
        /// With its name at the right of the cross, and at the left.
        var pictures: (right: Picture, left: Picture)
        /// The place of its name at the right, from the cross on, in points.
        var name: Rect
        var isChosen: Bool
    }

    private var key: Key?
    /// The chosen one first, which is always drawn.
    private var marks: [Mark] = []

    /// The half of a cross, and the distance of its name from the middle of it.
    private static let (arm, gap) = (6.0, 9.0)
    /// The distance of the chosen target from the edge of the map, while it is outside.
    private static let edge = 18.0
    /// The longest name, in points.
    private static let longest = 160.0

    /// Takes the targets of a map, and which of them is chosen.
    ///
    /// - Parameter place: where a target is on the plane of the map; nil if it is nowhere.
    func update(
        _ targets: [ShownTarget], chosen: ShownTarget.ID? = nil, on map: AnyObject,
        _ style: PaneStyle, _ resources: PaneResources, place: (ShownTarget) -> PlanePoint?
    ) {
        let key = Key(
            style: style, map: ObjectIdentifier(map), targets: targets, chosen: chosen)
        guard key != self.key else { return }
        self.key = key
        let ordered = targets.filter { $0.id == chosen } + targets.filter { $0.id != chosen }
        marks = ordered.compactMap { target in
            guard let place = place(target) else { return nil }
            let isChosen = target.id == chosen
            @MainActor func picture(_ isLeft: Bool) -> (Picture, Rect) {
                let canvas = Canvas(scale: style.scale)
                let pane = PaneCanvas(
                    canvas: canvas, theme: style.theme, typesetter: resources.typesetter)
                let name = Self.draw(target.name, isChosen: isChosen, isLeft: isLeft, pane)
                return (canvas.finish(), name)
            }
            let (right, name) = picture(false)
            return Mark(
                place: place, pictures: (right, picture(true).0), name: name, isChosen: isChosen)
        }
    }

    private static func draw(
        _ name: String, isChosen: Bool, isLeft: Bool, _ pane: PaneCanvas
    ) -> Rect {
        let theme = pane.theme
        for (width, color) in [(5.0, theme.card), (2, theme.route)] {
            for (x, y) in [(arm, 0.0), (0, arm)] {
                pane.canvas.line(
                    from: Point(x: -x, y: -y), to: Point(x: x, y: y), width: width, color: color)
            }
        }
        let style = isChosen ? TypeStyle.labelStrong : TypeStyle.label
        let width = min(pane.width(name, style), longest) + 10
        let rect = Rect(x: isLeft ? -gap - width : gap, y: -9, width: width, height: 18)
        pane.canvas.fill(rect, theme.card.opacity(0.9), corners: Corners(4))
        pane.text(
            name, style, in: rect.inset(by: Insets(left: 5, top: 0, right: 5, bottom: 0)),
            isChosen ? theme.route : theme.text1)
        return rect
    }

    /// The copy of a place round the world that is nearest to the middle of a view.
    private func nearest(to camera: MapCamera, _ place: PlanePoint) -> PlanePoint {
        guard camera.plane == .mercator else { return place }
        return PlanePoint(x: place.x + (camera.center.x - place.x).rounded(), y: place.y)
    }

    /// Adds the marks to a scene.
    ///
    /// - Parameter corner: the upper left corner of the map, in points of the scene.
    func encode(into scene: SceneBuilder, _ camera: MapCamera, at corner: Point) {
        let view = Rect(origin: .zero, size: camera.size)
        var taken: [Rect] = []
        for mark in marks {
            var point = camera.point(of: nearest(to: camera, mark.place))
            if mark.isChosen {
                point.x = min(max(point.x, Self.edge), max(view.width - Self.edge, Self.edge))
                point.y = min(max(point.y, Self.edge), max(view.height - Self.edge, Self.edge))
            }
            guard view.inset(by: -20).contains(point) else { continue }
            let isLeft = point.x + mark.name.maxX > view.width - 4
            let width = mark.name.maxX + Self.arm
            let rect = Rect(
                x: isLeft ? point.x + Self.arm - width : point.x - Self.arm,
                y: point.y + mark.name.y, width: width, height: mark.name.height)
            // The first of several targets in one place is drawn.
            guard !taken.contains(where: { $0.intersects(rect) }) else { continue }
            taken.append(rect)
            scene.picture(
                isLeft ? mark.pictures.left : mark.pictures.right,
                at: Point(x: corner.x + point.x, y: corner.y + point.y))
        }
    }
}
