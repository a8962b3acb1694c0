import ChartCore
import Localization

/// Makes samples from the records of one of Garmin's lists.
struct GarminReader: JSONRecordReader {
    /// The kilojoules of a kilocalorie in Garmin's figures: the divisor for an activity's energy.
    private static let kilojoules = 4.19
    /// The longest day or night in seconds; a longer one has a wrong end.
    private static let longestDay = 172_800.0
    /// The marks of a day's amounts.
    private static let total: SampleMarks = [.summary, .total]

    private let kind: GarminFormat.Kind
    private let source: UInt16
    private let noRecord: Int
    private let noDate: Int
    private let noValue: Int
    private let noPair: Int
    private let again: Int
    private let notRecorded: Int
    private var clock: JSONClock
    /// The starts of the days that were read.
    private var days: Set<Double> = []
    /// An activity of the list.
    private struct Activity {
        var workout: Workout
        /// Kilocalories in addition to those of a body at rest.
        var energy: Double
    }

    /// Activities of several sports, which wait until it is known whether the list has their parts.
    private var parents: [Activity] = []
    /// The midpoints of all other activities.
    private var middles: [Double] = []
    /// Whether the current record already has a sample.
    private var isUsed = false

    init(_ kind: GarminFormat.Kind, _ sink: inout RecordSink, _ options: ImportOptions) {
        self.kind = kind
        clock = JSONClock(options.zone)
        source = sink.addSource("Garmin Connect", .watch)
        noRecord = sink.reason(tr("it is not an object"))
        noDate = sink.reason(tr("unreadable date"))
        noValue = sink.reason(tr("it has no value"))
        noPair = sink.reason(tr("one of the two pressures is missing"))
        again = sink.reason(tr("the file contains the day a second time"))
        notRecorded = sink.reason(tr("the watch did not record the night"))
        if case .night = kind {
            sink.setLabels(SleepStage.allCases.map(\.label), slot: sink.slot(.sleep))
        }
    }

