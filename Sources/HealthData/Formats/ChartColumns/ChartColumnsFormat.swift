import Localization

/// Charts as columns in JSON: an object, or a list of them, with the members `columns` (lists that
/// begin with an id), `types`, `names` and `colors`.
///
/// The column of the type `x` has times in milliseconds. The form is that of the Telegram charts
/// contest of 2019 and of the programs that came from it.
enum ChartColumnsFormat: RecordFormat {
    static let name = "chart-columns"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON, let place = head.position(of: "\"columns\"") else { return nil }
        // `[["x", 1542412800000`: a list whose first list begins with an id and a number.
        var rest = head.bytes.dropFirst(place + 9).filter { $0 > 0x20 }.prefix(300)[...]
        for byte in [":", "[", "[", "\""] as [Unicode.Scalar] {
            guard rest.first == UInt8(ascii: byte) else { return nil }
            rest = rest.dropFirst()
        }
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        rest = rest[(end + 1)...]
        guard rest.first == UInt8(ascii: ",") || rest.first == UInt8(ascii: "]") else { return nil }
        rest = rest.dropFirst()
        guard let next = rest.first, next != UInt8(ascii: "\"") else { return nil }
        return .certain(tr("charts as columns in JSON"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var sink = RecordSink(file: output.currentFile)
        let reader = ChartColumnsReader(document.head, &sink)
        output.read(document, reader, sink, objectIsRecord: !reader.areSeveral)
    }
}
