// Samples that sum up others, dropped where those others are.
//
// Many exports say a thing several times: a row for the day and rows for its quarters of an hour, a
// row for all devices and one for each, a list of activities and the files of each. A summary
// counts only where its own owner has nothing finer (`SummaryOwners`): it falls away as soon as one
// sample that is no summary has its middle in the summary's interval, because what the summary says of
// the rest is in the finer ones as well. Beside others a state takes part in the sweep as any sample
// does. The stages of a night of which only the lengths are known are one summary. In the same way a
// coarse summary falls away beside one that is not coarse, and the coarsest beside the coarse: of
// minutes, quarters of an hour and days the finest that there are count.
//
// An amount that is a total is another matter: a day of 8,000 steps of which only a walk of 3,000 is
// told besides has 5,000 more. It stays, and the sweep gives it what it has more than what is told of
// its time (`IntervalSweep`); here is said only which totals have something finer in them, and when
// their turn is. Only totals of days have the mark for it. A quarter of an hour beside the minutes of
// the same stream has none: it loses little by falling away, and where a program puts a minute over
// its border into the other one, what it has more there would be counted a second time. Nor have
// activities beside their recordings, whose ways are measured in two manners.
//
// Summaries stand beside one another, too. A mean falls away where its owner has one of a clearly
// shorter time in it, and where another is of the same time: the day's beside the night's. An
// amount is the other way round: that of an activity is a part of the day's, so it falls away where
// its source has one of a clearly longer time around it that sums up as much. Clearly means by a tenth:
// so a run of nineteen hours is a part of its day, and days of 23 and 25 hours are days. What is no total
// is a part of a total whatever its length: a run of thirty hours is told by the days it lies in.
// Rejected: powers of two (nineteen hours and a day are of one).
//
// A weighing or a blood pressure that a program tells beside the scale's own file is told with a time
// some seconds off and a value that was rounded otherwise. So a summary of what people measure now and
// then falls away beside a finer one within a minute whose values are the same up to their last
// decimal; readings of other values, or further apart, are two.
//
// Method: a sample belongs where its middle is, so that one which reaches over a border belongs to
// one side only. Per owner the middles of the finer samples are counted between the borders of its
// summaries (`MomentCounts`). Summaries are gone through by their lengths, and those that are clearly shorter
// (or longer) than the one that is asked about stand in sums over the sorted middles
// (`PrefixSums`). Cost: O(n log n) where there are summaries, else nothing.

import ChartCore

enum Summaries {
    /// What people measure now and then, so that two equal readings within a minute are one.
    private static let measuredByHand: Set<MetricID> = [
        .weight, .bodyFat, .bodyMassIndex, .muscle, .bodyWater, .boneMass, .visceralFat,
        .bloodPressure,
    ]

    /// The indices of summaries that say again what other samples of their owner say, whatever is
    /// merged afterwards.
    ///
    /// Totals, and amounts that are a part of one, are not among them. `columns` must be in the order
    /// of time.
    static func repeated(
        _ columns: SampleColumns, _ sources: [Source], of metric: Metric
    ) -> [Int] {
        guard var search = SummarySearch(columns, sources) else { return [] }
        let isAmount = metric.aggregation == .sum
        search.dropSaid(sparing: isAmount ? .total : [])
        if measuredByHand.contains(metric.id) { search.dropReadAgain() }
        if !isAmount { search.dropBeside(as: metric.aggregation) }
        return search.covered
    }

    /// The indices of summaries that fall away where every sample counts as it stands: a total is
    /// never added to its parts.
    ///
    /// `columns` must be in the order of time.
    static func covered(
        _ columns: SampleColumns, _ sources: [Source], as aggregation: Aggregation
    ) -> [Int] {
        guard var search = SummarySearch(columns, sources) else { return [] }
        search.dropSaid()
        search.dropBeside(as: aggregation)
        return search.covered
    }

    /// The indices of amounts that are a part of one of a longer time and the same source.
    ///
    /// `columns` must be in the order of time.
    static func parts(_ columns: SampleColumns, _ sources: [Source]) -> [Int] {
        guard var search = SummarySearch(columns, sources) else { return [] }
        search.dropParts()
        return search.covered
    }

    /// The ranks at which the turns of totals are whose owners have something finer in their times, by
    /// the indices of the totals.
    ///
    /// The turn is its own rank's, or that of the finer totals which have to come before it. `columns`
    /// must be in the order of time.
    static func turns(
        _ columns: SampleColumns, _ sources: [Source], ranks: [Int]
    ) -> [Int: Int] {
        guard columns.marks.contains(where: { $0.contains(.total) }),
            let search = SummarySearch(columns, sources)
        else { return [:] }
        return search.turns(ranks: ranks)
    }
}

