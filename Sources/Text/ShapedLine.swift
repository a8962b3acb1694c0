import Geometry

/// A face of a `FontLibrary`, by number; it means something only together with that library.
public struct FaceID: Hashable, Sendable {
    let index: Int
}

/// One glyph of a shaped line, at its place.
public struct ShapedGlyph: Hashable, Sendable {
    /// The face the glyph belongs to: the style's own, or one that stood in.
    public let face: FaceID
    /// The glyph's number in its face; 0 is the face's sign for a missing character.
    public let glyph: UInt32
    /// The glyph's origin right of the line's origin, in points.
    public let x: Double
    /// The glyph's origin below the line's baseline, in points.
    public let y: Double
    /// How far the pen moves for this glyph, in points, tracking included.
    public let advance: Double
    /// The index of the first Unicode scalar of the cluster that the glyph belongs to.
    public let cluster: Int
}

/// One line of text as glyphs in visual order, from left to right, whatever way it reads.
///
/// All measures are in points at the style's size and true at every device scale. The origin is the
/// left end of the baseline; y grows downwards.
public struct ShapedLine: Hashable, Sendable {
    /// The text that was shaped; where a line was shortened, with its ellipsis.
    public let text: String
    /// The style it was shaped in.
    public let style: TextStyle
    /// The glyphs from left to right.
    public let glyphs: [ShapedGlyph]
    /// From the origin to the end of the last advance.
    public let width: Double
    /// The style's ascent, the same for every line of the style.
    public let ascent: Double
    /// The style's descent, the same for every line of the style.
    public let descent: Double

    /// Ascent and descent together.
    public var height: Double { ascent + descent }
    /// Width and height.
    public var size: Size { Size(width: width, height: height) }
    /// Whether some character found no face that has it.
    public var hasMissingGlyphs: Bool { glyphs.contains { $0.glyph == 0 } }

    /// The line at another size; shaping knows no size, so everything grows alike.
    public func scaled(by factor: Double) -> ShapedLine {
        guard factor != 1 else { return self }
        var style = style
        style.size *= factor
        return ShapedLine(
            text: text, style: style,
            glyphs: glyphs.map {
                ShapedGlyph(
                    face: $0.face, glyph: $0.glyph, x: $0.x * factor, y: $0.y * factor,
                    advance: $0.advance * factor, cluster: $0.cluster)
            }, width: width * factor, ascent: ascent * factor, descent: descent * factor)
    }
}
