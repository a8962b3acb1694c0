/// The role of a part of a page, for screen readers.
package enum PDFTag: Hashable, Sendable {
    /// Parts that belong together.
    case section
    /// A title.
    case heading
    /// Running text.
    case paragraph
    /// A drawing, with its alternative text; empty for none.
    case figure(alternative: String)
    /// Rows of cells.
    case table
    /// A row of a table.
    case row
    /// A cell that names a column, or else a row.
    case headerCell(ofColumn: Bool)
    /// A cell of a table.
    case cell
    /// Items one after another.
    case list
    /// An item of a list.
    case item
    /// The contents of a list item.
    case itemBody

    /// The standard structure type (ISO 32000-1, 14.8.4).
    var type: String {
        switch self {
        case .section: "Sect"
        case .heading: "H1"
        case .paragraph: "P"
        case .figure: "Figure"
        case .table: "Table"
        case .row: "TR"
        case .headerCell: "TH"
        case .cell: "TD"
        case .list: "L"
        case .item: "LI"
        case .itemBody: "LBody"
        }
    }
}

/// The document's metadata.
public struct PDFInformation: Hashable, Sendable {
    /// The title, which viewers display in place of the file's name.
    public var title: String
    /// The author; empty for none.
    public var author: String
    /// The subject; empty for none.
    public var subject: String
    /// The program that made it; empty for none.
    public var creator: String
    /// The BCP 47 tag of its language; empty if unknown.
    public var language: String
    /// The time of its creation, in seconds since 1970.
    public var created: Double

    /// Information from its parts.
    public init(
        title: String, author: String = "", subject: String = "", creator: String = "",
        language: String = "", created: Double
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.creator = creator
        self.language = language
        self.created = created
    }
}
