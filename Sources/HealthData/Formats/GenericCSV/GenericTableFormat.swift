import Localization

/// A text table of times or names and values: CSV, TSV and similar formats.
enum GenericTableFormat: RecordFormat {
    static let name = "csv"
    static let isGeneric = true

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let encoding = head.encoding, !head.isXML, !head.isJSON,
            ForeignFiles.kind(of: head) == nil
        else { return nil }
        return .possible(tr("text in {1} that is neither XML nor JSON", encoding.name))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let encoding = document.head.encoding else { return }
        try TableReader(
            output: output, file: try document.file(), name: document.head.name,
            encoding: encoding,
            planner: TableDetection(
                assumptions: output.assumptions, name: document.head.name)
        ).read()
    }
}
