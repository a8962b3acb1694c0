// Nights in tables that are not known by their header: the lengths of the stages, or only from when
// to when somebody slept.

import Streams

/// The columns of a row's night.
struct NightColumns: Sendable {
    /// A column with the length of one stage.
    struct Part: Sendable {
        var column: Int
        var stage: SleepStage
        var text: DurationText
    }

    /// When the night begins and ends, if not with its row.
    struct Own: Sendable {
        var start: Int
        var startShape: DateShape
        var end: Int?
        var endShape: DateShape
    }

    /// In the order of the columns; `asleep` is the whole, which counts if there are no stages.
    var parts: [Part]
    var own: Own?
    /// Whether a night without lengths is asleep from its start to its end.
    var fillsSpan = false

    /// The plan for the times of the nights; nil if they are those of the rows.
    func plan(within plan: TablePlan) -> TablePlan? {
        guard let own else { return nil }
        var plan = plan
        plan.start = own.start
        plan.startShape = own.startShape
        plan.time = nil
        plan.end = own.end
        plan.endShape = own.endShape
        plan.endIsClock = false
        plan.duration = nil
        return plan
    }

    /// The lengths of a row's stages in their order; nil if a cell cannot be read.
    func lengths(
        _ bytes: RawSpan, _ row: borrowing Row, _ span: (start: Double, end: Double)
    ) -> [(stage: SleepStage, seconds: Double)]? {
        var found: [(stage: SleepStage, seconds: Double)] = []
        for part in parts where part.column < row.fields.count {
            let cell = bytes.field(row.fields[part.column], quoted: row.hasQuotes)
            if NumberText.missing.contains(cell.lowercased()) { continue }
            guard let seconds = part.text.seconds(cell), seconds >= 0 else { return nil }
            if seconds > 0 { found.append((part.stage, seconds)) }
        }
        let hasStages = found.contains { [.core, .deep, .rem].contains($0.stage) }
        if hasStages { found.removeAll { $0.stage == .asleep } }
        if found.isEmpty, fillsSpan, span.end > span.start {
            return [(.asleep, span.end - span.start)]
        }
        return found
    }

    /// The lengths of stages by the numbers of their columns, in the unit of a value.
    static func lengths(
        _ bytes: RawSpan, _ row: borrowing Row, _ parts: [(column: Int, stage: SleepStage)],
        _ value: TablePlan.Value, _ numbers: inout CellNumbers
    ) -> [(stage: SleepStage, seconds: Double)]? {
        var lengths: [(stage: SleepStage, seconds: Double)] = []
        for part in parts where part.column < row.fields.count {
            let field = row.fields[part.column]
            if field.isEmpty { continue }
            switch numbers.read(bytes, field, value) {
            case .success(let seconds) where seconds >= 0: lengths.append((part.stage, seconds))
            case .failure(.noValue): continue
            default: return nil
            }
        }
        return lengths
    }

    /// Adds the stages of a night of which only the lengths are known.
    ///
    /// - Returns: the reason if none can be added.
    static func add(
        _ lengths: [(stage: SleepStage, seconds: Double)], from start: Double, slot: Int,
        _ source: UInt16, _ marks: SampleMarks, to sink: inout RecordSink
    ) -> RowRefusal? {
        let total = lengths.reduce(0) { $0 + $1.seconds }
        guard SoundTime.contains(start + total) else { return .notNumber }
        return sink.addStages(slot, from: start, lengths, source: source, marks: marks)
            ? nil : .noValue
    }
}
