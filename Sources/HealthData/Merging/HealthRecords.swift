import ChartCore
import Platform
import Synchronization

/// The kind of device or program that wrote a sample; decides which wins where devices overlap.
package enum SourceKind: Int, Sendable, Hashable, Comparable {
    case watch = 1
    case phone = 2
    case other = 3

    package static func < (a: SourceKind, b: SourceKind) -> Bool { a.rawValue < b.rawValue }
}

/// A device or program that wrote samples.
package struct Source: Sendable, Hashable {
    /// The name in the file, with entities decoded; empty if the file has none.
    package let name: String
    package let kind: SourceKind
    /// The index of the file among the imported ones.
    package let file: Int
    /// Whether the name is only the file's, because its records have no source.
    package let isFile: Bool
    /// The program whose export contains it; nil if it may be any.
    ///
    /// It matters only for which records sum up which: a device in the exports of two programs is
    /// one device.
    package let program: String?

    package init(
        name: String, kind: SourceKind, file: Int, isFile: Bool = false, program: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.file = file
        self.isFile = isFile
        self.program = program
    }

    /// The same source with another kind.
    func of(kind: SourceKind) -> Source {
        Source(name: name, kind: kind, file: file, isFile: isFile, program: program)
    }

    /// The same source, in the export of a program.
    func of(program: String?) -> Source {
        Source(name: name, kind: kind, file: file, isFile: isFile, program: program)
    }
}

/// All samples of one metric in the order of time, without exact copies and redundant summaries.
///
/// Totals of amounts are included, even if finer samples cover parts of them, and so are samples
/// that look wrong and are left out of everything that counts (`counted`).
package struct MetricSamples: Sendable {
    package let metric: Metric
    package internal(set) var columns: SampleColumns
    /// The labels of a category or the names of named values; empty for other metrics.
    package internal(set) var labels: [String]

    package init(metric: Metric, columns: SampleColumns, labels: [String] = []) {
        self.metric = metric
        self.columns = columns
        self.labels = labels
    }

    /// The samples of a pair.
    ///
    /// - Precondition: the metric is a pair.
    package var pairs: PairColumns { PairColumns(columns) }

    /// The samples of a category.
    package var labelColumns: LabelColumns { LabelColumns(columns, labels: labels) }

    /// The samples of a table of names and values.
    ///
    /// - Precondition: the metric has values by name.
    package var namedValues: NamedValues { NamedValues(columns, names: labels) }
}

