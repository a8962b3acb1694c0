import Streams

/// The row of a sheet that is being read, and its text as a line of a table.
struct SheetRow {
    /// The most columns that a sheet has (Excel: XFD).
    static let mostColumns = 16_384
    /// The most rows that a sheet has in Excel; other programs have the same, or as many again.
    static let mostRows = 1 << 21
    /// The longest text of a cell (Excel: 32,767 characters).
    static let longestText = 1 << 15

    private var cells: [String] = []

    mutating func clear() { cells.removeAll(keepingCapacity: true) }

    /// Whether no cell has a text.
    var isEmpty: Bool { cells.allSatisfy(\.isEmpty) }

    /// Sets a cell, counted from 0.
    mutating func set(_ column: Int, _ text: String) {
        guard column >= 0, column < SheetRow.mostColumns, !text.isEmpty else { return }
        while cells.count <= column { cells.append("") }
        cells[column] = text
    }

    subscript(column: Int) -> String { column < cells.count ? cells[column] : "" }

    /// Adds the row to a text in CSV.
    func write(to text: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if !cell.isEmpty { text.append(contentsOf: JSONTableStream.quoted(cell).utf8) }
        }
        // A row with a single cell would have no delimiter.
        if cells.count == 1 { text.append(UInt8(ascii: ",")) }
        text.append(UInt8(ascii: "\n"))
    }

    /// A text of a cell as it is read from a table: a number that was typed as text with a decimal
    /// comma gets a point, as the numbers of the sheet have it.
    static func text(_ text: String) -> String {
        let trimmed = text.count > longestText ? String(text.prefix(longestText)) : text
        let parts = trimmed.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[1].count), !parts[0].isEmpty,
            parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
            parts[0].drop(while: { $0 == "-" }).allSatisfy({ $0.isASCII && $0.isNumber })
        else { return trimmed }
        return parts.joined(separator: ".")
    }

    /// Whether a text is the sign of a formula without a result.
    static func isError(_ text: String) -> Bool {
        text.hasPrefix("#")
            && [
                "#N/A", "#NV", "#VALUE!", "#WERT!", "#REF!", "#BEZUG!", "#DIV/0!", "#NUM!",
                "#ZAHL!", "#NAME?", "#NULL!", "#SPILL!", "#CALC!",
            ].contains(text) || text.hasPrefix("Err:")
    }
}
