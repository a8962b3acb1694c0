import Localization

/// The output of a format's reader: samples by metric, sources, refusals.
///
/// One sink belongs to one reader and one thread. Numbers of metrics ("slots"), sources and reasons
/// are local to the sink; the importer translates them when it takes the samples over.
struct RecordSink: Sendable {
    /// One reading of a blood pressure that waits for the other.
    struct Half: Sendable {
        var start: Double
        var end: Double
        var value: Double
        var source: UInt16
        var marks: SampleMarks
        var isSystolic: Bool
        var line: Int
    }

    let file: Int
    /// The counts of the records.
    var tally = ReadingTally()
    private(set) var metrics: [Metric] = []
    /// What the values of each slot can be.
    private var possible: [PossibleValues] = []
    /// The bounds of each slot within which no value needs a closer look.
    private var quick: [(low: Double, high: Double)] = []
    private var slots: [MetricID: Int] = [:]
    private var columns: [SampleColumns] = []
    /// The latest samples of each slot, which are not in its columns yet.
    private var rows: [[SampleRow]] = []
    /// At this number they are moved to the columns: they are still in the processor's cache.
    private static let mostRows = 512
    private var labels: [[String]] = []
    private var labelNumbers: [[String: Int]] = []
    var sources = SourceTable()
    /// The numbers that the sources of a part have in the sink before it.
    var adopted: [UInt16] = []
    private(set) var halves: [Half] = []
    /// The other data of workouts, in addition to their samples.
    private var workouts: [ReadWorkout] = []
    private var places = Places()
    /// Samples taken so far, for the size of batches.
    private(set) var waiting = 0

    init(file: Int) { self.file = file }

    // MARK: Tables

    /// The slot of a metric; created on first use.
    ///
    /// One name with two units has two slots.
    mutating func slot(_ metric: Metric) -> Int {
        if let slot = slots[metric.id] {
            if metrics[slot].unit == metric.unit { return slot }
            if let other = metrics.firstIndex(where: {
                $0.id == metric.id && $0.unit == metric.unit
            }) {
                return other
            }
        } else {
            slots[metric.id] = metrics.count
        }
        metrics.append(metric)
        let values = PossibleValues.of(metric)
        possible.append(values)
        quick.append((values.quickLow, values.quickHigh))
        columns.append(SampleColumns())
        rows.append([])
        labels.append([])
        labelNumbers.append([:])
        return metrics.count - 1
    }

    /// The slot of a metric of the catalogue.
    mutating func slot(_ id: MetricID) -> Int {
        if let slot = slots[id] { return slot }
        guard let metric = Metric(id) else { preconditionFailure("\(id) is not in the catalogue") }
        return slot(metric)
    }

    /// The number of a category's label in a slot; synonyms of a sport share one number.
    mutating func label(_ text: String, slot: Int) -> Int {
        if let number = labelNumbers[slot][text] { return number }
        let label = metrics[slot].id == .workouts ? Sport.label(text) : text
        let number = labelNumbers[slot][label] ?? labels[slot].count
        if number == labels[slot].count { labels[slot].append(label) }
        labelNumbers[slot][label] = number
        labelNumbers[slot][text] = number
        return number
    }

    /// Sets the labels of a slot whose numbering is fixed.
    mutating func setLabels(_ texts: [String], slot: Int) {
        for text in texts { _ = label(text, slot: slot) }
    }

    /// The number of a reason for refusing.
    mutating func reason(_ text: String, type: String? = nil) -> Int {
        tally.reason(text, type: type)
    }

    // MARK: Records

    /// Counts records that were met, used or not.
    @inline(__always)
    mutating func met(_ count: Int = 1) { tally.read &+= count }

    /// Whether a value is a reading, and not a device's number for the lack of one.
    ///
    /// A reader that has other values in the same record asks before it adds one.
    @inline(__always)
    func isReading(_ slot: Int, _ value: Double, _ second: Double? = nil) -> Bool {
        let other = second ?? value
        let bounds = quick[slot]
        return value >= bounds.low && value <= bounds.high && other >= bounds.low
            && other <= bounds.high || possible[slot].verdict(value, second) != .noReading
    }

