// One value of JSON as a tape of nodes over its bytes.
//
// Layout: a node for each value and each name in the order of the text, with its start, its end and
// its next sibling; names of an object come before their values. Nothing is copied out of the text,
// and the tape is reused for the next value, so that millions of small records need no memory of
// their own. Limits: values are nested up to `deepest`; numbers are checked when they are
// requested. Strings keep their escapes until their text is requested (RFC 8259).

import Streams

struct JSONTape {
    enum Kind: UInt8 {
        case object, array, string, number, yes, no, null
    }

    struct Node {
        var kind: Kind
        /// The range in the bytes; for a string without its quotes.
        var start: Int
        var end: Int
        /// The index behind the node and everything in it.
        var next: Int
    }

    enum Outcome {
        /// The index behind the value.
        case whole(Int)
        /// The bytes end inside it.
        case cut
        /// It is not JSON; the index at which that is detected.
        case broken(Int)
    }

    static let deepest = 64

    private(set) var nodes: [Node] = []
    private var open: [Int] = []

    // MARK: Parsing

    /// Reads the value that begins at `from`, after blanks.
    mutating func parse(_ bytes: RawSpan, from: Int, to end: Int, isFinal: Bool) -> Outcome {
        nodes.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        var index = from
        while true {
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return .cut }
            let isName = expectsName
            let byte = bytes.byte(index)
            if let last = open.last, byte == closing(nodes[last].kind) {
                if nodes[last].kind == .object, !isName { return .broken(index) }
                // A comma before the end is tolerated.
                nodes[last].end = index + 1
                nodes[last].next = nodes.count
                open.removeLast()
                index += 1
            } else if isName {
                guard byte == UInt8(ascii: "\"") else { return .broken(index) }
                switch string(bytes, index, end) {
                case .whole(let next): index = next
                case let other: return other
                }
                index = JSONTape.skipBlanks(bytes, index, end)
                guard index < end else { return .cut }
                guard bytes.byte(index) == UInt8(ascii: ":") else { return .broken(index) }
                index += 1
                continue
            } else {
                switch value(bytes, index, end, isFinal: isFinal) {
                case .whole(let next): index = next
                case let other: return other
                }
                guard open.count <= JSONTape.deepest else { return .broken(index) }
                if let last = open.last, last == nodes.count - 1 { continue }
            }
            guard let last = open.last else { return .whole(index) }
            index = JSONTape.skipBlanks(bytes, index, end)
            guard index < end else { return .cut }
            if bytes.byte(index) == UInt8(ascii: ",") {
                index += 1
            } else if bytes.byte(index) != closing(nodes[last].kind) {
                return .broken(index)
            }
        }
    }

    /// Whether a name of the innermost object comes next.
    private var expectsName: Bool {
        guard let last = open.last, nodes[last].kind == .object else { return false }
        // Names and values alternate among the children.
        return nodes[last].end & 1 == 0
    }

    private func closing(_ kind: Kind) -> UInt8 {
        kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// Counts a child of the innermost value; while that is open, its `end` is the number of
    /// children.
    private mutating func countChild() {
        if let last = open.last { nodes[last].end += 1 }
    }

    private mutating func add(_ kind: Kind, _ start: Int, _ end: Int) {
        countChild()
        nodes.append(Node(kind: kind, start: start, end: end, next: nodes.count + 1))
    }

    private mutating func value(
        _ bytes: RawSpan, _ index: Int, _ end: Int, isFinal: Bool
    ) -> Outcome {
        switch bytes.byte(index) {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            add(bytes.byte(index) == UInt8(ascii: "{") ? .object : .array, index, 0)
            nodes[nodes.count - 1].end = 0
            open.append(nodes.count - 1)
            return .whole(index + 1)
        case UInt8(ascii: "\""): return string(bytes, index, end)
        case UInt8(ascii: "t"): return word("true", .yes, bytes, index, end)
        case UInt8(ascii: "f"): return word("false", .no, bytes, index, end)
        case UInt8(ascii: "n"): return word("null", .null, bytes, index, end)
        // Not JSON, but some programs write it for a missing number.
        case UInt8(ascii: "N"): return word("NaN", .null, bytes, index, end)
        case UInt8(ascii: "I"): return word("Infinity", .null, bytes, index, end)
        case UInt8(ascii: "-")
        where index + 1 < end && bytes.byte(index + 1) == UInt8(ascii: "I"):
            return word("-Infinity", .null, bytes, index, end)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            var next = index + 1
            while next < end, JSONTape.isOfNumber(bytes.byte(next)) { next += 1 }
            if next == end, !isFinal { return .cut }
            add(.number, index, next)
            return .whole(next)
        default: return .broken(index)
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte &- 0x30 <= 9 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e")
            || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    private mutating func word(
        _ text: StaticString, _ kind: Kind, _ bytes: RawSpan, _ index: Int, _ end: Int
    ) -> Outcome {
        let next = index + text.utf8CodeUnitCount
        if next > end { return .cut }
        guard bytes.matches(text, at: index, to: end) else { return .broken(index) }
        add(kind, index, next)
        return .whole(next)
    }

    private mutating func string(_ bytes: RawSpan, _ index: Int, _ end: Int) -> Outcome {
        var next = index + 1
        while true {
            next = bytes.first(UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: next, to: end)
            guard next < end else { return .cut }
            if bytes.byte(next) == UInt8(ascii: "\"") { break }
            next += 2
            if next >= end { return .cut }
        }
        add(.string, index + 1, next)
        return .whole(next + 1)
    }

    static func skipBlanks(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Int {
        var index = from
        while index < end, bytes.byte(index) <= 0x20 { index += 1 }
        return index
    }

    // MARK: Access

    /// The value of an object's member; nil if there is none, or the node is not an object.
    func member(_ name: StaticString, of node: Int, _ bytes: RawSpan) -> Int? {
        guard node < nodes.count, nodes[node].kind == .object else { return nil }
        var index = node + 1
        while index < nodes[node].next {
            let value = nodes[index].next
            if nodes[index].end - nodes[index].start == name.utf8CodeUnitCount,
                bytes.matches(name, at: nodes[index].start, to: nodes[index].end)
            {
                return value
            }
            index = nodes[value].next
        }
        return nil
    }

    /// The names of an object's members.
    func names(of node: Int, _ bytes: RawSpan) -> [String] {
        guard node < nodes.count, nodes[node].kind == .object else { return [] }
        var found: [String] = []
        var index = node + 1
        while index < nodes[node].next {
            found.append(JSONTape.unescaped(bytes.text(nodes[index].start, nodes[index].end)))
            index = nodes[nodes[index].next].next
        }
        return found
    }

    /// The element of an array at an index; nil if there is none, or the node is not an array.
    func element(_ index: Int, of node: Int?) -> Int? {
        guard let node, node < nodes.count, nodes[node].kind == .array else { return nil }
        var element = node + 1
        for _ in 0..<index where element < nodes[node].next { element = nodes[element].next }
        return element < nodes[node].next ? element : nil
    }

    /// Calls `body` with every element of an array, or every value of an object.
    func forEach(in node: Int, _ body: (Int) -> Void) {
        guard node < nodes.count else { return }
        switch nodes[node].kind {
        case .array:
            var index = node + 1
            while index < nodes[node].next {
                body(index)
                index = nodes[index].next
            }
        case .object:
            var index = node + 1
            while index < nodes[node].next {
                let value = nodes[index].next
                body(value)
                index = nodes[value].next
            }
        default: break
        }
    }

    /// The number in a node or in its string; nil for others, and if it is not finite.
    func number(_ node: Int?, _ bytes: RawSpan) -> Double? {
        guard let node, nodes[node].kind == .number || nodes[node].kind == .string else {
            return nil
        }
        let scan = NumberScan.read(bytes, nodes[node].start, nodes[node].end)
        guard scan.outcome == .number, scan.next == nodes[node].end else { return nil }
        return scan.value
    }

    /// The whole number in a node or in its string, exact to the last digit.
    ///
    /// Nil for others, and for one that an `Int` cannot hold.
    func integer(_ node: Int?, _ bytes: RawSpan) -> Int? {
        guard let node, nodes[node].kind == .number || nodes[node].kind == .string else {
            return nil
        }
        var index = nodes[node].start
        let end = nodes[node].end
        let isNegative = index < end && bytes.byte(index) == UInt8(ascii: "-")
        if isNegative { index += 1 }
        guard index < end else { return nil }
        var value = 0
        while index < end {
            let digit = bytes.byte(index) &- 0x30
            // A fraction or an exponent may still make a whole number.
            guard digit <= 9 else { return number(node, bytes).flatMap { Int(exactly: $0) } }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, isOver) = tens.subtractingReportingOverflow(Int(digit))
            if isTooLarge || isOver { return nil }
            value = next
            index += 1
        }
        // Counted down, since there is one more negative number than positive ones.
        return isNegative ? value : value == .min ? nil : -value
    }

    /// A string's text without escapes; nil for other nodes.
    func text(_ node: Int?, _ bytes: RawSpan) -> String? {
        guard let node, nodes[node].kind == .string else { return nil }
        return JSONTape.unescaped(bytes.text(nodes[node].start, nodes[node].end))
    }

    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5c, let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch escape {
            case 0x62: units.append(0x08)
            case 0x66: units.append(0x0c)
            case 0x6e: units.append(0x0a)
            case 0x72: units.append(0x0d)
            case 0x74: units.append(0x09)
            case 0x75:
                let digits = String(decoding: rest.prefix(4), as: UTF16.self)
                if let code = UInt16(digits, radix: 16), rest.count >= 4 {
                    units.append(code)
                    rest = rest.dropFirst(4)
                } else {
                    units.append(0xfffd)
                }
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
