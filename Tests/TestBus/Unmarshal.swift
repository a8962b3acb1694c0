/// Reads the bytes of a message, little-endian, aligned from its start.
public struct Unmarshal {
    /// A value that was read.
    public indirect enum Value: Hashable, Sendable {
        /// A whole number of any size.
        case number(UInt64)
        case boolean(Bool)
        case double(Double)
        /// A text, a path or a signature.
        case text(String)
        /// An array or a structure.
        case list([Value])
        /// A dictionary with texts as keys.
        case entries([String: Value])

        public var number: UInt64? { if case .number(let value) = self { value } else { nil } }
        public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
        public var text: String? { if case .text(let value) = self { value } else { nil } }
        public var list: [Value]? { if case .list(let values) = self { values } else { nil } }
        public var dictionary: [String: Value]? {
            if case .entries(let entries) = self { entries } else { nil }
        }
    }

    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    mutating func align(_ n: Int) { position = (position + n - 1) / n * n }

    mutating func unsigned(_ size: Int) -> UInt64 {
        align(size)
        defer { position += size }
        return (0..<size).reduce(0) { value, i in
            let place = position + i
            return value | UInt64(place < bytes.count ? bytes[place] : 0) << (8 * UInt64(i))
        }
    }

    /// The values of a signature.
    mutating func values(_ signature: String) -> [Value] {
        var rest = Array(signature)[...]
        var values: [Value] = []
        while let value = value(&rest) { values.append(value) }
        return values
    }

    private mutating func value(_ signature: inout ArraySlice<Character>) -> Value? {
        guard let type = signature.popFirst() else { return nil }
        switch type {
        case "y": return .number(unsigned(1))
        case "n", "q": return .number(unsigned(2))
        // An open file is its place among those of the message.
        case "i", "u", "h": return .number(unsigned(4))
        case "x", "t": return .number(unsigned(8))
        case "b": return .boolean(unsigned(4) != 0)
        case "d": return .double(Double(bitPattern: unsigned(8)))
        case "s", "o": return .text(text(Int(unsigned(4))))
        case "g": return .text(text(Int(unsigned(1))))
        case "v":
            let inner = text(Int(unsigned(1)))
            return values(inner).first
        case "a": return array(&signature)
        case "(":
            align(8)
            var parts: [Value] = []
            while signature.first != ")", let part = value(&signature) { parts.append(part) }
            _ = signature.popFirst()
            return .list(parts)
        default: return nil
        }
    }

    private mutating func array(_ signature: inout ArraySlice<Character>) -> Value {
        let element = Unmarshal.first(of: signature)
        signature = signature.dropFirst(element.count)
        let length = Int(unsigned(4))
        align(Unmarshal.alignment(element.first))
        let end = position + length
        if element.first == "{" {
            var entries: [String: Value] = [:]
            while position < end {
                align(8)
                var inner = element.dropFirst().dropLast()
                guard let key = value(&inner)?.text, let entry = value(&inner) else { break }
                entries[key] = entry
            }
            return .entries(entries)
        }
        var values: [Value] = []
        while position < end {
            var inner = element
            guard let value = value(&inner) else { break }
            values.append(value)
        }
        return .list(values)
    }

    private mutating func text(_ length: Int) -> String {
        let end = min(position + length, bytes.count)
        defer { position += length + 1 }
        return String(decoding: bytes[min(position, end)..<end], as: UTF8.self)
    }

    /// The first complete type of a signature.
    private static func first(of signature: ArraySlice<Character>) -> ArraySlice<Character> {
        var depth = 0
        var count = 0
        for type in signature {
            count += 1
            if type == "(" || type == "{" { depth += 1 }
            if type == ")" || type == "}" { depth -= 1 }
            if depth == 0, type != "a" { break }
        }
        return signature.prefix(count)
    }

    private static func alignment(_ type: Character?) -> Int {
        switch type {
        case "y", "g", "v": 1
        case "n", "q": 2
        case "x", "t", "d", "(", "{": 8
        default: 4
        }
    }
}

/// The parts of a message that the fake bus uses.
struct BusMessage {
    let serial: UInt32
    private(set) var path = ""
    private(set) var interface = ""
    private(set) var member = ""
    private(set) var arguments: [Unmarshal.Value] = []

    /// Removes the first complete message from `input`.
    init?(_ input: inout [UInt8]) {
        guard input.count >= 16 else { return nil }
        var reader = Unmarshal(input, from: 4)
        let length = Int(reader.unsigned(4))
        serial = UInt32(truncatingIfNeeded: reader.unsigned(4))
        let fields = Int(reader.unsigned(4))
        let head = (16 + fields + 7) & ~7
        guard input.count >= head + length else { return nil }
        var signature = ""
        reader = Unmarshal(input, from: 12)
        for field in reader.values("a(yv)").first?.list ?? [] {
            guard let parts = field.list, parts.count == 2, let text = parts[1].text else {
                continue
            }
            switch parts[0].number {
            case 1: path = text
            case 2: interface = text
            case 3: member = text
            case 8: signature = text
            default: break
            }
        }
        // A body is aligned from its own start, and so is the header before it.
        reader = Unmarshal(input, from: head)
        arguments = reader.values(signature)
        input.removeSubrange(..<(head + length))
    }
}
