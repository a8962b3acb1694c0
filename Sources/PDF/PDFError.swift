import Platform

/// An error in making a document.
public enum PDFError: ReportableError, Hashable {
    /// cairo, which writes pages, cannot be loaded.
    case noCairo
    /// qpdf, which completes documents, cannot be loaded.
    case noQPDF
    /// FreeType could not be started.
    case rasterizer(code: Int32)
    /// The font at `path` cannot be opened.
    case font(path: String)
    /// The vendor of the font at `path` does not allow its outlines to be embedded in documents.
    case embeddingForbidden(path: String)
    /// cairo failed; `detail` is its message.
    case writing(detail: String)
    /// qpdf failed; `detail` is its message.
    case completing(detail: String)

    public var place: String {
        switch self {
        case .noCairo: "cairo"
        case .noQPDF: "qpdf"
        case .rasterizer: "FreeType"
        case .font(let path), .embeddingForbidden(let path): path
        case .writing, .completing: "PDF"
        }
    }

    public var problem: String {
        switch self {
        case .noCairo: "the library libcairo.so.2, which writes PDF, cannot be loaded"
        case .noQPDF: "the library libqpdf.so.29, which completes PDF, cannot be loaded"
        case .rasterizer(let code): "the library that reads fonts did not start (error \(code))"
        case .font: "the font cannot be opened"
        case .embeddingForbidden: "the font's licence does not allow it to be put into a document"
        case .writing(let detail): "the document could not be written (\(detail))"
        case .completing(let detail): "the document could not be completed (\(detail))"
        }
    }

    public var remedy: String {
        switch self {
        case .noCairo: "install it, on Debian the package libcairo2"
        case .noQPDF: "install it, on Debian the package libqpdf29"
        case .rasterizer: "check the installation of libfreetype"
        case .font: "check the file, and that you may read it"
        case .embeddingForbidden: "choose another font"
        case .writing, .completing: ""
        }
    }
}
