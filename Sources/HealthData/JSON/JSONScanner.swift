import Localization
import Streams

/// Makes samples from the records of a JSON document, one by one.
protocol JSONRecordReader {
    /// Whether a value is a record, and not something next to the records.
    mutating func isRecord(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Bool

    /// Takes a record, node 0 of the tape over the bytes.
    ///
    /// - Returns: the number of the reason if it is refused; nil otherwise.
    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int?

    /// Takes the data that had to wait for all records.
    mutating func finish(_ sink: inout RecordSink)
}

extension JSONRecordReader {
    /// Does nothing: no data wait for the end.
    mutating func finish(_ sink: inout RecordSink) {}

    /// Takes every value for a record.
    mutating func isRecord(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Bool { true }

    /// Takes or refuses a value that is a record.
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

/// Reads all records of a JSON document.
struct JSONScanner<Reader: JSONRecordReader>: WindowScanner {
    var sink: RecordSink
    private var records: JSONRecords
    private var reader: Reader

    /// A scanner of a document with this beginning; for `objectIsRecord` see `JSONRecords`.
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

    /// Takes the data that are left, and notes if the document breaks off.
    ///
    /// `isCut` means that a document that does not end here is cut off.
    mutating func finish(isCut: Bool) {
        reader.finish(&sink)
        if isCut, let note = records.endNote { sink.note(note.place, note.text) }
    }
}

extension RecordOutput {
    /// Reads all records of a JSON document; for `objectIsRecord` see `JSONRecords`.
    func read(
        _ document: Document, _ reader: some JSONRecordReader, _ sink: consuming RecordSink,
        objectIsRecord: Bool = false
    ) {
        var scanner = JSONScanner(
            document.head, reader, sink, objectIsRecord: objectIsRecord)
        read(document, &scanner)
        // All records that were met are counted, also if the document was left in the middle.
        scanner.finish(isCut: !isCancelled || scanner.isDone)
        flush(&scanner.sink)
        BloodPressureHalves.join(
            &scanner.sink, pairs: columns(.bloodPressure), sources: sourceNumbers)
        complete(&scanner.sink)
    }
}
