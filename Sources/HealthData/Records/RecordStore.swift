import ChartCore
import Localization

/// The samples of all files while they are being read.
struct RecordStore {
    private var slots: [MetricID: Int] = [:]
    private var samples: [MetricSamples] = []
    private var labelNumbers: [[String: Int]] = []
    private var table = SourceTable()
    /// The shared source of each file whose further sources found the table full.
    private var shared: [Int: UInt16] = [:]
    private var workouts: [ReadWorkout] = []
    private var places = Places()
    /// The priority of sources that overlap, and the sources that do not count.
    private let order: SourceOrder
    /// The most files that are read at once.
    static let mostFiles = 60_000
    private let files: Int
    /// How many samples were taken over.
    private(set) var taken = 0

    /// A store for the samples of a given number of files, whose sources come in the order of the
    /// files.
    init(files: Int, order: SourceOrder = SourceOrder()) {
        self.files = files
        self.order = order
    }

    /// The translation of one sink's numbers of sources.
    struct SinkMap {
        private(set) var sources: [UInt16] = []
        /// Whether every number maps to itself.
        private(set) var isIdentity = true
        /// The program of the document that is read; nil if it may be any.
        private let program: String?

        init(of program: String? = nil) { self.program = program }

        /// The map of a part, given the numbers of its sources in a sink with a map.
        init(_ adopted: [UInt16], through map: SinkMap) {
            self.init(of: map.program)
            for number in adopted { append(map.sources[Int(number)]) }
        }

        /// A sink's source as the store keeps it: sinks do not record programs.
        fileprivate func qualified(_ source: Source) -> Source { source.of(program: program) }

        fileprivate mutating func append(_ number: UInt16) {
            if Int(number) != sources.count { isIdentity = false }
            sources.append(number)
        }
    }

    var sources: [Source] { table.list }
    /// The files with sources that had to share one number.
    var crowdedFiles: [Int] { shared.keys.sorted() }

    /// Takes what a sink has collected; `map` belongs to the sink, and `examine` gets each batch of
    /// samples before it is taken.
    mutating func take(
        _ sink: inout RecordSink, _ map: inout SinkMap,
        examine: (inout MetricSamples) -> Void = { _ in }
    ) {
        for number in sink.sources.takeImproved() where Int(number) < map.sources.count {
            table.improve(map.sources[Int(number)], from: sink.sources[number])
        }
        while map.sources.count < sink.sources.count {
            map.append(add(map.qualified(sink.sources.list[map.sources.count])))
        }
        sink.drain { drained in
            var drained = drained
            taken += drained.columns.count
            examine(&drained)
            let slot = slot(drained)
            if !map.isIdentity { drained.columns.renumberSources(map.sources) }
            if !drained.labels.isEmpty { translateLabels(&drained, slot) }
            if drained.metric.aggregation == .named {
                // Rows of several files are numbered consecutively.
                drained.columns.numberRows(from: samples[slot].columns.count)
            }
            samples[slot].columns.append(contentsOf: drained.columns)
        }
        for var read in sink.takeWorkouts() {
            read.workout.source = map.sources[Int(read.workout.source)]
            workouts.append(read)
        }
        places.append(sink.takePlaces().renumbered { map.sources[Int($0)] })
    }

    /// What has been read so far: neither sorted nor merged.
    ///
    /// Cost: a list of chunks for each column, and a list of the workouts.
    var records: HealthRecords {
        HealthRecords(
            samples: samples, sources: sources, workouts: ReadWorkout.joined(workouts, sources),
            places: places, order: order)
    }

    /// The samples of a metric so far.
    func columns(_ id: MetricID) -> SampleColumns? { slots[id].map { samples[$0].columns } }

    /// How many samples there are of each series so far.
    var counts: [Int] { samples.map(\.columns.count) }

    /// The latest sample of a metric after the given counts; nil if there is none.
    ///
    /// Its value is in the metric's own unit.
    func latest(_ id: MetricID, after counts: [Int]) -> (time: Double, value: Double)? {
        guard let slot = slots[id] else { return nil }
        let columns = samples[slot].columns
        var latest: (time: Double, value: Double)?
        for index in (slot < counts.count ? counts[slot] : 0)..<columns.count
        where columns.starts[index] >= latest?.time ?? -.infinity {
            latest = (columns.starts[index], columns.values[index])
        }
        return latest
    }

