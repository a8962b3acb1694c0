// The records of a JSON document, one after the other.
//
// A record is an element of the outermost array, a line of JSON Lines, or, in an outermost object,
// each member: an array there gives its elements, everything else is one record. The same applies
// to the objects of an outermost array if the first of them has nothing but one list of objects,
// and to every further document after the first. So a document of any size is read through a
// window, and only one record is processed as a whole. A record that does not fit into the window
// is ignored and reported; broken JSON ends the reading at that place, and the records before it
// count.

import Localization
import Streams

struct JSONRecords {
    private enum Place {
        case beginning
        /// Among the elements of an array, which is the document or a member of its object.
        case elements(inObject: Bool)
        /// Among the members of the outermost object, or of one around a list.
        case members
        /// Before the value of a member.
        case value
        /// Among records that follow one another.
        case lines
        case end
    }

    private var place = Place.beginning
    private var tape = JSONTape()
    /// The name of the member that contains the records; empty outside an object.
    private var name = ""
    /// The number of records that were met.
    private(set) var count = 0
    /// The number of records that were longer than the window may be, and are passed over.
    private(set) var tooLong = 0
    /// The state inside a record that is ignored; nil outside one.
    private var skip: JSONSkip?
    /// The search for the end of the first object, which shows whether lines follow, and the index
    /// it has reached.
    private var search = (skip: JSONSkip(), index: 0)
    private var hasLines: Bool
    /// Whether it is not known yet if the first object is the first of several.
    private var isOpen: Bool
    /// Whether the elements of the outermost array are objects around lists.
    private let hasWrappers: Bool
    /// Whether the object with the current member is an element of an array.
    private var isInArray = false
    private(set) var isBroken = false
    /// Whether a byte-order mark was met.
    private var hasMark = false

    /// Whether the document may end at the current position.
    private var isComplete: Bool {
        switch place {
        case .end, .lines: skip == nil
        case .beginning, .elements, .members, .value: false
        }
    }

    /// The note about a document that breaks off at the current position; nil if it may end there.
    var endNote: ImportNote? {
        guard isBroken || !isComplete else { return nil }
        return ImportNote(
            place: PlaceUnit.record.text(count + 1),
            text: tr("the JSON is broken or cut off; everything before that place was read"))
    }

    /// Why a record is refused that does not fit into the window.
    static var tooLongReason: String {
        tr("it is longer than {1} MB", "\(ImportOptions.longestItem >> 20)")
    }

    /// Makes a reader of a document with this beginning.
    ///
    /// `objectIsRecord` means that an outermost object is one record, and not a list of its
    /// members; `readsOn` means that there is more to read than the head.
    init(_ head: DocumentHead, objectIsRecord: Bool = false, readsOn: Bool = true) {
        let shape = JSONShape(head)
        hasLines = objectIsRecord || shape.hasLines
        isOpen = !hasLines && readsOn && shape.isOpen
        hasWrappers = shape.hasWrappers
    }

    /// Reads records from the beginning of the bytes.
    ///
    /// `body` is called with a record's tape, whose node 0 is the record, and the member's name.
    /// `isFinal` means that nothing follows `end`, `isStuck` that the window cannot grow: a record
    /// that does not fit into it is then too long. There is at most one such record in a window,
    /// and no other record is read before it there.
    ///
    /// - Returns: the index of the first byte that has to be passed again.
    mutating func scan(
        _ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool,
        _ body: (borrowing JSONTape, _ name: String) -> Void
    ) -> Int {
        scan(
            bytes, from: 0, to: end, isFinal: isFinal, isStuck: isStuck,
            until: { tape, name in
                body(tape, name)
                return false
            }
        ).next
    }