/// The records of one or several files.
package struct HealthRecords: Sendable {
    /// The samples per metric, in the order in which a list shows the metrics.
    package internal(set) var samples: [MetricSamples]
    /// The sources to which the indices in `SampleColumns.sources` refer.
    package internal(set) var sources: [Source]
    /// The workouts that count, one for each workout sample that counts, in the order of time.
    ///
    /// Empty before the records are settled.
    package internal(set) var workouts: [Workout] = []
    /// The other data of workouts, in addition to their samples, in the order of the files.
    private(set) var readWorkouts: [Workout]
    /// The waypoints and planned routes, in the order of the files.
    package let places: Places
    /// The priority of sources that overlap, and the sources that do not count.
    package let order: SourceOrder

    /// The columns after the sweep over devices, per metric, from the import.
    private var mergedColumns: [MetricID: SampleColumns] = [:]

    /// - Parameter workouts: the other data of workouts, in addition to their samples.
    package init(
        samples: [MetricSamples] = [], sources: [Source] = [], workouts: [Workout] = [],
        places: Places = Places(), order: SourceOrder = SourceOrder()
    ) {
        self.samples = samples
        self.sources = sources
        readWorkouts = workouts
        self.places = places
        self.order = order
    }

    /// The metrics that have samples, in the order in which a list shows them.
    package var metrics: [Metric] { samples.map(\.metric) }

    package var isEmpty: Bool { samples.isEmpty }

    /// The samples of one metric; nil if there are none.
    package subscript(id: MetricID) -> MetricSamples? {
        samples.first { $0.metric.id == id }
    }

    /// The samples of a metric as they count: in the order of time, devices merged by `mode`,
    /// without those that are left out.
    ///
    /// Empty if the metric has no samples. Cost: nothing for `.overlap` after an import, else a
    /// sweep.
    package func merged(_ id: MetricID, _ mode: MergeMode = .overlap) -> SampleColumns {
        if mode == .overlap, let known = mergedColumns[id] { return known }
        return self[id]?.merged(mode, sources: sources, order: order) ?? SampleColumns()
    }

    /// The samples of a metric that look wrong and are left out, in the order of time; with the
    /// mode `.source` only those of that source.
    ///
    /// Cost: nothing if no sample has a mark, else O(samples).
    package func leftOut(_ id: MetricID, _ mode: MergeMode = .overlap) -> SampleColumns {
        let leftOut = self[id]?.columns.leftOut ?? SampleColumns()
        guard case .source(let name) = mode, !leftOut.isEmpty else { return leftOut }
        return leftOut.gathered(
            (0..<leftOut.count).filter { sources[Int(leftOut.sources[$0])].name == name })
    }

    /// The same records in order: sorted, without copies, overlapping devices merged.
    ///
    /// For records in file order. Cost: nothing for a metric whose samples rise and have one
    /// source, else a sort and a sweep.
    package func settled() -> HealthRecords {
        var result = self
        result.settle(.overlap) { _, _ in }
        return result
    }

    /// Sorts, drops copies and merges devices.
    ///
    /// - Parameters:
    ///   - settled: called for each metric as soon as its samples are merged, on the thread that
    ///     merged them: with records of that metric alone, without the other data of workouts.
    ///   - count: called with each source that lost records, by its number, and how many it lost.
    mutating func settle(
        _ mode: MergeMode, settled onSettled: (@Sendable (HealthRecords) -> Void)? = nil,
        count: (Int, DroppedRecords) -> Void
    ) {
        var identities: [String: Int] = [:]
        let identity = sources.map { source in
            let name = source.isFile ? "" : source.name
            let number = identities[name] ?? identities.count
            identities[name] = number
            return number
        }
        samples.sort { Metric.listed($0.metric, before: $1.metric) }
        // The metrics are independent. The largest begins first; otherwise it would end last and
        // alone.
        let turns = samples.indices.sorted { samples[$0].columns.count > samples[$1].columns.count }
        let waiting = Mutex(samples)
        let settled = Mutex([SettledMetric?](repeating: nil, count: turns.count))
        let (sources, order) = (sources, order)
        let attaching = PartlyRepeatedRecords.sources(of: samples, count: sources.count)
        samples = []
        workouts = []
        ColumnMemory.reusing {
            Workers.perform(turns.count) { turn in
                let index = turns[turn]
                // The shared list releases it here, so that the unsorted samples are freed after
                // the sort.
                let raw = waiting.withLock { waiting in
                    defer { waiting[index].columns = SampleColumns() }
                    return waiting[index]
                }
                let one = SettledMetric(
                    consume raw, mode, sources, order, identity, attaching: attaching)
                settled.withLock { $0[index] = one }
                guard let onSettled, !one.samples.columns.isEmpty else { return }
                var records = HealthRecords(
                    samples: [one.samples], sources: sources, order: order)
                if mode == .overlap { records.mergedColumns[one.samples.metric.id] = one.merged }
                onSettled(records)
            }
        }
        let ended = settled.withLock { $0 }.compactMap(\.self)
        var used = HealthRecords.partlyRepeated(ended)
        for one in ended {
            for (source, records) in one.dropped.sorted(by: { $0.key < $1.key }) {
                var records = records
                let isUsed = min(records.merged, used[source] ?? 0)
                records.merged -= isUsed
                used[source] = (used[source] ?? 0) - isUsed
                count(source, records)
            }
            if mode == .overlap { mergedColumns[one.samples.metric.id] = one.merged }
            if one.samples.metric.id == .workouts {
                var merged = one.samples
                merged.columns = one.merged
                workouts = RepeatedWorkouts.joined(
                    merged, readWorkouts, among: one.counted, ranks: one.ranks, sources,
                    identity: identity, without: one.switchedOff)
            }
            samples.append(one.samples)
        }
        samples.removeAll { $0.columns.isEmpty }
    }

    /// The records that lost their first sample but not all of their others, by source.
    private static func partlyRepeated(_ metrics: [SettledMetric]) -> [Int: Int] {
        let lost = metrics.flatMap(\.lostFirsts)
        guard !lost.isEmpty else { return [:] }
        var records = PartlyRepeatedRecords(lost: lost)
        // Rows of named values have no times that could be compared.
        for one in metrics where one.samples.metric.aggregation != .named {
            records.take(one.merged)
        }
        return records.used
    }
}

