// Searching and comparing bytes in a `RawSpan`.
//
// Method: sixteen bytes are compared at a time, which every processor of this kind supports; the
// lowest equal lane is the first byte. Limit: a caller guarantees `ByteWindow.padding` readable
// bytes after `end`; the window has them. Functions called per byte are inlined into the scanners
// of other modules. Rejected: memchr (needs a pointer above floor 1, and most runs here are shorter
// than 40 bytes); words of eight bytes with Mycroft's zero-byte test (twice the steps).

extension RawSpan {
    /// One byte.
    ///
    /// The caller has checked the index.
    @inlinable
    @inline(__always)
    package func byte(_ index: Int) -> UInt8 {
        unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
    }

    /// Eight bytes, the first one lowest.
    @inlinable
    @inline(__always)
    package func word(_ index: Int) -> UInt64 {
        UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// Sixteen bytes.
    @inlinable
    @inline(__always)
    func sixteen(_ index: Int) -> SIMD16<UInt8> {
        unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// Sixteen bytes as two words.
    @inlinable
    @inline(__always)
    func words(_ index: Int) -> SIMD2<UInt64> {
        unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD2<UInt64>.self)
    }

    /// The index of the first set lane of sixteen; nil if there is none.
    @inlinable
    @inline(__always)
    static func first(_ lanes: SIMDMask<SIMD16<Int8>>) -> Int? {
        let words = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        let (low, high) = (words[0].littleEndian, words[1].littleEndian)
        if low | high == 0 { return nil }
        return (low != 0 ? low.trailingZeroBitCount : 64 &+ high.trailingZeroBitCount) >> 3
    }

    /// The index of the first `byte` in `from..<end`, or `end`.
    @inlinable
    @inline(__always)
    package func first(_ byte: UInt8, from: Int, to end: Int) -> Int {
        let wanted = SIMD16(repeating: byte)
        var index = from
        while index < end {
            if let place = RawSpan.first(sixteen(index) .== wanted) {
                return Swift.min(index &+ place, end)
            }
            index &+= 16
        }
        return end
    }

    /// The index of the first of two bytes in `from..<end`, or `end`.
    @inlinable
    @inline(__always)
    package func first(_ a: UInt8, or b: UInt8, from: Int, to end: Int) -> Int {
        let (wantedA, wantedB) = (SIMD16(repeating: a), SIMD16(repeating: b))
        var index = from
        while index < end {
            let bytes = sixteen(index)
            if let place = RawSpan.first((bytes .== wantedA) .| (bytes .== wantedB)) {
                return Swift.min(index &+ place, end)
            }
            index &+= 16
        }
        return end
    }

    /// Whether the bytes from `index` on are these; false if they would pass `end`.
    @inlinable
    @inline(__always)
    package func matches(_ text: StaticString, at index: Int, to end: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index <= end - count else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<count where byte(index + offset) != wanted[offset] { return false }
            return true
        }
    }

    /// The index of the first occurrence of a text in `from..<end`, or nil.
    package func first(_ text: StaticString, from: Int, to end: Int) -> Int? {
        let head = text.withUTF8Buffer { $0[0] }
        var index = from
        while true {
            index = first(head, from: index, to: end)
            if index >= end { return nil }
            if matches(text, at: index, to: end) { return index }
            index += 1
        }
    }

    /// The index of the first of three bytes in `from..<end`, or `end`.
    @inlinable
    @inline(__always)
    package func first(_ a: UInt8, or b: UInt8, or c: UInt8, from: Int, to end: Int) -> Int {
        let (wantedA, wantedB) = (SIMD16(repeating: a), SIMD16(repeating: b))
        let wantedC = SIMD16(repeating: c)
        var index = from
        while index < end {
            let bytes = sixteen(index)
            let hits = (bytes .== wantedA) .| (bytes .== wantedB) .| (bytes .== wantedC)
            if let place = RawSpan.first(hits) { return Swift.min(index &+ place, end) }
            index &+= 16
        }
        return end
    }

