import Geometry

/// A face of a `FontLibrary`, by number; valid only for that library.
public struct FaceID: Hashable, Sendable {
    let index: Int
}

/// One glyph of a shaped line, at its position.
public struct ShapedGlyph: Hashable, Sendable {
    /// The face of the glyph: the style's own, or a fallback.
    public let face: FaceID
    /// The glyph's number in its face; 0 is the face's sign for a missing character.
    public let glyph: UInt32
    /// The glyph's origin relative to the line's origin, in points to the right.
    public let x: Double
    /// The glyph's origin relative to the line's baseline, in points downwards.
    public let y: Double
    /// The pen's advance after this glyph, in points, including tracking.
    public let advance: Double
    /// The index of the first Unicode scalar of the glyph's cluster.
    public let cluster: Int
}

/// One line of text as glyphs in visual order, from left to right in any script.
///
/// All measures are in points at the style's size and valid at every device scale. The origin is
/// the left end of the baseline; y grows downwards.
public struct ShapedLine: Hashable, Sendable {
    /// The shaped text; for a shortened line, with its ellipsis.
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
    /// Whether no face has one of the characters.
    public var hasMissingGlyphs: Bool { glyphs.contains { $0.glyph == 0 } }

    /// The line at another size; shaping does not depend on the size, so everything scales equally.
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