/// Records that do not count, by reason.
struct DroppedRecords: Sendable {
    /// Those that repeat others or are covered by a source of higher priority.
    var merged = 0
    /// Those whose source was switched off.
    var switchedOff = 0
}

/// The settled samples of one metric.
private struct SettledMetric: Sendable {
    /// Sorted, without copies.
    private(set) var samples: MetricSamples
    /// Those of them that are not left out.
    private(set) var counted: SampleColumns
    /// The columns after the sweep over devices.
    private(set) var merged: SampleColumns
    /// The dropped records, by the number of their source.
    private(set) var dropped: [Int: DroppedRecords] = [:]
    /// The places of dropped samples that stand for records with attached samples.
    private(set) var lostFirsts: [PartlyRepeatedRecords.Key] = []
    /// The workouts whose source was switched off.
    private(set) var switchedOff = SampleColumns()
    /// The ranks of the workouts that are not copies.
    private(set) var ranks: [Int] = []

    /// - Parameter attaching: whether each source has attached samples.
    init(
        _ raw: consuming MetricSamples, _ mode: MergeMode, _ sources: [Source],
        _ order: SourceOrder, _ identity: [Int], attaching: [Bool]
    ) {
        var dropped: [Int: DroppedRecords] = [:]
        var lost: [PartlyRepeatedRecords.Key] = []
        let isTimed = raw.metric.aggregation != .named
        func count(
            _ columns: SampleColumns, _ index: Int,
            as why: WritableKeyPath<DroppedRecords, Int> = \.merged
        ) {
            let source = columns.sources[index]
            let records = columns.marks(at: index).records
            dropped[Int(source), default: DroppedRecords()][keyPath: why] += records
            if records == 1, isTimed, why == \.merged, attaching[Int(source)] {
                lost.append(.init(start: columns.starts[index], source: source))
            }
        }
        var sorted = raw.columns
        raw.columns = SampleColumns()
        // What looks wrong covers nothing and repeats nothing.
        var leftOut = sorted.takeLeftOut()
        SampleOrder.sort(&leftOut, identity: identity) { count($0, $1) }
        // Daily summaries that the minutes repeat come last in many files: without them these are
        // in order.
        let redundant =
            raw.metric.id == .workouts ? [] : Summaries.redundant(sorted, sources, of: raw.metric)
        for summary in redundant { count(sorted, summary) }
        if !redundant.isEmpty { sorted.remove(redundant) }
        SampleOrder.sort(&sorted, identity: identity) { count($0, $1) }
        let repeated =
            raw.metric.id == .workouts
            ? RepeatedWorkouts.implied(sorted)
            : Summaries.repeated(sorted, sources, of: raw.metric)
        for summary in repeated { count(sorted, summary) }
        if !repeated.isEmpty { sorted.remove(repeated) }
        samples = raw
        samples.columns = sorted
        let swept = samples.sweep(
            mode == .overlap ? .overlap : .none, sources: sources, order: order)
        for covered in swept.covered { count(sorted, covered) }
        for index in swept.switchedOff { count(sorted, index, as: \.switchedOff) }
        if raw.metric.id == .workouts {
            switchedOff = sorted.gathered(swept.switchedOff)
            ranks = SourceGroups(sorted, sources, of: .workouts, order: order).ranks(of: sorted)
        }
        merged = swept.columns
        counted = sorted
        samples.columns = sorted.joined(with: leftOut)
        self.dropped = dropped
        lostFirsts = lost
    }
}
