// Makes samples from the messages of FIT.
//
// Scales and numbers of fields are the profile's. A monitored day counts its steps from midnight
// on, separately for walking and running; a sample is the difference from the message before. The
// first message of a file only gives the state of the count, because the steps before it are in the
// file before. The heart rates of a strap belong to the activity in whose time they are. Kinds of
// messages that hold readings and are not read are counted and refused by their names.

import Localization

struct FITAssembler {
    /// The type of a file with a planned course.
    private static let course = 6

    var activity: ActivityAssembler
    private var isRecording = false
    /// Whether the file is a planned course: its points have the times of a wish.
    private var isCourse = false
    private var courseName = ""
    /// Sessions that come before their points, or have none.
    private var waitingSessions: [FITMessage] = []
    /// Laps that wait for their session.
    private var waitingLaps: [Workout.Lap] = []
    private let noTime: Int
    private let noValue: Int
    private let noPair: Int
    private let outside: Int
    /// The clock of the file.
    private var clock = FITClock()
    /// The heart rates of a strap that are not part of an activity yet.
    private var beats = PlacedBeats([], FITClock())
    /// Whether it was noted that times count from when the device was switched on.
    private var hasNotedClock = false
    /// Whether the file gives the time of an activity.
    private var hasSpans = false
    /// The last count for every kind of movement, and its time.
    private var counts: [Int: (time: Double, cycles: Double)] = [:]

    init(_ activity: ActivityAssembler) {
        var activity = activity
        noTime = activity.sink.reason(tr("it has no time"))
        noValue = activity.sink.reason(tr("it has no value"))
        noPair = activity.sink.reason(tr("one of the two pressures is missing"))
        outside = activity.sink.reason(
            tr("the strap measured it before or after the activity"))
        self.activity = activity
    }

    /// Begins another file, of which this much is known.
    mutating func beginFile(_ survey: FITSurvey) {
        finish()
        (isCourse, courseName) = (false, "")
        counts = [:]
        waitingLaps = []
        hasSpans = false
        hasNotedClock = false
        clock = survey.clock
        beats = PlacedBeats(survey.beats.beats, clock)
    }

    /// Ends the file, and everything in it that is still open.
    mutating func finish() {
        if isRecording, !waitingSessions.isEmpty {
            endActivity(waitingSessions.removeFirst())
        }
        for session in waitingSessions {
            activity.begin()
            endActivity(session)
        }
        waitingSessions = []
        takeRemainingBeats()
        if isRecording {
            activity.end()
            isRecording = false
        }
        activity.endRecording()
        activity.endPlan(name: courseName)
    }

    /// Takes the heart rates of a strap that belong to no activity of the file.
    private mutating func takeRemainingBeats() {
        if hasSpans {
            for beat in beats.take(from: -.infinity, to: .infinity) {
                activity.sink.met()
                activity.sink.refuse(outside) { beat.offset }
            }
        } else {
            takeBeats(from: -.infinity, to: .infinity)
        }
        for offset in beats.unplaced {
            activity.sink.met()
            activity.sink.refuse(noTime) { offset }
        }
        beats = PlacedBeats([], FITClock())
    }

    /// Adds the heart rates of a strap from one time to another to the activity.
    private mutating func takeBeats(from start: Double, to end: Double) {
        for beat in beats.take(from: start, to: end) {
            activity.sink.met()
            if beat.rate > 0 {
                activity.addHeartRate(beat.rate, at: beat.time)
            } else {
                activity.sink.refuse(noValue) { beat.offset }
            }
        }
    }

    /// Ends the activity with the device's summary of it.
    private mutating func endActivity(_ session: FITMessage) {
        if let sport = session.integer(5) { activity.setSport(FITAssembler.sport(sport)) }
        if let span = span(session) {
            activity.setSpan(span.start, span.end)
            hasSpans = true
            takeBeats(from: span.start, to: span.end)
            func isOfThis(_ lap: Workout.Lap) -> Bool {
                lap.start >= span.start && lap.start < span.end
            }
            activity.setLaps(waitingLaps.filter(isOfThis))
            waitingLaps.removeAll(where: isOfThis)
        }
        activity.setFigures(
            Workout.Figures(
                activeDuration: session.number(8).map { $0 / 1000 },
                distance: session.number(9).map { $0 / 100 }, energy: session.number(11),
                meanHeartRate: session.number(16), highestHeartRate: session.number(17),
                ascent: session.number(22)))
        activity.end()
        isRecording = false
    }

