// The general word of a source for a night, next to the stages of the same source.
//
// Newer watches write that a person was asleep over the whole night, and in addition the stages of
// that night, some of them awake. Programs that copy their records do the same. The stages say
// more: over their whole span, from the first stage of sleep to the last that overlaps the general
// record, only they count. What the general record has before and after that span stays, in one or
// two pieces. So a time between stages that none of them names is not filled either. Where a source
// has no stages of sleep, but only says when the person was awake, just those times are cut out:
// that is left to the sweep, in which the general word of a source comes after its stages.
//
// Method: for each rank its stages in the order of their starts, with the latest end so far, which
// never falls. The first stage that ends after a general record begins, and the latest end of those
// that begin before it ends, are found by binary search. Cost: O(n log n); nothing if there are no
// general records or no stages.

import ChartCore

/// Sleep samples without what the stages of the same source contradict.
struct GeneralSleep {
    /// The samples that are left, in the order of time.
    private(set) var columns: SampleColumns
    /// The index of each of them among the samples before.
    private(set) var origins: [Int]
    /// The indices of samples before of which nothing is left, rising.
    private(set) var covered: [Int] = []

    /// The stages of one rank.
    private struct Stages {
        var starts: [Double] = []
        /// The latest end of each stage and those before it.
        var latestEnds: [Double] = []

        mutating func add(_ start: Double, _ end: Double) {
            starts.append(start)
            latestEnds.append(max(end, latestEnds.last ?? -.infinity))
        }

        /// From the start of the first stage that overlaps a stretch to the end of the last; nil if
        /// none does.
        func span(overlapping start: Double, _ end: Double) -> (start: Double, end: Double)? {
            let behind = starts.indices.partitioningIndex { starts[$0] >= end }
            let first = starts.indices.partitioningIndex { latestEnds[$0] > start }
            return first < behind ? (starts[first], latestEnds[behind - 1]) : nil
        }
    }

    /// Removes from the general records what stages of the same rank cover.
    ///
    /// Nil if that changes nothing.
    ///
    /// - Parameters:
    ///   - columns: sleep, in the order of time.
    ///   - ranks: the rank of the source of a sample, by its index.
    init?(_ columns: SampleColumns, rank: (Int) -> Int) {
        var stages: [Int: Stages] = [:]
        var hasGeneral = false
        for index in 0..<columns.count {
            let stage = columns.sleepStage(at: index)
            let (start, end) = (columns.starts[index], columns.end(at: index))
            if stage == .asleep { hasGeneral = true }
            guard let stage, stage.isAsleep, stage != .asleep, end > start else { continue }
            stages[rank(index), default: Stages()].add(start, end)
        }
        guard hasGeneral, !stages.isEmpty else { return nil }
        var rows: [(row: SampleRow, origin: Int)] = []
        var isChanged = false
        for index in 0..<columns.count {
            let row = columns.row(at: index)
            let span =
                columns.sleepStage(at: index) == .asleep
                ? stages[rank(index)]?.span(overlapping: row.start, row.end) : nil
            guard let span else {
                rows.append((row, index))
                continue
            }
            isChanged = true
            var pieces = 0
            for (start, end) in [(row.start, span.start), (span.end, row.end)] where start < end {
                var piece = row
                piece.start = start
                piece.end = end
                if pieces > 0 { piece.marks.insert(.continued) }
                rows.append((piece, index))
                pieces += 1
            }
            if pieces == 0 { covered.append(index) }
        }
        guard isChanged else { return nil }
        // A piece behind the stages begins later than they do.
        let order = rows.indices.sorted { (rows[$0].row.start, $0) < (rows[$1].row.start, $1) }
        origins = order.map { rows[$0].origin }
        self.columns = SampleColumns()
        self.columns.append(order.map { rows[$0].row })
    }

    /// The indices of samples before of which nothing is left, after these indices of the samples
    /// that are left were covered by other sources; rising.
    func covered(with others: [Int]) -> [Int] {
        guard !others.isEmpty else { return covered }
        var left: [Int: Int] = [:]
        for origin in origins { left[origin, default: 0] += 1 }
        var gone = covered
        for index in others {
            left[origins[index], default: 0] -= 1
            if left[origins[index]] == 0 { gone.append(origins[index]) }
        }
        return gone.sorted()
    }
}

extension SampleColumns {
    /// One sample of a metric that is not a pair.
    fileprivate func row(at index: Int) -> SampleRow {
        SampleRow(
            start: starts[index], end: end(at: index), value: values[index], second: nil,
            source: sources[index], marks: marks(at: index))
    }
}
