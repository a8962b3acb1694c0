/// The fields of a message of protocol buffers.
struct MessageReader {
    enum Value {
        case number(UInt64)
        case fixed32(UInt32)
        case fixed64(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private let bytes: ArraySlice<UInt8>
    private var place: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

    var isAtEnd: Bool { place >= bytes.endIndex }
    /// The number of bytes that are left.
    var left: Int { bytes.endIndex - place }

    /// The next field; nil at the end.
    mutating func next() throws(TileArchiveError) -> (number: UInt64, value: Value)? {
        guard !isAtEnd else { return nil }
        let tag = try varint()
        switch tag & 7 {
        case 0: return (tag >> 3, .number(try varint()))
        case 1: return (tag >> 3, .fixed64(try fixed(8)))
        case 2:
            let length = try varint()
            guard length <= left else { throw .isDamaged }
            let value = bytes[place..<place + Int(length)]
            place += Int(length)
            return (tag >> 3, .bytes(value))
        case 5: return (tag >> 3, .fixed32(UInt32(try fixed(4))))
        default: throw .isDamaged
        }
    }

    private mutating func fixed(_ count: Int) throws(TileArchiveError) -> UInt64 {
        guard left >= count else { throw .isDamaged }
        defer { place += count }
        return (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }

    mutating func varint() throws(TileArchiveError) -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while place < bytes.endIndex, shift < 64 {
            let byte = bytes[place]
            place += 1
            // The tenth byte has one bit.
            guard shift < 63 || byte <= 1 else { throw .isDamaged }
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
            shift += 7
        }
        throw .isDamaged
    }

    /// The next number, or nil if it is too large.
    mutating func varint(atMost most: UInt64) throws(TileArchiveError) -> UInt64? {
        let value = try varint()
        return value <= most ? value : nil
    }

    /// A zigzag number.
    static func signed(_ bits: UInt64) -> Int64 {
        Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
    }
}
