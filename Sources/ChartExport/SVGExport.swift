import Geometry
import Imaging
import Painting
import Text

/// Pictures as SVG files.
public enum SVGExport {
    /// What texts become.
    public enum TextForm: String, Hashable, Sendable, CaseIterable {
        /// Text, which can be selected, searched and read aloud; it looks the same where the font is
        /// installed.
        case text
        /// Outlines, which look the same everywhere.
        case outlines
    }

    /// A picture as an SVG document, without scripts and without references to anything outside of it.
    ///
    /// The same picture gives the same text. Costs about a microsecond for each coordinate.
    /// - Parameters:
    ///   - picture: what is shown; its tagged parts become groups with a role, a name and an id.
    ///   - size: of the document, in points, which are its pixels; above zero.
    ///   - title: what it is called.
    ///   - description: what is seen in it, for those who have it read to them; empty for nothing.
    ///   - language: the BCP 47 tag of the language of its texts; empty where it is unknown.
    ///   - text: what texts become.
    ///   - fonts: the library that the texts were shaped with.
    /// - Throws: `ImagingError.encoding` where an image of the picture cannot be encoded.
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
