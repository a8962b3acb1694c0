import ChartCore

/// How samples of several devices are combined.
package enum MergeMode: Sendable, Hashable {
    /// Amounts of devices that overlap are counted once (the interval sweep).
    case overlap
    /// Every sample counts, except totals with finer samples in their export, and amounts that are
    /// a part of another.
    case none
    /// Only the samples of the source with this name count, as if there were no others.
    case source(String)
}

extension Metric {
    /// Whether overlapping devices count only once.
    package var mergesDevices: Bool { aggregation == .sum || id == .sleep || id == .workouts }
}

extension MetricSamples {
    /// The samples as they count: overlapping devices merged by `mode`.
    ///
    /// Only amounts over intervals (steps) and sleep stages are cut, and a workout that several
    /// devices recorded is kept once; readings such as a heart rate are kept from every device.
    /// `order` gives the priority of the sources, and the sources that do not count at all. Cost:
    /// O(n log n) if devices overlap, else nothing.
    package func merged(
        _ mode: MergeMode, sources: [Source], order: SourceOrder = SourceOrder()
    ) -> SampleColumns {
        sweep(mode, sources: sources, order: order).columns
    }

    func sweep(
        _ mode: MergeMode, sources: [Source], order: SourceOrder = SourceOrder()
    ) -> IntervalSweep.Result {
        switch mode {
        case .none:
            guard metric.aggregation == .sum else { break }
            return without(Summaries.covered(columns, sources, as: .sum))
        case .source(let name):
            let own = (0..<columns.count).filter { sources[Int(columns.sources[$0])].name == name }
            return IntervalSweep.Result(columns: alone(own, sources), covered: [])
        case .overlap:
            // A single source never cuts itself, unless some of it was typed in by hand.
            guard metric.mergesDevices || order.switchesOff(metric.id), sources.count > 0,
                !columns.areOfOneSource
            else { return sweptOfOneSource(sources) }
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
            var result = with(kept).swept(groups, sources)
            result.covered = result.covered.map { kept[$0] }
            result.switchedOff = switchedOff
            return result
        }
        return IntervalSweep.Result(columns: columns, covered: [])
    }

    /// The samples of a single source, of which only sleep is merged: stages come before the
    /// general word.
    private func sweptOfOneSource(_ sources: [Source]) -> IntervalSweep.Result {
        if metric.id == .sleep { return sweptSleep(sources) { _, _ in 0 } }
        return IntervalSweep.Result(columns: columns, covered: [])
    }

    /// The sums of each group's samples, as if there were no other groups.
    ///
    /// A total counts for the amount by which it exceeds its finer samples. Cost: O(samples), and a
    /// sweep of each group with totals.
    func sumsAlone(_ sources: [Source], groups count: Int, group: (Int) -> Int) -> SampleSums {
        guard hasTotals || metric.id == .sleep else {
            return SampleSums(self, groups: count, group: group)
        }
        var members = [[Int]?](repeating: nil, count: count)
        for index in 0..<columns.count where isSettledLater(index) { members[group(index)] = [] }
        var sums = SampleSums(self, groups: count) { index in
            let number = group(index)
            guard members[number] != nil else { return number }
            members[number]?.append(index)
            return nil
        }
        for (number, own) in members.enumerated() {
            guard let own else { continue }
            var samples = self
            samples.columns = alone(own, sources)
            sums.add(samples) { _ in number }
        }
        return sums
    }

    /// The samples at these indices, as they would count if there were no others.
    private func alone(_ indices: [Int], _ sources: [Source]) -> SampleColumns {
        let own = with(indices)
        guard own.hasTotals else { return own.sweptOfOneSource(sources).columns }
        return own.swept([Int](repeating: 0, count: indices.count), sources).columns
    }

    /// Whether finer samples of the same source decide how much of a sample counts.
    private func isSettledLater(_ index: Int) -> Bool {
        metric.id == .sleep
            ? columns.sleepStage(at: index) == .asleep
            : columns.marks(at: index).contains(.summary)
    }

