// The records of a JSON document, one after the other.
//
// A record is an element of the outermost array, a line of JSON Lines, or in an outermost object each
// member: an array there gives its elements, everything else is one record. So a document of any size
// is read through a window, and only one record is looked at as a whole. What is broken ends the
// reading where it stands, and what was read before it counts.

import Localization
import Streams

struct JSONRecords {
    private enum Place {
        case beginning
        /// Among the elements of an array, which is the document or a member of its object.
        case elements(inObject: Bool)
        /// Among the members of the outermost object.
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
    private(set) var isBroken = false

    /// Whether the document may end where the reader stands.
    var isComplete: Bool {
        switch place {
        case .end, .lines: true
        case .beginning, .elements, .members: false
        }
    }

    /// A reader of a document that begins like this.
    init(_ head: DocumentHead) {
        hasLines = JSONRecords.hasLines(head)
    }

    /// Whether a document is objects that follow one another.
    static func hasLines(_ head: DocumentHead) -> Bool {
        guard head.first == UInt8(ascii: "{") else { return false }
        var tape = JSONTape()
        let padded = head.bytes + [UInt8](repeating: 0, count: ByteWindow.padding)
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
                guard let next = take(bytes, index, end, isFinal, body) else { return index }
                index = next
            case .members:
                if bytes.byte(index) == UInt8(ascii: ",") {
                    index += 1
                    continue
                }
                if bytes.byte(index) == UInt8(ascii: "}") {
                    place = .end
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
        guard colon < end else { return nil }
        guard bytes.byte(colon) == UInt8(ascii: ":") else {
            isBroken = true
            return nil
        }
        let value = JSONTape.skipBlanks(bytes, colon + 1, end)
        guard value < end else { return nil }
        name = text
        if bytes.byte(value) == UInt8(ascii: "[") {
            place = .elements(inObject: true)
            return value + 1
        }
        return take(bytes, value, end, isFinal, body)
    }

    // MARK: Documents

    /// Reads all records of a document.
    ///
    /// - Parameters:
    ///   - sink: counts them, and takes what `body` makes of each.
    ///   - body: gets the tape, the bytes that it stands in, the member's name and the sink.
    static func read(
        _ document: Document, _ session: ImportSession, _ sink: inout RecordSink,
        _ body: (borrowing JSONTape, RawSpan, String, inout RecordSink) -> Void
    ) {
        sink.tally.unit = .record
        var records = JSONRecords(document.head)
        var stream = document.stream
        var window = ByteWindow()
        var consumed = 0
        while true {
            var trouble: StreamTrouble?
            do throws(StreamTrouble) {
                try window.advance(by: consumed, from: &stream)
            } catch {
                trouble = error
                consumed = 0
            }
            let isFinal = window.atEnd || trouble != nil
            let count = window.count
            let isStuck = window.isFull
            consumed = window.withBytes { bytes in
                records.scan(bytes, to: count, isFinal: isFinal || isStuck) { tape, name in
                    body(tape, bytes, name, &sink)
                }
            }
            if let trouble { sink.note("", trouble.problem) }
            let goesOn = session.step(&sink, taken: stream.taken)
            if !goesOn || isFinal || records.isBroken { break }
        }
        if records.isBroken || !session.isCancelled && !records.isComplete {
            sink.note(
                PlaceUnit.record.text(records.count + 1),
                tr("the JSON is broken or cut off, what stands before it was read"))
        }
    }
}