    /// Reads records from an index on until `body` returns true.
    ///
    /// - Returns: the index of the first byte that has to be passed again, and whether the reader
    ///   stopped there because of `body`.
    mutating func scan(
        _ bytes: RawSpan, from: Int, to end: Int, isFinal: Bool, isStuck: Bool,
        until body: (borrowing JSONTape, _ name: String) -> Bool
    ) -> (next: Int, isStopped: Bool) {
        var index = from
        var isStopped = false
        while !isBroken, !isStopped {
            if var skip {
                guard let next = skip.end(bytes, from: index, to: end) else {
                    self.skip = skip
                    if isFinal { isBroken = true }
                    return (end, false)
                }
                self.skip = nil
                index = next
            }
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return (end, false) }
            let byte = bytes.byte(index)
            switch place {
            case .beginning where byte == 0xef && !hasMark:
                guard index + 3 <= end || isFinal else { return (index, false) }
                hasMark = true
                // The byte-order mark; anything else is not JSON.
                if index + 3 <= end, bytes.byte(index + 1) == 0xbb, bytes.byte(index + 2) == 0xbf {
                    index += 3
                } else {
                    isBroken = true
                }
            case .beginning, .end:
                if isOpen, byte == UInt8(ascii: "{") {
                    guard settle(bytes, index, end, isLast: isFinal || isStuck) else {
                        return (0, false)
                    }
                }
                begin(byte)
                if case .lines = place { continue }
                index += 1
            case .elements(let inObject):
                if byte == UInt8(ascii: ",") {
                    index += 1
                } else if byte == UInt8(ascii: "]") {
                    place = inObject ? .members : .end
                    index += 1
                } else if hasWrappers, !inObject, byte == UInt8(ascii: "{") {
                    place = .members
                    isInArray = true
                    index += 1
                } else {
                    let next = take(bytes, index, end, isFinal, isStuck, &isStopped, body)
                    guard let next else { return (index, false) }
                    index = next
                }
            case .members:
                if byte == UInt8(ascii: ",") {
                    index += 1
                } else if byte == UInt8(ascii: "}") {
                    place = isInArray ? .elements(inObject: false) : .end
                    isInArray = false
                    index += 1
                } else {
                    guard let next = member(bytes, index, end, isLast: isFinal || isStuck) else {
                        return (index, false)
                    }
                    index = next
                }
            case .value:
                place = .members
                if byte == UInt8(ascii: "[") {
                    place = .elements(inObject: true)
                    index += 1
                    continue
                }
                let next = take(bytes, index, end, isFinal, isStuck, &isStopped, body)
                guard let next else {
                    place = .value
                    return (index, false)
                }
                index = next
            case .lines:
                let next = take(bytes, index, end, isFinal, isStuck, &isStopped, body)
                guard let next else { return (index, false) }
                index = next
            }
        }
        return (isStopped ? index : end, isStopped)
    }

    private mutating func begin(_ byte: UInt8) {
        name = ""
        switch byte {
        case UInt8(ascii: "["): place = hasLines ? .lines : .elements(inObject: false)
        case UInt8(ascii: "{"): place = hasLines ? .lines : .members
        default: isBroken = true
        }
    }

    /// Determines whether the object at an index is the first of several, each of them a record;
    /// false if that takes more bytes.
    ///
    /// `isLast` means that there are no more. An object too long for the window is not a record.
    private mutating func settle(
        _ bytes: RawSpan, _ index: Int, _ end: Int, isLast: Bool
    ) -> Bool {
        let from = max(index, search.index)
        search.index = end
        if let behind = search.skip.end(bytes, from: from, to: end) {
            let next = JSONTape.skipBlanks(bytes, behind, end)
            if next < end || isLast {
                hasLines = next < end && bytes.byte(next) == UInt8(ascii: "{")
                isOpen = false
                return true
            }
            // The end is found again when the bytes behind it have come.
            search = (JSONSkip(), index)
        }
        if isLast { isOpen = false }
        return isLast
    }

    /// Takes the record at an index; nil if its end has not come.
    private mutating func take(
        _ bytes: RawSpan, _ index: Int, _ end: Int, _ isFinal: Bool, _ isStuck: Bool,
        _ isStopped: inout Bool, _ body: (borrowing JSONTape, String) -> Bool
    ) -> Int? {
        switch tape.parse(bytes, from: index, to: end, isFinal: isFinal) {
        case .whole(let next):
            count += 1
            isStopped = body(tape, name)
            return next
        case .cut:
            if isFinal {
                isBroken = true
            } else if isStuck, index == 0 {
                count += 1
                tooLong += 1
                skip = JSONSkip()
                return index
            }
            return nil
        case .broken:
            isBroken = true
            return nil
        }
    }

    /// Takes the name of a member and the colon behind it; nil if they have not come.
    private mutating func member(
        _ bytes: RawSpan, _ index: Int, _ end: Int, isLast: Bool
    ) -> Int? {
        switch tape.parse(bytes, from: index, to: end, isFinal: isLast) {
        case .whole(let behind):
            guard let text = tape.text(0, bytes) else {
                isBroken = true
                return nil
            }
            let colon = JSONTape.skipBlanks(bytes, behind, end)
            guard colon < end else {
                if isLast, index == 0 { isBroken = true }
                return nil
            }
            guard bytes.byte(colon) == UInt8(ascii: ":") else {
                isBroken = true
                return nil
            }
            name = text
            place = .value
            return colon + 1
        case .cut:
            if isLast, index == 0 { isBroken = true }
            return nil
        case .broken:
            isBroken = true
            return nil
        }
    }
}
