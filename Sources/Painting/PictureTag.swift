/// What a part of a picture is, in the words of documents and assistive technology.
public enum PictureRole: String, Hashable, Sendable, CaseIterable {
    /// A chart or a drawing that stands for itself; its label says what it shows.
    case figure
    /// Parts that belong together.
    case group
    /// The title of what follows.
    case heading
    /// Running text.
    case text
    /// A list of items.
    case list
    /// An item of a list.
    case listItem = "list-item"
    /// Rows of cells.
    case table
    /// A row of a table.
    case row
    /// A cell that names a column or a row.
    case headerCell = "header-cell"
    /// A cell of a table.
    case cell
    /// What nobody reads: grounds, lines between parts.
    case decoration
}

/// What a part of a picture is and what it is called.
public struct PictureTag: Hashable, Sendable {
    /// What it is.
    public var role: PictureRole
    /// What it is called, or what is seen in a figure; empty where its texts say that.
    public var label: String
    /// What it is known by, unique in the picture; empty for nothing.
    public var id: String

    /// A tag from its parts.
    public init(_ role: PictureRole, label: String = "", id: String = "") {
        self.role = role
        self.label = label
        self.id = id
    }
}
