// Columns that make nights: lengths of stages, or a start and an end in a table about sleep.
//
// The unit of the lengths is that of the header, a word of the name (`Minutes Asleep`), or that of
// the cells. Without one, it is the unit in which the stages fill their night; without an end, the
// one that makes them a night of a person, and that is noted.

import Localization

/// Finds the columns that make nights.
struct SleepColumns {
    /// The value of the nights.
    private(set) var value: TablePlan.Value
    /// The columns that it uses, or that repeat it.
    private(set) var taken: Set<Int>

    private struct Candidate {
        var column: Int
        var stage: SleepStage
        var cells: [String]
        /// The seconds of one, for a number without a unit; nil if not known.
        var unit: Double?
        var style: NumberStyle
    }

    /// - Parameter file: the words of the file's name.
    init?(
        _ reader: inout ColumnReading, _ spans: SpanColumns, _ times: ColumnReading.Times,
        file: Set<String>
    ) {
        guard let metric = Metric(.sleep), let names = reader.names else { return nil }
        let words = names.map { SleepStageText.words($0.name) }
        let isAboutSleep =
            !file.isDisjoint(with: SleepStageText.sleepWords)
            || words.contains { !$0.isDisjoint(with: SleepStageText.sleepWords) }
        var candidates: [Candidate] = []
        for column in 0..<reader.columns where !spans.taken.contains(column) {
            guard column < words.count, column != times.start, column != times.time,
                let stage = SleepStageText.stage(words[column])
            else { continue }
            if let found = SleepColumns.candidate(column, stage, &reader, words[column]) {
                candidates.append(found)
            }
        }
        let own = SleepColumns.own(spans, times)
        let lengths = SleepColumns.spans(reader, spans, times, own)
        SleepColumns.setUnits(&candidates, lengths, isAboutSleep, &reader)
        let parts = candidates.filter { $0.unit != nil && $0.stage != .inBed }
        let stages = parts.count { [.core, .deep, .rem].contains($0.stage) }
        let asleep = parts.contains { $0.stage == .asleep }
        let hasLengths = stages >= 2 || isAboutSleep && (stages >= 1 || asleep)
        let fillsSpan = isAboutSleep && SleepColumns.areNights(lengths)
        guard hasLengths || fillsSpan else { return nil }
        // A table of movement with a column about sleep says nothing about the whole span.
        guard hasLengths || !SleepColumns.isAboutMovement(reader) else { return nil }
        let night = NightColumns(
            parts: hasLengths
                ? parts.map { part in
                    var text = DurationText(unit: part.unit ?? 1)
                    text.style = part.style
                    return NightColumns.Part(column: part.column, stage: part.stage, text: text)
                } : [], own: own, fillsSpan: fillsSpan)
        value = TablePlan.Value(
            kind: .night(night), column: own?.start ?? times.start, metric: metric)
        value.labels = SleepStage.allCases.map(\.label)
        taken = Set(candidates.map(\.column))
        if let own {
            taken.insert(own.start)
            if let end = own.end { taken.insert(end) }
        }
    }

    // MARK: Columns

    private static func isAboutMovement(_ reader: ColumnReading) -> Bool {
        (0..<reader.columns).contains { column in
            switch reader.role(column) {
            case .metric(let id): [.steps, .distance, .flights, .activeEnergy].contains(id)
            default: false
            }
        }
    }

    // MARK: Lengths

    private static func candidate(
        _ column: Int, _ stage: SleepStage, _ reader: inout ColumnReading, _ words: Set<String>
    ) -> Candidate? {
        guard let metric = Metric(.sleep) else { return nil }
        let cells = reader.cells(column).filter {
            !NumberText.missing.contains($0.lowercased())
        }
        guard !cells.isEmpty else { return nil }
        var unit: Double?
        if let own = reader.names?[column].unit, !own.isEmpty {
            guard let size = DurationText.size(own) ?? DurationText.size(inName: own.lowercased())
            else { return nil }
            unit = size
        }
        unit = unit ?? DurationText.size(inName: words.sorted().joined(separator: " "))
        let style = reader.style([column], metric)
        let written = DurationText(unit: unit ?? 1, style: style)
        let read = cells.count { written.seconds($0) != nil }
        guard read * 10 >= cells.count * 6 else { return nil }
        if unit == nil {
            // Texts like 7:30 and 7h need no unit.
            let probe = DurationText(unit: 2, style: style)
            let hasOwn = cells.allSatisfy { written.seconds($0) == probe.seconds($0) }
            if hasOwn, cells.contains(where: { written.seconds($0) ?? 0 > 0 }) { unit = 1 }
        }
        return Candidate(column: column, stage: stage, cells: cells, unit: unit, style: style)
    }