/// Goes through the summaries of one metric and finds those that say nothing new.
private struct SummarySearch {
    /// A sample, or one with the pieces that follow it.
    struct Summary {
        var first: Int
        var pieces: [Int] = []
        var owner: Int
        var start: Double
        var end: Double

        var middle: Double { start + (end - start) / 2 }
        var length: Double { end - start }
        /// The moment behind its last; one without a length stands for its moment.
        var last: Double { max(end, start.nextUp) }

        /// Whether its time is longer than another's by a tenth at least.
        func isClearlyLonger(than other: Summary) -> Bool {
            length > other.length && length >= other.length * 1.1
        }
    }

    private let columns: SampleColumns
    private let owners: SummaryOwners
    private let marks: SampleMarks
    private let hasPieces: Bool
    private var isCovered: [Bool]

    /// Nil where no sample is a summary.
    init?(_ columns: SampleColumns, _ sources: [Source]) {
        marks = columns.marks.reduce(into: SampleMarks()) { $0.formUnion($1) }
        guard marks.contains(.summary) else { return nil }
        self.columns = columns
        owners = SummaryOwners(sources)
        hasPieces = marks.contains(.continued)
        isCovered = [Bool](repeating: false, count: columns.count)
    }

    /// The samples that fall away.
    var covered: [Int] { isCovered.indices.filter { isCovered[$0] } }

    // MARK: What falls away

    /// Drops the summaries of every level that have a sample of a finer one in them, but for those
    /// with a mark.
    mutating func dropSaid(sparing spared: SampleMarks = []) {
        for mark in [SampleMarks.summary, .coarse, .coarsest] where marks.contains(mark) {
            dropSaid(byThoseWithout: mark, sparing: spared)
        }
    }

    private mutating func dropSaid(byThoseWithout mark: SampleMarks, sparing spared: SampleMarks) {
        let columns = columns
        let asked = left.filter {
            let marks = columns.marks(at: $0.first)
            return marks.contains(mark) && marks.isDisjoint(with: spared)
        }
        guard !asked.isEmpty else { return }
        var borders = [[Double]](repeating: [], count: owners.count)
        for summary in asked { borders[summary.owner] += [summary.start, summary.last] }
        var middles = borders.map { $0.isEmpty ? nil : MomentCounts($0) }
        for index in 0..<columns.count where !columns.marks(at: index).contains(mark) {
            let start = columns.starts[index]
            let middle = start + (columns.end(at: index) - start) / 2
            for hearer in owners.hearers[owners.owner(of: index, in: columns)] {
                middles[hearer]?.add(middle)
            }
        }
        for owner in middles.indices { middles[owner]?.sum() }
        for summary in asked {
            guard let own = middles[summary.owner],
                own.count(before: summary.last) > own.count(before: summary.start)
            else { continue }
            cover(summary)
        }
    }

    /// Within so many seconds two equal readings are one.
    private static let soon = 60.0
    /// Values that are no further apart are equal: they have a decimal at the least, and a share that
    /// is worked out of two such is off by half as much again.
    private static let sameValue = 0.15

    /// Drops readings that a finer one says up to some seconds and the last decimal.
    mutating func dropReadAgain() {
        var readings = [[Int]](repeating: [], count: owners.count)
        for index in 0..<columns.count where !columns.marks(at: index).contains(.summary) {
            readings[owners.owner(of: index, in: columns)].append(index)
        }
        let (columns, tellers) = (columns, owners.tellers)
        func isSame(_ a: Int, _ b: Int) -> Bool {
            let second = columns.seconds.isEmpty ? 0 : columns.seconds[a] - columns.seconds[b]
            return abs(columns.values[a] - columns.values[b]) <= SummarySearch.sameValue
                && abs(second) <= SummarySearch.sameValue
        }
        drop { summary in
            guard summary.length == 0 else { return false }
            return tellers[summary.owner].contains { teller in
                let own = readings[teller]
                let first = own.indices.partitioningIndex {
                    columns.starts[own[$0]] >= summary.start - SummarySearch.soon
                }
                return own[first...]
                    .prefix { columns.starts[$0] <= summary.start + SummarySearch.soon }
                    .contains { isSame($0, summary.first) }
            }
        }
    }

    /// Drops summaries that others beside them say.
    mutating func dropBeside(as aggregation: Aggregation) {
        switch aggregation {
        case .mean, .pair: dropMeans()
        case .sum: dropParts()
        case .category, .named: break
        }
    }

