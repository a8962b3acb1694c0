// A checksum that detects damage by a disk or a program.
//
// Method: XXH64 with seed 0 (Y. Collet, xxHash fast digest algorithm, specification 0.1.1): four
// lanes over blocks of 32 bytes, then the remaining bytes, then a final mixing. It processes some
// gigabytes a second, so that a library is checked as fast as it is read. Rejected: CRC-32 (one
// damaged chunk in four thousand million passes, and no faster without instructions for it),
// SHA-256 (ten times slower, and nobody forges a weight).

import Streams

/// The checksum of a library's chunks.
struct Checksum {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9,
        0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5
    )

    /// The checksum of these bytes.
    static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes.span.bytes) }

    /// The checksum of these bytes.
    static func of(_ bytes: RawSpan) -> UInt64 {
        let (p1, p2, p3, p4, p5) = primes
        let count = bytes.byteCount
        var at = 0
        var hash: UInt64
        if count >= 32 {
            var (a, b, c, d) = (p1 &+ p2, p2, UInt64(0), 0 &- p1)
            while at + 32 <= count {
                a = round(a, bytes.word(at))
                b = round(b, bytes.word(at + 8))
                c = round(c, bytes.word(at + 16))
                d = round(d, bytes.word(at + 24))
                at += 32
            }
            hash = turned(a, 1) &+ turned(b, 7) &+ turned(c, 12) &+ turned(d, 18)
            for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* p1 &+ p4 }
        } else {
            hash = p5
        }
        hash = hash &+ UInt64(count)
        while at + 8 <= count {
            hash = turned(hash ^ round(0, bytes.word(at)), 27) &* p1 &+ p4
            at += 8
        }
        if at + 4 <= count {
            let half = (0..<4).reduce(UInt64(0)) { $0 | UInt64(bytes.byte(at + $1)) << (8 * $1) }
            hash = turned(hash ^ (half &* p1), 23) &* p2 &+ p3
            at += 4
        }
        while at < count {
            hash = turned(hash ^ (UInt64(bytes.byte(at)) &* p5), 11) &* p1
            at += 1
        }
        hash = (hash ^ (hash >> 33)) &* p2
        hash = (hash ^ (hash >> 29)) &* p3
        return hash ^ (hash >> 32)
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        turned(lane &+ word &* primes.1, 31) &* primes.0
    }

    @inline(__always)
    private static func turned(_ word: UInt64, _ by: UInt64) -> UInt64 {
        word << by | word >> (64 - by)
    }
}
