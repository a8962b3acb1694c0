// The records of a JSON document, one after the other.
//
// A record is an element of the outermost array, a line of JSON Lines, or in an outermost object
// each member: an array there gives its elements, everything else is one record. The same holds for
// the objects of an outermost array of which the first has nothing but one list of objects. So a
// document of any size is read through a window, and only one record is looked at as a whole. What
// is broken ends the reading where it stands, and what was read before it counts.

import Localization
import Streams

struct JSONRecords {
    private enum Place {
        case beginning
        /// Among the elements of an array, which is the document or a member of its object.
        case elements(inObject: Bool)
        /// Among the members of the outermost object, or of one around a list.
        case members
        /// Among records that follow one another.
        case lines
        case end
    }

    private var place = Place.beginning
    private var tape = JSONTape()
    /// The name of the member in which the records stand; empty outside an object.
    private var name = ""
    /// How many records were met.
    private(set) var count = 0
    private let hasLines: Bool
    /// Whether the elements of the outermost array are objects around lists.
    private let hasWrappers: Bool
    private(set) var isBroken = false

    /// Whether the document may end where the reader stands.
    private var isComplete: Bool {
        switch place {
        case .end, .lines: true
        case .beginning, .elements, .members: false
        }
    }

    /// What is to be said of a document that breaks off where the reader stands; nil of one that may
    /// end there.
    var endNote: ImportNote? {
        guard isBroken || !isComplete else { return nil }
        return ImportNote(
            place: PlaceUnit.record.text(count + 1),
            text: tr("the JSON is broken or cut off, what stands before it was read"))
    }

    /// A reader of a document that begins like this.
    ///
    /// `objectIsRecord` says that an outermost object is one record, and not a list of its members.
    init(_ head: DocumentHead, objectIsRecord: Bool = false) {
        hasLines = objectIsRecord || JSONRecords.hasLines(head)
        hasWrappers = JSONRecords.hasWrappers(head)
    }

