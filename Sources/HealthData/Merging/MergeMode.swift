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

/// The ranks of sources for the sweep.
enum SourcePriority {
    /// The rank of every sample: 0 is the highest; typed-in samples stand before the devices.
    static func ranks(_ columns: SampleColumns, _ sources: [Source]) -> [Int] {
        // Two cells a source: as typed in, and as measured.
        var counts = [Int](repeating: 0, count: sources.count * 2)
        for index in 0..<columns.count {
            counts[cell(columns, index)] += 1
        }
        struct Key: Hashable {
            var manual: Bool
            var kind: SourceKind
            var name: String
        }
        var groups: [Key: (count: Int, cells: [Int])] = [:]
        for (cell, count) in counts.enumerated() where count > 0 {
            let source = sources[cell / 2]
            let manual = cell % 2 == 1
            // All that was typed in is one rank: a person does not count twice.
            let key = Key(
                manual: manual, kind: manual ? .other : source.kind, name: manual ? "" : source.name
            )
            groups[key, default: (0, [])].count += count
            groups[key, default: (0, [])].cells.append(cell)
        }
        let order = groups.sorted { a, b in
            if a.key.manual != b.key.manual { return a.key.manual }
            if a.key.kind != b.key.kind { return a.key.kind < b.key.kind }
            if a.value.count != b.value.count { return a.value.count > b.value.count }
            return a.key.name < b.key.name
        }
        var rankOfCell = [Int](repeating: 0, count: counts.count)
        for (rank, group) in order.enumerated() {
            for cell in group.value.cells { rankOfCell[cell] = rank }
        }
        return (0..<columns.count).map { rankOfCell[cell(columns, $0)] }
    }

    private static func cell(_ columns: SampleColumns, _ index: Int) -> Int {
        Int(columns.sources[index]) * 2 + (columns.marks(at: index).contains(.manual) ? 1 : 0)
    }
}

extension Metric {
    /// Whether what overlapping devices say of it is told only once.
    var isSwept: Bool { aggregation == .sum || id == .sleep || id == .workouts }
}

extension MetricSamples {
    /// The samples as they count: overlapping devices merged by `mode`.
    ///
    /// Only amounts over intervals (steps) and sleep stages are cut, and of one workout that
    /// several devices tell one is kept; readings such as a heart rate are kept from every device.
    /// Cost: O(n log n) where devices overlap, else nothing.
    public func merged(_ mode: MergeMode, sources: [Source]) -> SampleColumns {
        sweep(mode, sources: sources).columns
    }

    func sweep(_ mode: MergeMode, sources: [Source]) -> IntervalSweep.Result {
        switch mode {
        case .none:
            return IntervalSweep.Result(columns: columns, covered: [])
        case .source(let name):
            let kept = (0..<columns.count).filter { sources[Int(columns.sources[$0])].name == name }
            return IntervalSweep.Result(columns: columns.gathered(kept), covered: [])
        case .overlap:
            // A single source is never cut by itself, unless some of it was typed in by hand.
            let isSingle = columns.sources.single != nil && columns.marks.isEmpty
            guard metric.isSwept, sources.count > 0, !isSingle
            else { return IntervalSweep.Result(columns: columns, covered: []) }
            var ranks = SourcePriority.ranks(columns, sources)
            if metric.id == .workouts { return RepeatedWorkouts.merge(columns, ranks: ranks) }
            if metric.id == .sleep {
                // Lying in bed says nothing against another device's sleep.
                for index in ranks.indices
                where columns.values[index] == Double(SleepStage.inBed.rawValue) {
                    ranks[index] = -1
                }
            }
            var result = IntervalSweep.merge(
                columns, ranks: ranks, areAmounts: metric.aggregation == .sum)
            let order = SampleOrder.stablyByStart(result.columns)
            if let order { result.columns = result.columns.gathered(order) }
            return result
        }
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
