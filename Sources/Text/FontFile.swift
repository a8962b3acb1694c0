/// The file of a face, and the face's properties: for embedding fonts into documents.
public struct FontFile: Hashable, Sendable {
    /// The file's path.
    public let path: String
    /// The number of the face in its file.
    public let index: Int
    /// The requested weight; the axis of a variable font is set to it within its limits.
    public let weight: FontWeight
    /// The names of the family, the most common one first.
    public let families: [String]
    /// Whether the font has axes.
    public let isVariable: Bool
}

extension FontLibrary {
    /// The file of a face of this library.
    public func file(of face: FaceID) -> FontFile { self.face(face).file }

    /// The outline of a glyph at a size in points, relative to the glyph's own origin; nil if the
    /// face has none for it.
    ///
    /// It is the designed outline, without hinting. Costs some microseconds.
    public func outline(of glyph: ShapedGlyph, size: Double) -> GlyphOutline? {
        let face = face(glyph.face)
        return face.outline(glyph.glyph)?.scaled(by: size / face.unitsPerEm)
    }
}
