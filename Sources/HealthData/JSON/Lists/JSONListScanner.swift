import Localization
import Streams

/// A reader of one program's documents, by the lists in them at any depth.
protocol JSONListVisitor: JSONListReceiver {
    var sink: RecordSink { get set }
    /// Takes the data that had to wait for the end of the document.
    mutating func finish()
}

extension JSONListVisitor {
    mutating func beginList(_ path: Int, at offset: Int, isDated: Bool, date: String?) {}
    mutating func endList(_ path: Int, at offset: Int) {}
    mutating func beginObject(_ path: Int) {}
    mutating func endObject(
        _ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, _ walk: JSONWalk
    ) {}
    mutating func finish() {}
}

/// The cells of a record by the ends of their paths.
struct JSONListCells {
    private var texts: [String: String] = [:]

    init(_ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, _ walk: JSONWalk) {
        for cell in cells {
            let name = walk.paths.components(from: path, to: cell.path).joined(separator: ".")
            texts[name] = walk.text(of: cell)
        }
    }

    subscript(name: String) -> String? { texts[name] }

    /// A finite number, or one in a text.
    func number(_ name: String) -> Double? {
        texts[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// Walks through a document with a visitor.
struct JSONListScanner<Visitor: JSONListVisitor>: WindowScanner {
    private(set) var visitor: Visitor
    private var walk = JSONWalk()
    private var offset = 0

    init(_ visitor: Visitor) { self.visitor = visitor }

    var sink: RecordSink {
        get { visitor.sink }
        _modify { yield &visitor.sink }
    }

    var isDone: Bool { walk.isBroken }

    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int {
        let next = walk.scan(
            bytes, to: end, isFinal: isFinal, isStuck: isStuck, offset: offset, &visitor)
        offset += next
        return next
    }

    /// Takes the data that are left, and notes if the document breaks off.
    mutating func finish(isCut: Bool) {
        visitor.finish()
        if isCut, !walk.isComplete {
            sink.note(
                PlaceUnit.record.text(sink.tally.read + 1),
                tr("the JSON is broken or cut off; everything before that place was read"))
        }
    }
}

extension RecordOutput {
    /// Reads a document by the lists in it.
    func read(_ document: Document, _ visitor: some JSONListVisitor) {
        var scanner = JSONListScanner(visitor)
        scanner.sink.tally.unit = .record
        read(document, &scanner)
        scanner.finish(isCut: !isCancelled || scanner.isDone)
        complete(&scanner.sink)
    }
}
