import ChartCore

/// How samples of several devices are brought together.
public enum MergeMode: Sendable, Hashable {
    /// Amounts of devices that overlap are counted once (the interval sweep).
    case overlap
    /// Every sample counts.
    case none
    /// Only the samples of the source with this name count.
    case source(String)
}

extension Metric {
    /// Whether what overlapping devices say of it is told only once.
    public var isSwept: Bool { aggregation == .sum || id == .sleep || id == .workouts }
}

extension MetricSamples {
    /// The samples as they count: overlapping devices merged by `mode`.
    ///
    /// Only amounts over intervals (steps) and sleep stages are cut, and of one workout that
    /// several devices tell one is kept; readings such as a heart rate are kept from every device.
    /// `order` says who goes before whom, and whose samples do not count at all.
    /// Cost: O(n log n) where devices overlap, else nothing.
    public func merged(
        _ mode: MergeMode, sources: [Source], order: SourceOrder = SourceOrder()
    ) -> SampleColumns {
        sweep(mode, sources: sources, order: order).columns
    }

    func sweep(
        _ mode: MergeMode, sources: [Source], order: SourceOrder = SourceOrder()
    ) -> IntervalSweep.Result {
        switch mode {
        case .none:
            return IntervalSweep.Result(columns: columns, covered: [])
        case .source(let name):
            let kept = (0..<columns.count).filter { sources[Int(columns.sources[$0])].name == name }
            return IntervalSweep.Result(columns: columns.gathered(kept), covered: [])
        case .overlap:
            // A single source is never cut by itself, unless some of it was typed in by hand.
            guard metric.isSwept || order.switchesOff(metric.id), sources.count > 0,
                !columns.areOfOneSource
            else { return IntervalSweep.Result(columns: columns, covered: []) }
            let groups = SourceGroups(columns, sources, of: metric.id, order: order)
            guard groups.isAnySwitchedOff else { return swept(groups, sources) }
            var kept: [Int] = []
            var switchedOff: [Int] = []
            for index in 0..<columns.count {
                if groups.groups[groups.rank(of: index, in: columns)].counts {
                    kept.append(index)
                } else {
                    switchedOff.append(index)
                }
            }
            var rest = self
            rest.columns = columns.gathered(kept)
            var result = rest.swept(groups, sources)
            result.covered = result.covered.map { kept[$0] }
            result.switchedOff = switchedOff
            return result
        }
    }

    /// What is left once the first of the groups that have a moment counts there.
    private func swept(_ groups: SourceGroups, _ sources: [Source]) -> IntervalSweep.Result {
        guard metric.isSwept else { return IntervalSweep.Result(columns: columns, covered: []) }
        var ranks = groups.ranks(of: columns)
        if metric.id == .workouts { return RepeatedWorkouts.merge(columns, ranks: ranks) }
        if metric.id == .sleep {
            // Lying in bed says nothing against another device's sleep.
            for index in ranks.indices
            where columns.values[index] == Double(SleepStage.inBed.rawValue) {
                ranks[index] = -1
            }
        }
        var result = IntervalSweep.merge(
            columns, ranks: ranks, areAmounts: metric.aggregation == .sum,
            files: sources.map(\.file))
        let order = SampleOrder.stablyByStart(result.columns)
        if let order { result.columns.gather(order) }
        return result
    }
}

extension SampleOrder {
    /// The order by start of columns that are nearly in it; nil where they are in it.
    static func stablyByStart(_ columns: SampleColumns) -> [Int]? {
        if columns.isStrictlyRising { return nil }
        let starts = columns.starts
        guard zip(starts, starts.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
        return (0..<columns.count).sorted {
            starts[$0] != starts[$1] ? starts[$0] < starts[$1] : $0 < $1
        }
    }
}
