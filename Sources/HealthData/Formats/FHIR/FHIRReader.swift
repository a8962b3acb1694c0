import ChartCore
import Localization

/// Makes samples from observations.
struct FHIRReader: JSONRecordReader {
    /// What a code means.
    private enum Meaning {
        case metric(MetricID)
        case systolic, diastolic
    }

    /// LOINC codes, of the vital signs and of what people measure at home.
    private static let codes: [String: Meaning] = [
        "29463-7": .metric(.weight), "3141-9": .metric(.weight), "8302-2": .metric(.height),
        "39156-5": .metric(.bodyMassIndex), "8867-4": .metric(.heartRate),
        "40443-4": .metric(.restingHeartRate), "9279-1": .metric(.respiration),
        "8310-5": .metric(.temperature), "59408-5": .metric(.oxygen), "2708-6": .metric(.oxygen),
        "8480-6": .systolic, "8462-4": .diastolic, "2339-0": .metric(.glucose),
        "2345-7": .metric(.glucose), "15074-8": .metric(.glucose), "1558-6": .metric(.glucose),
        "14743-9": .metric(.glucose), "14745-4": .metric(.glucose), "41653-7": .metric(.glucose),
        "99504-3": .metric(.glucose), "105272-9": .metric(.glucose),
        "41950-7": .metric(.steps), "55423-8": .metric(.steps), "41982-0": .metric(.bodyFat),
        "8280-0": .metric(.waist), "56086-2": .metric(.waist),
    ]

    /// LOINC codes of what sums up other observations, and is no reading: the mean of blood pressures, and that of
    /// glucose over a period.
    private static let summaries: Set<String> = ["96607-7", "97507-8", "105273-7"]

    private let source: UInt16
    private var clock: JSONClock
    private let noRecord: Int
    private let noDate: Int
    private let noValue: Int
    private let notFinal: Int
    private let isSummary: Int
    private let noUnit: Int

    init(_ head: DocumentHead, _ sink: inout RecordSink, _ options: ImportOptions) {
        clock = JSONClock(options.zone)
        source = sink.addSource(head.name, .other, isFile: true)
        noRecord = sink.reason(tr("it is not an object"))
        noDate = sink.reason(tr("unreadable date"))
        noValue = sink.reason(tr("it has no value"))
        notFinal = sink.reason(tr("it was entered in error, or cancelled"))
        isSummary = sink.reason(tr("it sums up other observations"))
        noUnit = sink.reason(RowRefusal.unit.text)
    }

    /// The members of a bundle next to its list of entries are no records.
    mutating func isRecord(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Bool {
        guard tape.nodes[0].kind == .object else { return false }
        return tape.member("resource", of: 0, bytes) != nil
            || tape.member("resourceType", of: 0, bytes) != nil
    }

    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        let resource = tape.member("resource", of: 0, bytes) ?? 0
        guard let type = tape.text(tape.member("resourceType", of: resource, bytes), bytes) else {
            return noRecord
        }
        guard type == "Observation" else {
            return sink.reason(tr("resources of the type {1} hold no readings", type), type: type)
        }
        let status = tape.text(tape.member("status", of: resource, bytes), bytes)
        if status == "entered-in-error" || status == "cancelled" { return notFinal }
        if codes(of: resource, tape, bytes).contains(where: FHIRReader.summaries.contains) {
            return isSummary
        }
        guard let time = time(of: resource, tape, bytes) else { return noDate }
        var components: [Int] = []
        if let list = tape.member("component", of: resource, bytes) {
            tape.forEach(in: list) { components.append($0) }
        }
        var problem: Int?
        var isUsed = false
        var pressure: (upper: Double?, lower: Double?) = (nil, nil)
        for part in [resource] + components {
            guard let value = quantity(of: part, tape, bytes) else { continue }
            let name = name(of: part, tape, bytes)
            switch name.meaning {
            case .systolic, .diastolic:
                guard let number = converted(value, to: Metric(.bloodPressure)) else {
                    problem = noUnit
                    continue
                }
                if case .systolic = name.meaning {
                    pressure.upper = number
                } else {
                    pressure.lower = number
                }
            case .metric(let id):
                guard let metric = Metric(id), let number = converted(value, to: metric) else {
                    problem = noUnit
                    continue
                }
                add(metric, time, number, nil, &isUsed, &sink)
            case nil:
                guard !name.text.isEmpty else { continue }
                let metric = CellUnits.column(name.text, value.unit)
                add(metric, time, value.number, nil, &isUsed, &sink)
            }
        }
        if let upper = pressure.upper, let lower = pressure.lower,
            let metric = Metric(.bloodPressure)
        {
            add(metric, time, upper, lower, &isUsed, &sink)
        } else if let half = pressure.upper ?? pressure.lower {
            sink.addHalf(
                RecordSink.Half(
                    start: time.start, end: time.end, value: half, source: source,
                    marks: isUsed ? .attached : [], isSystolic: pressure.upper != nil,
                    line: sink.tally.read))
            isUsed = true
        }
        return isUsed ? nil : problem ?? noValue
    }

