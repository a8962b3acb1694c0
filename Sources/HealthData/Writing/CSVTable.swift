import ChartCore

/// A table for other programs as CSV, made row by row.
///
/// Numbers have a decimal point and as many digits as they need, and instants are those of ISO 8601
/// with the offset of their zone. A spreadsheet runs none of the texts (`CSVCell`).
package struct CSVTable: Sendable {
    /// A cell of a row.
    package enum Cell: Hashable, Sendable {
        /// A number; nil for an empty cell.
        case number(Double?)
        case text(String)
        /// In seconds since 1970.
        case instant(Double)
    }

    /// What has been made; a caller that writes a large table takes it away in between.
    package var buffer = TextBuffer()
    private let zone: ZoneRules

    /// Begins a table with the names of its columns.
    package init(_ names: [String], zone: ZoneRules) {
        self.zone = zone
        buffer.append(text: names.map(CSVCell.text).joined(separator: ",") + "\n")
    }

    /// Appends a row.
    ///
    /// - Parameter span: the instants in its first two columns; nil if it has none.
    package mutating func append(
        _ span: (start: Double, end: Double)? = nil, _ cells: [Cell]
    ) {
        if let span {
            buffer.append(instant: span.start, in: zone)
            buffer.append(",")
            buffer.append(instant: span.end, in: zone)
        }
        for (column, cell) in cells.enumerated() {
            if column > 0 || span != nil { buffer.append(",") }
            switch cell {
            case .number(let number): if let number { buffer.append(number) }
            case .text(let text): buffer.append(text: CSVCell.text(text))
            case .instant(let instant): buffer.append(instant: instant, in: zone)
            }
        }
        buffer.append("\n")
    }
}
