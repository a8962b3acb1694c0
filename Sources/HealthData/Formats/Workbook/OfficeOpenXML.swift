// A workbook in Office Open XML (`.xlsx`, `.xlsm`): its sheets, its formats and its texts.
//
// Source: ECMA-376, part 1 (SpreadsheetML) and part 2 (packages). The first relationship of the type
// `officeDocument` names the workbook; its own relationships name sheets, styles and texts. Names of
// elements are compared without their prefixes, which differ between programs. Texts that several
// cells share are kept as one array of bytes. Macros, links to other workbooks, charts and pivot
// tables are not looked at.

import Localization
import Streams

/// The structure of a workbook in Office Open XML.
struct OfficeOpenXML {
    /// The most sheets that are read.
    static let mostSheets = 1000

    struct Sheet {
        var name: String
        /// The name of its part in the archive.
        var part: String
        var isHidden: Bool
    }

    private(set) var sheets: [Sheet] = []
    private(set) var from1904 = false
    /// The formats by the numbers that cells name.
    private(set) var formats: [CellFormat] = []
    private(set) var texts = SharedTexts()
    /// Whether it is a workbook in Excel's binary form.
    private(set) var isBinary = false

    /// The structure of a workbook; nil if the archive has none.
    init?(_ archive: WorkbookArchive) throws(StreamError) {
        let links = Links()
        try archive.visit("_rels/.rels", links)
        let main = links.targets.first { $0.type.hasSuffix("/officeDocument") }?.target
        let part = OfficeOpenXML.path(main ?? "xl/workbook.xml", in: "")
        if part.hasSuffix(".bin") {
            isBinary = true
            return
        }
        let book = Book()
        guard try archive.visit(part, book) else { return nil }
        from1904 = book.from1904
        let folder = part.split(separator: "/").dropLast().joined(separator: "/")
        let name = part.split(separator: "/").last.map(String.init) ?? part
        let own = Links()
        try archive.visit(OfficeOpenXML.path("_rels/\(name).rels", in: folder), own)
        for sheet in book.sheets.prefix(OfficeOpenXML.mostSheets) {
            guard let link = own.targets.first(where: { $0.id == sheet.id }),
                link.type.isEmpty || link.type.hasSuffix("/worksheet")
            else { continue }
            sheets.append(
                Sheet(
                    name: sheet.name, part: OfficeOpenXML.path(link.target, in: folder),
                    isHidden: sheet.isHidden))
        }
        func linked(_ type: String, _ usual: String) -> String {
            let target = own.targets.first { $0.type.hasSuffix("/" + type) }?.target
            return OfficeOpenXML.path(target ?? usual, in: folder)
        }
        let styles = Styles()
        try archive.visit(linked("styles", "styles.xml"), styles)
        formats = styles.formats
        let shared = SharedTextsVisitor()
        try archive.visit(linked("sharedStrings", "sharedStrings.xml"), shared)
        texts = shared.texts
    }

    /// The format of a cell with a style; a number without one.
    func format(_ style: Int?) -> CellFormat {
        guard let style, formats.indices.contains(style) else { return .number }
        return formats[style]
    }

    /// The path of a part that is named relative to a folder.
    private static func path(_ target: String, in folder: String) -> String {
        if target.hasPrefix("/") { return String(target.dropFirst()) }
        var parts = folder.split(separator: "/").map(String.init)
        for part in target.split(separator: "/") {
            if part == ".." {
                _ = parts.popLast()
            } else if part != "." {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    // MARK: Parts

    /// The relationships of a part.
    private final class Links: XMLVisitor {
        private(set) var targets: [(id: String, type: String, target: String)] = []

        func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
            guard element == "Relationship", targets.count < OfficeOpenXML.mostSheets * 4 else {
                return
            }
            func value(_ name: String) -> String { attributes.value(name) ?? "" }
            guard value("TargetMode") != "External" else { return }
            targets.append((value("Id"), value("Type"), value("Target")))
        }
        func end(_ element: String) {}
        func text(_ text: String) {}
    }

    private final class Book: XMLVisitor {
        private(set) var sheets: [(name: String, id: String, isHidden: Bool)] = []
        private(set) var from1904 = false

        func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
            switch element {
            case "workbookPr":
                from1904 = ["1", "true"].contains(attributes.value("date1904") ?? "")
            case "sheet" where sheets.count < OfficeOpenXML.mostSheets:
                let state = attributes.value("state") ?? "visible"
                sheets.append(
                    (
                        attributes.value("name") ?? "", attributes.value("id") ?? "",
                        state != "visible"
                    ))
            default: break
            }
        }
        func end(_ element: String) {}
        func text(_ text: String) {}
    }

    /// The formats of cells, in the order in which cells name them.
    private final class Styles: XMLVisitor {
        private static let mostFormats = 1 << 16
        private var codes: [Int: CellFormat] = [:]
        private(set) var formats: [CellFormat] = []
        private var isInCells = false

        func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
            switch element {
            case "numFmt":
                guard let number = attributes.value("numFmtId").flatMap({ Int($0) }),
                    let code = attributes.value("formatCode"), codes.count < Styles.mostFormats
                else { return }
                codes[number] = CellFormat(code: String(code.prefix(255)))
            case "cellXfs": isInCells = true
            case "xf" where isInCells && formats.count < Styles.mostFormats:
                let number = attributes.value("numFmtId").flatMap { Int($0) } ?? 0
                formats.append(codes[number] ?? CellFormat(builtIn: number))
            default: break
            }
        }

        func end(_ element: String) {
            if element == "cellXfs" { isInCells = false }
        }
        func text(_ text: String) {}
    }
}

/// The texts that cells share, as one array of bytes.
struct SharedTexts: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8.prefix(SheetRow.longestText))
        ends.append(bytes.count)
    }

    /// The text with a number; nil if there is none.
    subscript(index: Int) -> String? {
        guard ends.indices.contains(index) else { return nil }
        let start = index > 0 ? ends[index - 1] : 0
        return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
    }
}

/// Collects the shared texts; the runs of a text with several formats are joined, and readings of
/// Japanese words are left out.
private final class SharedTextsVisitor: XMLVisitor {
    private(set) var texts = SharedTexts()
    private var text = ""
    private var isInText = false
    private var isInReading = false

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        switch element {
        case "si": text = ""
        case "t": isInText = true
        case "rPh": isInReading = true
        default: break
        }
    }

    func end(_ element: String) {
        switch element {
        case "si": texts.append(text)
        case "t": isInText = false
        case "rPh": isInReading = false
        default: break
        }
    }

    func text(_ text: String) {
        if isInText, !isInReading { self.text += text }
    }
}

extension [(name: String, value: String)] {
    /// The value of an attribute; nil if there is none.
    func value(_ name: String) -> String? { first { $0.name == name }?.value }
}
