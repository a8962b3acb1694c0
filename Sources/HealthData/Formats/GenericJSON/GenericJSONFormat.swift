import Localization
import Streams

/// Lists of JSON records with unknown names: objects with members, rows as arrays, JSON Lines, or
/// an object of dates and values; also lists at any depth of the document.
///
/// They are read as the tables that they make (`JSONTable`, `JSONOutline`), so that dates, units and
/// meanings are detected in the same way as in a table.
enum GenericJSONFormat: RecordFormat {
    static let name = "json"
    static let isGeneric = true

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON else { return nil }
        return .possible(
            JSONShape(head).hasLines
                ? tr("objects in JSON, one after the other") : tr("text in JSON"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        if let kind = ForeignFiles.unreadJSON(document.head) {
            throw ForeignFiles.unread(kind, at: document.place)
        }
        let file = try document.file()
        _ = file.wait(beyond: .max)
        let table = try ImportError.catching { () throws(StreamError) in
            try JSONTable(document.head, file, output.options, stopAsked: output.stopAsked)
        }
        if output.isCancelled { return }
        if table.isNested || table.columns.isEmpty {
            let lists = try JSONListReader(document, file, output)
            if output.isCancelled || lists.read() { return }
        }
        guard table.columns.count >= 2 else {
            throw ImportError(
                place: document.place, problem: tr("is JSON without known records"),
                remedy: tr("give a list of objects, each with a date and a value"))
        }
        try TableReader(
            output: output, file: file, name: document.head.name, encoding: .utf8(skip: 0),
            planner: TableDetection(
                assumptions: output.assumptions, name: document.head.name, decimals: .point,
                isOfRecords: true)
        ).read(notes: table.notes, tooLong: table.tooLong) {
            JSONTableStream(table, document.head, file, output.options)
        }
    }
}
