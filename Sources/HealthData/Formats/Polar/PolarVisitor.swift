import ChartCore
import Localization

/// Makes samples from the lists of Polar's documents.
struct PolarVisitor: JSONListVisitor {
    /// A list of samples in an exercise.
    private enum Reading: String {
        case heartRate, distance, speed, cadence, altitude, recordedRoute
    }

    private var assembler: ActivityAssembler
    private let zone: LocalZone
    private var points: [Double: ActivityPoint] = [:]
    private var steps: [(time: Double, count: Double)] = []
    private var rates: [(second: Double, rate: Double)] = []
    private var stages: [(offset: Double, stage: SleepStage?)] = []
    private var exercises = 0
    private let source: UInt16
    private let noDate: Int
    private let noLength: Int
    private let noValue: Int
    private let lengths = DurationText()

    init(_ head: DocumentHead, _ output: RecordOutput) {
        assembler = ActivityAssembler(file: output.currentFile, head, unit: .record)
        assembler.setSource("Polar")
        zone = LocalZone(output.options.zone)
        source = assembler.sink.source("Polar", .watch)
        noDate = assembler.sink.reason(tr("unreadable date"))
        noLength = assembler.sink.reason(tr("it has no length"))
        noValue = assembler.sink.reason(tr("it has no value"))
    }

    var sink: RecordSink {
        get { assembler.sink }
        _modify { yield &assembler.sink }
    }

    mutating func record(
        _ path: Int, _ cells: ArraySlice<JSONWalk.Cell>, depth: Int, isTooLong: Bool,
        _ walk: JSONWalk
    ) {
        guard path != JSONPaths.none else { return }
        let cells = JSONListCells(path, cells, walk)
        switch walk.paths.text(path) {
        case "exercises":
            exercises += 1
            addExercise(cells)
        case "exercises.samples.steps", "samples.steps":
            guard let time = clock(cells["localTime"]), let count = cells.number("value") else {
                return
            }
            steps.append((time, count))
        case "deviceDays.samples":
            guard let second = cells.number("secondsFromDayStart"),
                let rate = cells.number("heartRate")
            else { return }
            rates.append((second, rate))
        case "deviceDays": addRates(cells)
        case "sleepResult.hypnogram.sleepStateChanges", "hypnogram.sleepStateChanges":
            guard let offset = cells["offsetFromStart"].flatMap(lengths.seconds) else { return }
            stages.append((offset, PolarVisitor.stage(cells["state"] ?? "")))
        case "": addDocument(cells)
        case let text where text.hasPrefix("exercises.samples."):
            guard let kind = Reading(rawValue: String(text.dropFirst(18))) else { return }
            addPoint(kind, cells)
        default: break
        }
    }

    /// Adds what the document itself is: a day, a night, or a session without exercises.
    private mutating func addDocument(_ cells: JSONListCells) {
        if cells["sleepResult.hypnogram.sleepStart"] != nil || cells["hypnogram.sleepStart"] != nil
            || cells["evaluation.sleepSpan"] != nil
        {
            addNight(cells)
        } else if cells["startTime"] != nil {
            if exercises == 0 { addExercise(cells) }
        } else if cells["date"] != nil {
            addDay(cells)
        }
    }

    // MARK: Exercises

    private mutating func addPoint(_ kind: Reading, _ cells: JSONListCells) {
        guard let time = local(cells["dateTime"])?.time else { return }
        var point = points[time] ?? ActivityPoint()
        switch kind {
        case .heartRate: point.heartRate = cells.number("value")
        case .distance: point.distance = cells.number("value")
        // In kilometres an hour.
        case .speed: point.speed = cells.number("value").map { $0 / 3.6 }
        case .cadence: point.cadence = cells.number("value")
        case .altitude: point.height = cells.number("value")
        case .recordedRoute:
            point.latitude = cells.number("latitude")
            point.longitude = cells.number("longitude")
            point.height = point.height ?? cells.number("altitude")
        }
        points[time] = point
    }

    private mutating func addExercise(_ cells: JSONListCells) {
        defer { points = [:] }
        guard let start = local(cells["startTime"]) else {
            sink.met()
            let place = sink.tally.read
            return sink.refuse(noDate) { place }
        }
        let offset = cells.number("timezoneOffset").map { $0 * 60 } ?? start.offset
        func instant(_ local: Double) -> Double {
            offset.map { local - $0 } ?? PolarVisitor.instant(local, zone)
        }
        assembler.begin()
        assembler.setSport((cells["sport"] ?? cells["name"] ?? "").replacing("_", with: " "))
        let length = cells["duration"].flatMap(lengths.seconds)
        let end =
            local(cells["stopTime"]).map { instant($0.time) }
            ?? length.map { instant(start.time) + $0 }
        if let end { assembler.setSpan(instant(start.time), end) }
        assembler.setFigures(
            Workout.Figures(
                activeDuration: length, distance: cells.number("distance"),
                energy: cells.number("kiloCalories"),
                meanHeartRate: cells.number("heartRate.avg") ?? cells.number("averageHeartRate"),
                highestHeartRate: cells.number("heartRate.max")
                    ?? cells.number("maximumHeartRate"),
                ascent: cells.number("ascent")))
        for (time, var point) in points.sorted(by: { $0.key < $1.key }) where point.hasData {
            point.time = instant(time)
            let place = sink.tally.read + 1
            assembler.add(point) { place }
        }
        if end == nil, points.isEmpty {
            sink.met()
            let place = sink.tally.read
            sink.refuse(noLength) { place }
        }
        assembler.end()
    }

