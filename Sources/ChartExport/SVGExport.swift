import Geometry
import Imaging
import Painting
import Text

/// Pictures as SVG files.
public enum SVGExport {
    /// How texts are written.
    public enum TextForm: String, Hashable, Sendable, CaseIterable {
        /// Text, which can be selected, searched and read aloud; it looks the same if the font is
        /// installed.
        case text
        /// Outlines, which look the same everywhere.
        case outlines
    }

    /// A picture as an SVG document, without scripts and without external references.
    ///
    /// The same picture gives the same text. Costs about a microsecond for each coordinate.
    /// - Parameters:
    ///   - picture: the content; its tagged parts become groups with a role, a name and an id.
    ///   - size: the size of the document, in points, which are its pixels; above zero.
    ///   - title: the title.
    ///   - description: a description of the picture for screen readers; empty for none.
    ///   - language: the BCP 47 tag of the language of its texts; empty if it is unknown.
    ///   - text: how texts are written.
    ///   - fonts: the library that the texts were shaped with.
    /// - Throws: `ImagingError.encoding` if an image of the picture cannot be encoded.
    @MainActor
    public static func svg(
        of picture: Picture, size: Size, title: String, description: String = "",
        language: String = "", text: TextForm = .text, fonts: FontLibrary
    ) throws(ImagingError) -> String {
        precondition(
            size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite,
            "a document has a width and a height above zero, not \(size)")
        let surface = SVGSurface(fonts: fonts, text: text)
        try ElementWalk(surface: surface).draw(picture)
        let bytes = surface.document(
            size: size, title: title, description: description, language: language)
        return String(decoding: bytes, as: UTF8.self)
    }
}