    /// Whether none of three bytes is in `from..<end`, a range of 16 to 32 bytes.
    @inlinable
    @inline(__always)
    package func hasNone(
        of a: UInt8, _ b: UInt8, _ c: UInt8, from: Int, to end: Int
    ) -> Bool {
        let (unwantedA, unwantedB) = (SIMD16(repeating: a), SIMD16(repeating: b))
        let unwantedC = SIMD16(repeating: c)
        let (first, last) = (sixteen(from), sixteen(end &- 16))
        let firstHits = (first .== unwantedA) .| (first .== unwantedB) .| (first .== unwantedC)
        let lastHits = (last .== unwantedA) .| (last .== unwantedB) .| (last .== unwantedC)
        let words = unsafeBitCast(firstHits .| lastHits, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }

    /// Whether `count` bytes from `index` on equal those of another span from `place` on.
    ///
    /// If there are fewer than eight, eight are read of both.
    @inlinable
    @inline(__always)
    package func isSame(_ index: Int, _ other: RawSpan, _ place: Int, count: Int) -> Bool {
        if count <= 16 {
            // The first eight and the last eight, which may overlap.
            let last = Swift.max(count &- 8, 0)
            let mask = count < 8 ? (1 << UInt64(count &* 8)) &- 1 : UInt64.max
            return
                ((word(index) ^ other.word(place))
                | (word(index &+ last) ^ other.word(place &+ last))) & mask == 0
        }
        var offset = 0
        // Long runs in steps of four times sixteen bytes, with one branch for all of them.
        while offset &+ 64 <= count {
            let (a, b) = (index &+ offset, place &+ offset)
            let difference =
                (words(a) ^ other.words(b)) | (words(a &+ 16) ^ other.words(b &+ 16))
                | (words(a &+ 32) ^ other.words(b &+ 32)) | (words(a &+ 48) ^ other.words(b &+ 48))
            if difference[0] | difference[1] != 0 { return false }
            offset &+= 64
        }
        while offset &+ 16 < count {
            let difference = words(index &+ offset) ^ other.words(place &+ offset)
            if difference[0] | difference[1] != 0 { return false }
            offset &+= 16
        }
        let last = count &- 16
        let difference = words(index &+ last) ^ other.words(place &+ last)
        return difference[0] | difference[1] == 0
    }

    /// The number of line feeds in `from..<end`.
    ///
    /// Four times sixteen bytes are compared at a time. Hits are counted per lane, for up to 63
    /// rounds before the lanes are added up. Up to seven bytes after the end are read as well.
    @usableFromInline package func lineFeeds(from: Int, to end: Int) -> Int {
        let feed = SIMD16<UInt8>(repeating: 10)
        func hits(_ index: Int) -> SIMD16<UInt8> {
            // An equal lane is all ones, which is zero minus one.
            unsafeBitCast(sixteen(index) .== feed, to: SIMD16<UInt8>.self)
        }
        var count = 0
        var index = from
        while index &+ 64 <= end {
            let stop = Swift.min(end &- 63, index &+ 64 &* 63)
            var lanes = SIMD16<UInt8>()
            while index < stop {
                lanes =
                    lanes &- hits(index) &- hits(index &+ 16) &- hits(index &+ 32)
                    &- hits(index &+ 48)
                index &+= 64
            }
            count &+= Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
        }
        while index < end {
            let next = Swift.min(index &+ 8, end)
            count &+= lineFeeds(inWord: index, to: next)
            index = next
        }
        return count
    }

    /// The number of line feeds in `from..<end`, mostly few bytes.
    @inlinable
    @inline(__always)
    package func lineFeeds(inShort from: Int, to end: Int) -> Int {
        if end &- from > 8 { return lineFeeds(from: from, to: end) }
        return from < end ? lineFeeds(inWord: from, to: end) : 0
    }

    /// The number of line feeds in one to eight bytes; eight are read.
    @inlinable
    @inline(__always)
    func lineFeeds(inWord from: Int, to end: Int) -> Int {
        // Bytes that are a line feed become zero, and the highest bit of each then marks them.
        let word = word(from) ^ 0x0a0a_0a0a_0a0a_0a0a
        let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
        let hits = ~(((word & low) &+ low) | word | low)
        let inside = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (end &- from) &* 8)
        let ones = (hits & inside) &>> 7
        return Int(truncatingIfNeeded: (ones &* 0x0101_0101_0101_0101) &>> 56)
    }

    /// The text of `from..<end`, with ill-formed UTF-8 repaired.
    package func text(_ from: Int, _ end: Int) -> String {
        guard from < end else { return "" }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - from)
        for index in from..<end { bytes.append(byte(index)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