    /// Whether any sample is the summary of an amount.
    private var hasTotals: Bool {
        metric.aggregation == .sum && columns.marks.contains { $0.contains(.summary) }
    }

    /// The same metric with the samples at these indices.
    private func with(_ indices: [Int]) -> MetricSamples {
        var result = self
        result.columns = columns.gathered(indices)
        return result
    }

    /// The samples without those at these indices, which are covered.
    private func without(_ indices: [Int]) -> IntervalSweep.Result {
        var rest = columns
        if !indices.isEmpty { rest.remove(indices) }
        return IntervalSweep.Result(columns: rest, covered: indices)
    }

    /// The samples after the sweep: at every moment the first group that has it counts.
    private func swept(_ groups: SourceGroups, _ sources: [Source]) -> IntervalSweep.Result {
        guard metric.mergesDevices else {
            return IntervalSweep.Result(columns: columns, covered: [])
        }
        if metric.id == .workouts {
            return RepeatedWorkouts.merge(columns, ranks: groups.ranks(of: columns))
        }
        guard metric.id == .sleep else { return swept(groups.ranks(of: columns), sources) }
        return sweptSleep(sources) { groups.rank(of: $1, in: $0) }
    }

    /// Sleep after the sweep: first within each source, then between them.
    ///
    /// - Parameter rank: the rank of a sample's source, by the columns and its index in them.
    private func sweptSleep(
        _ sources: [Source], rank: (SampleColumns, Int) -> Int
    ) -> IntervalSweep.Result {
        let settled = GeneralSleep(columns) { rank(columns, $0) }
        var samples = self
        if let settled { samples.columns = settled.columns }
        let ranks = (0..<samples.columns.count).map { index in
            let own = rank(samples.columns, index) * 2
            switch samples.columns.sleepStage(at: index) {
            // Being in bed does not conflict with another device's sleep.
            case .inBed: return -1
            case .asleep: return own + 1
            default: return own
            }
        }
        var result = samples.swept(ranks, sources)
        if let settled { result.covered = settled.covered(with: result.covered) }
        return result
    }

    /// The samples after the sweep: at every moment the lowest rank that has it counts.
    private func swept(_ ranks: [Int], _ sources: [Source]) -> IntervalSweep.Result {
        let isAmount = metric.aggregation == .sum
        let parts = isAmount ? Summaries.parts(columns, sources) : []
        guard parts.isEmpty else {
            let covered = Set(parts)
            let kept = (0..<columns.count).filter { !covered.contains($0) }
            var result = with(kept).swept(kept.map { ranks[$0] }, sources)
            result.covered = (result.covered.map { kept[$0] } + parts).sorted()
            return result
        }
        var result = IntervalSweep.merge(
            columns, ranks: ranks, areAmounts: isAmount, files: sources.map(\.file),
            turns: isAmount ? Summaries.turns(columns, sources, ranks: ranks) : [:])
        let order = SampleOrder.stablyByStart(result.columns)
        if let order { result.columns.gather(order) }
        return result
    }
}

extension SampleOrder {
    /// The order by start of columns that are nearly sorted; nil if they are sorted.
    static func stablyByStart(_ columns: SampleColumns) -> [Int]? {
        if columns.isStrictlyRising { return nil }
        let starts = columns.starts
        var order = Array(0..<columns.count)
        // A sample that is too late moves back step by step, as few steps as a cut moves a sample.
        var steps = 0
        var isMoved = false
        for position in order.indices.dropFirst() {
            let start = starts[position]
            var place = position
            while place > 0, starts[order[place - 1]] > start, steps < 4 * order.count {
                order[place] = order[place - 1]
                place -= 1
                steps += 1
            }
            order[place] = position
            isMoved = isMoved || place < position
        }
        if steps >= 4 * order.count {
            order.sort { starts[$0] != starts[$1] ? starts[$0] < starts[$1] : $0 < $1 }
        }
        return isMoved ? order : nil
    }
}