    /// Whether a document is an array whose first element has nothing but one list of objects, as
    /// far as the head shows.
    private static func hasWrappers(_ head: DocumentHead) -> Bool {
        guard head.first == UInt8(ascii: "[") else { return false }
        let padded = head.padded
        let bytes = padded.span.bytes
        let end = head.bytes.count
        var tape = JSONTape()
        var index = head.bytes.firstIndex(of: UInt8(ascii: "[")) ?? 0
        for byte in [UInt8(ascii: "["), UInt8(ascii: "{")] {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end, bytes.byte(index) == byte else { return false }
            index += 1
        }
        index = JSONTape.skipBlanks(bytes, index, end)
        guard index < end, bytes.byte(index) == UInt8(ascii: "\""),
            case .whole(let behind) = tape.parse(bytes, from: index, to: end, isFinal: false)
        else { return false }
        index = behind
        for byte in [UInt8(ascii: ":"), UInt8(ascii: "[")] {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end, bytes.byte(index) == byte else { return false }
            index += 1
        }
        while true {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return true }
            switch bytes.byte(index) {
            case UInt8(ascii: "]"):
                index = JSONTape.skipBlanks(bytes, index + 1, end)
                return index >= end || bytes.byte(index) == UInt8(ascii: "}")
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "{"):
                switch tape.parse(bytes, from: index, to: end, isFinal: false) {
                case .whole(let next): index = next
                case .cut: return true
                case .broken: return false
                }
            default: return false
            }
        }
    }

    /// Whether a document is objects that follow one another.
    static func hasLines(_ head: DocumentHead) -> Bool {
        guard head.first == UInt8(ascii: "{") else { return false }
        var tape = JSONTape()
        let padded = head.padded
        let bytes = padded.span.bytes
        let start = head.bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
        guard
            case .whole(let next) = tape.parse(
                bytes, from: start, to: head.bytes.count, isFinal: head.isWhole)
        else { return false }
        let behind = JSONTape.skipBlanks(bytes, next, head.bytes.count)
        return behind < head.bytes.count && bytes.byte(behind) == UInt8(ascii: "{")
    }

    /// Reads records from `from` on and returns the index of the first byte that has to come again;
    /// `body` gets a record's tape, of which node 0 is the record, and the member's name.
    mutating func scan(
        _ bytes: RawSpan, to end: Int, isFinal: Bool,
        _ body: (borrowing JSONTape, _ name: String) -> Void
    ) -> Int {
        var index = 0
        while !isBroken {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return end }
            switch place {
            case .beginning:
                if index + 3 <= end, bytes.byte(index) == 0xef { index += 3 }
                guard index < end else { return index }
                begin(bytes.byte(index))
                if case .lines = place { continue }
                index += 1
            case .elements(let inObject):
                if bytes.byte(index) == UInt8(ascii: ",") {
                    index += 1
                    continue
                }
                if bytes.byte(index) == UInt8(ascii: "]") {
                    place = inObject ? .members : .end
                    index += 1
                    continue
                }
                if hasWrappers, !inObject, bytes.byte(index) == UInt8(ascii: "{") {
                    place = .members
                    index += 1
                    continue
                }
                guard let next = take(bytes, index, end, isFinal, body) else { return index }
                index = next
            case .members:
                if bytes.byte(index) == UInt8(ascii: ",") {
                    index += 1
                    continue
                }
                if bytes.byte(index) == UInt8(ascii: "}") {
                    place = hasWrappers ? .elements(inObject: false) : .end
                    index += 1
                    continue
                }
                guard let next = member(bytes, index, end, isFinal, body) else { return index }
                index = next
            case .lines:
                guard let next = take(bytes, index, end, isFinal, body) else { return index }
                index = next
            case .end: return end
            }
        }
        return end
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): place = .elements(inObject: false)
        case UInt8(ascii: "{"): place = hasLines ? .lines : .members
        default: isBroken = true
        }
    }

    /// Takes the record at an index; nil where its end has not come.
    private mutating func take(
        _ bytes: RawSpan, _ index: Int, _ end: Int, _ isFinal: Bool,
        _ body: (borrowing JSONTape, String) -> Void
    ) -> Int? {
        switch tape.parse(bytes, from: index, to: end, isFinal: isFinal) {
        case .whole(let next):
            count += 1
            body(tape, name)
            return next
        case .cut:
            if isFinal { isBroken = true }
            return nil
        case .broken:
            isBroken = true
            return nil
        }
    }

    /// Takes a member of the outermost object; nil where its end has not come.
    private mutating func member(
        _ bytes: RawSpan, _ index: Int, _ end: Int, _ isFinal: Bool,
        _ body: (borrowing JSONTape, String) -> Void
    ) -> Int? {
        guard case .whole(let behind) = tape.parse(bytes, from: index, to: end, isFinal: isFinal)
        else {
            if isFinal { isBroken = true }
            return nil
        }
        guard let text = tape.text(0, bytes) else {
            isBroken = true
            return nil
        }
        let colon = JSONTape.skipBlanks(bytes, behind, end)
        guard colon == end || bytes.byte(colon) == UInt8(ascii: ":") else {
            isBroken = true
            return nil
        }
        let value = JSONTape.skipBlanks(bytes, colon + 1, end)
        guard value < end else {
            if isFinal { isBroken = true }
            return nil
        }
        name = text
        if bytes.byte(value) == UInt8(ascii: "[") {
            place = .elements(inObject: true)
            return value + 1
        }
        return take(bytes, value, end, isFinal, body)
    }
}

/// What makes samples of one record of a document in JSON.
protocol JSONRecordReader {
    /// Takes a record, node 0 of the tape over the bytes.
    mutating func read(_ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink)
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
        records.scan(bytes, to: end, isFinal: isFinal || isStuck) { tape, _ in
            reader.read(tape, bytes, &sink)
        }
    }

    /// Notes that the document breaks off, where it does.
    mutating func finish() {
        if let note = records.endNote { sink.note(note.place, note.text) }
    }
}

extension ImportSession {
    /// Reads all records of a document in JSON.
    func read(
        _ document: Document, _ reader: some JSONRecordReader, _ sink: consuming RecordSink
    ) {
        var scanner = JSONScanner(document.head, reader, sink)
        read(document, &scanner)
        if !isCancelled || scanner.isDone { scanner.finish() }
        complete(&scanner.sink)
    }
}
