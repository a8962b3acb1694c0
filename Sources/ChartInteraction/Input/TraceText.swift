/// The content of a line of a trace: the part of JSON that traces use.
indirect enum TraceValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([TraceValue])
    case object([(key: String, value: TraceValue)])

    static func == (a: TraceValue, b: TraceValue) -> Bool { a.text == b.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The value as JSON; numbers in the shortest form that reads back as the same bits.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): Self.text(of: value)
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let pairs):
            "{" + pairs.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",")
                + "}"
        }
    }

    subscript(_ key: String) -> TraceValue? {
        guard case .object(let pairs) = self else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    private static func text(of value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

/// Reads one JSON value from a line.
struct TraceReader {
    /// The error in a line, and the byte at which it is.
    struct Fault: Error, Equatable {
        let offset: Int
        let problem: String
    }

    /// Deeper nesting is not a trace.
    private static let deepest = 16

    private let bytes: [UInt8]
    private var position = 0

    private init(_ line: some StringProtocol) { bytes = Array(line.utf8) }

    /// Parses a line as one value.
    static func value(of line: some StringProtocol) throws(Fault) -> TraceValue {
        var reader = TraceReader(line)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == reader.bytes.count else {
            throw reader.fault("something follows the value")
        }
        return value
    }

    private func fault(_ problem: String) -> Fault { Fault(offset: position, problem: problem) }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[position]) {
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Fault) -> TraceValue {
        guard depth < Self.deepest else { throw fault("it is nested too deeply") }
        skipSpace()
        guard position < bytes.count else { throw fault("it ends too soon") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: TraceValue) throws(Fault) -> TraceValue {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("a word is unknown") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(Fault) -> TraceValue {
        let start = position
        while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            position = start
            throw fault("a number is expected")
        }
        return .number(number)
    }

    private mutating func array(depth: Int) throws(Fault) -> TraceValue {
        position += 1
        var values: [TraceValue] = []
        if take(UInt8(ascii: "]")) { return .array(values) }
        repeat { values.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("a ] is missing") }
        return .array(values)
    }

    private mutating func object(depth: Int) throws(Fault) -> TraceValue {
        position += 1
        var pairs: [(key: String, value: TraceValue)] = []
        if take(UInt8(ascii: "}")) { return .object(pairs) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                throw fault("a name in quotes is expected")
            }
            let key = try string()
            guard take(UInt8(ascii: ":")) else { throw fault("a : is missing") }
            pairs.append((key, try value(depth: depth + 1)))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("a } is missing") }
        return .object(pairs)
    }

    private mutating func string() throws(Fault) -> String {
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard position < bytes.count else { break }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "u"):
                let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
                guard digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
                    let scalar = Unicode.Scalar(code)
                else { throw fault("an escape is broken") }
                position += 4
                text += Array(String(Character(scalar)).utf8)
            default: text.append(escape)
            }
        }
        throw fault("a string does not end")
    }
}
