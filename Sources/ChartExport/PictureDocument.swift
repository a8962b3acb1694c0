import Geometry
import Imaging
import PDF
import Painting
import Text

/// A picture with the metadata of a document.
public struct PictureDocument: Sendable {
    /// The content.
    public var picture: Picture
    /// The size of the page or the drawing, in points.
    public var size: Size
    /// The title.
    public var title: String
    /// A description of the picture for screen readers; empty for none.
    public var description: String
    /// The program that created it; empty for none.
    public var creator: String
    /// The time of creation, in seconds since 1970; a parameter, so that the same picture gives the
    /// same bytes.
    public var created: Double

    /// A document from its parts.
    public init(
        _ picture: Picture, size: Size, title: String, description: String = "",
        creator: String = "", created: Double = 0
    ) {
        (self.picture, self.size, self.title) = (picture, size, title)
        (self.description, self.creator, self.created) = (description, creator, created)
    }

    /// As an SVG file.
    ///
    /// - Parameter fonts: the library that the texts were shaped with.
    @MainActor
    public func svg(
        text: SVGExport.TextForm = .text, fonts: FontLibrary
    ) throws(ImagingError) -> [UInt8] {
        Array(
            try SVGExport.svg(
                of: picture, size: size, title: title, description: description,
                language: fonts.language, text: text, fonts: fonts
            ).utf8)
    }

    /// As a PDF file of one page.
    ///
    /// - Parameter fonts: the library that the texts were shaped with.
    @MainActor
    public func pdf(fonts: FontLibrary) throws(PDFError) -> [UInt8] {
        try PDFExport.pdf(
            of: [.init(picture, size: size)],
            information: PDFInformation(
                title: title, creator: creator, language: fonts.language, created: created),
            description: description, fonts: fonts)
    }
}