    private mutating func takeLap(_ message: FITMessage) {
        guard let start = instant(message.integer(2)) else { return }
        waitingLaps.append(
            Workout.Lap(
                start: start,
                figures: Workout.Figures(
                    activeDuration: message.number(8).map { $0 / 1000 },
                    distance: message.number(9).map { $0 / 100 }, energy: message.number(11),
                    meanHeartRate: message.number(15), highestHeartRate: message.number(16),
                    ascent: message.number(21))))
    }

    /// The start and the end of a session, including pauses.
    private mutating func span(_ session: FITMessage) -> (start: Double, end: Double)? {
        guard let start = instant(session.integer(2)), let length = session.number(7), length > 0
        else { return nil }
        return (start, start + length / 1000)
    }

    /// Takes a message; `lastTime` is the last complete time before it.
    mutating func take(_ message: FITMessage, lastTime: Int) {
        switch message.kind {
        case FITKind.fileID: setSource(message)
        case FITKind.record where isCourse:
            activity.addPlanned(place(message, 0, 1)) { message.offset }
        case FITKind.course: courseName = message.text(5) ?? ""
        case FITKind.record: takeRecord(message)
        case FITKind.coursePoint: takeCoursePoint(message)
        case FITKind.event:
            // The timer (0) was stopped (1, 4).
            if message.integer(0) == 0, let type = message.integer(1), type == 1 || type == 4 {
                activity.pause()
            }
        case FITKind.session:
            if isRecording {
                endActivity(message)
            } else if span(message) != nil {
                waitingSessions.append(message)
            }
        case FITKind.lap: takeLap(message)
        case FITKind.weight: takeWeight(message)
        case FITKind.bloodPressure: takePressure(message)
        case FITKind.monitoring: takeMonitoring(message, lastTime)
        default:
            if let name = FITKind.unread(message.kind) { refuse(message, ofType: name) }
        }
    }

    /// Counts a message with readings of a kind that is not read.
    private mutating func refuse(_ message: FITMessage, ofType name: String) {
        activity.sink.met()
        activity.sink.refuse(
            activity.sink.reason(
                tr("records of the type {1} are not read yet", name), type: name)
        ) { message.offset }
    }

    private mutating func setSource(_ message: FITMessage) {
        isCourse = message.integer(0) == FITAssembler.course
        if let name = message.text(8) {
            activity.setSource(name)
        } else if message.integer(1) == 1 {
            activity.setSource(message.integer(2).map { "Garmin \($0)" } ?? "Garmin")
        }
    }

    /// The instant of a time; nil if there is none, or if it cannot be placed.
    private mutating func instant(_ time: Int?) -> Double? {
        if let time, FITClock.isRelative(time), !hasNotedClock {
            hasNotedClock = true
            activity.sink.note(
                "",
                clock.start == nil
                    ? tr(
                        "its times count from when the device was switched on, and nothing in the file shows when that was"
                    )
                    : tr(
                        "the device did not know the date; its times were placed by the one time of its clock that the file shows"
                    ))
        }
        return clock.instant(time)
    }

    /// The position in two fields, and for a record its height.
    private func place(_ message: FITMessage, _ latitude: Int, _ longitude: Int) -> ActivityPoint {
        var point = ActivityPoint()
        let degrees = 180 / 2_147_483_648.0
        point.latitude = message.number(latitude).map { $0 * degrees }
        point.longitude = message.number(longitude).map { $0 * degrees }
        if message.kind == FITKind.record {
            point.height = (message.number(78) ?? message.number(2)).map { $0 / 5 - 500 }
        }
        return point
    }

    /// The types of course points that are places, and not turns.
    private static let courseSymbols = [
        1: "Summit", 2: "Valley", 3: "Water", 4: "Food", 5: "Danger", 9: "First Aid",
    ]

    private mutating func takeCoursePoint(_ message: FITMessage) {
        activity.addWaypoint(
            place(message, 2, 3), name: message.text(6) ?? "",
            symbol: message.integer(5).flatMap { Self.courseSymbols[$0] }
        ) { message.offset }
    }

    private mutating func takeRecord(_ message: FITMessage) {
        if !isRecording {
            activity.begin()
            isRecording = true
        }
        var point = place(message, 0, 1)
        point.time = instant(message.integer(253)) ?? .nan
        point.heartRate = message.number(3)
        point.cadence = message.number(4)
        point.distance = message.number(5).map { $0 / 100 }
        point.power = message.number(7)
        point.speed = (message.number(73) ?? message.number(6)).map { $0 / 1000 }
        point.accuracy = message.number(31)
        activity.add(point) { message.offset }
    }

