import Localization
import Streams

/// A spreadsheet: a workbook in Office Open XML (Excel and others), or in OpenDocument (LibreOffice and
/// others).
///
/// Every visible sheet that is a table is read in the same way as a table in a file of its own. The
/// formats of cells show which numbers are dates and times; formulas count by their stored results.
enum WorkbookFormat: RecordFormat {
    static let name = "workbook"
    static let isGeneric = true

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        switch OfficeArchive.content(head.bytes) {
        case .openXML: .certain(tr("a workbook in Office Open XML"))
        case .openDocument: .certain(tr("a spreadsheet in OpenDocument"))
        case .foreign, nil: nil
        }
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        let file = try document.file()
        _ = file.wait(beyond: .max)
        let reader = WorkbookReader(document, file, output)
        if OfficeArchive.content(document.head.bytes) == .openDocument {
            try reader.readOpenDocument()
        } else {
            try reader.readOpenXML()
        }
    }
}
