// A document, page by page.
//
// Method: cairo draws pages and writes them with fonts, structure and outline; qpdf adds the parts
// that cairo leaves out (`PDFCompletion`). Both keep the first error and then do nothing, so
// drawing does not throw; ending a page or the document does.
// Limits: a coordinate is rounded to 1/256 of a point, and must be within 8,388,608 points. A page
// has up to 14,400 units per side (ISO 32000-1, annex C); a larger one has larger units.
// Rejected: a separate PDF writer (subsets of fonts are a library's worth of work), and cairo's
// attributes of tags (version 1.16 leaves alternative texts out).

import CCairo
import Cairo
import Geometry
import Glibc
import Platform

/// Makes a PDF in memory: pages of outlines, text and images, with tags that describe the parts.
///
/// Lengths are in points of 1/72 inch from the page's top left corner; y grows downwards. The same
/// calls give the same bytes with the same libraries.
package final class PDFDocument {
    /// The document's metadata.
    package let information: PDFInformation
    /// The number of pages begun.
    package private(set) var pageCount = 0

    let cairo: CairoLibrary
    let context: OpaquePointer
    private let surface: OpaquePointer
    private let output: Output
    private let qpdf: QPDFLibrary
    private var fonts: [FontKey: PDFFont] = [:]
    private var isOnPage = false
    /// The number of points per unit, for each page.
    private var units: [Double] = []
    /// The tags in the order in which they were begun.
    private var written: [PDFTag] = []
    private var open: [PDFTag] = []
    private var failure = CAIRO_STATUS_SUCCESS
    /// The number of open groups.
    var groupDepth = 0

    private struct FontKey: Hashable {
        var path: String
        var index: Int
        var weight: Int
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    /// The largest side of a page in units.
    private static let largestSide = 14_400.0

    /// A document without pages.
    ///
    /// - Throws: `PDFError.noCairo` and `.noQPDF` if a library cannot be loaded.
    package init(_ information: PDFInformation) throws(PDFError) {
        guard let cairo = CairoLibrary.shared else { throw .noCairo }
        guard let qpdf = QPDFLibrary.shared else { throw .noQPDF }
        (self.information, self.cairo, self.qpdf) = (information, cairo, qpdf)
        output = Output()
        let surface = cairo.pdfSurfaceCreateForStream(
            { closure, bytes, count in
                guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().bytes
                    .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
        guard let surface, let context = cairo.create(surface) else {
            preconditionFailure("cairo is out of memory")
        }
        (self.surface, self.context) = (surface, context)
        func say(_ key: cairo_pdf_metadata_t, _ text: String) {
            if !text.isEmpty { cairo.pdfSurfaceSetMetadata(surface, key, text) }
        }
        say(CAIRO_PDF_METADATA_TITLE, PDFText.plain(information.title))
        say(CAIRO_PDF_METADATA_AUTHOR, PDFText.plain(information.author))
        say(CAIRO_PDF_METADATA_SUBJECT, PDFText.plain(information.subject))
        say(CAIRO_PDF_METADATA_CREATOR, PDFText.plain(information.creator))
        say(CAIRO_PDF_METADATA_CREATE_DATE, PDFText.instant(information.created))
    }

    deinit {
        cairo.destroy(context)
        cairo.surfaceFinish(surface)
        cairo.surfaceDestroy(surface)
    }

    // MARK: Pages

    /// Begins a page.
    package func beginPage(_ size: Size) {
        precondition(!isOnPage, "the previous page must end before the next begins")
        precondition(
            size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite,
            "a page's width and height must be above zero, not \(size)")
        isOnPage = true
        pageCount += 1
        let unit = max(1, max(size.width, size.height) / Self.largestSide)
        units.append(unit)
        cairo.pdfSurfaceSetSize(surface, size.width / unit, size.height / unit)
        cairo.save(context)
        // When an opaque rectangle covers a page without a clip, cairo 1.16 drops the earlier
        // drawing, and with it the tags that were begun.
        addRectangle(width: size.width / unit, height: size.height / unit)
        clip()
        if unit > 1 {
            transform(by: .scale(1 / unit, 1 / unit))
        }
    }

    /// Ends a page.
    ///
    /// - Throws: `PDFError.writing` if anything on the page failed.
    package func endPage() throws(PDFError) {
        precondition(isOnPage, "there is no page to end")
        precondition(open.isEmpty, "the tag \(open[0]) must end before its page")
        isOnPage = false
        cairo.restore(context)
        cairo.showPage(context)
        try check()
    }

    /// Ends the document, which can no longer be drawn to, and returns its bytes.
    ///
    /// - Throws: `PDFError.writing` or `.completing`.
    package func finish() throws(PDFError) -> [UInt8] {
        precondition(!isOnPage, "the last page must end before the document")
        precondition(pageCount > 0, "a document needs a page")
        try check()
        cairo.surfaceFinish(surface)
        let status = cairo.surfaceStatus(surface)
        guard status == CAIRO_STATUS_SUCCESS else { throw .writing(detail: text(of: status)) }
        return try PDFCompletion(
            qpdf, information: information, units: units, tags: written
        ).completed(output.bytes)
    }

    /// Records the first failure of an object for drawing, to report it at the end of the page.
    func note(_ status: cairo_status_t) {
        if failure == CAIRO_STATUS_SUCCESS { failure = status }
    }

    private func check() throws(PDFError) {
        let own = cairo.status(context)
        let status = own == CAIRO_STATUS_SUCCESS ? failure : own
        guard status == CAIRO_STATUS_SUCCESS else { throw .writing(detail: text(of: status)) }
    }

    private func text(of status: cairo_status_t) -> String {
        cairo.statusToString(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    }

    // MARK: Structure

    /// Begins a part of the document; everything drawn until its end belongs to it.
    ///
    /// It must end on the same page. It must not begin or end inside a group, or separately from a
    /// `save` and its `restore`.
    package func begin(_ tag: PDFTag) {
        precondition(groupDepth == 0, "a tag must begin outside of groups")
        open.append(tag)
        written.append(tag)
        cairo.tagBegin(context, tag.type, nil)
    }

    /// Ends the innermost part.
    package func endTag() {
        precondition(groupDepth == 0, "a tag must end outside of groups")
        precondition(!open.isEmpty, "there is no tag to end")
        cairo.tagEnd(context, open.removeLast().type)
    }

    /// Adds an entry to the outline, which links to a place on the current page.
    ///
    /// - Parameter y: from the top of the page, in points.
    package func addOutline(_ title: String, y: Double) {
        precondition(pageCount > 0, "an outline needs a page to link to")
        let title = PDFText.plain(title)
        guard !title.isEmpty else { return }
        let place = Int(min(max(y / (units.last ?? 1), 0), Self.largestSide))
        _ = cairo.pdfSurfaceAddOutline(
            surface, 0, title, "page=\(pageCount) pos=[0 \(place)]", CAIRO_PDF_OUTLINE_FLAG_OPEN)
    }

    // MARK: Fonts

    /// Opens a face of a font file; opening it again returns the same object.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - index: the number of the face in the file.
    ///   - weight: the weight of a variable font, on the OpenType scale.
    /// - Throws: `PDFError.font`, or `.embeddingForbidden` if its licence does not allow embedding.
    package func font(
        path: String, index: Int = 0, weight: Int = 400
    ) throws(PDFError) -> PDFFont {
        let key = FontKey(path: path, index: index, weight: weight)
        if let known = fonts[key] { return known }
        let font = try PDFFont(path: path, index: index, weight: weight, cairo: cairo)
        fonts[key] = font
        return font
    }
}
