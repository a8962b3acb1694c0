// Samples that sum up others, dropped where those others are.
//
// Many exports say a thing several times: a row for the day and rows for its quarters of an hour, a
// row for all devices and one for each, a list of activities and the files of each. A summary
// counts only where its own file has nothing finer: it falls away as soon as one sample that is no
// summary has its middle in the summary's interval, because what the summary says of the rest is in
// the finer ones as well. Beside other files a state takes part in the sweep as any sample does, and
// of an amount counts what it has more than they (see `IntervalSweep`). The stages of a night of which
// only the lengths are known are one summary. In the same way a coarse summary falls away beside one
// that is not coarse, and the coarsest beside the coarse: of minutes, quarters of an hour and days the
// finest that there are count.
//
// Summaries stand beside one another, too. A mean falls away where its file has one of a clearly
// shorter time in it, and where another is of the same time: the day's beside the night's. An
// amount is the other way round: that of an activity is a part of the day's, so it falls away where
// its source has one of a clearly longer time around it. Clearly means by a tenth: so a run of
// nineteen hours is a part of its day, and days of 23 and 25 hours are days. Rejected: powers of two
// (nineteen hours and a day are of one).
//
// Method: a sample belongs where its middle is, so that one which reaches over a border belongs to
// one side only. Per file the middles of the finer samples are sorted, and a summary is told by one
// binary search. Summaries are gone through by their lengths, and those that are clearly shorter
// (or longer) than the one that is asked about stand in sums over the sorted middles
// (`PrefixSums`). Cost: O(n log n) where there are summaries, else nothing.

import ChartCore

enum Summaries {
    /// The indices of summaries that say again what other samples of their file say.
    ///
    /// `columns` must be in the order of time.
    static func covered(
        _ columns: SampleColumns, _ sources: [Source], as aggregation: Aggregation
    ) -> [Int] {
        let marks = columns.marks.reduce(into: SampleMarks()) { $0.formUnion($1) }
        guard marks.contains(.summary) else { return [] }
        var search = SummarySearch(columns, sources)
        for mark in [SampleMarks.summary, .coarse, .coarsest] where marks.contains(mark) {
            search.dropSaid(byThoseWithout: mark)
        }
        switch aggregation {
        case .mean, .pair: search.dropMeans()
        case .sum: search.dropParts()
        case .category, .named: break
        }
        return search.covered
    }
}

/// Goes through the summaries of one metric and finds those that say nothing new.
private struct SummarySearch {
    /// A sample, or one with the pieces that follow it.
    struct Summary {
        var first: Int
        var pieces: [Int] = []
        var start: Double
        var end: Double

        var middle: Double { start + (end - start) / 2 }
        var length: Double { end - start }

        /// Whether its time is longer than another's by a tenth at least.
        func isClearlyLonger(than other: Summary) -> Bool {
            length > other.length && length >= other.length * 1.1
        }
    }

    private let columns: SampleColumns
    /// The number of each source's file, from 0 on.
    private let owners: [Int]
    private let ownerCount: Int
    private let hasPieces: Bool
    private var isCovered: [Bool]

    init(_ columns: SampleColumns, _ sources: [Source]) {
        self.columns = columns
        var numbers: [Int: Int] = [:]
        owners = sources.map { source in
            let number = numbers[source.file] ?? numbers.count
            numbers[source.file] = number
            return number
        }
        ownerCount = numbers.count
        hasPieces = columns.marks.contains { $0.contains(.continued) }
        isCovered = [Bool](repeating: false, count: columns.count)
    }

    /// The samples that fall away.
    var covered: [Int] { isCovered.indices.filter { isCovered[$0] } }

    private func owner(_ summary: Summary) -> Int { owners[Int(columns.sources[summary.first])] }

    // MARK: What falls away

    /// Drops the summaries with a mark that have a sample without it in them.
    mutating func dropSaid(byThoseWithout mark: SampleMarks) {
        var middles = [[Double]](repeating: [], count: ownerCount)
        for index in 0..<columns.count where !columns.marks(at: index).contains(mark) {
            let start = columns.starts[index]
            middles[owners[Int(columns.sources[index])]].append(
                start + (columns.end(at: index) - start) / 2)
        }
        for owner in middles.indices { middles[owner].sort() }
        let columns = columns
        drop { summary, owner in
            columns.marks(at: summary.first).contains(mark)
                && middles[owner].holds(oneIn: summary)
        }
    }

