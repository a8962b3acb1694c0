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
// its source has one of a clearly longer time around it. Clearly means another power of two of
// seconds.
//
// Method: a sample belongs where its middle is, so that one which reaches over a border belongs to
// one side only. Per file the middles of the finer samples are sorted, and a summary is told by one
// binary search for each length that occurs. Cost: O(n log n) where there are summaries, else
// nothing.

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

        /// The power of two seconds that its length has.
        var scale: Int {
            let length = end - start
            return length >= 1 && length < 1e12 ? Int(length.exponent) + 1 : 0
        }
    }

    /// Intervals in the order of their starts.
    private struct Spans {
        var starts: [Double] = []
        /// The latest end of this interval and all before it.
        var latestEnds: [Double] = []

        mutating func add(_ start: Double, _ end: Double) {
            starts.append(start)
            latestEnds.append(max(end, latestEnds.last ?? -.infinity))
        }

        /// Whether a moment lies in one of them.
        func hold(_ moment: Double) -> Bool {
            let count = starts.partitionPoint { $0 > moment }
            return count > 0 && latestEnds[count - 1] > moment
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
                && SummarySearch.hasMoment(middles[owner], in: summary)
        }
    }

    /// Drops means that have one of a shorter time in them, and all but one of the same time.
    mutating func dropMeans() {
        var scales = [Set<Int>](repeating: [], count: ownerCount)
        forEachLeft { summary, owner in scales[owner].insert(summary.scale) }
        if scales.contains(where: { $0.count > 1 }) {
            var middles = [[Int: [Double]]](repeating: [:], count: ownerCount)
            forEachLeft { summary, owner in
                guard summary.scale < scales[owner].max() ?? 0 else { return }
                middles[owner][summary.scale, default: []].append(summary.middle)
            }
            for owner in middles.indices {
                for scale in middles[owner].keys { middles[owner][scale]?.sort() }
            }
            drop { summary, owner in
                middles[owner].contains {
                    $0.key < summary.scale && SummarySearch.hasMoment($0.value, in: summary)
                }
            }
        }
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
        var scales: [UInt16: Set<Int>] = [:]
        let sources = columns.sources
        forEachLeft { summary, _ in
            scales[sources[summary.first], default: []].insert(summary.scale)
        }
        guard scales.contains(where: { $0.value.count > 1 }) else { return }
        var spans: [UInt16: [Int: Spans]] = [:]
        forEachLeft { summary, _ in
            let source = sources[summary.first]
            guard summary.scale > scales[source]?.min() ?? 0 else { return }
            spans[source, default: [:]][summary.scale, default: Spans()].add(
                summary.start, summary.end)
        }
        drop { summary, _ in
            spans[sources[summary.first]]?.contains {
                $0.key > summary.scale && $0.value.hold(summary.middle)
            } == true
        }
    }

    /// Whether one of the sorted moments lies in a summary.
    private static func hasMoment(_ moments: [Double], in summary: Summary) -> Bool {
        let first = moments.partitionPoint { $0 >= summary.start }
        // A summary without a length stands for the moment.
        return first < moments.count && moments[first] < max(summary.end, summary.start.nextUp)
    }

    // MARK: Going through

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
