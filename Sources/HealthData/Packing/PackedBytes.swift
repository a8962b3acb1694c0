import Streams

/// Writes numbers of variable length: seven bits a byte, the lowest first, as in LEB128.
struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(byte: UInt8) { bytes.append(byte) }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func append(_ count: Int) { append(UInt64(count)) }

    /// A number of either sign, small ones short: 0, -1, 1, -2 and so on.
    mutating func append(signed number: Int64) {
        append(UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    /// A text in UTF-8, with its length before it.
    mutating func append(text: String) {
        let letters = Array(text.utf8)
        append(letters.count)
        bytes += letters
    }

    /// All 64 bits of a number.
    mutating func append(whole number: Double) {
        for shift in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * shift)))
        }
    }
}

/// Reads numbers from such bytes.
struct PackedReader {
    /// The bytes are not a valid encoding.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether no bytes are left.
    var isAtEnd: Bool { at == bytes.count }

    /// How many bytes are left.
    var left: Int { bytes.count - at }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard at < bytes.count else { throw Malformed() }
        defer { at += 1 }
        return bytes[at]
    }

    /// As many of the next bytes as asked for.
    mutating func bytes(_ count: Int) throws(Malformed) -> [UInt8] {
        guard count >= 0, count <= left else { throw Malformed() }
        defer { at += count }
        return Array(bytes[at..<at + count])
    }

    @inline(__always)
    mutating func number() throws(Malformed) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 64 {
            let byte = bytes[at]
            at &+= 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift &+= 7
        }
        throw Malformed()
    }

    /// A count that can be no more than `most`.
    mutating func count(most: Int) throws(Malformed) -> Int {
        let count = try number()
        guard most >= 0, count <= UInt64(most) else { throw Malformed() }
        return Int(count)
    }

    @inline(__always)
    mutating func signed() throws(Malformed) -> Int64 {
        let folded = try number()
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    mutating func text() throws(Malformed) -> String {
        let letters = try bytes(count(most: left))
        guard let text = String(validating: letters, as: UTF8.self) else { throw Malformed() }
        return text
    }

    mutating func whole() throws(Malformed) -> Double {
        guard at + 8 <= bytes.count else { throw Malformed() }
        var pattern: UInt64 = 0
        for shift in 0..<8 { pattern |= UInt64(bytes[at + shift]) << UInt64(8 * shift) }
        at += 8
        return Double(bitPattern: pattern)
    }
}
