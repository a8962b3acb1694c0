// Merges overlapping devices with a sweep over the intervals.
//
// A phone and a watch both count the same steps. At every moment the device of the highest priority
// that has an interval there wins; the others fill the gaps. If an interval is partly covered and
// the value is an amount, the interval contributes the share of its value that matches its
// uncovered time (health-files A1; the rule of Apple's own app as far as it is known,
// support.apple.com HT204351). A state keeps its value. Priority: the given order (`SourceOrder`),
// then typed in by hand, watch, phone, others; among equals the source with more samples, then the
// name. Intervals of one source never cut each other; those of a source that was switched off are
// left out beforehand.
//
// The total of a day or an hour (a summary) does not show when its amounts occurred. So it has no
// share by time, but contributes the amount by which it exceeds the other samples of its time
// (`SweptTotals`). A total that contains finer samples of its own owner takes no part in the sweep
// itself, so that it never blocks its own parts.
//
// Method: one walk over the sorted starts and ends keeps a count of open intervals per rank; when
// the lowest open rank changes, a stretch won by one rank ends. Then every sample is cut with the
// stretches of its rank. A sample that would be cut into more than `mostPieces` stays one piece
// with the value of all of them, so that long samples among many short ones stay cheap. Totals come
// last. Cost: O(n log n). Data layout: ranks are numbers from 0 (the highest priority) per source.
// Rejected: "the larger source of the day" (loses the time when the watch was off), minute rasters
// (inexact).

import ChartCore

struct IntervalSweep {
    /// The result of the sweep.
    struct Result {
        var columns: SampleColumns
        /// The indices of samples that are completely covered.
        var covered: [Int]
        /// The indices of samples whose source was switched off.
        var switchedOff: [Int] = []
        /// The last samples, which are not in the columns yet.
        private var rows: [SampleRow] = []

        init(columns: SampleColumns, covered: [Int]) {
            self.columns = columns
            self.covered = covered
        }

        /// How many samples there are.
        var count: Int { columns.count + rows.count }

        mutating func append(_ row: SampleRow) {
            rows.append(row)
            if rows.count >= 2048 { flush() }
        }

        /// Moves the last samples into the columns.
        mutating func flush() {
            columns.append(rows)
            rows.removeAll(keepingCapacity: true)
        }
    }

    private let columns: SampleColumns
    /// The times as contiguous arrays, because they are read often.
    private let starts: [Double]
    private let ends: [Double]
    /// The rank of every sample; a total with finer samples in it gets the rank after all others.
    private let ranks: [Int]
    private let rankCount: Int
    private let areAmounts: Bool
    /// Nil if there are no totals.
    private let totals: SweptTotals?

    /// Merges columns, which must be in the order of time.
    ///
    /// `ranks` holds the rank of every sample, below zero for samples that take no part and stay
    /// unchanged. `areAmounts` means that a part of a sample has a part of its value; a part of a
    /// state keeps the whole value. `files` has the file of every source, `turns` is the result of
    /// `Summaries.turns`.
    static func merge(
        _ columns: SampleColumns, ranks: [Int], areAmounts: Bool, files: [Int] = [],
        turns: [Int: Int] = [:]
    ) -> Result {
        let highest = ranks.max() ?? -1
        let taking = ranks.first { $0 >= 0 }
        let hasTotals = areAmounts && columns.marks.contains { $0.contains(.summary) }
        guard let taking, hasTotals || ranks.contains(where: { $0 >= 0 && $0 != taking }) else {
            return Result(columns: columns, covered: [])
        }
        var sweptRanks = ranks
        for index in turns.keys { sweptRanks[index] = highest + 1 }
        return IntervalSweep(
            columns: columns, starts: Array(columns.starts),
            ends: columns.ends.isEmpty ? [] : Array(columns.ends), ranks: sweptRanks,
            rankCount: highest + (turns.isEmpty ? 1 : 2), areAmounts: areAmounts,
            totals: hasTotals ? SweptTotals(columns, ranks, turns, files) : nil
        ).run()
    }