    /// Adds a sample.
    ///
    /// The record is refused if its times or values cannot be shown, which a reader may notice only
    /// after computing them, or if its value is a device's number for "no reading". An impossible
    /// value is marked.
    @inline(__always)
    mutating func add(
        _ slot: Int, start: Double, end: Double, value: Double, second: Double? = nil,
        source: UInt16,
        marks: SampleMarks = []
    ) {
        let other = second ?? value
        let bounds = quick[slot]
        // Neither NaN nor infinity is within any bounds.
        guard SoundTime.contains(from: start, to: end), value >= bounds.low,
            value <= bounds.high, other >= bounds.low, other <= bounds.high
        else {
            return addUnusual(
                slot,
                SampleRow(
                    start: start, end: end, value: value, second: second, source: source,
                    marks: marks))
        }
        append(
            slot,
            SampleRow(
                start: start, end: end, value: value, second: second, source: source,
                marks: marks))
    }

    @inline(__always)
    private mutating func append(_ slot: Int, _ row: SampleRow) {
        rows[slot].append(row)
        waiting &+= 1
        if rows[slot].count >= RecordSink.mostRows { flush(slot) }
    }

    /// Adds a sample that needs a closer look, or refuses its record.
    @inline(never)
    private mutating func addUnusual(_ slot: Int, _ row: SampleRow) {
        guard SoundTime.contains(from: row.start, to: row.end), row.value.isFinite,
            row.second?.isFinite != false
        else { return refuse(slot, row) }
        var row = row
        switch possible[slot].verdict(row.value, row.second, length: row.end - row.start) {
        case .reading: break
        case .noReading: return refuse(slot, row)
        case .impossible: row.marks.insert(.impossible)
        }
        append(slot, row)
    }

    /// Moves the latest samples of a slot into its columns.
    @inline(never)
    private mutating func flush(_ slot: Int) {
        columns[slot].append(rows[slot])
        rows[slot].removeAll(keepingCapacity: true)
    }

    /// Refuses the record of an invalid sample; if its record has other samples, a note is made.
    @inline(never)
    private mutating func refuse(_ slot: Int, _ row: SampleRow) {
        let isFinite = row.value.isFinite && row.second?.isFinite != false
        let reason =
            row.end < row.start
            ? SoundTime.backwards
            : !SoundTime.contains(from: row.start, to: row.end)
                ? SoundTime.reason
                : isFinite ? PossibleValues.noReading : tr("its value is NaN or infinite")
        guard row.marks.records > 0 else { return note("", "\(metrics[slot].name): \(reason)") }
        refuse(self.reason(reason), count: row.marks.records) { 0 }
    }

    /// Adds instants with values, all of one source, each a record of its own.
    ///
    /// - Parameters:
    ///   - areRising: whether each of them is later than the one before it.
    ///   - areOrdinary: whether none of the values needs a closer look, as `areOrdinary` found.
    ///   - line: the line of the first one; the others are on the lines that follow.
    mutating func add(
        _ slot: Int, starts: Span<Double>, values: Span<Double>, areRising: Bool,
        areOrdinary: Bool, source: UInt16, line: Int
    ) {
        guard areOrdinary else {
            for index in values.indices {
                guard isReading(slot, values[index]) else {
                    refuse(reason(PossibleValues.noReading)) { line + index }
                    continue
                }
                add(
                    slot, start: starts[index], end: starts[index], value: values[index],
                    source: source)
            }
            return
        }
        flush(slot)
        columns[slot].append(
            starts: starts, values: values, areRising: areRising, source: source)
        waiting &+= starts.count
    }

    /// Whether no value of a slot needs a closer look.
    func areOrdinary(_ slot: Int, _ values: Span<Double>) -> Bool {
        let (low, high) = quick[slot]
        var unusual = 0
        for index in values.indices where !(values[index] >= low && values[index] <= high) {
            unusual &+= 1
        }
        return unusual == 0
    }

