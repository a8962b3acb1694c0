import ChartScene
import Geometry
import Painting
import Text

extension ListRecorder {
    /// A shaped line with its baseline at `y` and its left end, middle or right end at `x`.
    ///
    /// The baseline and the line's left end are rounded to device pixels.
    func text(
        _ line: ShapedLine, x: Double, baseline y: Double, color: Color,
        alignment: TextAlignment = .leading
    ) {
        let run = atlas.run(line, scale: scale)
        recording.runs.append(run)
        let left = Int(((x - line.width * alignment.rawValue) * scale).rounded())
        let base = Int((y * scale).rounded())
        var glyphs: [GlyphVertex] = []
        glyphs.reserveCapacity(run.quads.count)
        let packed = PackedColor(color)
        var bounds = Rect.zero
        for quad in run.quads {
            glyphs.append(GlyphVertex(quad, x: left, y: base, color: packed))
            let place = Rect(
                x: Double(left + Int(quad.x)), y: Double(base + Int(quad.y)),
                width: Double(quad.width), height: Double(quad.height))
            bounds = bounds.isEmpty ? place : bounds.union(place)
        }
        add(glyphs, GlyphVertex.kind, bounds)
    }
}
