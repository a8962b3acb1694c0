import Platform
import Testing

@testable import Streams

@Suite("Compressed data in memory")
struct GzipTests {
    /// `printf 'hello hello hello hello\\n' | gzip -n9`, and the same by Python's zlib.compress.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00, 0x00, 0x88, 0x59, 0x0B, 0x18, 0x00, 0x00, 0x00,
    ]
    private static let text = Array("hello hello hello hello\n".utf8)

    @Test("One piece, and several one after another")
    func pieces() throws {
        #expect(try Gzip.unpacked(Self.gzip, limit: 100, place: "x") == Self.text)
        let twice = try Gzip.unpacked(Self.gzip + Self.gzip, limit: 100, place: "x")
        #expect(twice == Self.text + Self.text)
    }

    @Test("More than the limit is nothing")
    func limit() throws {
        #expect(try Gzip.unpacked(Self.gzip, limit: 23, place: "x") == nil)
        #expect(try Gzip.unpacked(Self.gzip, limit: 24, place: "x") == Self.text)
    }

    @Test("Data that end too early or are damaged are an error")
    func damage() {
        for length in 0..<Self.gzip.count {
            #expect(throws: StreamError.self) {
                try Gzip.unpacked(Array(Self.gzip.prefix(length)), limit: 100, place: "x")
            }
        }
        for place in [0, 1, 2, 12, 20, 22, 25] {
            var wrong = Self.gzip
            wrong[place] ^= 0x5A
            #expect(throws: StreamError.self, "\(place)") {
                try Gzip.unpacked(wrong, limit: 100, place: "x")
            }
        }
    }
}
