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

    /// The height at the lower end of the left edge of the map that it covers; nil if it is not shown.
    var coveredHeight: Double? {
        guard pane.isShown, let frame else { return nil }
        return frame.height + RouteMapPane.inset + 24 + 8 + 8
    }

    /// The camera that shows all of a rectangle, where nothing over the map covers it.
    ///
    /// - Parameters:
    ///   - isCovered: whether something in the rectangle is in a frame of the view.
    static func fit(
        _ bounds: PlaneRect, _ camera: MapCamera, hasKey: Bool, most: Double = 17,
        isCovered: (_ camera: MapCamera, _ frame: Rect) -> Bool
    ) -> MapCamera {
        let size = camera.size
        func fitted(left: Double = 0, bottom: Double = 0) -> MapCamera {
            var insets = RouteMapPane.insets(in: size, hasKey: hasKey)
            (insets.left, insets.bottom) = (max(insets.left, left), max(insets.bottom, bottom))
            var fitted = camera
            fitted.size = Size(
                width: max(size.width - insets.left - insets.right, 1),
                height: max(size.height - insets.top - insets.bottom, 1))
            fitted.fit(bounds, inset: 0, most: most)
            fitted.size = size
            fitted.pan(
                by: Vector(
                    dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2))
            return fitted
        }
        let plain = fitted()
        // Larger views have no inset.
        guard let frame = frame(in: Rect(origin: .zero, size: size)), plain.visible.width < 0.2,
            isCovered(plain, frame.inset(by: -8))
        else { return plain }
        // At its right or above it, if that is not much smaller.
        let others = [
            fitted(left: frame.maxX + 8), fitted(bottom: size.height - frame.y + 8),
        ]
        let best = others.max { $0.zoom < $1.zoom }
        return best.flatMap { $0.zoom >= plain.zoom - 0.5 ? $0 : nil } ?? plain
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
