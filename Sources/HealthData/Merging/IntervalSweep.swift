// Overlapping devices, merged by a sweep over the intervals.
//
// A phone and a watch both count the same steps. At every moment the device of the highest priority
// that has an interval there wins; the others fill in where it has none; an interval that is
// covered in part gives the share of its value that its uncovered time has (health-files A1; the
// rule of Apple's own app as far as it is known, support.apple.com HT204351), where the value is an
// amount; a state stays what it is. Order: the one that was given (`SourceOrder`), then typed in by
// hand, watch, phone, others; among equals the source with more samples, then the name. Intervals of
// one and the same source are never cut by each other; those of a source that was switched off are
// left out before.
//
// The total of a day or an hour (a summary) says nothing of when in it the amounts were, so it has no
// share by its time: beside others it gives what it has more than they have together in it, and
// nothing where they have as much. So 8,000 steps of a day beside the same 8,000 in three hours of
// another device stay 8,000. Of one day's totals in two exports of one source the later counts.
//
// Method: one walk over the sorted starts and ends keeps a count of open intervals per rank; where
// the lowest open rank changes, a stretch that some rank has won ends. Then every sample is cut
// with the stretches of its rank; one that would fall into more than `mostPieces` stays one piece,
// worth what all of them are, so that long samples beside many short ones cost no more than they are.
// Totals come last, from the highest rank down, with the amounts before them in a binary indexed tree
// (Fenwick 1994) by the middles of their times. Cost: O(n log n). Data layout: ranks are numbers from
// 0 (the highest priority) per source. Rejected: "the larger source of the day" (loses the time when
// the watch was off), minute rasters (inexact).

import ChartCore

struct IntervalSweep {
    /// What is left of the samples.
    struct Result {
        var columns: SampleColumns
        /// The indices of samples of which nothing is left.
        var covered: [Int]
        /// The indices of samples whose source was switched off.
        var switchedOff: [Int] = []
    }

    private let columns: SampleColumns
    private let ranks: [Int]
    private let rankCount: Int
    private let areAmounts: Bool
    private let hasTotals: Bool
    private let files: [Int]

