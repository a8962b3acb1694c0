/// Writes FIT as devices do, to compare the result of reading with the input.
struct FITWriter {
    /// A field: its number, its base type and its size in bytes.
    typealias Field = (number: Int, type: UInt8, size: Int)

    private(set) var content: [UInt8] = []
    var isBigEndian = false

    static let uint8: UInt8 = 0x02
    static let enumeration: UInt8 = 0x00
    static let uint16: UInt8 = 0x84
    static let sint32: UInt8 = 0x85
    static let uint32: UInt8 = 0x86
    static let text: UInt8 = 0x07

    /// A time in seconds since 1970 as FIT counts it.
    static func time(_ seconds: Double) -> Int { Int(seconds) - 631_065_600 }

    mutating func define(
        _ local: Int, _ kind: Int, _ fields: [Field], developers: [(size: Int, index: Int)] = []
    ) {
        content.append(0x40 | UInt8(local) | (developers.isEmpty ? 0 : 0x20))
        content += [0, isBigEndian ? 1 : 0]
        put(kind, 2)
        content.append(UInt8(fields.count))
        for field in fields {
            content += [UInt8(field.number), UInt8(field.size), field.type]
        }
        guard !developers.isEmpty else { return }
        content.append(UInt8(developers.count))
        for developer in developers {
            content += [0, UInt8(developer.size), UInt8(developer.index)]
        }
    }

    /// A data message: numbers with their sizes in bytes.
    mutating func data(_ local: Int, _ values: [(Int, Int)], behind: [UInt8] = []) {
        content.append(UInt8(local))
        for (value, size) in values { put(value, size) }
        content += behind
    }

    /// A data message with the low five bits of its time in the header.
    mutating func compressed(_ local: Int, time: Int, _ values: [(Int, Int)]) {
        content.append(0x80 | UInt8(local) << 5 | UInt8(time & 0x1f))
        for (value, size) in values { put(value, size) }
    }

    private mutating func put(_ value: Int, _ size: Int) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        content += isBigEndian ? bytes.reversed() : bytes
    }

    /// The file, with its header and a checksum bit by bit.
    func file(declaredSize: Int? = nil) -> [UInt8] {
        let size = declaredSize ?? content.count
        var bytes: [UInt8] = [12, 0x20, 0x54, 0x08]
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        bytes += Array(".FIT".utf8)
        bytes += content
        let sum = FITWriter.checksum(content)
        return bytes + [UInt8(sum & 0xff), UInt8(sum >> 8)]
    }

    /// CRC-16/ARC, bit by bit.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var sum: UInt16 = 0
        for byte in bytes {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 != 0 ? (sum >> 1) ^ 0xa001 : sum >> 1 }
        }
        return sum
    }
}