    private func add(
        _ metric: Metric, _ time: (start: Double, end: Double), _ value: Double,
        _ second: Double?, _ isUsed: inout Bool, _ sink: inout RecordSink
    ) {
        sink.add(
            sink.slot(metric), start: time.start, end: time.end, value: value, second: second,
            source: source, marks: isUsed ? .attached : [])
        isUsed = true
    }

    // MARK: Parts of a resource

    private mutating func time(
        of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> (start: Double, end: Double)? {
        if let period = tape.member("effectivePeriod", of: node, bytes) {
            let start = clock.instant(
                tape.member("start", of: period, bytes), tape, bytes, isLocal: true)
            let end = clock.instant(
                tape.member("end", of: period, bytes), tape, bytes, isLocal: true)
            if let start { return (start, max(start, end ?? start)) }
        }
        let moment =
            tape.member("effectiveDateTime", of: node, bytes)
            ?? tape.member("effectiveInstant", of: node, bytes)
            ?? tape.member("issued", of: node, bytes)
        return clock.instant(moment, tape, bytes, isLocal: true).map { ($0, $0) }
    }

    private func quantity(
        of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> (number: Double, unit: String)? {
        if let value = tape.member("valueQuantity", of: node, bytes),
            let number = tape.number(tape.member("value", of: value, bytes), bytes)
        {
            let unit =
                tape.text(tape.member("unit", of: value, bytes), bytes)
                ?? tape.text(tape.member("code", of: value, bytes), bytes) ?? ""
            return (number, FHIRReader.unit(unit))
        }
        return tape.number(tape.member("valueInteger", of: node, bytes), bytes).map { ($0, "") }
    }

    /// A unit of UCUM as people write it.
    private static func unit(_ code: String) -> String {
        let others = [
            "mm[Hg]": "mmHg", "Cel": "°C", "[degF]": "°F", "[lb_av]": "lb", "[in_i]": "in",
            "[ft_i]": "ft", "/min": "count/min", "{beats}/min": "count/min",
            "{breaths}/min": "count/min", "beats/min": "count/min", "beats/minute": "count/min",
            "breaths/min": "count/min", "{steps}": "count", "1": "", "kg/m2": "kg/m²",
        ]
        return others[code] ?? code
    }

    private func converted(
        _ value: (number: Double, unit: String), to metric: Metric?
    ) -> Double? {
        guard let metric else { return nil }
        if value.unit.isEmpty { return value.number }
        return UnitConversion.from(value.unit, to: metric.unit)?.apply(value.number)
    }

    /// The codes of an observation.
    private func codes(of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan) -> [String] {
        guard let code = tape.member("code", of: node, bytes),
            let list = tape.member("coding", of: code, bytes)
        else { return [] }
        var codings: [Int] = []
        tape.forEach(in: list) { codings.append($0) }
        return codings.compactMap { tape.text(tape.member("code", of: $0, bytes), bytes) }
    }

    private func name(
        of node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> (meaning: Meaning?, text: String) {
        guard let code = tape.member("code", of: node, bytes) else { return (nil, "") }
        var codings: [Int] = []
        if let list = tape.member("coding", of: code, bytes) {
            tape.forEach(in: list) { codings.append($0) }
        }
        var text = tape.text(tape.member("text", of: code, bytes), bytes) ?? ""
        var meaning: Meaning?
        for coding in codings {
            let own = tape.text(tape.member("code", of: coding, bytes), bytes) ?? ""
            meaning = meaning ?? FHIRReader.codes[own]
            if text.isEmpty {
                text = tape.text(tape.member("display", of: coding, bytes), bytes) ?? own
            }
        }
        if meaning == nil {
            switch HeaderNames.parse(text).role {
            case .metric(.bloodPressure): break
            case .metric(let id): meaning = .metric(id)
            case .systolic: meaning = .systolic
            case .diastolic: meaning = .diastolic
            default: break
            }
        }
        return (meaning, text)
    }
}