    // MARK: Days

    private mutating func addDay(_ cells: JSONListCells) {
        sink.met()
        let place = sink.tally.read
        guard let day = local(cells["date"])?.time else {
            return sink.refuse(noDate) { place }
        }
        let (start, end) = (
            PolarVisitor.instant(day, zone), PolarVisitor.instant(day + 86_400, zone)
        )
        var marks: SampleMarks = [.summary, .total]
        func add(_ id: MetricID, _ value: Double?) {
            guard let value, value > 0 else { return }
            assembler.addSample(id, start, end, value, marks: marks)
            marks.insert(.attached)
        }
        add(.steps, cells.number("summary.stepCount"))
        add(.distance, cells.number("summary.stepsDistance"))
        if !marks.contains(.attached), steps.isEmpty { sink.refuse(noValue) { place } }
        for step in steps where step.count > 0 {
            sink.met()
            let from = PolarVisitor.instant(day + step.time, zone)
            assembler.addSample(.steps, from, from + 60, step.count)
        }
        steps = []
    }

    private mutating func addRates(_ cells: JSONListCells) {
        defer { rates = [] }
        guard let day = local(cells["date"])?.time else {
            sink.met(max(1, rates.count))
            let place = sink.tally.read
            return sink.refuse(noDate, count: max(1, rates.count)) { place }
        }
        for reading in rates {
            sink.met()
            let time = PolarVisitor.instant(day + reading.second, zone)
            guard reading.rate > 0 else {
                let place = sink.tally.read
                sink.refuse(noValue) { place }
                continue
            }
            assembler.addSample(.heartRate, time, time, reading.rate)
        }
    }

    // MARK: Nights

    private mutating func addNight(_ cells: JSONListCells) {
        defer { stages = [] }
        sink.met()
        let place = sink.tally.read
        let begin = cells["sleepResult.hypnogram.sleepStart"] ?? cells["hypnogram.sleepStart"]
        let close = cells["sleepResult.hypnogram.sleepEnd"] ?? cells["hypnogram.sleepEnd"]
        guard let first = local(begin), let last = local(close) else {
            return sink.refuse(noDate) { place }
        }
        let start = first.offset.map { first.time - $0 } ?? PolarVisitor.instant(first.time, zone)
        let end = last.offset.map { last.time - $0 } ?? PolarVisitor.instant(last.time, zone)
        guard end > start, end - start < 172_800 else { return sink.refuse(noLength) { place } }
        let slot = sink.slot(.sleep)
        sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
        var marks: SampleMarks = []
        for (index, change) in stages.enumerated() {
            let from = start + change.offset
            let to = index + 1 < stages.count ? start + stages[index + 1].offset : end
            guard let stage = change.stage, to > from else { continue }
            sink.addStage(
                slot, start: from, end: min(to, end), stage, source: source, marks: marks)
            marks.insert(.attached)
        }
        if marks.isEmpty {
            sink.addStage(slot, start: start, end: end, .asleep, source: source, marks: .summary)
        }
    }

    /// The stage of a state; nil for one that is not known.
    private static func stage(_ state: String) -> SleepStage? {
        switch state.uppercased() {
        case "WAKE", "AWAKE": .awake
        case "REM": .rem
        case "NONREM12", "NONREM1", "NONREM2", "LIGHT": .core
        case "NONREM3", "DEEP": .deep
        default: nil
        }
    }

    // MARK: Times

    /// The local time of a text in seconds, and its offset if it has one.
    private func local(_ text: String?) -> (time: Double, offset: Double?)? {
        guard let text else { return nil }
        return ColumnReading.padded(text) { bytes, end in
            var reader = DateReader()
            let reading = reader.read(bytes, 0, end, .iso)
            guard end > 0, reading.next == end else { return nil }
            return (
                reading.local,
                reading.offset == ClockReading.noOffset ? nil : Double(reading.offset)
            )
        }
    }

    private func clock(_ text: String?) -> Double? { text.flatMap(ColumnReading.clock) }

    private static func instant(_ local: Double, _ zone: LocalZone) -> Double {
        var zone = zone
        return zone.instant(local)
    }

    mutating func finish() { assembler.finish() }
}