    /// Drops means that have one of a shorter time in them, and all but one of the same time.
    mutating func dropMeans() {
        drop(
            inEach: { _, owner in owner },
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
                        shorter.add(1, at: middles.partitionPoint { $0 >= middle })
                        next += 1
                    }
                    let (first, end) = middles.places(in: summary)
                    return shorter.sum(before: end) > shorter.sum(before: first)
                }
            })
        dropTwins()
    }

    /// Of the summaries of one interval and one file only the last is kept.
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
                    isCovered[index] = !seen.insert(owners[Int(columns.sources[index])]).inserted
                }
            }
            from = to
        }
    }

    /// Drops amounts that are a part of one of a longer time and the same source.
    mutating func dropParts() {
        let sources = columns.sources
        drop(
            inEach: { summary, _ in Int(sources[summary.first]) },
            said: { summaries in
                // The longest first.
                let order = summaries.indices.sorted { summaries[$0].length > summaries[$1].length }
                let middles = summaries.map(\.middle).sorted()
                // One more from the first middle in a longer one on, one less behind the last.
                var longer = PrefixSums<Int>(count: middles.count)
                var next = 0
                return order.filter { index in
                    let summary = summaries[index]
                    while summaries[order[next]].isClearlyLonger(than: summary) {
                        let (first, end) = middles.places(in: summaries[order[next]])
                        longer.add(1, at: first)
                        longer.add(-1, at: end)
                        next += 1
                    }
                    let place = middles.partitionPoint { $0 >= summary.middle }
                    return longer.sum(before: place + 1) > 0
                }
            })
    }

    // MARK: Going through

    /// Drops those of each group of summaries whose places in it are returned.
    private mutating func drop(
        inEach group: (Summary, _ owner: Int) -> Int, said: ([Summary]) -> [Int]
    ) {
        var groups: [Int: [Summary]] = [:]
        forEachLeft { summary, owner in groups[group(summary, owner), default: []].append(summary) }
        for summaries in groups.values where summaries.count > 1 {
            for place in said(summaries) {
                isCovered[summaries[place].first] = true
                for piece in summaries[place].pieces { isCovered[piece] = true }
            }
        }
    }

    private mutating func drop(where isSaid: (Summary, _ owner: Int) -> Bool) {
        var flags = isCovered
        forEachLeft { summary, owner in
            guard isSaid(summary, owner) else { return }
            flags[summary.first] = true
            for piece in summary.pieces { flags[piece] = true }
        }
        isCovered = flags
    }

    /// Calls `body` with every summary that has not fallen away, and the number of its file.
    private func forEachLeft(_ body: (Summary, _ owner: Int) -> Void) {
        // The last summary of each source, which pieces may follow.
        var open: [UInt16: Summary] = [:]
        func close(_ summary: Summary?) {
            if let summary { body(summary, owner(summary)) }
        }
        for index in 0..<columns.count
        where !isCovered[index] && columns.marks(at: index).contains(.summary) {
            let start = columns.starts[index]
            let summary = Summary(first: index, start: start, end: columns.end(at: index))
            guard hasPieces else {
                close(summary)
                continue
            }
            let source = columns.sources[index]
            if columns.marks(at: index).contains(.continued), open[source]?.end == start {
                open[source]?.pieces.append(index)
                open[source]?.end = summary.end
            } else {
                close(open.updateValue(summary, forKey: source))
            }
        }
        for summary in open.values { close(summary) }
    }
}

extension [Double] {
    /// From where to where sorted moments lie in a summary; one without a length stands for its
    /// moment.
    fileprivate func places(in summary: SummarySearch.Summary) -> (first: Int, end: Int) {
        let last = Swift.max(summary.end, summary.start.nextUp)
        return (partitionPoint { $0 >= summary.start }, partitionPoint { $0 >= last })
    }

    /// Whether one of sorted moments lies in a summary.
    fileprivate func holds(oneIn summary: SummarySearch.Summary) -> Bool {
        let (first, end) = places(in: summary)
        return first < end
    }
}

extension Array {
    /// The index of the first element that fits, where all behind it fit too.
    fileprivate func partitionPoint(_ fits: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if fits(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