    /// Drops means that have one of a shorter time in them, and all but one of the same time.
    private mutating func dropMeans() {
        let byOwner = Dictionary(grouping: left, by: \.owner)
        let tellers = owners.tellers
        drop(
            inEach: byOwner.keys.map { owner in tellers[owner].flatMap { byOwner[$0] ?? [] } },
            of: byOwner.keys.map(\.self),
            said: { summaries in
                // The shortest first.
                let order = summaries.indices.sorted { summaries[$0].length < summaries[$1].length }
                let middles = summaries.map(\.middle).sorted()
                var shorter = PrefixSums<Int>(count: middles.count)
                var next = 0
                return order.filter { index in
                    let summary = summaries[index]
                    while summary.isClearlyLonger(than: summaries[order[next]]) {
                        let middle = summaries[order[next]].middle
                        shorter.add(1, at: middles.first(from: middle))
                        next += 1
                    }
                    let (first, end) = middles.places(in: summary)
                    return shorter.sum(before: end) > shorter.sum(before: first)
                }
            })
        dropTwins()
    }

    /// Of the summaries of one interval and one owner only the last is kept.
    private mutating func dropTwins() {
        var from = 0
        while from < columns.count {
            var to = from + 1
            while to < columns.count, columns.starts[to] == columns.starts[from],
                columns.end(at: to) == columns.end(at: from)
            {
                to += 1
            }
            // At one moment two devices may well have a reading each.
            if to - from > 1, columns.end(at: from) > columns.starts[from] {
                var seen: Set<Int> = []
                for index in (from..<to).reversed()
                where columns.marks(at: index).contains(.summary) && !isCovered[index] {
                    let owner = owners.owner(of: index, in: columns)
                    isCovered[index] = owners.tellers[owner].contains(where: seen.contains)
                    seen.insert(owner)
                }
            }
            from = to
        }
    }

    /// Drops amounts that are a part of one of a longer time, the same source and the same level.
    ///
    /// A total is all there was of its time. So it is a part only of another total, and whatever is no
    /// total is a part of one, however long it is: a run of thirty hours is in the days it lies in.
    mutating func dropParts() {
        struct Key: Hashable {
            var source: UInt16
            var level: Int
        }
        let columns = columns
        let groups = Dictionary(grouping: left) { summary in
            Key(
                source: columns.sources[summary.first],
                level: columns.marks(at: summary.first).level)
        }
        drop(
            inEach: groups.values.map(\.self),
            said: { summaries in
                let areTotals = summaries.map {
                    columns.marks(at: $0.first).contains(.total)
                }
                // The longest first.
                let order = summaries.indices.sorted { summaries[$0].length > summaries[$1].length }
                let totals = order.filter { areTotals[$0] }
                let middles = summaries.map(\.middle).sorted()
                var wholes = Wholes(middles, summaries, totals)
                var longer = Wholes(middles, summaries, order.filter { !areTotals[$0] })
                let parts = order.filter { index in
                    let summary = summaries[index]
                    if areTotals[index] {
                        wholes.take { $0.isClearlyLonger(than: summary) }
                        return wholes.hold(summary)
                    }
                    longer.take { $0.isClearlyLonger(than: summary) }
                    return longer.hold(summary)
                }
                wholes.take { _ in true }
                return parts + order.filter { !areTotals[$0] && wholes.hold(summaries[$0]) }
            })
    }

    /// Summaries that others may be parts of, taken up from the longest on.
    private struct Wholes {
        private let middles: [Double]
        private let summaries: [Summary]
        private let order: [Int]
        private var next = 0
        /// One more from the first middle in one of them on, one less behind the last.
        private var open: PrefixSums<Int>

        /// `middles` are those of all summaries, in order; `order` has the longest first.
        init(_ middles: [Double], _ summaries: [Summary], _ order: [Int]) {
            self.middles = middles
            self.summaries = summaries
            self.order = order
            open = PrefixSums(count: middles.count)
        }

        mutating func take(while fits: (Summary) -> Bool) {
            while next < order.count, fits(summaries[order[next]]) {
                let (first, end) = middles.places(in: summaries[order[next]])
                open.add(1, at: first)
                open.add(-1, at: end)
                next += 1
            }
        }

        /// Whether the middle of a summary lies in one of them.
        func hold(_ summary: Summary) -> Bool {
            open.sum(before: middles.first(from: summary.middle) + 1) > 0
        }
    }

    // MARK: Totals

