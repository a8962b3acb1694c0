import Cartography
import ChartScene
import Geometry
import Localization
import Maps
import Painting

/// The inset that shows where on the earth a map is, above its scale.
@MainActor
final class RouteLocator {
    private let locator = MapLocator()
    private let pane = Pane<Model>()
    private var frame: Rect?

    private struct Model: Equatable {
        var frame: Rect
        /// The corners of the view, in points of the window.
        var outline: [Point]
        var color: Color
        var casing: Color
    }

    /// Smaller maps have none.
    private static let leastSize = Size(width: 480, height: 360)
    /// Where maps are smaller than this, it is smaller.
    private static let roomySize = Size(width: 640, height: 520)
    private static let side = 160.0
    private static let smallSide = 104.0
    /// A view that is smaller on it, in points, is a ring.
    private static let leastOutline = 8.0

    /// Where it is on a map; nil if the map is too small.
    static func frame(in map: Rect) -> Rect? {
        guard map.width >= leastSize.width, map.height >= leastSize.height else { return nil }
        let isRoomy = map.width >= roomySize.width && map.height >= roomySize.height
        let side = isRoomy ? side : smallSide
        return Rect(
            x: map.x + RouteMapPane.inset, y: map.maxY - RouteMapPane.inset - 24 - 8 - side,
            width: side, height: side)
    }

    /// Takes the view of a frame; returns whether another frame is needed.
    ///
    /// - Parameter isShown: whether nothing else needs its place.
    func prepare(
        _ camera: MapCamera, _ palette: MapPalette, in map: Rect, isShown: Bool, waits: Bool,
        _ style: PaneStyle, _ resources: PaneResources
    ) -> Bool {
        frame = isShown ? Self.frame(in: map) : nil
        guard let frame else {
            pane.clear()
            return false
        }
        locator.waits = waits
        let side = Int((frame.width * style.scale).rounded())
        let isMoving = locator.prepare(for: camera, side: side, palette: palette)
        guard let outline = locator.outline(of: camera), locator.image != nil else {
            pane.clear()
            return isMoving
        }
        let corners = outline.map {
            // A quarter of a point is not seen, and is not drawn again.
            Point(
                x: frame.x + (($0.x * frame.width) * 4).rounded() / 4,
                y: frame.y + (($0.y * frame.height) * 4).rounded() / 4)
        }
        pane.update(
            Model(
                frame: frame, outline: corners, color: style.theme.heart, casing: palette.casing),
            style, resources, record: Self.record)
        return isMoving
    }

    var nodes: [SemanticNode] { pane.nodes }
    var stamp: [Int] { [pane.recordings, pane.nodes.count] }

    func encode(into scene: SceneBuilder) {
        guard pane.isShown, let frame, let image = locator.image else { return }
        let pixels = scene.pixels(frame)
        scene.image(
            image,
            in: Rect(
                x: Double(pixels.x) / scene.scale, y: Double(pixels.y) / scene.scale,
                width: Double(pixels.width) / scene.scale,
                height: Double(pixels.height) / scene.scale))
        pane.encode(into: scene)
    }

    private static func record(_ model: Model, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = model.frame
        pane.canvas.circle(
            at: frame.center, radius: frame.width / 2 - 0.5, fill: .clear,
            stroke: Border(width: 1, color: pane.theme.text3))
        pane.canvas.clipped(to: frame) { drawMark(model, pane) }
        return [
            SemanticNode(
                id: ControlID("route.locator"), role: .text, name: tr("Where on the earth it is"),
                frame: frame)
        ]
    }

    private static func drawMark(_ model: Model, _ pane: PaneCanvas) {
        let (xs, ys) = (model.outline.map(\.x), model.outline.map(\.y))
        let box = Rect(
            x: xs.min() ?? 0, y: ys.min() ?? 0, width: (xs.max() ?? 0) - (xs.min() ?? 0),
            height: (ys.max() ?? 0) - (ys.min() ?? 0))
        if max(box.width, box.height) < leastOutline {
            pane.canvas.circle(
                at: box.center, radius: 5, fill: .clear,
                stroke: Border(width: 4.5, color: model.casing))
            pane.canvas.circle(
                at: box.center, radius: 5, fill: .clear,
                stroke: Border(width: 2, color: model.color))
            return
        }
        let corners = model.outline + model.outline.prefix(1)
        pane.canvas.polyline(corners, width: 4.5, color: model.casing)
        pane.canvas.polyline(corners, width: 2, color: model.color)
    }
}