    private mutating func takeWeight(_ message: FITMessage) {
        let values: [(MetricID, Int, Double)] = [
            (.weight, 0, 0.01), (.bodyFat, 1, 0.01), (.bodyWater, 2, 0.01), (.boneMass, 4, 0.01),
            (.visceralFat, 11, 1), (.bodyMassIndex, 13, 0.1),
        ]
        // The scale sends 0xfffe while it is still computing.
        var found = values.compactMap { id, field, scale in
            message.number(field).flatMap { number -> (MetricID, Double)? in
                id == .weight && number >= 0xfffe ? nil : (id, number * scale)
            }
        }
        if let weight = message.number(0), weight < 0xfffe, weight > 0,
            let muscle = message.number(5)
        {
            found.append((.muscle, muscle * 100 / weight))
        }
        takeReadings(message, found)
    }

    private mutating func takeReadings(_ message: FITMessage, _ values: [(MetricID, Double)]) {
        activity.sink.met()
        guard let time = instant(message.integer(253)) else {
            return activity.sink.refuse(noTime) { message.offset }
        }
        guard !values.isEmpty else {
            return activity.sink.refuse(noValue) { message.offset }
        }
        var isFirst = true
        for (id, value) in values {
            activity.addSample(id, time, time, value, marks: isFirst ? [] : .attached)
            isFirst = false
        }
    }

    private mutating func takePressure(_ message: FITMessage) {
        activity.sink.met()
        guard let time = instant(message.integer(253)) else {
            return activity.sink.refuse(noTime) { message.offset }
        }
        let pulse = message.number(6)
        guard let upper = message.number(0), let lower = message.number(1) else {
            guard let pulse else { return activity.sink.refuse(noPair) { message.offset } }
            return activity.addSample(.heartRate, time, time, pulse)
        }
        activity.addSample(.bloodPressure, time, time, upper, second: lower)
        if let pulse { activity.addSample(.heartRate, time, time, pulse, marks: .attached) }
    }

    private mutating func takeMonitoring(_ message: FITMessage, _ lastTime: Int) {
        activity.sink.met()
        var time = message.integer(253)
        if time == nil, let low = message.integer(26), lastTime > 0 {
            // Only the low sixteen bits; they have wrapped around if they are below the last ones.
            let ahead = (low &- lastTime) & 0xffff
            time = lastTime &+ ahead
        }
        guard let instant = instant(time) else {
            return activity.sink.refuse(noTime) { message.offset }
        }
        var used = false
        if let pulse = message.number(27), pulse > 0 {
            activity.addSample(.heartRate, instant, instant, pulse)
            used = true
        }
        let kind = message.integer(5) ?? message.integer(24).map { $0 & 0x1f }
        // Running (1) and walking (6) are counted in steps.
        if let kind, kind == 1 || kind == 6, let cycles = message.number(3) {
            let before = counts[kind]
            counts[kind] = (instant, cycles)
            if let before, instant > before.time {
                // A smaller count started again at midnight.
                let steps = cycles >= before.cycles ? cycles - before.cycles : cycles
                activity.addSample(
                    .steps, before.time, instant, steps, marks: used ? .attached : [])
                used = true
            } else if !used {
                // It only gives the state of the count, but the record counts as used.
                activity.sink.tally.merged += 1
                used = true
            }
        }
        if !used { activity.sink.refuse(noValue) { message.offset } }
    }

    /// The name of a sport's number in the profile.
    private static func sport(_ number: Int) -> String {
        let names: [Int: String] = [
            1: "running", 2: "cycling", 3: "transition", 4: "fitness equipment", 5: "swimming",
            6: "basketball", 7: "soccer", 8: "tennis", 9: "american football", 10: "training",
            11: "walking", 12: "cross country skiing", 13: "alpine skiing", 14: "snowboarding",
            15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport", 19: "paddling",
            21: "e-biking", 25: "golf", 27: "horseback riding", 30: "inline skating",
            31: "rock climbing", 32: "sailing", 33: "ice skating", 35: "snowshoeing",
            37: "stand up paddleboarding", 38: "surfing", 41: "kayaking", 43: "windsurfing",
            44: "kitesurfing", 47: "boxing", 48: "floor climbing", 53: "diving",
        ]
        return names[number] ?? "other"
    }
}
