import ChartCore

/// Searches the summaries of one metric for those that add nothing new.
struct SummarySearch {
    /// A sample, or one with the pieces that follow it.
    struct Summary {
        var first: Int
        var pieces: [Int] = []
        var owner: Int
        var start: Double
        var end: Double

        var middle: Double { start + (end - start) / 2 }
        var length: Double { end - start }
        /// The end of its time; a summary without a length covers its moment.
        var last: Double { max(end, start.nextUp) }

        /// Whether its time is longer than another's by at least a tenth.
        func isClearlyLonger(than other: Summary) -> Bool {
            length > other.length && length >= other.length * 1.1
        }
    }

    private let columns: SampleColumns
    private let owners: SummaryOwners
    private let marks: SampleMarks
    private let hasPieces: Bool
    private var isCovered: [Bool]

    /// Nil if no sample is a summary.
    init?(_ columns: SampleColumns, _ sources: [Source]) {
        marks = columns.marks.reduce(into: SampleMarks()) { $0.formUnion($1) }
        guard marks.contains(.summary) else { return nil }
        self.columns = columns
        owners = SummaryOwners(sources)
        hasPieces = marks.contains(.continued)
        isCovered = [Bool](repeating: false, count: columns.count)
    }

    /// Whether all samples are of one owner, and none is a piece of another.
    var isOfOneOwner: Bool { owners.count == 1 && !hasPieces }

    /// The samples to drop.
    var covered: [Int] { isCovered.indices.filter { isCovered[$0] } }

    // MARK: Dropping

    /// Drops the summaries of every level that have a finer sample in them, except those with a
    /// mark.
    mutating func dropCovered(except spared: SampleMarks = []) {
        for mark in [SampleMarks.summary, .coarse, .coarsest] where marks.contains(mark) {
            dropCovered(byThoseWithout: mark, except: spared)
        }
    }

