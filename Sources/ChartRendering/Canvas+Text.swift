import Geometry
import Text

extension Canvas {
    /// A shaped line with its baseline at `y` and its left end, middle or right end at `x`.
    ///
    /// The baseline and the line's left end are rounded to device pixels.
    public func text(
        _ line: ShapedLine, x: Double, baseline y: Double, color: Color,
        alignment: TextAlignment = .leading
    ) {
        let run = atlas.run(line, scale: scale)
        recording.runs.append(run)
        let left = Int(((x - line.width * alignment.rawValue) * scale).rounded())
        let base = Int((y * scale).rounded())
        let start = recording.glyphs.count
        let packed = PackedColor(color)
        var bounds = Rect.zero
        for quad in run.quads {
            recording.glyphs.append(GlyphVertex(quad, x: left, y: base, color: packed))
            let place = Rect(
                x: Double(left + Int(quad.x)), y: Double(base + Int(quad.y)),
                width: Double(quad.width), height: Double(quad.height))
            bounds = bounds.isEmpty ? place : bounds.union(place)
        }
        add(.glyph, start..<recording.glyphs.count, bounds)
    }

    /// A shaped line in `rect`: its ascent and descent centred from top to bottom, and aligned from
    /// left to right.
    public func text(
        _ line: ShapedLine, in rect: Rect, color: Color, alignment: TextAlignment = .leading
    ) {
        let x = rect.minX + rect.width * alignment.rawValue
        let baseline = rect.midY + (line.ascent - line.descent) / 2
        text(line, x: x, baseline: baseline, color: color, alignment: alignment)
    }
}