    private func end(at index: Int) -> Double { ends.isEmpty ? starts[index] : ends[index] }

    private func run() -> Result {
        var hidden = [Bool](repeating: false, count: columns.count)
        let won = stretches(&hidden)
        return cut(won, hidden)
    }

    /// The stretches that every rank wins.
    ///
    /// Marks the instants that are inside a higher rank's interval.
    private func stretches(_ hidden: inout [Bool]) -> [[(start: Double, end: Double)]] {
        var won = [[(start: Double, end: Double)]](repeating: [], count: rankCount)
        var endings: [(time: Double, rank: Int)] = []
        endings.reserveCapacity(starts.count)
        for index in starts.indices where ranks[index] >= 0 && end(at: index) > starts[index] {
            endings.append((end(at: index), ranks[index]))
        }
        endings.sort { $0.time < $1.time }
        var open = OpenRanks(rankCount)
        var starting = 0
        var ending = 0
        var winner: Int?
        var since = 0.0
        while starting < starts.count || ending < endings.count {
            var time = starting < starts.count ? starts[starting] : .infinity
            if ending < endings.count { time = min(time, endings[ending].time) }
            while ending < endings.count, endings[ending].time <= time {
                open.close(endings[ending].rank)
                ending += 1
            }
            let firstStarting = starting
            while starting < starts.count, starts[starting] <= time {
                if ranks[starting] >= 0, end(at: starting) > starts[starting] {
                    open.open(ranks[starting])
                }
                starting += 1
            }
            let next = open.lowest
            for index in firstStarting..<starting
            where ranks[index] >= 0 && end(at: index) == starts[index] {
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

    /// The most pieces into which a sample is cut.
    private static let mostPieces = 64

    /// The part of a sample that is left.
    private enum Part {
        case none
        case all
        case one(_ from: Double, _ to: Double)
        case several(Range<Int>)
    }

    /// The stretches that one rank has won, in the order of time.
    private struct Stretches {
        let spans: [(start: Double, end: Double)]
        /// The total length of all stretches before each one.
        private let before: [Double]
        private var cursor = 0

        init(_ spans: [(start: Double, end: Double)]) {
            self.spans = spans
            var sum = 0.0
            before = spans.map { span in
                defer { sum += span.end - span.start }
                return sum
            }
        }

        /// The stretches that overlap a sample; callers must pass samples in the order of their
        /// starts.
        mutating func indices(_ start: Double, _ end: Double) -> Range<Int> {
            while cursor < spans.count, spans[cursor].end <= start { cursor += 1 }
            guard cursor < spans.count, spans[cursor].start < end else { return cursor..<cursor }
            // Most samples have one stretch: the end is searched for in growing steps.
            var low = cursor + 1
            var step = 1
            while low + step <= spans.count, spans[low + step - 1].start < end {
                low += step
                step *= 2
            }
            var high = min(low + step - 1, spans.count)
            while low < high {
                let middle = (low + high) / 2
                if spans[middle].start < end { low = middle + 1 } else { high = middle }
            }
            return cursor..<low
        }

        /// The part of a sample that is left; callers must pass samples in the order of their
        /// starts.
        mutating func part(_ start: Double, _ end: Double) -> Part {
            let indices = indices(start, end)
            guard let first = indices.first else { return .none }
            if indices.count > 1 { return .several(indices) }
            let (from, to) = (max(start, spans[first].start), min(end, spans[first].end))
            return from == start && to == end ? .all : .one(from, to)
        }

        /// The length of a sample's time in its stretches.
        func length(_ indices: Range<Int>, _ start: Double, _ end: Double) -> Double {
            guard let first = indices.first, let last = indices.last else { return 0 }
            let whole = before[last] + (spans[last].end - spans[last].start) - before[first]
            return whole - max(0, start - spans[first].start) - max(0, spans[last].end - end)
        }
    }

    /// Cuts every sample with the stretches of its rank.
    private func cut(
        _ won: [[(start: Double, end: Double)]], _ hidden: [Bool]
    ) -> Result {
        var result = Result(columns: SampleColumns(), covered: [])
        var stretches = won.map { Stretches($0) }
        var totals = totals
        // The indices in the result of the samples that take no part.
        var apart: [Int] = []
        for index in starts.indices {
            let rank = ranks[index]
            let start = starts[index]
            let end = end(at: index)
            if hidden[index] {
                result.covered.append(index)
                continue
            }
            let value = columns.values[index]
            guard rank >= 0, end > start else {
                if rank < 0, totals != nil { apart.append(result.count) }
                keep(index, start, end, value, first: true, &result)
                continue
            }
            if totals?.mayWait(index) == true {
                let indices = stretches[rank].indices(start, end)
                if totals?.wait(index, indices) == true { continue }
            }
            switch stretches[rank].part(start, end) {
            case .none: result.covered.append(index)
            case .all: keep(index, start, end, value, first: true, &result)
            case .one(let from, let to):
                let left = areAmounts ? value * ((to - from) / (end - start)) : value
                keep(index, from, to, left, first: true, &result)
            case .several(let indices):
                let own = stretches[rank]
                let length = own.length(indices, start, end)
                spread(
                    index, areAmounts ? value * (length / (end - start)) : value, over: own.spans,
                    indices, max(start, own.spans[indices.lowerBound].start),
                    min(end, own.spans[indices.upperBound - 1].end), length, &result)
            }
        }
        // The waiting totals come last, in the time that is left to them.
        result.flush()
        let counted = result.columns
        totals?.settle(counted: counted, apart: apart) { total, amount in
            guard let amount else { return result.covered.append(total.index) }
            let (start, end) = (columns.starts[total.index], columns.end(at: total.index))
            let own = stretches[ranks[total.index]]
            let length = own.length(total.stretches, start, end)
            guard let first = total.stretches.first, let last = total.stretches.last,
                !total.isDivided || length >= (end - start) * IntervalSweep.leastFree
            else { return keep(total.index, start, end, amount, first: true, &result) }
            spread(
                total.index, amount, over: own.spans, total.stretches,
                max(start, own.spans[first].start), min(end, own.spans[last].end), length, &result)
        }
        result.flush()
        if totals != nil { result.covered.sort() }
        return result
    }

    /// The fraction of a divided total's time that has to be free for its rest to be placed only
    /// there; if less is free, the rest is spread over all of its time.
    private static let leastFree = 0.1

    /// Keeps what is left of a sample, in one piece for each of its stretches.
    ///
    /// - Parameters:
    ///   - value: the value of all pieces together; each piece of a state has all of it.
    ///   - length: the length of all pieces together.
    private func spread(
        _ index: Int, _ value: Double, over spans: [(start: Double, end: Double)],
        _ indices: Range<Int>, _ from: Double, _ to: Double, _ length: Double,
        _ result: inout Result
    ) {
        if indices.count == 1 || indices.count > IntervalSweep.mostPieces {
            keep(index, from, to, value, first: true, &result)
            return
        }
        for position in indices {
            let start = max(from, spans[position].start)
            let end = min(to, spans[position].end)
            let part = areAmounts ? value * ((end - start) / length) : value
            keep(index, start, end, part, first: position == indices.lowerBound, &result)
        }
    }

    private func keep(
        _ index: Int, _ start: Double, _ end: Double, _ value: Double, first: Bool,
        _ result: inout Result
    ) {
        let marks = columns.marks(at: index)
        result.append(
            SampleRow(
                start: start, end: end, value: value,
                second: columns.secondaryValues.isEmpty ? nil : columns.secondaryValues[index],
                source: columns.sources[index], marks: first ? marks : marks.union(.continued)))
    }
}

/// The number of open intervals of every rank, and the lowest rank that has one.
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
