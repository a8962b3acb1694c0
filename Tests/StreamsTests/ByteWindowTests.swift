import Streams
import Testing

@Suite struct ByteWindowTests {
    /// Bytes with many line feeds and without a period that a buffer could hide.
    static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { (index: Int) -> UInt8 in
            let mixed = index * index + index / 7
            return mixed % 11 == 0 ? 10 : UInt8(index % 251)
        }
    }

    @Test(arguments: [[1], [7, 1, 300], [64], [100_000]])
    func everyByteComesOnceAndInOrder(pieces: [Int]) throws {
        let bytes = Self.bytes(20_000)
        var stream = PiecewiseStream(bytes, pieces: pieces)
        var window = ByteWindow(size: 256, limit: 1024)
        var seen: [UInt8] = []
        var linesSeen = 0
        var consumed = 0
        var paddingIsZero = true
        repeat {
            try window.advance(by: consumed, from: &stream)
            let offset = window.offset
            let lines = window.linesBefore
            if offset != seen.count || lines != linesSeen {
                Issue.record("offset \(offset) for \(seen.count), \(lines) lines for \(linesSeen)")
            }
            let count = window.count
            // Leaves some, as a reader does with the beginning of an item.
            consumed = window.atEnd ? count : count - count / 3
            let taken = consumed
            window.withBytes { span in
                for index in 0..<taken {
                    seen.append(span.byte(index))
                    if span.byte(index) == 10 { linesSeen += 1 }
                }
                for index in count..<(count + ByteWindow.padding) where span.byte(index) != 0 {
                    paddingIsZero = false
                }
            }
        } while !window.atEnd
        #expect(seen == bytes)
        #expect(paddingIsZero)
        #expect(stream.taken == bytes.count)
    }

    @Test func itGrowsForALongItemUpToItsLimit() throws {
        var stream = PiecewiseStream([UInt8](repeating: 65, count: 10_000), pieces: [10_000])
        var window = ByteWindow(size: 256, limit: 2048)
        var rounds = 0
        while !window.isFull, rounds < 100 {
            try window.advance(by: 0, from: &stream)
            rounds += 1
        }
        let isFull = window.isFull
        #expect(isFull)
        let before = window.count
        #expect(before >= 2048 - ByteWindow.padding && before < 10_000)
        try window.advance(by: 0, from: &stream)
        let atEnd = window.atEnd
        #expect(window.count == before)
        #expect(!atEnd)
    }

    @Test func aPlaceInItHasItsLine() throws {
        var stream = PiecewiseStream(Array("a\nbc\n\nd".utf8), pieces: [3])
        var window = ByteWindow(size: 64, limit: 64)
        while !window.atEnd { try window.advance(by: 0, from: &stream) }
        #expect((0..<7).map { window.line(at: $0) } == [1, 1, 2, 2, 2, 3, 4])
        try window.advance(by: 5, from: &stream)
        #expect((0..<2).map { window.line(at: $0) } == [3, 4])
    }

    @Test func troubleLeavesWhatWasRead() throws {
        var stream = PiecewiseStream(Self.bytes(500), pieces: [100], breaksAt: 200)
        var window = ByteWindow(size: 1024)
        try window.advance(by: 0, from: &stream)
        try window.advance(by: 0, from: &stream)
        #expect(throws: StreamError(place: "stream:byte 200", problem: "it broke off")) {
            try window.advance(by: 50, from: &stream)
        }
        #expect(window.count == 150)
        #expect(window.offset == 50)
        let first = window.withBytes { $0.byte(0) }
        #expect(first == Self.bytes(500)[50])
    }
}
