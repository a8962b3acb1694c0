import Geometry
import PDF
import Painting
import Text

/// Pictures as pages of a PDF file.
public enum PDFExport {
    /// A picture and the page that it is drawn on.
    public struct Page: Sendable {
        /// The content, from the page's top left corner.
        public var picture: Picture
        /// The page's size in points of 1/72 inch; above zero.
        public var size: Size

        /// A page of a size with a picture.
        public init(_ picture: Picture, size: Size) {
            self.picture = picture
            self.size = size
        }
    }

    /// Pictures as a tagged PDF, whose texts can be selected and are read in their order.
    ///
    /// Only images are drawn as images. The same pages give the same bytes with the same libraries.
    /// The used parts of fonts are embedded.
    /// - Parameters:
    ///   - pages: the pages, at least one. The tags of a picture become the structure of its page; each
    ///     heading gets an entry in the outline.
    ///   - information: the metadata of the document.
    ///   - description: the description of a page whose picture has no tags, which is then one
    ///     figure.
    ///   - fonts: the library that the texts were shaped with.
    /// - Throws: `PDFError` if a library is missing, a font must not be embedded, or writing fails.
    @MainActor
    public static func pdf(
        of pages: [Page], information: PDFInformation, description: String = "",
        fonts: FontLibrary
    ) throws(PDFError) -> [UInt8] {
        precondition(!pages.isEmpty, "a document has a page")
        let document = try PDFDocument(information)
        let surface = PDFSurface(document, fonts: fonts)
        for page in pages {
            try surface.draw(page.picture, size: page.size, description: description)
        }
        return try document.finish()
    }
}