    /// Adds a sample of a category, by its label.
    mutating func addLabel(
        _ slot: Int, start: Double, end: Double, _ text: String, source: UInt16,
        marks: SampleMarks = []
    ) {
        let label = label(text, slot: slot)
        add(slot, start: start, end: end, value: Double(label), source: source, marks: marks)
    }

    /// Adds a value by name; it has the number of its row in place of a time.
    mutating func addNamed(
        _ slot: Int, row: Int, _ name: String, _ value: Double, source: UInt16,
        marks: SampleMarks = []
    ) {
        let place = Double(row)
        let label = label(name, slot: slot)
        add(
            slot, start: place, end: place, value: value, second: Double(label), source: source,
            marks: marks)
    }

    /// Adds a workout: the sample of its time and sport, and the data of the whole.
    ///
    /// - Parameters:
    ///   - routePaths: the paths of the documents with its track.
    ///   - path: the path of its own document, if others may name it.
    mutating func add(
        _ workout: Workout, marks: SampleMarks = [], routePaths: [String] = [], path: String = ""
    ) {
        let slot = slot(.workouts)
        let label = label(workout.sport, slot: slot)
        add(
            slot, start: workout.start, end: workout.end, value: Double(label),
            source: workout.source, marks: marks)
        var sound = workout.sound
        sound.sport = labels[slot][label]
        if !sound.isBare || !routePaths.isEmpty {
            workouts.append(ReadWorkout(workout: sound, routePaths: routePaths, path: path))
        }
    }

    /// Adds a waypoint, of a record that was counted.
    mutating func add(_ waypoint: Waypoint) { places.waypoints.append(waypoint) }

    /// Adds a planned route, whose points were counted.
    mutating func add(_ route: PlannedRoute) { places.routes.append(route) }

    /// Keeps half a blood pressure until the file has ended.
    mutating func addHalf(_ half: Half) { halves.append(half) }

    /// Refuses `count` met records for a numbered reason.
    ///
    /// `line` is called only the first time.
    mutating func refuse(_ reason: Int, count: Int = 1, line: () -> Int) {
        tally.refuse(reason, count: count, line: line)
    }

    /// Notes something that the person should know.
    mutating func note(_ place: String, line: Int = 0, _ text: String) {
        tally.note(place, line: line, text)
    }

    // MARK: Taking over

    /// Hands over the samples that have come since the last time, metric by metric.
    ///
    /// Their storage is reused if nobody keeps it.
    mutating func drain(_ body: (consuming MetricSamples) -> Void) {
        for slot in metrics.indices where !columns[slot].isEmpty || !rows[slot].isEmpty {
            flush(slot)
            body(
                MetricSamples(
                    metric: metrics[slot], columns: columns[slot], labels: labels[slot]))
            columns[slot].removeAll()
        }
        waiting = 0
    }

    /// Clears all records, sources and labels, and keeps the numbers of metrics and reasons.
    ///
    /// The first `keeping` sources stay.
    mutating func clear(keeping: Int) {
        for slot in metrics.indices {
            columns[slot] = SampleColumns()
            rows[slot] = []
            labels[slot] = []
            labelNumbers[slot] = [:]
        }
        forgetSources(keeping: keeping)
        tally.clear()
        halves = []
        workouts = []
        places = Places()
        waiting = 0
    }

    /// Clears the other data of workouts, and the names of sports.
    mutating func forgetWorkouts() {
        workouts = []
        guard let slot = slots[.workouts] else { return }
        columns[slot] = SampleColumns()
        rows[slot] = []
        labels[slot] = []
        labelNumbers[slot] = [:]
    }

    /// Takes the other data of workouts that was read since the last time.
    mutating func takeWorkouts() -> [ReadWorkout] {
        defer { workouts = [] }
        return workouts
    }

    /// Takes the waypoints and planned routes that were read since the last time.
    mutating func takePlaces() -> Places {
        defer { places = Places() }
        return places
    }

    /// Takes the waiting halves.
    mutating func takeHalves() -> [Half] {
        defer { halves = [] }
        return halves
    }
}
