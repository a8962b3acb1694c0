import Localization
import Streams

/// Reads the rows of one sheet of a spreadsheet in OpenDocument.
///
/// Source: OASIS OpenDocument 1.3, part 3, 9.1 (tables) and 19.385 (values). All sheets are in one
/// part; cells and rows that are the same are written once, with how often they follow one another:
/// the empty rest of a sheet is a million rows in one element.
final class OpenDocumentSheet: SheetVisitor {
    /// How often a row with values may be repeated, and a value in a row: a bomb of two numbers
    /// would be gigabytes of text.
    private static let mostRepeatedRows = 1000
    private static let mostRepeatedCells = 256

    var lines: [UInt8] = []
    let formulas = 0
    private(set) var cutRepeats = 0
    private(set) var isDone = false
    /// The number of the sheet to read, from 0.
    private let wanted: Int
    private var sheet = -1
    /// How many tables are open: one may be in a cell of another.
    private var depth = 0
    private var row = SheetRow()
    private var column = 0
    private var rowRepeats = 1
    private var written = 0
    /// Empty lines that have not been written: a sheet does not end with them.
    private var emptyRows = 0
    private var cell: (type: String, value: String, repeats: Int, rows: Int)?
    private var paragraphs: [String] = []
    private var isInParagraph = false
    /// How many notes and drawings are open, whose texts are not those of the cell.
    private var asides = 0
    /// Values that hold for the rows below, by their columns.
    private var open: [Int: (text: String, rows: Int)] = [:]

    init(sheet: Int) { wanted = sheet }

    private var isInSheet: Bool { sheet == wanted && depth == 1 }

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        if isDone { return }
        switch element {
        case "table":
            if depth == 0 { sheet += 1 }
            depth += 1
        case "table-row" where isInSheet:
            row.clear()
            column = 0
            rowRepeats = OpenDocumentSheet.repeats(attributes, "number-rows-repeated")
        case "table-cell" where isInSheet, "covered-table-cell" where isInSheet:
            let type = attributes.value("value-type") ?? ""
            let name: String? =
                switch type {
                case "date": "date-value"
                case "time": "time-value"
                case "boolean": "boolean-value"
                case "string": "string-value"
                case "": nil
                default: "value"
                }
            cell = (
                type, name.flatMap { attributes.value($0) } ?? "",
                OpenDocumentSheet.repeats(attributes, "number-columns-repeated"),
                attributes.value("number-rows-spanned").flatMap { Int($0) } ?? 1
            )
            paragraphs = []
        case "annotation", "frame", "shapes", "custom-shape": asides += 1
        case "p" where isInSheet && cell != nil && asides == 0:
            paragraphs.append("")
            isInParagraph = true
        case "s" where isInParagraph, "tab" where isInParagraph, "line-break" where isInParagraph:
            append(" ")
        default: break
        }
    }

    func end(_ element: String) {
        if isDone { return }
        switch element {
        case "table":
            depth -= 1
            if depth == 0, sheet == wanted { isDone = true }
        case "p": isInParagraph = false
        case "annotation", "frame", "shapes", "custom-shape": asides = max(0, asides - 1)
        case "table-cell" where isInSheet, "covered-table-cell" where isInSheet: endCell()
        case "table-row" where isInSheet: endRow()
        default: break
        }
    }

    func text(_ text: String) { if isInParagraph, asides == 0 { append(text) } }

    private func append(_ text: String) {
        guard let last = paragraphs.indices.last, paragraphs[last].count < SheetRow.longestText
        else { return }
        paragraphs[last] += text
    }

    private static func repeats(
        _ attributes: [(name: String, value: String)], _ name: String
    ) -> Int {
        max(1, attributes.value(name).flatMap { Int($0) } ?? 1)
    }

    private func endCell() {
        guard let cell else { return }
        self.cell = nil
        let text = OpenDocumentSheet.text(
            cell.type, cell.value, paragraphs.joined(separator: " "))
        if !text.isEmpty {
            let repeats = min(cell.repeats, OpenDocumentSheet.mostRepeatedCells)
            if repeats < cell.repeats { cutRepeats += 1 }
            for place in column..<min(column + repeats, SheetRow.mostColumns) {
                row.set(place, text)
            }
            if cell.rows > 1 { open[column] = (text, cell.rows) }
        }
        column = min(column + min(cell.repeats, SheetRow.mostColumns), SheetRow.mostColumns)
    }

    /// The text of a cell by its type.
    private static func text(_ type: String, _ value: String, _ shown: String) -> String {
        switch type {
        case "float", "currency": return Double(value).map(CellFormat.plain) ?? ""
        case "percentage":
            return Double(value).map { CellFormat.share.text($0, from1904: false) } ?? ""
        case "date":
            // A date, or a date with a time and a `T` between them.
            return value.replacing("T", with: " ")
        case "time": return clock(value) ?? value
        case "boolean": return value
        default:
            let text = value.isEmpty ? shown : value
            return SheetRow.isError(text) ? "" : SheetRow.text(text)
        }
    }

    /// `PT07H14M53.5S` as hours, minutes and seconds; nil for another text.
    private static func clock(_ value: String) -> String? {
        guard let seconds = DurationText().seconds(value), seconds >= 0, seconds < 1e9 else {
            return nil
        }
        return CellFormat.length.text(seconds / 86_400, from1904: false)
    }

    private func endRow() {
        let wasOpen = open
        for (column, below) in wasOpen where row[column].isEmpty { row.set(column, below.text) }
        for (column, below) in wasOpen {
            open[column] = below.rows > rowRepeats ? (below.text, below.rows - rowRepeats) : nil
        }
        if row.isEmpty {
            emptyRows = min(emptyRows + min(rowRepeats, SheetRow.mostRows), SheetRow.mostRows)
            return
        }
        while emptyRows > 0, written < SheetRow.mostRows {
            lines.append(UInt8(ascii: "\n"))
            written += 1
            emptyRows -= 1
        }
        if rowRepeats > OpenDocumentSheet.mostRepeatedRows { cutRepeats += 1 }
        for _ in 0..<min(rowRepeats, OpenDocumentSheet.mostRepeatedRows)
        where written < SheetRow.mostRows {
            row.write(to: &lines)
            written += 1
        }
    }
}

/// The names of the sheets of a spreadsheet in OpenDocument, and whether they are hidden.
final class OpenDocumentSheets: XMLVisitor {
    private(set) var sheets: [(name: String, isHidden: Bool)] = []
    private var depth = 0
    private var hiddenStyles: Set<String> = []
    private var style = ""

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        switch element {
        case "style": style = attributes.value("name") ?? ""
        case "table-properties":
            if attributes.value("display") == "false" { hiddenStyles.insert(style) }
        case "table":
            if depth == 0, sheets.count < OfficeOpenXML.mostSheets {
                sheets.append(
                    (
                        attributes.value("name") ?? "",
                        attributes.value("style-name").map(hiddenStyles.contains) ?? false
                    ))
            }
            depth += 1
        default: break
        }
    }

    func end(_ element: String) {
        if element == "table" { depth -= 1 }
    }

    func text(_ text: String) {}
}

/// Whether the list of an OpenDocument file says that its parts are encrypted.
final class OpenDocumentManifest: XMLVisitor {
    private(set) var isEncrypted = false

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        if element == "encryption-data" { isEncrypted = true }
    }
    func end(_ element: String) {}
    func text(_ text: String) {}
}
