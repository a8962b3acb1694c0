import Localization
import Streams

/// Makes samples from the data points of one source of Google Fit.
struct GoogleFitDataReader: JSONRecordReader {
    /// The meaning of the points of one kind of data.
    private enum Kind {
        /// One number, times the factor.
        case value(slot: Int, factor: Double)
        /// One number above 0, times the factor.
        case reading(slot: Int, factor: Double)
        case bloodPressure(slot: Int)
        case sleep(slot: Int)
        /// Data that are not read, for this reason.
        case unknown(Int)
    }

    private static let values: [String: (metric: MetricID, factor: Double)] = [
        "com.google.step_count.delta": (.steps, 1),
        "com.google.distance.delta": (.distance, 1),
        // Minutes.
        "com.google.active_minutes": (.exerciseTime, 60),
        "com.google.heart_rate.bpm": (.heartRate, 1),
        "com.google.weight": (.weight, 1),
        "com.google.height": (.height, 1),
        "com.google.body.fat.percentage": (.bodyFat, 1),
        "com.google.body.temperature": (.temperature, 1),
        "com.google.oxygen_saturation": (.oxygen, 1),
        // Millimoles per litre.
        "com.google.blood_glucose": (.glucose, 18.016),
    ]

    private var source: GoogleFitSource?
    private var sourceNumber: UInt16?
    private var typeNames = InternTable()
    private var kinds: [Kind] = []
    /// The kind of points that name none.
    private var ownKind: Kind?
    private var originNames = InternTable()
    /// For every origin, whether a person typed its data in.
    private var origins: [Bool] = []
    private let noType: Int
    private let noDate: Int
    private let outside: Int
    private let backwards: Int
    private let noValue: Int
    private let noPair: Int
    private let noStage: Int

    init(_ sink: inout RecordSink) {
        noType = sink.reason(tr("it names no type"))
        noDate = sink.reason(tr("unreadable date"))
        outside = sink.reason(SoundTime.reason)
        backwards = sink.reason(SoundTime.backwards)
        noValue = sink.reason(tr("it has no value"))
        noPair = sink.reason(tr("one of the two pressures is missing"))
        noStage = sink.reason(tr("the stage of sleep is not known"))
    }

    /// The member before the list names the source.
    mutating func isRecord(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Bool {
        guard let text = tape.text(0, bytes), let source = GoogleFitSource(text) else {
            return true
        }
        self.source = source
        sourceNumber = GoogleFitSource.number(source.title, &sink)
        kinds = []
        typeNames = InternTable()
        ownKind = nil
        return false
    }

    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        guard let kind = kind(tape, bytes, &sink) else { return noType }
        if case .unknown(let reason) = kind { return reason }
        guard let times = times(tape, bytes) else { return noDate }
        guard SoundTime.contains(times.start), SoundTime.contains(times.end) else {
            return outside
        }
        guard times.end >= times.start else { return backwards }
        guard let first = number(0, tape, bytes) else { return noValue }
        var marks: SampleMarks = source?.isMerged == true ? [] : .summary
        if source?.isTyped == true || isTyped(tape, bytes) { marks.insert(.manual) }
        let own = sourceNumber ?? GoogleFitSource.number(GoogleFitSource.name, &sink)
        sourceNumber = own
        func add(_ slot: Int, _ value: Double, second: Double? = nil) {
            sink.add(
                slot, start: times.start, end: times.end, value: value, second: second,
                source: own, marks: marks)
        }
        switch kind {
        case .value(let slot, let factor):
            guard (first * factor).isFinite else { return noValue }
            add(slot, first * factor)
        case .reading(let slot, let factor):
            guard first > 0, (first * factor).isFinite else { return noValue }
            add(slot, first * factor)
        case .bloodPressure(let slot):
            guard let second = number(1, tape, bytes), first > 0, second > 0 else { return noPair }
            add(slot, first, second: second)
        case .sleep(let slot):
            guard let number = Int(exactly: first), let stage = SleepStage(androidNumber: number)
            else { return noStage }
            sink.addStage(
                slot, start: times.start, end: times.end, stage, source: own, marks: marks)
        case .unknown(let reason): return reason
        }
        return nil
    }

    // MARK: Kinds

    /// The kind of a point: its own, else that of its source.
    private mutating func kind(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Kind? {
        if let node = tape.member("dataTypeName", of: 0, bytes),
            tape.nodes[node].kind == .string
        {
            let index = typeNames.index(of: bytes, tape.nodes[node].start, tape.nodes[node].end)
            if index == kinds.count { kinds.append(kind(typeNames.text(index), &sink)) }
            return kinds[index]
        }
        guard tape.nodes[0].kind == .object, let source else { return nil }
        let own = ownKind ?? kind(source.type, &sink)
        ownKind = own
        return own
    }

    private func kind(_ type: String, _ sink: inout RecordSink) -> Kind {
        switch type {
        case "com.google.blood_pressure": return .bloodPressure(slot: sink.slot(.bloodPressure))
        case "com.google.sleep.segment":
            let slot = sink.slot(.sleep)
            sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
            return .sleep(slot: slot)
        default: break
        }
        guard let (known, factor) = GoogleFitDataReader.values[type] else {
            return .unknown(sink.reason(tr("records of {1} are not known", type), type: type))
        }
        let id = known == .heartRate && source?.isAtRest == true ? .restingHeartRate : known
        let slot = sink.slot(id)
        // 0 is not a reading, except for a temperature.
        let isReading = Metric(id)?.aggregation == .mean && id != .temperature
        return isReading
            ? .reading(slot: slot, factor: factor) : .value(slot: slot, factor: factor)
    }

    // MARK: Parts of a point

    /// Whether a point originates from data that a person typed in.
    private mutating func isTyped(_ tape: borrowing JSONTape, _ bytes: RawSpan) -> Bool {
        guard let node = tape.member("originDataSourceId", of: 0, bytes),
            tape.nodes[node].kind == .string
        else { return false }
        let index = originNames.index(of: bytes, tape.nodes[node].start, tape.nodes[node].end)
        if index == origins.count {
            origins.append(GoogleFitSource(originNames.text(index))?.isTyped == true)
        }
        return origins[index]
    }

    /// The start and the end of a point; a moment may have only one of the two, the other being 0.
    private func times(
        _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> (start: Double, end: Double)? {
        let start = instant(tape.member("startTimeNanos", of: 0, bytes), tape, bytes)
        let end = instant(tape.member("endTimeNanos", of: 0, bytes), tape, bytes)
        guard let first = start ?? end, let last = end ?? start else { return nil }
        return (first, last)
    }

    /// The seconds since 1970 of a number of nanoseconds, which has more digits than a `Double`
    /// holds.
    private func instant(
        _ node: Int?, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> Double? {
        guard let time = tape.integer(node, bytes), time != 0 else { return nil }
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(seconds) + Double(rest) / 1e9
    }

    /// One of the numbers of a point.
    private func number(_ index: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan) -> Double? {
        guard let field = tape.element(index, of: tape.member("fitValue", of: 0, bytes)),
            let value = tape.member("value", of: field, bytes)
        else { return nil }
        return tape.number(
            tape.member("fpVal", of: value, bytes) ?? tape.member("intVal", of: value, bytes),
            bytes)
    }
}
