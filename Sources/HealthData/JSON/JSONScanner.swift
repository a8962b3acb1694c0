import Localization
import Streams

/// What makes samples of one record of a document in JSON.
protocol JSONRecordReader {
    /// Whether a value is a record, and nothing that stands beside the records.
    mutating func isRecord(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Bool

    /// Takes a record, node 0 of the tape over the bytes; the number of the reason why not, where it
    /// is refused.
    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int?

    /// Takes what could not be taken before all records were there.
    mutating func finish(_ sink: inout RecordSink)
}

extension JSONRecordReader {
    /// Nothing waits for the end.
    mutating func finish(_ sink: inout RecordSink) {}

    /// Takes every value for a record.
    mutating func isRecord(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Bool { true }

    /// Takes or refuses the record that a value is.
    fileprivate mutating func read(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) {
        guard isRecord(tape, bytes, &sink) else { return }
        sink.met()
        guard let problem = add(tape, bytes, &sink) else { return }
        let place = sink.tally.read
        sink.refuse(problem) { place }
    }
}

/// Reads all records of a document in JSON.
struct JSONScanner<Reader: JSONRecordReader>: WindowScanner {
    var sink: RecordSink
    private var records: JSONRecords
    private var reader: Reader

    /// A scanner of a document that begins like this; for `objectIsRecord` see `JSONRecords`.
    init(
        _ head: DocumentHead, _ reader: Reader, _ sink: consuming RecordSink,
        objectIsRecord: Bool = false
    ) {
        records = JSONRecords(head, objectIsRecord: objectIsRecord)
        self.reader = reader
        self.sink = sink
        self.sink.tally.unit = .record
    }

    var isDone: Bool { records.isBroken }

    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int {
        let before = records.tooLong
        let next = records.scan(bytes, to: end, isFinal: isFinal, isStuck: isStuck) { tape, _ in
            reader.read(tape, bytes, &sink)
        }
        if records.tooLong > before {
            sink.met()
            let (reason, place) = (sink.reason(JSONRecords.tooLongReason), sink.tally.read)
            sink.refuse(reason) { place }
        }
        return next
    }

    /// Takes what is left, and notes that the document breaks off, where it does.
    ///
    /// `isCut` says that a document which does not end here is cut off.
    mutating func finish(isCut: Bool) {
        reader.finish(&sink)
        if isCut, let note = records.endNote { sink.note(note.place, note.text) }
    }
}

extension RecordOutput {
    /// Reads all records of a document in JSON; for `objectIsRecord` see `JSONRecords`.
    func read(
        _ document: Document, _ reader: some JSONRecordReader, _ sink: consuming RecordSink,
        objectIsRecord: Bool = false
    ) {
        var scanner = JSONScanner(
            document.head, reader, sink, objectIsRecord: objectIsRecord)
        read(document, &scanner)
        // Also of a document that was left in the middle all records that were met are accounted for.
        scanner.finish(isCut: !isCancelled || scanner.isDone)
        complete(&scanner.sink)
    }
}
