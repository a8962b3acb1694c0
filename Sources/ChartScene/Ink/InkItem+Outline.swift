import Geometry
import Ink
import Painting

@MainActor
extension InkItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let buffer = ink.content
        let visible = Rect(
            x: Double(clip.x), y: Double(clip.y), width: Double(clip.width),
            height: Double(clip.height))
        for stroke in buffer.strokes where stroke.bounds.offset(by: offset).intersects(visible) {
            let color = stroke.color.opacity(Float(alpha))
            guard color.alpha > 0 else { continue }
            let pieces = buffer.store.elements[stroke.vertices].map(\.node)
            let polygon = InkOutline.polygon(of: pieces, within: Self.departure).map {
                canvas.point($0.x + offset.dx, $0.y + offset.dy)
            }
            canvas.fill(Path(polygon), .color(color), rule: .nonZero)
        }
    }

    /// How far an outline may be within the circles of a stroke, in device pixels.
    private static let departure = 0.05

    public var report: [(String, SceneValue)] {
        [
            ("strokes", .count(ink.content.strokes.count)),
            ("offset", .array([.number(offset.dx), .number(offset.dy)])),
            ("alpha", .number(alpha)),
        ]
    }
}