    private mutating func dropCovered(byThoseWithout mark: SampleMarks, except spared: SampleMarks)
    {
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
            for coarser in owners.coarserOwners[owners.owner(of: index, in: columns)] {
                middles[coarser]?.add(middle)
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

    /// Two equal readings within this many seconds are one.
    private static let soon = 60.0
    /// Values that differ by no more than this are equal: they have at least one decimal, and a
    /// share computed from two such values is off by half as much again.
    private static let sameValue = 0.15
    /// The most readings within that time that are compared: nobody takes that many.
    private static let mostReadings = 100

    /// Drops readings that repeat a finer one up to some seconds and the last decimal.
    mutating func dropReadAgain() {
        var readings = [[Int]](repeating: [], count: owners.count)
        for index in 0..<columns.count where !columns.marks(at: index).contains(.summary) {
            readings[owners.owner(of: index, in: columns)].append(index)
        }
        let (columns, finerOwners) = (columns, owners.finerOwners)
        func isSame(_ a: Int, _ b: Int) -> Bool {
            let second =
                columns.secondaryValues.isEmpty
                ? 0 : columns.secondaryValues[a] - columns.secondaryValues[b]
            return abs(columns.values[a] - columns.values[b]) <= SummarySearch.sameValue
                && abs(second) <= SummarySearch.sameValue
        }
        drop { summary in
            guard summary.length == 0 else { return false }
            return finerOwners[summary.owner].contains { finer in
                let own = readings[finer]
                let first = own.indices.partitioningIndex {
                    columns.starts[own[$0]] >= summary.start - SummarySearch.soon
                }
                return own[first...].prefix(SummarySearch.mostReadings)
                    .prefix { columns.starts[$0] <= summary.start + SummarySearch.soon }
                    .contains { isSame($0, summary.first) }
            }
        }
    }

    /// Drops summaries that repeat other summaries.
    mutating func dropOverlapping(as aggregation: Aggregation) {
        switch aggregation {
        case .mean, .pair: dropMeans()
        case .sum: dropParts()
        case .category, .named: break
        }
    }

    /// Drops means with one of a shorter time in them, and all but one of the same time.
    private mutating func dropMeans() {
        let byOwner = Dictionary(grouping: left, by: \.owner)
        let finerOwners = owners.finerOwners
        drop(
            inEach: byOwner.keys.map { owner in finerOwners[owner].flatMap { byOwner[$0] ?? [] } },
            of: byOwner.keys.map(\.self),
            redundant: { summaries in
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

    /// Keeps only the last of the summaries of one interval and one owner.
    private mutating func dropTwins() {
        var from = 0
        while from < columns.count {
            var to = from + 1
            while to < columns.count, columns.starts[to] == columns.starts[from],
                columns.end(at: to) == columns.end(at: from)
            {
                to += 1
            }
            // At one moment two devices may each have a reading.
            if to - from > 1, columns.end(at: from) > columns.starts[from] {
                var seen: Set<Int> = []
                for index in (from..<to).reversed()
                where columns.marks(at: index).contains(.summary) && !isCovered[index] {
                    let owner = owners.owner(of: index, in: columns)
                    isCovered[index] = owners.finerOwners[owner].contains(where: seen.contains)
                    seen.insert(owner)
                }
            }
            from = to
        }
    }

    /// Drops amounts that are a part of others of the same source and level.
    mutating func dropParts() {
        dropInLonger()
        dropInTotals()
    }

    /// The properties that amounts share if they may be parts of one another.
    private struct Kind: Hashable {
        var source: UInt16
        var level: Int
        var isTotal: Bool
    }

    /// The remaining amounts, by their kinds.
    private var kinds: [Kind: [Summary]] {
        Dictionary(grouping: left) { summary in
            let marks = columns.marks(at: summary.first)
            return Kind(
                source: columns.sources[summary.first], level: marks.level,
                isTotal: marks.contains(.total))
        }
    }

    /// Drops totals that are a part of a longer total, and other amounts that are a part of a
    /// longer one.
    private mutating func dropInLonger() {
        drop(
            inEach: kinds.values.map(\.self),
            redundant: { summaries in
                // The longest first.
                let order = summaries.indices.sorted { summaries[$0].length > summaries[$1].length }
                let middles = summaries.map(\.middle).sorted()
                // One more from the first middle in a longer one on, one less after the last.
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
                    let place = middles.first(from: summary.middle)
                    return longer.sum(before: place + 1) > 0
                }
            })
    }

    /// Drops amounts that have most of their time in totals, however long they are themselves.
    private mutating func dropInTotals() {
        guard marks.contains(.total) else { return }
        let kinds = kinds
        for (kind, summaries) in kinds where !kind.isTotal {
            var totals = kind
            totals.isTotal = true
            guard let found = kinds[totals] else { continue }
            let time = TotalTime(found)
            for summary in summaries where time.hasMost(of: summary) { cover(summary) }
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
            // The finer samples, and the last rank with finer totals.
            var times = borders.map { own in
                own.starts.isEmpty
                    ? nil : OwnTimes(starts: MomentCounts(own.ends), ends: MomentCounts(own.starts))
            }
            var lastRanks = [Int](repeating: -1, count: owners.count)
            for index in 0..<columns.count {
                let finer = columns.marks(at: index).level
                guard finer < level else { continue }
                let owner = owners.owner(of: index, in: columns)
                for coarser in owners.coarserOwners[owner] {
                    times[coarser]?.add(columns.starts[index], columns.end(at: index))
                }
                if finer > 0 { lastRanks[owner] = max(lastRanks[owner], ranks[index]) }
            }
            for owner in times.indices { times[owner]?.sum() }
            for index in totals {
                let owner = owners.owner(of: index, in: columns)
                guard
                    times[owner]?.reach(into: columns.starts[index], columns.end(at: index)) == true
                else { continue }
                turns[index] = owners.finerOwners[owner].reduce(ranks[index]) {
                    max($0, lastRanks[$1])
                }
            }
        }
        return turns
    }

    // MARK: Iterating

    /// Drops the summaries at the returned places in each group; if the group has an owner, only
    /// its own.
    private mutating func drop(
        inEach groups: [[Summary]], of owners: [Int]? = nil, redundant: ([Summary]) -> [Int]
    ) {
        for (number, summaries) in groups.enumerated() where summaries.count > 1 {
            for place in redundant(summaries) {
                if let owners, owners[number] != summaries[place].owner { continue }
                cover(summaries[place])
            }
        }
    }

    private mutating func drop(where isRedundant: (Summary) -> Bool) {
        for summary in left where isRedundant(summary) { cover(summary) }
    }

    private mutating func cover(_ summary: Summary) {
        isCovered[summary.first] = true
        for piece in summary.pieces { isCovered[piece] = true }
    }

    /// The remaining summaries.
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
    /// The range of sorted moments inside a summary; a summary without a length covers its moment.
    fileprivate func places(in summary: SummarySearch.Summary) -> (first: Int, end: Int) {
        let last = Swift.max(summary.end, summary.start.nextUp)
        return (first(from: summary.start), first(from: last))
    }
}
