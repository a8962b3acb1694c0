import Localization
import Streams

/// Reads the rows of a sheet in Office Open XML.
final class ExcelSheet: SheetVisitor {
    var lines: [UInt8] = []
    private(set) var formulas = 0
    let cutRepeats = 0
    private(set) var isDone = false
    private let book: OfficeOpenXML
    /// In the order of their first rows.
    private var merged: ArraySlice<MergedRows>
    /// Those that the current row may be in, with their values.
    private var open: [(cells: MergedRows, text: String)] = []
    private var row = SheetRow()
    private var rowNumber = 0
    /// The number of rows that have lines.
    private var written = 0
    private var column = -1
    private var type = ""
    private var style: Int?
    private var value = ""
    private var inline = ""
    private var hasFormula = false
    private var isInValue = false
    private var isInText = false
    private var isInReading = false

    init(_ book: OfficeOpenXML, merged: [MergedRows]) {
        self.book = book
        self.merged = merged[...]
    }

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        switch element {
        case "row":
            // A row without a number follows the one before.
            let number = attributes.value("r").flatMap { Int($0) } ?? rowNumber + 1
            rowNumber = number
            column = -1
            row.clear()
        case "c":
            column = attributes.value("r").flatMap(ExcelSheet.column) ?? column + 1
            type = attributes.value("t") ?? "n"
            style = attributes.value("s").flatMap { Int($0) }
            value = ""
            inline = ""
            hasFormula = false
        case "v": isInValue = true
        case "f": hasFormula = true
        case "t": isInText = true
        case "rPh": isInReading = true
        default: break
        }
    }

    func end(_ element: String) {
        switch element {
        case "v": isInValue = false
        case "t": isInText = false
        case "rPh": isInReading = false
        case "c":
            if hasFormula, value.isEmpty, type != "str" { formulas += 1 }
            row.set(column, cell)
        case "row": endRow()
        case "sheetData": isDone = true
        default: break
        }
    }

    func text(_ text: String) {
        if isInValue {
            value += text
        } else if isInText, !isInReading {
            inline += text
        }
    }

    /// The text of the cell that ends.
    private var cell: String {
        switch type {
        case "s":
            guard let index = Int(value.trimmingBlanks()) else { return "" }
            return SheetRow.text(book.texts[index] ?? "")
        case "inlineStr": return SheetRow.text(inline)
        case "str": return SheetRow.isError(value) ? "" : SheetRow.text(value)
        case "b": return value.isEmpty ? "" : value == "1" ? "true" : "false"
        case "e": return ""
        // ISO 8601.
        case "d": return value.trimmingBlanks()
        default:
            guard let number = Double(value.trimmingBlanks()), number.isFinite else {
                return SheetRow.text(value)
            }
            return book.format(style).text(number, from1904: book.from1904)
        }
    }

    private func endRow() {
        // Rows out of order, and behind the last, are as in no program.
        guard rowNumber > written, rowNumber <= SheetRow.mostRows else { return }
        fillMerged()
        while written < rowNumber - 1 {
            lines.append(UInt8(ascii: "\n"))
            written += 1
        }
        row.write(to: &lines)
        written += 1
    }

    /// Repeats the values of cells that are merged downwards.
    private func fillMerged() {
        while let next = merged.first, next.rows.lowerBound <= rowNumber {
            merged.removeFirst()
            if next.rows.lowerBound == rowNumber { open.append((next, row[next.column])) }
        }
        if open.isEmpty { return }
        open.removeAll { $0.cells.rows.upperBound < rowNumber }
        for (cells, text) in open where cells.rows.lowerBound < rowNumber {
            if row[cells.column].isEmpty { row.set(cells.column, text) }
        }
    }

    /// The column of a cell's name, counted from 0: `C7` is 2; nil if it names none.
    static func column(_ name: String) -> Int? {
        var number = 0
        for byte in name.utf8 {
            let letter = byte & 0xdf
            guard (0x41...0x5a).contains(letter) else { break }
            number = number * 26 + Int(letter - 0x40)
            if number > SheetRow.mostColumns { return nil }
        }
        return number > 0 ? number - 1 : nil
    }

    /// The cells of a sheet that are merged downwards, in the order of their rows.
    static func merged(
        _ archive: WorkbookArchive, _ part: String
    ) throws(StreamError) -> [MergedRows] {
        guard var stream = try archive.part(part) else { return [] }
        var window = ByteWindow(size: 1 << 17, limit: 1 << 20)
        var found: [MergedRows] = []
        var consumed = 0
        while true {
            try window.advance(by: consumed, from: &stream)
            let (count, isFinal, isStuck) = (window.count, window.atEnd, window.isFull)
            consumed = window.withBytes { bytes in
                var index = 0
                while let place = bytes.first("mergeCell ", from: index, to: count) {
                    let end = bytes.first(UInt8(ascii: ">"), from: place, to: count)
                    // A tag that is longer than the window is none of these.
                    guard end < count else { return isFinal || isStuck ? count : place }
                    if let cells = rows(of: bytes.text(place, end)), found.count < mostMerged {
                        found.append(cells)
                    }
                    index = end
                }
                return isFinal ? count : max(index, count - 16)
            }
            if isFinal { break }
        }
        return found.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    }

    /// The most merged cells that are looked at.
    private static let mostMerged = 100_000

    /// The rows of `mergeCell ref="A2:A5"`; nil if it is wider than a column.
    private static func rows(of text: String) -> MergedRows? {
        guard let from = text.firstRange(of: "ref=\"") else { return nil }
        let cells = text[from.upperBound...].prefix { $0 != "\"" }.split(separator: ":")
        guard cells.count == 2, let first = column(String(cells[0])),
            first == column(String(cells[1])),
            let top = Int(cells[0].drop(while: \.isLetter)),
            let bottom = Int(cells[1].drop(while: \.isLetter)), top < bottom
        else { return nil }
        return MergedRows(column: first, rows: top...bottom)
    }
}
