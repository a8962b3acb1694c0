import SeededRandom
import Streams
import Testing

/// The searches by words, compared with checks of each byte.
@Suite struct ByteSearchTests {
    /// Few different bytes, so that there are many matches; followed by zeros.
    static func sample(_ count: Int) -> [UInt8] {
        let letters: [UInt8] = [0, 9, 10, 11, 0x41, 0x7f, 0x80, 0x8a, 0xff]
        var numbers = LinearCongruence(seed: 42)
        let bytes: [UInt8] = (0..<count).map { _ in letters[numbers.whole(below: letters.count)] }
        return bytes + [UInt8](repeating: 0, count: ByteWindow.padding)
    }

    @Test func theFirstByteIsFound() {
        let bytes = Self.sample(300)
        let span = bytes.span.bytes
        for from in 0..<40 {
            for end in [0, 1, 7, 8, 9, 15, 16, 17, 33].map({ from + $0 }) + [300] {
                for wanted in [UInt8(0), 10, 0x41, 0x80, 0xff, 0x33] {
                    let expected = bytes[from..<end].firstIndex(of: wanted) ?? end
                    #expect(span.first(wanted, from: from, to: end) == expected)
                    let either =
                        bytes[from..<end].firstIndex { $0 == wanted || $0 == 0x8a } ?? end
                    #expect(span.first(wanted, or: 0x8a, from: from, to: end) == either)
                    let any =
                        bytes[from..<end].firstIndex { $0 == wanted || $0 == 0x8a || $0 == 9 }
                        ?? end
                    #expect(span.first(wanted, or: 0x8a, or: 9, from: from, to: end) == any)
                    if (16...32).contains(end - from) {
                        #expect(
                            span.hasNone(of: wanted, 0x8a, 9, from: from, to: end) == (any == end))
                    }
                }
            }
        }
    }

    @Test(arguments: [0, 1, 7, 8, 63, 64, 65, 127, 129, 4031, 4032, 4033, 4095, 4097, 9000])
    func lineFeedsAreCounted(count: Int) {
        let bytes = Self.sample(count)
        let onlyFeeds =
            [UInt8](repeating: 10, count: count)
            + [UInt8](repeating: 0, count: ByteWindow.padding)
        for from in [0, 1, 5] where from <= count {
            #expect(
                bytes.span.bytes.lineFeeds(from: from, to: count)
                    == bytes[from..<count].count { $0 == 10 })
            let end = min(from + 8, count)
            for start in from...end {
                #expect(
                    bytes.span.bytes.lineFeeds(inShort: start, to: end)
                        == bytes[start..<end].count { $0 == 10 })
            }
            #expect(onlyFeeds.span.bytes.lineFeeds(from: from, to: count) == count - from)
        }
    }

    @Test func runsAreCompared() {
        let bytes = Self.sample(120)
        var other = Array(bytes[9..<100]) + [UInt8](repeating: 0, count: ByteWindow.padding)
        for count in 0..<90 {
            let isSame = bytes.span.bytes.isSame(9, other.span.bytes, 0, count: count)
            let isSameLater = bytes.span.bytes.isSame(12, other.span.bytes, 3, count: count)
            #expect(isSame && isSameLater)
        }
        for changed in 0..<90 {
            other[changed] ^= 0x20
            for count in 0..<90 {
                let isSame = bytes.span.bytes.isSame(9, other.span.bytes, 0, count: count)
                #expect(isSame == (count <= changed))
            }
            other[changed] ^= 0x20
        }
    }

    @Test func textsAreComparedAndFound() {
        let text = "<<Rec <Record type=\"\u{e9}\">"
        let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: ByteWindow.padding)
        let span = bytes.span.bytes
        let end = text.utf8.count
        #expect(span.first("<Record", from: 0, to: end) == 6)
        #expect(span.first("<Record", from: 7, to: end) == nil)
        #expect(span.first("<Record", from: 0, to: 12) == nil, "it would pass the end")
        #expect(span.matches("<Rec", at: 1, to: 5) && !span.matches("<Rec", at: 1, to: 4))
        #expect(span.word(0) == 0x523c_2063_6552_3c3c)
        #expect(span.text(19, end) == "\"\u{e9}\">")
        #expect(span.text(20, 21) == "\u{fffd}", "half a character")
        #expect(span.text(5, 5) == "")
    }
}