    /// The number of a source, shared by all sinks that read the same file.
    mutating func add(_ source: Source) -> UInt16 {
        if let known = table.number(of: source) { return known }
        // One number is reserved for each file still to come, so that its records never get
        // another's.
        let most = min(SourceTable.most, Int(UInt16.max) - (files - source.file))
        if table.count < most { return table.append(source) }
        if let known = shared[source.file] { return known }
        guard table.count < Int(UInt16.max) else { return UInt16.max - 1 }
        let number = table.append(
            Source(
                name: tr("other sources"), kind: .other, file: source.file, isFile: source.isFile))
        shared[source.file] = number
        return number
    }

    private mutating func slot(_ new: MetricSamples) -> Int {
        var metric = new.metric
        while let slot = slots[metric.id] {
            let known = samples[slot].metric
            let isOtherUnit = metric.aggregation == .mean && known.unit != metric.unit
            if known.aggregation == metric.aggregation, !isOtherUnit { return slot }
            // Texts with times and values with names may have the same name, and columns of several
            // files may have the same name and different units.
            let suffix = isOtherUnit && !metric.unit.isEmpty ? " (\(metric.unit))" : " 2"
            metric = Metric(
                id: MetricID(metric.id.rawValue + suffix), family: metric.family,
                unit: metric.unit, aggregation: metric.aggregation, title: metric.title + suffix)
        }
        slots[metric.id] = samples.count
        samples.append(MetricSamples(metric: metric, columns: SampleColumns()))
        labelNumbers.append([:])
        return samples.count - 1
    }

    /// The number of a label's text.
    private mutating func label(_ text: String, _ slot: Int) -> Int {
        if let number = labelNumbers[slot][text] { return number }
        let number = samples[slot].labels.count
        labelNumbers[slot][text] = number
        samples[slot].labels.append(text)
        return number
    }

    private mutating func translateLabels(_ taken: inout MetricSamples, _ slot: Int) {
        var table: [Int] = []
        for text in taken.labels { table.append(label(text, slot)) }
        if taken.metric.aggregation == .named {
            taken.columns.renumberNames(table)
        } else {
            taken.columns.renumberLabels(table)
        }
        taken.labels = samples[slot].labels
    }

    // MARK: Samples that are kept already

    /// The place of a series in the store, and the numbers of its labels there.
    struct Place {
        fileprivate var slot: Int
        var labels: [Int]
    }

    /// The place of a series.
    mutating func slot(_ metric: Metric, labels: [String]) -> Place {
        let slot = slot(MetricSamples(metric: metric, columns: SampleColumns(), labels: labels))
        return Place(slot: slot, labels: labels.map { label($0, slot) })
    }

    /// Adds samples that already use this store's numbers of sources and labels.
    mutating func append(_ columns: consuming SampleColumns, to place: Place) {
        if samples[place.slot].metric.aggregation == .named {
            columns.numberRows(from: samples[place.slot].columns.count)
        }
        samples[place.slot].columns.append(contentsOf: columns)
    }

    /// Adds the other data of a workout, whose source already has this store's number.
    mutating func append(_ workout: Workout) {
        workouts.append(ReadWorkout(workout: workout))
    }

    /// Adds waypoints and planned routes, whose sources have these numbers in the store.
    mutating func append(_ more: Places, sources: [UInt16]) {
        places.append(
            more.renumbered { sources.indices.contains(Int($0)) ? sources[Int($0)] : nil })
    }

    /// Sorts, drops copies and merges devices; `count` is called with each file that lost records
    /// by it, and their number.
    consuming func finish(
        _ mode: MergeMode = .overlap, settled: (@Sendable (HealthRecords) -> Void)? = nil,
        count: (_ file: Int, DroppedRecords) -> Void
    ) -> HealthRecords {
        var records = records
        let owners = sources.map(\.file)
        // Emptied first, so that columns are freed as soon as their sorted copies exist.
        samples = []
        records.settle(mode, settled: settled) { source, dropped in
            count(owners[source], dropped)
        }
        return records
    }

    /// Sorts, drops copies and merges devices; adds the counts of merged records to the reports.
    consuming func finish(
        _ files: inout [FileReport], mode: MergeMode,
        settled: (@Sendable (HealthRecords) -> Void)? = nil
    ) -> HealthRecords {
        let records = finish(mode, settled: settled) { file, dropped in
            files[file].merged += dropped.merged + dropped.switchedOff
            files[file].switchedOff += dropped.switchedOff
        }
        for index in files.indices {
            files[index].used = files[index].read - files[index].refused - files[index].merged
        }
        return records
    }
}
