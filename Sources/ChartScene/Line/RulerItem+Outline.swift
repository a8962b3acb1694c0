import Geometry
import Painting

@MainActor
extension RulerItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let (thick, painted) = canvas.stroke(width, color, 1)
        let path = Path(
            [canvas.point(start.x, start.y), canvas.point(end.x, end.y)], isClosed: false)
        let length = (end - start).length / canvas.scale
        canvas.stroke(
            path, painted,
            dash.map { $0.stroke(width: thick, length: length) }
                ?? StrokeStyle(width: thick, cap: cap))
    }

    public var report: [(String, SceneValue)] {
        [
            ("start", .point(start)), ("end", .point(end)), ("width", .number(width)),
            ("color", .color(color)),
        ]
    }
}