    /// See `Summaries.turns`.
    func turns(ranks: [Int]) -> [Int: Int] {
        var turns: [Int: Int] = [:]
        for level in 1...3 {
            let totals = (0..<columns.count).filter {
                let own = columns.marks(at: $0)
                return own.contains([.summary, .total]) && own.level == level
                    && columns.end(at: $0) > columns.starts[$0] && ranks[$0] >= 0
            }
            guard !totals.isEmpty else { continue }
            var borders = [(starts: [Double], ends: [Double])](
                repeating: ([], []), count: owners.count)
            for index in totals {
                let owner = owners.owner(of: index, in: columns)
                borders[owner].starts.append(columns.starts[index].nextUp)
                borders[owner].ends.append(columns.end(at: index))
            }
            // What is finer, and the last rank that has totals among it.
            var times = borders.map { own in
                own.starts.isEmpty
                    ? nil : OwnTimes(starts: MomentCounts(own.ends), ends: MomentCounts(own.starts))
            }
            var lastRanks = [Int](repeating: -1, count: owners.count)
            for index in 0..<columns.count {
                let finer = columns.marks(at: index).level
                guard finer < level else { continue }
                let owner = owners.owner(of: index, in: columns)
                for hearer in owners.hearers[owner] {
                    times[hearer]?.add(columns.starts[index], columns.end(at: index))
                }
                if finer > 0 { lastRanks[owner] = max(lastRanks[owner], ranks[index]) }
            }
            for owner in times.indices { times[owner]?.sum() }
            for index in totals {
                let owner = owners.owner(of: index, in: columns)
                guard
                    times[owner]?.reach(into: columns.starts[index], columns.end(at: index)) == true
                else { continue }
                turns[index] = owners.tellers[owner].reduce(ranks[index]) { max($0, lastRanks[$1]) }
            }
        }
        return turns
    }

    /// The times of samples, counted between the borders of totals.
    private struct OwnTimes {
        /// How many began before the end of each total, and how many were over when it began.
        var starts: MomentCounts
        var ends: MomentCounts

        mutating func add(_ start: Double, _ end: Double) {
            starts.add(start)
            ends.add(Swift.max(end, start.nextUp))
        }

        mutating func sum() {
            starts.sum()
            ends.sum()
        }

        /// Whether one of them has time in common with a total.
        func reach(into start: Double, _ end: Double) -> Bool {
            starts.count(before: end) > ends.count(before: start.nextUp)
        }
    }

    // MARK: Going through

    /// Drops those of each group of summaries whose places in it are returned, where they are of the
    /// group's owner, if it has one.
    private mutating func drop(
        inEach groups: [[Summary]], of owners: [Int]? = nil, said: ([Summary]) -> [Int]
    ) {
        for (number, summaries) in groups.enumerated() where summaries.count > 1 {
            for place in said(summaries) {
                if let owners, owners[number] != summaries[place].owner { continue }
                cover(summaries[place])
            }
        }
    }

    private mutating func drop(where isSaid: (Summary) -> Bool) {
        for summary in left where isSaid(summary) { cover(summary) }
    }

    private mutating func cover(_ summary: Summary) {
        isCovered[summary.first] = true
        for piece in summary.pieces { isCovered[piece] = true }
    }

    /// The summaries that have not fallen away.
    private var left: [Summary] {
        var found: [Summary] = []
        // The last summary of each source, which pieces may follow.
        var open: [UInt16: Summary] = [:]
        for index in 0..<columns.count
        where !isCovered[index] && columns.marks(at: index).contains(.summary) {
            let start = columns.starts[index]
            let summary = Summary(
                first: index, owner: owners.owner(of: index, in: columns), start: start,
                end: columns.end(at: index))
            guard hasPieces else {
                found.append(summary)
                continue
            }
            let source = columns.sources[index]
            if columns.marks(at: index).contains(.continued), open[source]?.end == start {
                open[source]?.pieces.append(index)
                open[source]?.end = summary.end
            } else if let last = open.updateValue(summary, forKey: source) {
                found.append(last)
            }
        }
        return found + open.values
    }
}

extension [Double] {
    /// The place of the first of sorted moments that is not before one.
    fileprivate func first(from moment: Double) -> Int {
        indices.partitioningIndex { self[$0] >= moment }
    }

    /// From where to where sorted moments lie in a summary; one without a length stands for its
    /// moment.
    fileprivate func places(in summary: SummarySearch.Summary) -> (first: Int, end: Int) {
        (first(from: summary.start), first(from: summary.last))
    }
}
