import Localization

/// Where a format's reader puts what it finds: samples by metric, sources, refusals.
///
/// One sink belongs to one reader and one thread. Numbers of metrics ("slots"), sources and reasons
/// are the sink's own; the importer translates them when it takes the samples over.
struct RecordSink {
    /// One reading of a blood pressure that waits for the other.
    struct Half {
        var start: Double
        var end: Double
        var value: Double
        var source: UInt16
        var marks: SampleMarks
        var isSystolic: Bool
        var line: Int
    }

    private struct Reason {
        var text: String
        var line: Int
        var count: Int
    }

    /// At most so many sources are told apart; further ones share the last number.
    static let mostSources = 65_000
    /// At most so many reasons are told apart in a report.
    static let mostReasons = 500

    let file: Int
    /// Records met.
    private(set) var read = 0
    /// Records refused.
    private(set) var refused = 0
    /// Records that the reader itself saw to repeat another.
    var merged = 0
    private(set) var metrics: [Metric] = []
    private var slots: [MetricID: Int] = [:]
    private var columns: [SampleColumns] = []
    private var labels: [[String]] = []
    private var labelNumbers: [[String: Int]] = []
    private(set) var sources: [Source] = []
    private var reasons: [Reason] = []
    private var reasonNumbers: [String: Int] = [:]
    private(set) var notes: [ImportNote] = []
    private(set) var halves: [Half] = []
    /// Samples taken so far, for the size of batches.
    private(set) var waiting = 0

    init(file: Int) { self.file = file }

    // MARK: Tables

    /// The slot of a metric; made when it is met first.
    mutating func slot(_ metric: Metric) -> Int {
        if let slot = slots[metric.id] { return slot }
        slots[metric.id] = metrics.count
        metrics.append(metric)
        columns.append(SampleColumns())
        labels.append([])
        labelNumbers.append([:])
        return metrics.count - 1
    }

    /// The number of a category's label in a slot.
    mutating func label(_ text: String, slot: Int) -> Int {
        if let number = labelNumbers[slot][text] { return number }
        let number = labels[slot].count
        labels[slot].append(text)
        labelNumbers[slot][text] = number
        return number
    }

    /// Sets the labels of a slot whose numbering is fixed.
    mutating func setLabels(_ texts: [String], slot: Int) {
        for text in texts { _ = label(text, slot: slot) }
    }

    /// Adds a source; the caller sees to it that it is new.
    mutating func addSource(_ name: String, _ kind: SourceKind, isFile: Bool = false) -> UInt16 {
        if sources.count >= RecordSink.mostSources {
            note(
                "", tr("there are more than {1} sources; the others share the last name", "65,000"))
            return UInt16(RecordSink.mostSources - 1)
        }
        sources.append(Source(name: name, kind: kind, file: file, isFile: isFile))
        return UInt16(sources.count - 1)
    }

    /// The number of a reason for refusing.
    mutating func reason(_ text: String) -> Int {
        if let number = reasonNumbers[text] { return number }
        if reasons.count == RecordSink.mostReasons {
            reasons.append(Reason(text: tr("other reasons"), line: 0, count: 0))
        }
        if reasons.count > RecordSink.mostReasons { return RecordSink.mostReasons }
        reasonNumbers[text] = reasons.count
        reasons.append(Reason(text: text, line: 0, count: 0))
        return reasons.count - 1
    }

    // MARK: Records

    /// Counts records that were met, used or not.
    @inline(__always)
    mutating func met(_ count: Int = 1) { read &+= count }

    /// Adds a sample.
    @inline(__always)
    mutating func add(
        _ slot: Int, start: Double, end: Double, value: Double, second: Double? = nil,
        source: UInt16,
        marks: SampleMarks = []
    ) {
        columns[slot].append(
            start: start, end: end, value: value, second: second, source: source, marks: marks)
        waiting &+= 1
    }

    /// Keeps half a blood pressure until the file has ended.
    mutating func addHalf(_ half: Half) { halves.append(half) }

    /// Refuses `count` met records for a numbered reason.
    ///
    /// `line` is asked for only the first time.
    mutating func refuse(_ reason: Int, count: Int = 1, line: () -> Int) {
        if reasons[reason].count == 0 { reasons[reason].line = line() }
        reasons[reason].count += count
        refused += count
    }

    /// Notes something that the person should know.
    mutating func note(_ place: String, _ text: String) {
        guard notes.count < 100, !notes.contains(where: { $0.text == text }) else { return }
        notes.append(ImportNote(place: place, text: text))
    }

    // MARK: Taking over

    /// The refusals, by the line of their first record.
    var refusals: [Refusal] {
        reasons.filter { $0.count > 0 }.sorted { $0.line < $1.line }.map {
            Refusal(
                place: $0.line > 0 ? tr("line {1}", "\($0.line)") : "", reason: $0.text,
                count: $0.count)
        }
    }

    /// Hands over the samples that have come since the last time, metric by metric; what `body`
    /// leaves in the columns stays.
    mutating func drain(_ body: (inout MetricSamples) -> Void) {
        for slot in metrics.indices where !columns[slot].isEmpty {
            var samples = MetricSamples(
                metric: metrics[slot], columns: SampleColumns(), labels: labels[slot])
            swap(&samples.columns, &columns[slot])
            body(&samples)
            swap(&samples.columns, &columns[slot])
        }
        waiting = 0
    }

    /// Takes the waiting halves.
    mutating func takeHalves() -> [Half] {
        defer { halves = [] }
        return halves
    }
}
