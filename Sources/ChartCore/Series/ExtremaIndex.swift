// Smallest and largest value of any run of a column.
//
// Layout: levels of extents; level 0 holds one extent for every 32 values, each further level one
// for every 32 of the level below, up to a level with at most 32. NaN counts as nothing. A query
// looks at fewer than 64 entries on each level: about 300 for a hundred million values. Memory: 16
// bytes for 32 values (6 %). An append redoes the blocks from the first changed one on.
//
// Rejected: a sparse table (n log n memory), a segment tree (pointer or twice the memory). The
// pyramid with sums and first and last values, aligned to absolute time, is another structure; this
// one answers by index and knows no time.

struct ExtremaIndex: Sendable {
    static let fan = 32
    private var levels: [[Extent]] = []

    /// Brings the index up to date with columns that changed from `first` on.
    ///
    /// For a plain series `lows` and `highs` are the same column. Either may be NaN without hiding
    /// the other.
    mutating func update(lows: [Double], highs: [Double], from first: Int) {
        let fan = ExtremaIndex.fan
        let count = lows.count
        if levels.isEmpty { levels.append([]) }
        var from = first / fan
        levels[0].removeLast(max(0, levels[0].count - from))
        var block = from
        while block * fan < count {
            var extent = Extent.nothing
            for i in block * fan..<min(count, (block + 1) * fan) {
                extent.include(lows[i])
                extent.include(highs[i])
            }
            levels[0].append(extent)
            block += 1
        }
        var level = 0
        while levels[level].count > fan {
            if level + 1 == levels.count { levels.append([]) }
            from /= fan
            levels[level + 1].removeLast(max(0, levels[level + 1].count - from))
            var block = from
            while block * fan < levels[level].count {
                var extent = Extent.nothing
                for i in block * fan..<min(levels[level].count, (block + 1) * fan) {
                    extent = extent.union(levels[level][i])
                }
                levels[level + 1].append(extent)
                block += 1
            }
            level += 1
        }
        levels.removeLast(levels.count - level - 1)
    }

    /// The extent of the values at `range`; `Extent.nothing` where there are only gaps or none.
    func extent(of range: Range<Int>, lows: [Double], highs: [Double]) -> Extent {
        var result = Extent.nothing
        var low = range.lowerBound
        var high = range.upperBound
        let fan = ExtremaIndex.fan
        // Level by level: the ragged ends of the run, then the whole blocks one level up.
        while low < high, low % fan != 0 {
            result.include(lows[low])
            result.include(highs[low])
            low += 1
        }
        while high > low, high % fan != 0 {
            high -= 1
            result.include(lows[high])
            result.include(highs[high])
        }
        var level = 0
        low /= fan
        high /= fan
        while low < high {
            let top = level + 1 >= levels.count
            while low < high, top || low % fan != 0 {
                result = result.union(levels[level][low])
                low += 1
            }
            while high > low, high % fan != 0 {
                high -= 1
                result = result.union(levels[level][high])
            }
            low /= fan
            high /= fan
            level += 1
        }
        return result
    }
}
