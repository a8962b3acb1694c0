// Some of many, in place of all.
//
// Method: stratified sampling. The samples are divided into blocks of a power of two, counted from
// the first sample on, and one sample of each block is taken, at random but always the same. Every
// n-th would be simpler, but a rhythm in the samples with the period n would look like the whole.
// The sample of a block is the sample of one of its halves: so zooming in only adds samples and
// removes none. The random choice comes from mixing the bits of the block's number, as in Steele,
// Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).

/// Some indices of a range that represent all of it, spread evenly.
struct StratifiedSamples: Sequence, IteratorProtocol {
    private let indices: Range<Int>
    /// Blocks are `1 << level` indices long.
    private let level: Int
    private var block: Int

    /// At most `count` of a range of indices: all if there are no more; else at least half of
    /// `count`, except for the blocks at both ends.
    ///
    /// - Parameters:
    ///   - indices: from 0 on.
    ///   - count: at least 1.
    init(of indices: Range<Int>, atMost count: Int) {
        precondition(
            indices.lowerBound >= 0 && count >= 1,
            "indices begin at 0 or later, and at least one is taken")
        self.indices = indices
        var level = 0
        while Self.blocks(indices, level).count > count { level += 1 }
        self.level = level
        block = Self.blocks(indices, level).lowerBound
    }

    /// The number of indices that each one represents.
    var length: Int { 1 << level }

    /// The blocks that share indices with a range.
    private static func blocks(_ indices: Range<Int>, _ level: Int) -> Range<Int> {
        guard !indices.isEmpty else { return 0..<0 }
        return indices.lowerBound >> level..<((indices.upperBound - 1) >> level) + 1
    }

    /// O(log of the block's length).
    mutating func next() -> Int? {
        while block << level < indices.upperBound {
            let index = chosen()
            block += 1
            if indices.contains(index) { return index }
        }
        return nil
    }

    /// The index that represents the block.
    private func chosen() -> Int {
        var part = block
        for level in stride(from: level, to: 0, by: -1) {
            part = part << 1 | Self.bit(part, level)
        }
        return part
    }

    /// The half, 0 or 1, that represents a block of a level.
    private static func bit(_ block: Int, _ level: Int) -> Int {
        var bits = UInt64(truncatingIfNeeded: block) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(level)
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ bits >> 31) & 1)
    }
}
