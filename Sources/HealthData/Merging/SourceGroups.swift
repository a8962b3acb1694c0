import Localization

/// The sources of a metric's samples, grouped as a person sees them, in order of priority.
///
/// Everything typed in by hand is one group: a person does not count twice.
struct SourceGroups {
    struct Group {
        let source: SourceKey
        /// How many samples it has.
        var samples = 0
        /// Whether it takes part at all.
        var counts = true
        /// The cells of the table below that belong to it.
        fileprivate var cells: [Int] = []
    }

    /// Sorted by priority, the highest first.
    private(set) var groups: [Group]
    /// The number of the group for two cells a source: as measured, and as typed in.
    private let ranks: [Int]

    /// Cost: O(samples), and little for each source.
    init(
        _ columns: SampleColumns, _ sources: [Source], of metric: MetricID, order: SourceOrder
    ) {
        var counts = [Int](repeating: 0, count: sources.count * 2)
        for index in 0..<columns.count {
            counts[SourceGroups.cell(columns, index)] += 1
        }
        var found: [SourceKey: Group] = [:]
        for (cell, count) in counts.enumerated() where count > 0 {
            let source = sources[cell / 2]
            let key: SourceKey = cell % 2 == 1 ? .manual : .named(source.name, source.kind)
            found[key, default: Group(source: key)].samples += count
            found[key, default: Group(source: key)].cells.append(cell)
        }
        groups = found.values.sorted {
            SourceKey.stands($0.source, with: $0.samples, before: $1.source, with: $1.samples)
        }
        if groups.count > 1, !order[metric].isEmpty {
            groups = order.arranged(metric, groups.map(\.source)).compactMap { entry in
                var group = found[entry.source]
                group?.counts = entry.counts
                return group
            }
            // A switch chooses between sources: it never removes everything.
            if groups.allSatisfy({ !$0.counts }) {
                for index in groups.indices { groups[index].counts = true }
            }
        }
        var ranks = [Int](repeating: 0, count: counts.count)
        for (rank, group) in groups.enumerated() {
            for cell in group.cells { ranks[cell] = rank }
        }
        self.ranks = ranks
    }

    /// Whether one of them takes no part.
    var isAnySwitchedOff: Bool { groups.contains { !$0.counts } }

    /// The number of a sample's group, 0 for the first; also works for the samples left after
    /// merging.
    func rank(of index: Int, in columns: SampleColumns) -> Int {
        ranks[SourceGroups.cell(columns, index)]
    }

    /// The rank of every sample: 0 is the highest.
    func ranks(of columns: SampleColumns) -> [Int] {
        (0..<columns.count).map { rank(of: $0, in: columns) }
    }

    private static func cell(_ columns: SampleColumns, _ index: Int) -> Int {
        Int(columns.sources[index]) * 2 + (columns.marks(at: index).contains(.manual) ? 1 : 0)
    }
}

extension SampleColumns {
    /// Whether no two samples can be of different sources; checked without looking at the samples.
    var areOfOneSource: Bool { sources.single != nil && marks.isEmpty }
}

extension HealthRecords {
    /// Remarks on metrics and sources in the order that are not there, a sentence each.
    package var orderRemarks: [String] {
        order.metrics.flatMap { id -> [String] in
            guard let samples = self[id] else {
                return [
                    tr(
                        "{1}: there are none, so the order of their sources has no effect",
                        id.rawValue)
                ]
            }
            var remarks: [String] = []
            if !samples.metric.mergesDevices {
                remarks.append(
                    tr(
                        "{1}: those of every source are kept, so their order has no effect",
                        id.rawValue))
            }
            let groups = SourceGroups(samples.columns, sources, of: id, order: order).groups
            let names = Set(groups.compactMap(\.source.name))
            for name in order[id].compactMap(\.source.name) where !names.contains(name) {
                remarks.append(
                    tr(
                        "{1}: there is no source '{2}'; there are {3}", id.rawValue, name,
                        names.sorted().joined(separator: ", ")))
            }
            return remarks
        }
    }
}
