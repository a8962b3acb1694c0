import Streams

/// How the records of a JSON document are nested, as far as its head shows.
struct JSONShape {
    /// Whether it consists of values that follow one another, each of them a record.
    private(set) var hasLines = false
    /// Whether the head ends inside an outermost object, so that another may follow it.
    private(set) var isOpen = false
    /// Whether the elements of the outermost array are objects around lists.
    private(set) var hasWrappers = false

    /// The shape of a document with this beginning.
    init(_ head: DocumentHead) {
        guard let first = head.first, head.isJSON else { return }
        let padded = head.padded
        let bytes = padded.span.bytes
        let end = head.bytes.count
        let start = head.bytes.firstIndex(of: first) ?? 0
        var tape = JSONTape()
        switch tape.parse(bytes, from: start, to: end, isFinal: head.isWhole) {
        case .whole(let next):
            let behind = JSONTape.skipBlanks(bytes, next, end)
            // Lists of objects are read one after the other, lists of anything else are rows.
            hasLines = behind < end && bytes.byte(behind) == first && JSONShape.isRow(tape)
        case .cut: isOpen = first == UInt8(ascii: "{") && !head.isWhole
        case .broken: break
        }
        if first == UInt8(ascii: "[") {
            hasWrappers = JSONShape.hasWrappers(bytes, start, end, isWhole: head.isWhole)
        }
    }

    /// Whether a value may be the record of a line: an object, or a list without nested values.
    private static func isRow(_ tape: borrowing JSONTape) -> Bool {
        guard tape.nodes[0].kind == .array else { return true }
        return tape.nodes.count > 1
            && tape.nodes.dropFirst().allSatisfy { $0.kind != .array && $0.kind != .object }
    }

    /// Whether the first element of an array has nothing but one list of objects.
    ///
    /// An empty list counts as one only if the array contains nothing else: it may as well be a
    /// record's own.
    private static func hasWrappers(
        _ bytes: RawSpan, _ start: Int, _ end: Int, isWhole: Bool
    ) -> Bool {
        var tape = JSONTape()
        var index = start
        /// Passes an expected byte, and the blanks before it.
        func pass(_ byte: UInt8) -> Bool {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end, bytes.byte(index) == byte else { return false }
            index += 1
            return true
        }
        guard pass(UInt8(ascii: "[")), pass(UInt8(ascii: "{")) else { return false }
        index = JSONTape.skipBlanks(bytes, index, end)
        guard index < end, bytes.byte(index) == UInt8(ascii: "\""),
            case .whole(let behind) = tape.parse(bytes, from: index, to: end, isFinal: false)
        else { return false }
        index = behind
        guard pass(UInt8(ascii: ":")), pass(UInt8(ascii: "[")) else { return false }
        var hasObject = false
        while true {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return hasObject }
            switch bytes.byte(index) {
            case UInt8(ascii: "]"):
                index = JSONTape.skipBlanks(bytes, index + 1, end)
                if hasObject { return index >= end || bytes.byte(index) == UInt8(ascii: "}") }
                return isWhole && pass(UInt8(ascii: "}")) && pass(UInt8(ascii: "]"))
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "{"):
                hasObject = true
                switch tape.parse(bytes, from: index, to: end, isFinal: false) {
                case .whole(let next): index = next
                case .cut: return true
                case .broken: return false
                }
            default: return false
            }
        }
    }
}
