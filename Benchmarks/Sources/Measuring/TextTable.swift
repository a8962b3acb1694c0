/// Rows of texts under a line of headings, in columns of equal width.
public struct TextTable: Sendable {
    public var headings: [String]
    public private(set) var rows: [[String]] = []
    /// The columns that hold numbers and are aligned to the right.
    public var numeric: Set<Int>

    public init(_ headings: [String], numeric: Set<Int> = []) {
        self.headings = headings
        self.numeric = numeric
    }

    /// Adds a row with a text for each column.
    public mutating func add(_ row: [String]) {
        precondition(row.count == headings.count, "a row has a text for each column")
        rows.append(row)
    }

    /// For a terminal: columns aligned with blanks.
    public var aligned: String {
        let widths = headings.indices.map { column in
            ([headings] + rows).map { $0[column].count }.max() ?? 0
        }
        return ([headings] + rows).map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                line += numeric.contains(column) ? blanks + text : text + blanks
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    /// For a document.
    public var markdown: String {
        let rule = headings.indices.map { numeric.contains($0) ? "--:" : "---" }
        return ([headings, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }
}
