import Geometry
import Painting

@MainActor
extension FillItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let part = rect.intersection(clip)
        if !part.isEmpty { canvas.fill(canvas.rect(part), color) }
    }

    public var report: [(String, SceneValue)] {
        [("rect", .pixels(rect)), ("color", .color(color))]
    }
}
