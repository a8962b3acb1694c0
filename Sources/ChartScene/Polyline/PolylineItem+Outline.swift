import Geometry
import Painting

@MainActor
extension PolylineItem {
    /// Records the segments of one colour that follow one another as one stroke.
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let vertices = lines.content.vertices
        let style = StrokeStyle(width: width, join: .round, cap: .round)
        var points: [Point] = []
        var shown: PackedColor?
        func finish() {
            if points.count > 1, let shown {
                let paint = (color ?? shown.color).opacity(Float(alpha))
                canvas.stroke(Path(points, isClosed: false), paint, style)
            }
            points = []
        }
        for vertex in vertices {
            let place = map(vertex.place)
            points.append(place)
            let next = vertex.hasSegment ? vertex.color : nil
            // A colour in place of all others makes one stroke of them.
            if next == nil || (next != shown && color == nil) {
                finish()
                points = [place]
            }
            shown = next
        }
        finish()
    }

    public var report: [(String, SceneValue)] {
        [
            ("vertices", .count(lines.content.count)),
            (
                "map",
                .array([map.a, map.b, map.c, map.d, map.tx, map.ty].map { .number($0) })
            ), ("width", .number(width)), ("alpha", .number(alpha)),
        ]
    }
}