    mutating func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        isUsed = false
        guard tape.nodes[0].kind == .object else { return noRecord }
        return switch kind {
        case .day: day(tape, bytes, &sink)
        case .night: night(tape, bytes, &sink)
        case .body: body(tape, bytes, &sink)
        case .activity: activity(tape, bytes, &sink)
        }
    }

    // MARK: Records; each function returns why a record is refused

    private mutating func day(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        func value(_ name: StaticString) -> Double? {
            tape.number(tape.member(name, of: 0, bytes), bytes)
        }
        let given = span(tape, "wellnessStartTimeGmt", "wellnessEndTimeGmt", of: 0, bytes)
        guard
            let (start, end) = given
                ?? clock.day(
                    tape.member("calendarDate", of: 0, bytes), tape, bytes)
        else { return noDate }
        if days.contains(start) { return again }
        add(.steps, start, end, value("totalSteps"), GarminReader.total, &sink)
        add(.distance, start, end, value("totalDistanceMeters"), GarminReader.total, &sink)
        add(.activeEnergy, start, end, value("activeKilocalories"), GarminReader.total, &sink)
        add(.basalEnergy, start, end, value("bmrKilocalories"), GarminReader.total, &sink)
        add(.flights, start, end, value("floorsAscended"), GarminReader.total, &sink)
        let minutes =
            (value("moderateIntensityMinutes") ?? 0) + (value("vigorousIntensityMinutes") ?? 0)
        add(.exerciseTime, start, end, minutes * 60, GarminReader.total, &sink)
        // The other one is an average of seven days in newer archives.
        let rate = value("currentDayRestingHeartRate") ?? value("restingHeartRate")
        add(.restingHeartRate, start, start, rate, [], &sink)
        if value("floorsAscended") == nil, value("floorsAscendedInMeters") ?? 0 > 0 {
            sink.note(
                "",
                tr("the daily climb is in metres and not in floors; it was passed over"))
        }
        guard isUsed else { return noValue }
        days.insert(start)
        return nil
    }

    /// Adds a night by the lengths of its stages, and the naps of its day.
    private mutating func night(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        let span = span(tape, "sleepStartTimestampGMT", "sleepEndTimestampGMT", of: 0, bytes)
        var problem: Int? = span == nil ? noDate : nil
        if let span { problem = addNight(tape, bytes, span, &sink) }
        var naps: [Int] = []
        if let list = tape.member("napList", of: 0, bytes) {
            tape.forEach(in: list) { naps.append($0) }
        }
        for nap in naps {
            guard
                let start = clock.instant(
                    tape.member("napStartTimestampGMT", of: nap, bytes), tape, bytes,
                    isLocal: false)
            else {
                sink.note("", line: sink.tally.read, tr("a nap without a time was passed over"))
                continue
            }
            let seconds = tape.number(tape.member("napTimeSec", of: nap, bytes), bytes)
            let end =
                clock.instant(
                    tape.member("napEndTimestampGMT", of: nap, bytes), tape, bytes,
                    isLocal: false) ?? start + (seconds ?? 0)
            guard end > start, end - start <= GarminReader.longestDay, SoundTime.contains(end)
            else {
                sink.note(
                    "", line: sink.tally.read, tr("a nap without a length was passed over"))
                continue
            }
            addStage(.asleep, start, end, &sink)
        }
        return isUsed ? nil : problem ?? noValue
    }

    private mutating func addNight(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ span: (start: Double, end: Double),
        _ sink: inout RecordSink
    ) -> Int? {
        func seconds(_ name: StaticString) -> Double {
            max(0, tape.number(tape.member(name, of: 0, bytes), bytes) ?? 0)
        }
        let lengths: [(stage: SleepStage, seconds: Double)] = [
            (.core, seconds("lightSleepSeconds")), (.deep, seconds("deepSleepSeconds")),
            (.rem, seconds("remSleepSeconds")), (.awake, seconds("awakeSleepSeconds")),
        ]
        let total = lengths.reduce(0) { $0 + $1.seconds }
        guard total > 0 else {
            // For nights without the watch these are the hours that the person set.
            let confirmation = tape.text(
                tape.member("sleepWindowConfirmationType", of: 0, bytes), bytes)
            if confirmation == "UNCONFIRMED" || confirmation == "OFF_WRIST" { return notRecorded }
            addStage(.asleep, span.start, span.end, &sink)
            return nil
        }
        guard total <= span.end - span.start + 60 else {
            sink.note(
                "", tr("the stages of a night last longer than the night; it counts as asleep"))
            addStage(.asleep, span.start, span.end, &sink)
            return nil
        }
        sink.note(
            "",
            tr("of nights only the lengths of stages are known; they are laid one after the other"))
        isUsed =
            sink.addStages(
                sink.slot(.sleep), from: span.start, lengths, source: source, marks: .summary)
        return nil
    }

    private mutating func body(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        let weight = tape.member("weight", of: 0, bytes)
        let pressure = tape.member("bloodPressure", of: 0, bytes)
        func value(_ name: StaticString, _ node: Int?) -> Double? {
            node.flatMap { tape.number(tape.member(name, of: $0, bytes), bytes) }
        }
        let grams = value("weight", weight) ?? tape.number(weight, bytes) ?? 0
        let upper = value("systolic", pressure) ?? 0
        let lower = value("diastolic", pressure) ?? 0
        let hasPair = upper > 0 && lower > 0
        let hasHalf = !hasPair && (upper > 0 || lower > 0)
        let height = value("height", 0) ?? 0
        let fitness =
            value("vo2Max", 0) ?? value("vo2MaxRunning", 0) ?? value("vo2MaxCycling", 0) ?? 0
        guard grams > 0 || hasPair || height > 0 || fitness > 0 else {
            return hasHalf ? noPair : noValue
        }
        let date = tape.member("metaData", of: 0, bytes).flatMap {
            tape.member("calendarDate", of: $0, bytes)
        }
        let given = (weight ?? pressure).flatMap { tape.member("timestampGMT", of: $0, bytes) }
        guard
            let time = clock.instant(given, tape, bytes, isLocal: false)
                ?? clock.instant(date, tape, bytes, isLocal: true)
        else { return noDate }
        // A scale and a cuff also write these values into the FIT files, which are the better
        // source.
        if grams > 0 {
            let (bone, muscle) = (value("boneMass", weight), value("muscleMass", weight))
            add(.weight, time, time, grams / 1000, .summary, &sink)
            add(.bodyFat, time, time, value("bodyFat", weight), .summary, &sink)
            add(.bodyWater, time, time, value("bodyWater", weight), .summary, &sink)
            add(.boneMass, time, time, bone.map { $0 / 1000 }, .summary, &sink)
            add(.muscle, time, time, muscle.map { $0 * 100 / grams }, .summary, &sink)
        }
        // In centimetres.
        add(.height, time, time, height / 100, [], &sink)
        add(.vo2Max, time, time, fitness, [], &sink)
        if hasPair {
            add(.bloodPressure, time, time, upper, second: lower, .summary, &sink)
            add(.heartRate, time, time, value("pulse", pressure), .summary, &sink)
        } else if hasHalf {
            sink.note(
                "", line: sink.tally.read,
                tr("one of the two pressures is missing; the other was passed over"))
        }
        return isUsed ? nil : noValue
    }

    private mutating func activity(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        func member(_ name: StaticString) -> Int? { tape.member(name, of: 0, bytes) }
        func value(_ name: StaticString) -> Double? { tape.number(member(name), bytes) }
        guard
            let start = clock.instant(member("beginTimestamp"), tape, bytes, isLocal: false)
                ?? clock.instant(member("startTimeGmt"), tape, bytes, isLocal: false)
        else { return noDate }
        // Includes pauses if the list gives them, as the points of a track do.
        let length = max(value("duration") ?? 0, value("elapsedDuration") ?? 0) / 1000
        guard length > 0, SoundTime.contains(start + length) else { return noValue }
        let end = start + length
        let type =
            tape.text(member("activityType"), bytes)
            ?? member("activityType").flatMap {
                tape.text(tape.member("typeKey", of: $0, bytes), bytes)
            } ?? tape.text(member("sportType"), bytes) ?? ""
        var figures = Workout.Figures()
        figures.activeDuration = value("duration").map { $0 / 1000 }
        figures.distance = value("distance").map { $0 / 100 }
        figures.energy = value("calories").map { $0 / GarminReader.kilojoules }
        figures.meanHeartRate = value("avgHr")
        figures.highestHeartRate = value("maxHr")
        let energy = (value("calories") ?? 0) - (value("bmrCalories") ?? 0)
        let activity = Activity(
            workout: Workout(
                sport: type, start: start, end: end, source: source,
                figures: figures), energy: energy / GarminReader.kilojoules)
        if let node = member("parent"), tape.nodes[node].kind == .yes {
            parents.append(activity)
        } else {
            middles.append(start + length / 2)
            add(activity, &sink)
        }
        return nil
    }

    /// Adds the activities of several sports whose parts are not in the list; the others repeat
    /// their parts.
    ///
    /// Repetitions of another list of the archive are found when everything is merged
    /// (`RepeatedWorkouts`).
    mutating func finish(_ sink: inout RecordSink) {
        middles.sort()
        for parent in parents {
            let next = middles.indices.partitioningIndex { middles[$0] >= parent.workout.start }
            if next < middles.count, middles[next] < parent.workout.end {
                sink.tally.merged += 1
            } else {
                add(parent, &sink)
            }
        }
        parents = []
    }

    private mutating func add(_ activity: Activity, _ sink: inout RecordSink) {
        let (workout, figures) = (activity.workout, activity.workout.figures)
        // The export may contain the recording itself, too, which is the better source.
        sink.add(workout, marks: .summary)
        isUsed = true
        // The route and not the distance: the distance of the day includes it.
        add(.route, workout.start, workout.end, figures.distance, .summary, &sink)
        add(.activeEnergy, workout.start, workout.end, activity.energy, .summary, &sink)
        add(.heartRate, workout.start, workout.end, figures.meanHeartRate, .summary, &sink)
    }

    // MARK: Samples

    /// Adds a value of the record; 0 means no value.
    private mutating func add(
        _ id: MetricID, _ start: Double, _ end: Double, _ value: Double?, second: Double? = nil,
        _ marks: SampleMarks, _ sink: inout RecordSink
    ) {
        guard let value, value > 0 else { return }
        sink.add(
            sink.slot(id), start: start, end: end, value: value, second: second, source: source,
            marks: isUsed ? marks.union(.attached) : marks)
        isUsed = true
    }

    private mutating func addStage(
        _ stage: SleepStage, _ start: Double, _ end: Double, _ sink: inout RecordSink
    ) {
        add(.sleep, start, end, Double(stage.rawValue), .summary, &sink)
    }

    /// An interval of two times in UTC; nil if one is missing or they do not fit together.
    private mutating func span(
        _ tape: borrowing JSONTape, _ start: StaticString, _ end: StaticString, of node: Int,
        _ bytes: RawSpan
    ) -> (start: Double, end: Double)? {
        guard
            let from = clock.instant(
                tape.member(start, of: node, bytes), tape, bytes, isLocal: false),
            let to = clock.instant(
                tape.member(end, of: node, bytes), tape, bytes, isLocal: false),
            to > from, to - from <= GarminReader.longestDay
        else { return nil }
        return (from, to)
    }
}