    /// The lengths of the sampled rows in seconds; empty if they have no end.
    private static func spans(
        _ reader: ColumnReading, _ spans: SpanColumns, _ times: ColumnReading.Times,
        _ own: NightColumns.Own?
    ) -> [Int: Double] {
        let start = own?.start ?? times.start
        guard let end = own.map(\.end) ?? times.end else { return [:] }
        let shapes = (own?.startShape ?? times.startShape, own?.endShape ?? times.endShape)
        var found: [Int: Double] = [:]
        for (index, row) in reader.body.enumerated() {
            guard max(start, end, times.time ?? 0) < row.fields.count,
                var from = reader.moment(row.fields[start], shapes.0)
            else { continue }
            if own == nil, let time = times.time {
                from += ColumnReading.clock(row.fields[time]) ?? 0
            }
            if own == nil, times.endIsClock {
                guard let clock = ColumnReading.clock(row.fields[end]) else { continue }
                let length = (clock - from).truncatingRemainder(dividingBy: 86_400)
                found[index] = length < 0 ? length + 86_400 : length
            } else if let to = reader.moment(row.fields[end], shapes.1), to >= from {
                found[index] = to - from
            }
        }
        return found
    }

    /// Whether most spans are as long as sleeps are.
    private static func areNights(_ spans: [Int: Double]) -> Bool {
        let nights = spans.values.count { $0 >= 600 && $0 <= 57_600 }
        return nights > 0 && nights * 2 > spans.values.count { $0 > 0 }
    }

    /// Finds the unit of lengths that have none.
    private static func setUnits(
        _ candidates: inout [Candidate], _ spans: [Int: Double], _ isAboutSleep: Bool,
        _ reader: inout ColumnReading
    ) {
        let open = candidates.indices.filter { candidates[$0].unit == nil }
        guard !open.isEmpty else { return }
        let hasStages = open.contains { [.core, .deep, .rem].contains(candidates[$0].stage) }
        let summed = open.filter {
            hasStages
                ? [.core, .deep, .rem, .awake].contains(candidates[$0].stage)
                : candidates[$0].stage == .asleep
        }
        var sums: [(row: Int, sum: Double)] = []
        for (index, row) in reader.body.enumerated() {
            var sum = 0.0
            for place in summed where candidates[place].column < row.fields.count {
                let text = DurationText(unit: 1, style: candidates[place].style)
                sum += text.seconds(row.fields[candidates[place].column]) ?? 0
            }
            if sum > 0 { sums.append((index, sum)) }
        }
        guard !sums.isEmpty else { return }
        var unit: Double?
        let known = sums.filter { spans[$0.row] ?? 0 > 0 }
        if !known.isEmpty {
            unit = [60.0, 3600, 1, 0.001].first { size in
                let fit = known.count { length in
                    let share = length.sum * size / (spans[length.row] ?? .infinity)
                    return share >= 0.3 && share <= 1.1
                }
                return fit * 2 > known.count
            }
        } else if isAboutSleep {
            let median = sums.map(\.sum).sorted()[sums.count / 2]
            unit = median <= 16 ? 3600 : median <= 1000 ? 60 : median <= 60_000 ? 1 : 0.001
            let word = unit == 3600 ? "h" : unit == 60 ? "min" : unit == 1 ? "s" : "ms"
            reader.note(tr("the lengths of sleep have no unit and were read in {1}", word))
        }
        for index in open { candidates[index].unit = unit }
    }

    /// The times of the nights, if other columns than the row's have them.
    private static func own(
        _ spans: SpanColumns, _ times: ColumnReading.Times
    ) -> NightColumns.Own? {
        let names: Set<String> = ["onset", "asleep", "bedtime", "sleep", "bed"]
        guard let found = spans.span(named: names), found.start.column != times.start
        else { return nil }
        let wakes: Set<String> = ["wake", "wakeup", "woke", "waking", "sleep", "bed"]
        let end =
            spans.all.first { $0.kind == .end && !$0.words.isDisjoint(with: wakes) } ?? found.end
        return NightColumns.Own(
            start: found.start.column, startShape: found.start.shape, end: end?.column,
            endShape: end?.shape ?? .iso)
    }
}
