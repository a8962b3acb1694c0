/// The role of a part of a picture, in the terms of documents and assistive technology.
public enum PictureRole: String, Hashable, Sendable, CaseIterable {
    /// An independent chart or drawing; its label describes it.
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
    /// Parts that are not read aloud: grounds, lines between parts.
    case decoration
}

/// The role and the name of a part of a picture.
public struct PictureTag: Hashable, Sendable {
    /// The role.
    public var role: PictureRole
    /// The name, or the description of a figure; empty if its texts are enough.
    public var label: String
    /// The identifier, unique in the picture; empty for none.
    public var id: String

    /// A tag from its parts.
    public init(_ role: PictureRole, label: String = "", id: String = "") {
        self.role = role
        self.label = label
        self.id = id
    }
}
