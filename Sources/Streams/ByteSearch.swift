// Searching and comparing bytes in a `RawSpan`.
//
// Method: eight bytes at a time ("SIMD within a register"), the zero-byte test of Mycroft 1987 as
// given in Warren, Hacker's Delight, section 6-1: (x - 0x01…) & ~x & 0x80… marks the lowest zero
// byte exactly. Limit: a caller guarantees `ByteWindow.padding` readable bytes behind `end`; the
// window has them. What is called per byte is inlined into the scanners of other modules. Rejected:
// memchr (needs a pointer above floor 1, and most runs here are shorter than 40 bytes).

extension RawSpan {
    /// One byte.
    ///
    /// The caller has checked the index.
    @inlinable
    @inline(__always)
    public func byte(_ index: Int) -> UInt8 {
        unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
    }

    /// Eight bytes, the first one lowest.
    @inlinable
    @inline(__always)
    public func word(_ index: Int) -> UInt64 {
        UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// The index of the first `byte` in `from..<end`, or `end`.
    @inlinable
    @inline(__always)
    public func first(_ byte: UInt8, from: Int, to end: Int) -> Int {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var index = from
        while index < end {
            let difference = word(index) ^ pattern
            let hit = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            if hit != 0 {
                let found = index &+ hit.trailingZeroBitCount >> 3
                return found < end ? found : end
            }
            index &+= 8
        }
        return end
    }

    /// The index of the first of two bytes in `from..<end`, or `end`.
    @inlinable
    @inline(__always)
    public func first(_ a: UInt8, or b: UInt8, from: Int, to end: Int) -> Int {
        let patternA = UInt64(a) &* 0x0101_0101_0101_0101
        let patternB = UInt64(b) &* 0x0101_0101_0101_0101
        var index = from
        while index < end {
            let bytes = word(index)
            let left = bytes ^ patternA
            let right = bytes ^ patternB
            let hit =
                ((left &- 0x0101_0101_0101_0101) & ~left | (right &- 0x0101_0101_0101_0101) & ~right)
                & 0x8080_8080_8080_8080
            if hit != 0 {
                let found = index &+ hit.trailingZeroBitCount >> 3
                return found < end ? found : end
            }
            index &+= 8
        }
        return end
    }

    /// Whether the bytes from `index` on are these; false where they would pass `end`.
    @inlinable
    @inline(__always)
    public func matches(_ text: StaticString, at index: Int, to end: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index <= end - count else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<count where byte(index + offset) != wanted[offset] { return false }
            return true
        }
    }

    /// The index of the first occurrence of a text in `from..<end`, or nil.
    public func first(_ text: StaticString, from: Int, to end: Int) -> Int? {
        let head = text.withUTF8Buffer { $0[0] }
        var index = from
        while true {
            index = first(head, from: index, to: end)
            if index >= end { return nil }
            if matches(text, at: index, to: end) { return index }
            index += 1
        }
    }

    /// Whether `count` bytes from `index` on are those of another span from `place` on.
    ///
    /// Up to seven bytes behind both are read as well.
    @inlinable
    @inline(__always)
    public func isSame(_ index: Int, _ other: RawSpan, _ place: Int, count: Int) -> Bool {
        var offset = 0
        // Long runs by four words at a time, with one branch for all of them.
        while offset &+ 32 <= count {
            let (a, b) = (index &+ offset, place &+ offset)
            let difference =
                (word(a) ^ other.word(b)) | (word(a &+ 8) ^ other.word(b &+ 8))
                | (word(a &+ 16) ^ other.word(b &+ 16)) | (word(a &+ 24) ^ other.word(b &+ 24))
            if difference != 0 { return false }
            offset &+= 32
        }
        while offset &+ 8 <= count {
            if word(index &+ offset) != other.word(place &+ offset) { return false }
            offset &+= 8
        }
        guard offset < count else { return true }
        let difference = word(index &+ offset) ^ other.word(place &+ offset)
        return difference << UInt64(64 &- (count &- offset) &* 8) == 0
    }

    /// How many line feeds there are in `from..<end`.
    ///
    /// Sixteen bytes are compared at a time; up to 255 rounds of hits are counted lane by lane before
    /// the lanes are added up.
    public func lineFeeds(from: Int, to end: Int) -> Int {
        let feed = SIMD16<UInt8>(repeating: 10)
        let one = SIMD16<UInt8>(repeating: 1)
        var count = 0
        var index = from
        while index &+ 16 <= end {
            let stop = Swift.min(end &- 15, index &+ 16 &* 255)
            var lanes = SIMD16<UInt8>()
            while index < stop {
                let bytes = unsafeLoadUnaligned(
                    fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
                lanes = lanes &+ SIMD16<UInt8>().replacing(with: one, where: bytes .== feed)
                index &+= 16
            }
            count &+= Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
        }
        while index < end {
            if byte(index) == 10 { count &+= 1 }
            index &+= 1
        }
        return count
    }

    /// The text of `from..<end`, ill-formed UTF-8 repaired.
    public func text(_ from: Int, _ end: Int) -> String {
        guard from < end else { return "" }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - from)
        for index in from..<end { bytes.append(byte(index)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
