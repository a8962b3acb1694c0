// Overlapping devices, merged by a sweep over the intervals.
//
// A phone and a watch both count the same steps. At every moment the device of the highest priority
// that has an interval there wins; the others fill in where it has none; an interval that is
// covered in part gives the share of its value that its uncovered time has (health-files A1; the
// rule of Apple's own app as far as it is known, support.apple.com HT204351), where the value is an
// amount; a state stays what it is. Order: typed in by hand, watch, phone, others; among equals the
// source with more samples, then the name. Intervals of one and the same source are never cut by
// each other.
//
// Method: one walk over the sorted starts and ends keeps a count of open intervals per rank; where
// the lowest open rank changes, a stretch that some rank has won ends. Then every sample is cut
// with the stretches of its rank. Cost: O(n log n). Data layout: ranks are numbers from 0 (the
// highest priority) per source. Rejected: "the larger source of the day" (loses the time when the
// watch was off), minute rasters (inexact).

import ChartCore

struct IntervalSweep {
    /// What is left of the samples.
    struct Result {
        var columns: SampleColumns
        /// The indices of samples of which nothing is left.
        var covered: [Int]
    }

    private let columns: SampleColumns
    private let ranks: [Int]
    private let rankCount: Int
    private let areAmounts: Bool

    /// `columns` must be in the order of time; `ranks` holds the rank of every sample, below zero
    /// for samples that take no part and stay as they are.
    ///
    /// `areAmounts` says that a part of a sample has a part of its value; of a state it has all.
    static func merge(
        _ columns: SampleColumns, ranks: [Int], areAmounts: Bool
    ) -> Result {
        let highest = ranks.max() ?? -1
        let taking = ranks.first { $0 >= 0 }
        guard let taking, ranks.contains(where: { $0 >= 0 && $0 != taking }) else {
            return Result(columns: columns, covered: [])
        }
        return IntervalSweep(
            columns: columns, ranks: ranks, rankCount: highest + 1, areAmounts: areAmounts
        ).run()
    }

    private func run() -> Result {
        var hidden = [Bool](repeating: false, count: columns.count)
        let won = stretches(&hidden)
        return cut(won, hidden)
    }

    /// The stretches that every rank wins.
    ///
    /// Marks the instants that lie inside a higher rank's interval.
    private func stretches(_ hidden: inout [Bool]) -> [[(start: Double, end: Double)]] {
        var won = [[(start: Double, end: Double)]](repeating: [], count: rankCount)
        let intervals = (0..<columns.count).filter {
            ranks[$0] >= 0 && columns.end(at: $0) > columns.starts[$0]
        }
        let byEnd = intervals.sorted { columns.end(at: $0) < columns.end(at: $1) }
        var open = OpenRanks(rankCount)
        var starting = 0
        var ending = 0
        var winner: Int?
        var since = 0.0
        while starting < columns.count || ending < byEnd.count {
            var time = starting < columns.count ? columns.starts[starting] : .infinity
            if ending < byEnd.count { time = min(time, columns.end(at: byEnd[ending])) }
            while ending < byEnd.count, columns.end(at: byEnd[ending]) <= time {
                open.close(ranks[byEnd[ending]])
                ending += 1
            }
            let firstStarting = starting
            while starting < columns.count, columns.starts[starting] <= time {
                if ranks[starting] >= 0, columns.end(at: starting) > columns.starts[starting] {
                    open.open(ranks[starting])
                }
                starting += 1
            }
            let next = open.lowest
            for index in firstStarting..<starting
            where ranks[index] >= 0 && columns.end(at: index) == columns.starts[index] {
                if let next, next < ranks[index] { hidden[index] = true }
            }
            if next != winner {
                if let winner, time > since { won[winner].append((since, time)) }
                winner = next
                since = time
            }
        }
        return won
    }

    /// Cuts every sample with the stretches of its rank.
    private func cut(
        _ won: [[(start: Double, end: Double)]], _ hidden: [Bool]
    ) -> Result {
        var result = Result(columns: SampleColumns(), covered: [])
        var cursors = [Int](repeating: 0, count: rankCount)
        for index in 0..<columns.count {
            let rank = ranks[index]
            let start = columns.starts[index]
            let end = columns.end(at: index)
            if hidden[index] {
                result.covered.append(index)
                continue
            }
            guard rank >= 0, end > start else {
                keep(index, start, end, columns.values[index], first: true, &result)
                continue
            }
            while cursors[rank] < won[rank].count, won[rank][cursors[rank]].end <= start {
                cursors[rank] += 1
            }
            var position = cursors[rank]
            var first = true
            while position < won[rank].count, won[rank][position].start < end {
                let from = max(start, won[rank][position].start)
                let to = min(end, won[rank][position].end)
                let whole = !areAmounts || from == start && to == end
                let value = columns.values[index]
                keep(
                    index, from, to, whole ? value : value * ((to - from) / (end - start)),
                    first: first, &result)
                first = false
                position += 1
            }
            if first { result.covered.append(index) }
        }
        return result
    }

    private func keep(
        _ index: Int, _ start: Double, _ end: Double, _ value: Double, first: Bool,
        _ result: inout Result
    ) {
        let marks = columns.marks(at: index)
        result.columns.append(
            start: start, end: end, value: value,
            second: columns.seconds.isEmpty ? nil : columns.seconds[index],
            source: columns.sources[index], marks: first ? marks : marks.union(.continued))
    }
}

/// How many intervals of every rank are open, and the lowest rank that has one.
private struct OpenRanks {
    private var counts: [Int]
    private var words: [UInt64]

    init(_ rankCount: Int) {
        counts = [Int](repeating: 0, count: rankCount)
        words = [UInt64](repeating: 0, count: (rankCount + 63) / 64)
    }

    mutating func open(_ rank: Int) {
        counts[rank] += 1
        words[rank >> 6] |= 1 << UInt64(rank & 63)
    }

    mutating func close(_ rank: Int) {
        counts[rank] -= 1
        if counts[rank] == 0 { words[rank >> 6] &= ~(1 << UInt64(rank & 63)) }
    }

    var lowest: Int? {
        for (index, word) in words.enumerated() where word != 0 {
            return index * 64 + word.trailingZeroBitCount
        }
        return nil
    }
}