    /// `columns` must be in the order of time; `ranks` holds the rank of every sample, below zero
    /// for samples that take no part and stay as they are.
    ///
    /// `areAmounts` says that a part of a sample has a part of its value; of a state it has all.
    /// `files` has the file of every source.
    static func merge(
        _ columns: SampleColumns, ranks: [Int], areAmounts: Bool, files: [Int] = []
    ) -> Result {
        let highest = ranks.max() ?? -1
        let taking = ranks.first { $0 >= 0 }
        let hasTotals = areAmounts && columns.marks.contains { $0.contains(.summary) }
        guard let taking, hasTotals || ranks.contains(where: { $0 >= 0 && $0 != taking }) else {
            return Result(columns: columns, covered: [])
        }
        return IntervalSweep(
            columns: columns, ranks: ranks, rankCount: highest + 1, areAmounts: areAmounts,
            hasTotals: hasTotals, files: files
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

    /// Into how many pieces a sample may fall.
    private static let mostPieces = 64

    /// The stretches that one rank has won, in the order of time.
    private struct Stretches {
        let spans: [(start: Double, end: Double)]
        /// How long all stretches before each are together.
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

        /// The stretches that share time with a sample; samples are asked for in the order of their
        /// starts.
        mutating func indices(_ start: Double, _ end: Double) -> Range<Int> {
            while cursor < spans.count, spans[cursor].end <= start { cursor += 1 }
            var low = cursor
            var high = spans.count
            while low < high {
                let middle = (low + high) / 2
                if spans[middle].start < end { low = middle + 1 } else { high = middle }
            }
            return cursor..<max(cursor, low)
        }

        /// How much time of a sample lies in its stretches.
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
        var totals = Totals(columns, ranks, files, isOn: hasTotals)
        for index in 0..<columns.count {
            let rank = ranks[index]
            let start = columns.starts[index]
            let end = columns.end(at: index)
            let value = columns.values[index]
            if hidden[index] {
                result.covered.append(index)
                continue
            }
            guard rank >= 0, end > start else {
                keep(index, start, end, value, first: true, &result)
                totals.add(rank, start, end, value)
                continue
            }
            let indices = stretches[rank].indices(start, end)
            guard let first = indices.first, let last = indices.last else {
                result.covered.append(index)
                continue
            }
            let from = max(start, stretches[rank].spans[first].start)
            let to = min(end, stretches[rank].spans[last].end)
            let isWhole = indices.count == 1 && from == start && to == end
            if totals.wait(index, indices, from, to) { continue }
            let length = stretches[rank].length(indices, start, end)
            let left = areAmounts && !isWhole ? value * (length / (end - start)) : value
            spread(
                index, left, over: stretches[rank].spans, indices, from, to, length, &result,
                &totals)
        }
        // What is waiting has a part of its time left to it.
        totals.settle { index, indices, from, to, amount in
            guard let amount else {
                result.covered.append(index)
                return 0
            }
            let rank = ranks[index]
            let length = stretches[rank].length(
                indices, columns.starts[index], columns.end(at: index))
            var none = Totals(columns, ranks, files, isOn: false)
            spread(
                index, amount, over: stretches[rank].spans, indices, from, to, length, &result,
                &none)
            return amount
        }
        if totals.isAnyWaiting { result.covered.sort() }
        return result
    }

    /// Keeps what is left of a sample, in one piece for each of its stretches.
    ///
    /// - Parameters:
    ///   - value: what all pieces together are worth; of a state each piece has it.
    ///   - length: how much time they have together.
    private func spread(
        _ index: Int, _ value: Double, over spans: [(start: Double, end: Double)],
        _ indices: Range<Int>, _ from: Double, _ to: Double, _ length: Double,
        _ result: inout Result, _ totals: inout Totals
    ) {
        let rank = ranks[index]
        if indices.count == 1 || indices.count > IntervalSweep.mostPieces {
            keep(index, from, to, value, first: true, &result)
            totals.add(rank, from, to, value)
            return
        }
        for position in indices {
            let start = max(from, spans[position].start)
            let end = min(to, spans[position].end)
            let part = areAmounts ? value * ((end - start) / length) : value
            keep(index, start, end, part, first: position == indices.lowerBound, &result)
            totals.add(rank, start, end, part)
        }
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

/// Totals that wait until it is known what others have in their time.
private struct Totals {
    private struct Waiting {
        var index: Int
        var stretches: Range<Int>
        var from: Double
        var to: Double
    }

    private struct Amount {
        var rank: Int
        var middle: Double
        var value: Double
    }

    private let columns: SampleColumns
    private let ranks: [Int]
    private let files: [Int]
    private let isOn: Bool
    private var waiting: [Waiting] = []
    private var amounts: [Amount] = []

    var isAnyWaiting: Bool { !waiting.isEmpty }

    init(_ columns: SampleColumns, _ ranks: [Int], _ files: [Int], isOn: Bool) {
        self.columns = columns
        self.ranks = ranks
        self.files = files
        self.isOn = isOn
    }

    /// Notes an amount that counts.
    mutating func add(_ rank: Int, _ start: Double, _ end: Double, _ value: Double) {
        guard isOn, rank >= 0 else { return }
        amounts.append(Amount(rank: rank, middle: start + (end - start) / 2, value: value))
    }

    /// Whether a sample is a total, which waits.
    mutating func wait(_ index: Int, _ stretches: Range<Int>, _ from: Double, _ to: Double) -> Bool
    {
        guard isOn, columns.marks(at: index).contains(.summary) else { return false }
        waiting.append(Waiting(index: index, stretches: stretches, from: from, to: to))
        return true
    }

    /// Calls `keep` for every total with what it has more than those before it, from the highest rank
    /// down, or nil where that is nothing; it says what was kept.
    mutating func settle(
        _ keep: (
            _ index: Int, _ stretches: Range<Int>, _ from: Double, _ to: Double, _ amount: Double?
        ) -> Double
    ) {
        guard !waiting.isEmpty else { return }
        // Among equals the order of time stays.
        let order = waiting.indices.sorted {
            let (a, b) = (ranks[waiting[$0].index], ranks[waiting[$1].index])
            return a != b ? a < b : $0 < $1
        }
        let middles = (amounts.map(\.middle) + waiting.map { middle(of: $0.index) }).sorted()
        let byRank = amounts.sorted { $0.rank < $1.rank }
        let restated = restated
        var tree = PrefixSums<Double>(count: middles.count)
        func place(_ moment: Double) -> Int {
            middles.indices.partitioningIndex { middles[$0] >= moment }
        }
        var next = 0
        var kept: [Amount] = []
        for number in order {
            let total = waiting[number]
            let rank = ranks[total.index]
            // What the source itself says in more detail is in its total.
            while next < byRank.count, byRank[next].rank <= rank {
                tree.add(byRank[next].value, at: place(byRank[next].middle))
                next += 1
            }
            // Totals of one rank say nothing of one another.
            if let first = kept.first, first.rank < rank {
                for amount in kept { tree.add(amount.value, at: place(amount.middle)) }
                kept = []
            }
            let said =
                tree.sum(before: place(columns.end(at: total.index)))
                - tree.sum(before: place(columns.starts[total.index]))
            let value = columns.values[total.index]
            // A total of nought is one all the same where nobody says otherwise.
            let isSaid = restated.contains(number) || said > 0 && value <= said
            let amount = keep(
                total.index, total.stretches, total.from, total.to, isSaid ? nil : value - said)
            kept.append(Amount(rank: rank, middle: middle(of: total.index), value: amount))
        }
    }

    /// The totals that another file of the same source states as well: of those that begin together the
    /// one that goes on longest counts, else the largest, for what counts only grows.
    private var restated: Set<Int> {
        struct Key: Hashable {
            var rank: Int
            var start: Double
        }
        func file(_ number: Int) -> Int {
            let source = Int(columns.sources[waiting[number].index])
            return files.indices.contains(source) ? files[source] : 0
        }
        var groups: [Key: [Int]] = [:]
        for number in waiting.indices {
            let index = waiting[number].index
            groups[Key(rank: ranks[index], start: columns.starts[index]), default: []].append(
                number)
        }
        var restated: Set<Int> = []
        for group in groups.values where group.count > 1 {
            let best = group.max { a, b in
                let (a, b) = (waiting[a].index, waiting[b].index)
                let (left, right) = (columns.end(at: a), columns.end(at: b))
                return left != right ? left < right : columns.values[a] < columns.values[b]
            }
            guard let best else { continue }
            restated.formUnion(group.filter { file($0) != file(best) })
        }
        return restated
    }

    private func middle(of index: Int) -> Double {
        columns.starts[index] + (columns.end(at: index) - columns.starts[index]) / 2
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
