import Localization

/// Makes samples from the records of one of Fitbit's files.
struct FitbitReader: JSONRecordReader {
    private let kind: FitbitFormat.Kind
    private let slot: Int
    private let bodyFat: Int
    private let source: UInt16
    private let noDate: Int
    private let noValue: Int
    private let unsure: Int
    private let unread: Int
    private var clock: JSONClock
    /// The conversion from the account's unit of weight to kilograms; nil until it is known.
    private var weightUnit: UnitConversion?
    /// The weights before the first record that shows the unit.
    private var waiting: [Weighing] = []
    /// The most weights that wait for one that shows the unit: more than a person has in a
    /// lifetime.
    private static let mostWaiting = 100_000
    private let assumptions: Assumptions

    /// A weight in the account's unit, and a body fat that was measured with it.
    private struct Weighing {
        var time: Double
        var weight: Double
        var fat: Double?
    }

    init(
        _ kind: FitbitFormat.Kind, _ sink: inout RecordSink, _ options: ImportOptions,
        _ assumptions: Assumptions
    ) {
        self.kind = kind
        clock = JSONClock(options.zone)
        self.assumptions = assumptions
        source = sink.addSource("Fitbit", .watch)
        noDate = sink.reason(tr("unreadable date"))
        noValue = sink.reason(tr("it has no value"))
        unsure = sink.reason(tr("the device was not sure of it at all"))
        let id: MetricID? =
            switch kind {
            case .minutes(let id, _), .days(let id, _, _): id
            case .unread: nil
            case .heartRate: .heartRate
            case .restingHeartRate: .restingHeartRate
            case .weight: .weight
            case .sleep: .sleep
            case .exercise: .workouts
            }
        slot = id.map { sink.slot($0) } ?? 0
        if case .unread(let name) = kind {
            unread = sink.reason(tr("records of the type {1} are not read yet", name), type: name)
        } else {
            unread = 0
        }
        if case .sleep = kind { sink.setLabels(SleepStage.allCases.map(\.label), slot: slot) }
        if case .weight = kind { bodyFat = sink.slot(.bodyFat) } else { bodyFat = 0 }
    }

    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        switch kind {
        case .minutes(_, let unit): minute(tape, bytes, unit, &sink)
        case .days(_, let unit, let isSecond): day(tape, bytes, unit, isSecond, &sink)
        case .unread: unread
        case .heartRate: heartRate(tape, bytes, &sink)
        case .restingHeartRate: restingHeartRate(tape, bytes, &sink)
        case .weight: weight(tape, bytes, &sink)
        case .sleep: night(tape, bytes, &sink)
        case .exercise: exercise(tape, bytes, &sink)
        }
    }

    // MARK: Records; each function returns why a record is refused

    private mutating func minute(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ unit: Double, _ sink: inout RecordSink
    ) -> Int? {
        guard let start = instant(tape, "dateTime", bytes, isLocal: false) else { return noDate }
        guard let value = tape.number(tape.member("value", of: 0, bytes), bytes) else {
            return noValue
        }
        sink.add(slot, start: start, end: start + 60, value: value * unit, source: source)
        return nil
    }

    private mutating func day(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ unit: Double, _ isSecond: Bool,
        _ sink: inout RecordSink
    ) -> Int? {
        guard let span = clock.day(tape.member("dateTime", of: 0, bytes), tape, bytes) else {
            return noDate
        }
        guard let value = tape.number(tape.member("value", of: 0, bytes), bytes) else {
            return noValue
        }
        // A second shorter, so that two equal parts of one day are not copies.
        let end = isSecond ? span.end - 1 : span.end
        sink.add(slot, start: span.start, end: end, value: value * unit, source: source)
        return nil
    }

    private mutating func heartRate(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let time = instant(tape, "dateTime", bytes, isLocal: false) else { return noDate }
        guard let value = tape.member("value", of: 0, bytes),
            let rate = tape.number(tape.member("bpm", of: value, bytes), bytes), rate > 0
        else { return noValue }
        if tape.number(tape.member("confidence", of: value, bytes), bytes) == 0 { return unsure }
        sink.add(slot, start: time, end: time, value: rate, source: source)
        return nil
    }

    private mutating func restingHeartRate(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let value = tape.member("value", of: 0, bytes),
            let rate = tape.number(tape.member("value", of: value, bytes), bytes), rate > 0
        else { return noValue }
        // The day is local.
        guard let day = instant(tape, "dateTime", bytes, isLocal: true) else { return noDate }
        sink.add(slot, start: day, end: day, value: rate, source: source)
        return nil
    }

    private mutating func weight(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let weight = tape.number(tape.member("weight", of: 0, bytes), bytes), weight > 0
        else { return noValue }
        let date = tape.text(tape.member("date", of: 0, bytes), bytes) ?? ""
        let time = tape.text(tape.member("time", of: 0, bytes), bytes) ?? "00:00:00"
        guard let instant = clock.instant(of: "\(date) \(time)", isLocal: true) else {
            return noDate
        }
        let weighing = Weighing(
            time: instant, weight: weight,
            fat: tape.number(tape.member("fat", of: 0, bytes), bytes).flatMap { $0 > 0 ? $0 : nil })
        if weightUnit == nil {
            weightUnit = unit(
                of: weight, index: tape.number(tape.member("bmi", of: 0, bytes), bytes), &sink)
        }
        waiting.append(weighing)
        if waiting.count == FitbitReader.mostWaiting { assumeUnit(&sink) }
        addWaiting(&sink)
        return nil
    }

    /// Adds the waiting weights, once their unit is known.
    private mutating func addWaiting(_ sink: inout RecordSink) {
        guard let weightUnit else { return }
        for weighing in waiting {
            sink.add(
                slot, start: weighing.time, end: weighing.time,
                value: weightUnit.apply(weightUnit.shifted(weighing.weight)), source: source)
            guard let fat = weighing.fat else { continue }
            sink.add(
                bodyFat, start: weighing.time, end: weighing.time, value: fat, source: source,
                marks: .attached)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The unit of weights: the assumed one, else the one with which the person's height is
    /// plausible; nil if the record does not show it.
    private func unit(
        of weight: Double, index: Double?, _ sink: inout RecordSink
    ) -> UnitConversion? {
        if let assumed = assumptions.units[.weight] {
            return ask(assumed, tr("the file gives no unit"), isAnswered: true, &sink)
        }
        guard let index, index > 0 else { return nil }
        let fitting = ["kg", "lb", "st"].first { name in
            guard let unit = UnitConversion.from(name, to: "kg") else { return false }
            return (1.2...2.2).contains((unit.apply(weight) / index).squareRoot())
        }
        guard let fitting else { return nil }
        return ask(
            fitting, tr("the file names no unit; the body mass index next to it fits this one"),
            &sink)
    }

    /// Records the question about the unit, and returns the unit; nil if the name is not a unit.
    private func ask(
        _ name: String, _ reason: String, isAnswered: Bool = false, _ sink: inout RecordSink
    ) -> UnitConversion? {
        guard let metric = Metric(.weight), let unit = UnitConversion.from(name, to: metric.unit)
        else { return nil }
        sink.tally.ask(.unit(of: metric, assumed: name, reason, isAnswered: isAnswered))
        return unit
    }

    mutating func finish(_ sink: inout RecordSink) {
        guard !waiting.isEmpty else { return }
        assumeUnit(&sink)
        addWaiting(&sink)
    }

    /// Assumes kilograms if no record of the file shows the unit.
    private mutating func assumeUnit(_ sink: inout RecordSink) {
        guard weightUnit == nil else { return }
        weightUnit = ask("kg", tr("the file names no unit, and nothing in it shows one"), &sink)
    }

    private static let stages: [String: SleepStage] = [
        "wake": .awake, "awake": .awake, "restless": .awake, "light": .core, "deep": .deep,
        "rem": .rem, "asleep": .asleep,
    ]

    /// Adds a night: the stages of `data`, and the short times awake that `shortData` cuts out of
    /// them.
    private mutating func night(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let levels = tape.member("levels", of: 0, bytes),
            let data = tape.member("data", of: levels, bytes)
        else { return noValue }
        var stages: [(start: Double, end: Double, stage: SleepStage)] = []
        let whole = pieces(tape, bytes, data)
        let short =
            tape.member("shortData", of: levels, bytes).map { pieces(tape, bytes, $0) } ?? []
        var first = 0
        for piece in whole {
            var start = piece.start
            while first < short.count, short[first].end <= start { first += 1 }
            for cut in short[first...].prefix(while: { $0.start < piece.end }) {
                if cut.start > start { stages.append((start, cut.start, piece.stage)) }
                stages.append((max(start, cut.start), min(cut.end, piece.end), cut.stage))
                start = min(cut.end, piece.end)
            }
            if start < piece.end { stages.append((start, piece.end, piece.stage)) }
        }
        guard !stages.isEmpty else { return noValue }
        for (index, stage) in stages.enumerated() {
            sink.addStage(
                slot, start: stage.start, end: stage.end, stage.stage, source: source,
                marks: index == 0 ? [] : .attached)
        }
        return nil
    }

    /// The pieces of a list by time, each from the end of those before it.
    private mutating func pieces(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ list: Int
    ) -> [(start: Double, end: Double, stage: SleepStage)] {
        var nodes: [Int] = []
        tape.forEach(in: list) { nodes.append($0) }
        var found: [(start: Double, end: Double, stage: SleepStage)] = []
        for node in nodes {
            guard
                let start = clock.instant(
                    tape.member("dateTime", of: node, bytes), tape, bytes, isLocal: true),
                let seconds = tape.number(tape.member("seconds", of: node, bytes), bytes),
                seconds > 0, SoundTime.contains(start + seconds),
                let level = tape.text(tape.member("level", of: node, bytes), bytes),
                let stage = FitbitReader.stages[level]
            else { continue }
            found.append((start, start + seconds, stage))
        }
        found.sort { $0.start < $1.start }
        var latest = -Double.infinity
        for index in found.indices {
            found[index].start = max(found[index].start, latest)
            latest = max(latest, found[index].end)
        }
        return found.filter { $0.start < $0.end }
    }

    private mutating func exercise(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let start = instant(tape, "startTime", bytes, isLocal: false) else { return noDate }
        guard let length = tape.number(tape.member("duration", of: 0, bytes), bytes), length > 0,
            SoundTime.contains(start + length / 1000)
        else { return noValue }
        let name = tape.text(tape.member("activityName", of: 0, bytes), bytes) ?? ""
        sink.addLabel(slot, start: start, end: start + length / 1000, name, source: source)
        return nil
    }

    /// The instant of a member of the record.
    private mutating func instant(
        _ tape: borrowing JSONTape, _ name: StaticString, _ bytes: RawSpan, isLocal: Bool
    ) -> Double? {
        clock.instant(tape.member(name, of: 0, bytes), tape, bytes, isLocal: isLocal)
    }
}
