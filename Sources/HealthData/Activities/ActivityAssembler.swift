// Makes samples from the points of a recorded activity.
//
// The points of a track become the same samples whatever file they come from: heart rate, height,
// cadence and power as readings; the way between two points as an amount over the time between
// them; the whole activity as a workout, with the device's figures, or those of the points if the
// device gives none. Ways are computed from the positions if there are any, so that the same track
// has the same figures in every format; a device's own distance counts if there are none (a
// treadmill), and across long gaps. If two points are further apart in time than is usual in their
// track, and than `TrackPause.longestStep`, the time between them does not count: it was a pause (a rest). The
// straight way does count (a tunnel) if it is not faster than the track was (a train). The number
// of both is noted.

import ChartCore
import Geodesy
import Localization

/// One point of a recorded activity.
struct ActivityPoint {
    /// Seconds since 1970; NaN if it has no time.
    var time = Double.nan
    /// Degrees.
    var latitude: Double?
    var longitude: Double?
    /// Metres.
    var height: Double?
    /// Metres since the start, by the device.
    var distance: Double?
    /// Metres by which the position may be wrong, by the device.
    var accuracy: Double?
    /// The horizontal dilution of precision.
    var dilution: Double?
    /// Metres a second, by the device.
    var speed: Double?
    /// Beats per minute.
    var heartRate: Double?
    /// Steps or turns per minute.
    var cadence: Double?
    /// Watts.
    var power: Double?

    /// Whether it has a position, a distance or a reading.
    var hasData: Bool {
        let readings = [height, cadence, power, heartRate.flatMap { $0 > 0 ? $0 : nil }]
        return latitude != nil || distance != nil
            || readings.contains { $0?.isFinite == true }
    }

    /// The part of it that a track keeps.
    var place: Track.Point {
        Track.Point(
            time: time, latitude: latitude, longitude: longitude, height: height,
            distance: distance, accuracy: accuracy, dilution: dilution, speed: speed)
    }

    /// The part of it that a plan keeps.
    var plannedPlace: Track.Point {
        Track.Point(latitude: latitude, longitude: longitude, height: height)
    }
}

struct ActivityAssembler {
    var sink: RecordSink
    private var source: UInt16?
    private let defaultSource: String
    /// The path of the document, by which others of its file may refer to it.
    private let path: String
    /// The time of the last point, from which the next one continues; nil after a pause.
    private var last: Double?
    private var way = TrackWay()
    private var gaps = GapWays()
    private var usual = UsualInterval()
    /// The intervals longer than `TrackPause.longestStep`.
    private var longIntervals: [Double] = []
    /// The number of them that were pauses, in all activities.
    private var pauses = 0
    /// The number of gaps that were passed by other means than the activity itself.
    private var rides = 0
    private var first = Double.nan
    private var latest = -Double.infinity
    private var sport: String?
    private var name: String?
    /// The positions of the activity, and of those that were recorded with it.
    private var track = TrackBuilder()
    /// The number of points with positions that belong to no workout.
    private var strayPoints = 0
    /// The way that is being planned.
    private var plan = TrackBuilder()
    /// The points of the open track that have no time, which are in the plan, and the place of the
    /// first one.
    private var untimed = (count: 0, line: 0)
    /// Whether an activity has begun and not ended.
    private(set) var isOpen = false
    /// Whether points only imply activities: an activity that is given has priority.
    var impliesWorkouts = false
    /// The device's figures of the whole activity.
    private var reported = Workout.Figures()
    private var reportedSpan: (start: Double, end: Double)?
    private var laps: [Workout.Lap] = []
    /// The figures computed from its points.
    private var counted = Workout.Figures()
    private var heartRates = (count: 0, sum: 0.0)
    private let noTime: Int
    private let badTime: Int
    private let badPlace: Int
    private let noPlace: Int
    private let nothing: Int

    /// - Parameter head: the beginning of the document with the activities.
    init(file: Int, _ head: DocumentHead, unit: PlaceUnit) {
        sink = RecordSink(file: file)
        sink.tally.unit = unit
        defaultSource = head.name
        path = head.path
        noTime = sink.reason(tr("it has no time"))
        badTime = sink.reason(SoundTime.reason)
        badPlace = sink.reason(tr("its position is not on the earth"))
        noPlace = sink.reason(tr("it has no position"))
        nothing = sink.reason(tr("it has neither a position nor a reading"))
    }

    /// Sets the recorder of the activities that follow.
    mutating func setSource(_ name: String, _ kind: SourceKind = .watch) {
        guard !name.isEmpty else { return }
        source = sink.source(name, kind)
    }

    /// Forgets the recorder of the activities before; those that follow may be of another device.
    mutating func forgetSource() { source = nil }

    private mutating func currentSource() -> UInt16 {
        source ?? sink.source(defaultSource, .other, isFile: true)
    }

    /// Begins an activity and ends the one before.
    mutating func begin() {
        end()
        isOpen = true
    }

    /// Sets the sport: `Running`.
    mutating func setSport(_ name: String) {
        if !name.isEmpty { sport = name }
    }

    /// Sets the name of the activity, if it has none yet.
    mutating func setName(_ name: String) {
        if !name.isEmpty { self.name = self.name ?? name }
    }

    /// Sets the device's figures of the whole activity; they have priority over those of the
    /// points.
    mutating func setFigures(_ figures: Workout.Figures) { reported = figures }

    /// Sets the laps of the activity, by the device.
    mutating func setLaps(_ laps: [Workout.Lap]) { self.laps = laps }

    /// Sets the start and end of the activity, if the device gives them.
    mutating func setSpan(_ start: Double, _ end: Double) {
        guard SoundTime.contains(start), SoundTime.contains(end), end > start else { return }
        reportedSpan = (start, end)
    }

    /// Marks a pause: the points that follow do not continue from those before.
    mutating func pause() {
        last = nil
        way = TrackWay()
        track.pause()
        plan.pause()
    }

    /// Whether no record was met.
    var isEmpty: Bool { sink.tally.read == 0 }

    // MARK: Places that are no records

    /// Adds a place that was marked; `line` is only called if it is refused.
    mutating func addWaypoint(
        _ point: ActivityPoint, name: String, symbol: String? = nil, note: String? = nil,
        line: () -> Int
    ) {
        sink.met()
        guard let place = place(of: point, line) else { return }
        sink.add(
            Waypoint(
                name: name, place: place, height: point.height, symbol: symbol, note: note,
                source: currentSource()))
    }

    /// Adds a point of a way that was planned; `line` is only called if it is refused.
    mutating func addPlanned(_ point: ActivityPoint, line: () -> Int) {
        sink.met()
        guard place(of: point, line) != nil else { return }
        plan.append(point.plannedPlace)
    }

    /// Marks that the points of a plan that follow do not continue from those before.
    mutating func pausePlan() { plan.pause() }

    /// Ends a way that was planned.
    mutating func endPlan(name: String) {
        guard let track = plan.finish() else { return }
        sink.add(PlannedRoute(name: name, track: track, source: currentSource()))
    }

    /// Counts a point of the border of an area, and refuses it; `line` is only called if it is the
    /// first.
    mutating func refuseBorder(line: () -> Int) {
        sink.met()
        sink.refuse(sink.reason(tr("it is on the border of an area")), line: line)
    }

    /// The position of a point that was met; refuses it if there is none.
    private mutating func place(of point: ActivityPoint, _ line: () -> Int) -> Coordinate? {
        guard let latitude = point.latitude, let longitude = point.longitude,
            latitude != 0 || longitude != 0
        else {
            sink.refuse(noPlace, line: line)
            return nil
        }
        guard abs(latitude) <= 90, abs(longitude) <= 180 else {
            sink.refuse(badPlace, line: line)
            return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Keeps a point without a time until the end of its track: if none of the track has one, it was
    /// planned.
    private mutating func addUntimed(_ point: ActivityPoint, line: () -> Int) {
        guard impliesWorkouts, let latitude = point.latitude, let longitude = point.longitude,
            abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
        else { return sink.refuse(noTime, line: line) }
        if untimed.count == 0 { untimed.line = line() }
        untimed.count += 1
        plan.append(point.plannedPlace)
    }

    private mutating func settleUntimed() {
        guard untimed.count > 0 else { return }
        if first.isFinite {
            _ = plan.finish()
            let line = untimed.line
            sink.refuse(noTime, count: untimed.count) { line }
        } else {
            endPlan(name: name ?? "")
        }
        untimed = (0, 0)
    }

    // MARK: Points

    /// Adds a point; `place` is only called if it is refused.
    mutating func add(_ point: ActivityPoint, place: () -> Int) {
        sink.met()
        guard point.time.isFinite else { return addUntimed(point, line: place) }
        guard SoundTime.contains(point.time) else { return sink.refuse(badTime, line: place) }
        var point = point
        if let latitude = point.latitude, let longitude = point.longitude {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else {
                return sink.refuse(badPlace, line: place)
            }
            // Devices write 0 and 0 while they search for satellites.
            if latitude == 0, longitude == 0 {
                point.latitude = nil
                point.longitude = nil
            }
        } else {
            point.latitude = nil
            point.longitude = nil
        }
        // Before its time has an effect.
        guard point.hasData else { return sink.refuse(nothing, line: place) }
        track.append(point.place)
        var used = 0
        let gap = addStep(to: point, &used)
        addReading(.heartRate, point.heartRate, point.time, &used)
        addReading(.elevation, point.height, point.time, &used)
        addReading(.cadence, point.cadence, point.time, &used)
        addReading(.power, point.power, point.time, &used)
        if let gap {
            gaps.add(
                GapWays.Gap(
                    step: gap, end: point.time, source: currentSource(), isRecord: used == 0,
                    isPause: gap.start == last))
        } else if used == 0 {
            // The first point of a track has no way behind it; this sample marks the start.
            keepAlone(point.time, currentSource())
        }
        if !first.isFinite || point.time < first { first = point.time }
        latest = max(latest, point.time)
        last = point.time
    }

    private mutating func keepAlone(_ time: Double, _ source: UInt16) {
        sink.add(sink.slot(.route), start: time, end: time, value: 0, source: source)
    }

    /// Adds the way to a point, or returns it if it has to wait.
    private mutating func addStep(
        to point: ActivityPoint, _ used: inout Int
    ) -> TrackWay.Step? {
        if let last, point.time > last {
            let interval = point.time - last
            usual.add(interval)
            if interval <= TrackPause.longestStep {
                counted.activeDuration = (counted.activeDuration ?? 0) + interval
            } else {
                longIntervals.append(interval)
            }
        }
        guard let step = way.go(to: point, longest: TrackPause.longestStep) else {
            return nil
        }
        if step.isAcrossGap { return step }
        gaps.note(step, until: point.time)
        counted.distance = (counted.distance ?? 0) + step.length
        sink.add(
            sink.slot(.route), start: step.start, end: point.time, value: step.length,
            source: currentSource(), marks: used > 0 ? .attached : [])
        used += 1
        return nil
    }

    /// Separates pauses from long intervals that are usual in the track, and the ways across them
    /// that belong to the activity from others.
    private mutating func settleIntervals() {
        guard !longIntervals.isEmpty || !gaps.isEmpty else { return }
        let longest = TrackPause.longest(usual)
        for interval in longIntervals {
            if interval <= longest {
                counted.activeDuration = (counted.activeDuration ?? 0) + interval
            } else {
                pauses += 1
            }
        }
        for (gap, counts) in gaps.settled(longest: longest) {
            guard counts else {
                rides += 1
                if gap.isPause { pauses -= 1 }
                if gap.isRecord { keepAlone(gap.end, gap.source) }
                continue
            }
            counted.distance = (counted.distance ?? 0) + gap.step.length
            sink.add(
                sink.slot(.route), start: gap.step.start, end: gap.end, value: gap.step.length,
                source: gap.source, marks: gap.isRecord ? [] : .attached)
        }
    }

    private mutating func addReading(
        _ id: MetricID, _ value: Double?, _ time: Double, _ used: inout Int
    ) {
        guard let value, value.isFinite else { return }
        if id == .heartRate {
            guard value > 0 else { return }
            heartRates.count += 1
            heartRates.sum += value
            counted.highestHeartRate = max(value, counted.highestHeartRate ?? value)
        }
        sink.add(
            sink.slot(id), start: time, end: time, value: value, source: currentSource(),
            marks: used > 0 ? .attached : [])
        used += 1
    }

    /// Adds a heart rate of the activity that is not part of a point, of a record that was counted.
    mutating func addHeartRate(_ rate: Double, at time: Double) {
        var used = 0
        addReading(.heartRate, rate, time, &used)
    }

    /// Adds a sample that is not part of the points, of a record that was counted.
    mutating func addSample(
        _ id: MetricID, _ start: Double, _ end: Double, _ value: Double, second: Double? = nil,
        marks: SampleMarks = []
    ) {
        sink.add(
            sink.slot(id), start: start, end: end, value: value, second: second,
            source: currentSource(), marks: marks)
    }

    /// Ends the activity: it becomes a workout.
    mutating func end() {
        settleIntervals()
        settleUntimed()
        defer {
            pause()
            gaps = GapWays()
            usual = UsualInterval()
            longIntervals = []
            first = .nan
            latest = -.infinity
            sport = nil
            name = nil
            isOpen = false
            reported = Workout.Figures()
            reportedSpan = nil
            laps = []
            counted = Workout.Figures()
            heartRates = (0, 0)
        }
        guard isOpen else { return }
        let track = takeTrack()
        let hasPoints = first.isFinite && latest > first
        guard let span = reportedSpan ?? (hasPoints ? (first, latest) : nil) else {
            strayPoints += track?.count ?? 0
            return
        }
        var figures = reported
        // Points of other activities have nothing to do with this one.
        let arePointsOfThis =
            first >= span.start - TrackPause.longestStep
            && latest <= span.end + TrackPause.longestStep
        if arePointsOfThis || !first.isFinite {
            if heartRates.count > 0 {
                counted.meanHeartRate = heartRates.sum / Double(heartRates.count)
            }
            figures.fill(from: counted)
        }
        sink.met()
        sink.add(
            Workout(
                sport: sport ?? Sport.other, name: name, start: span.start, end: span.end,
                source: currentSource(), figures: figures, laps: laps, track: track),
            marks: impliesWorkouts ? .summary : [], path: path)
    }

    /// Takes the positions of the activity.
    ///
    /// Those from its end on stay for the next one if there are any long after it: the summaries of
    /// several sports come after the points of all.
    private mutating func takeTrack() -> Track? {
        guard let whole = track.finish() else { return nil }
        guard let reportedSpan else { return whole }
        var own: Track? = whole
        if let last = whole.span?.upperBound,
            last > reportedSpan.end + TrackPause.longestStep
        {
            let (before, after) = whole.divided(after: reportedSpan.end)
            own = before
            if let after { track = TrackBuilder(continuing: after) }
        }
        guard let own, let last = own.span?.upperBound else { return nil }
        if last >= reportedSpan.start - TrackPause.longestStep { return own }
        strayPoints += own.count
        return nil
    }

    /// Counts the positions that no activity has taken, at the end of a recording.
    mutating func endRecording() { strayPoints += track.finish()?.count ?? 0 }

    /// Completes the last activity; nothing else follows.
    mutating func finish() {
        end()
        endRecording()
        if strayPoints > 0 {
            sink.note(
                "",
                trn(
                    "{n} position belongs to no workout and is not kept",
                    "{n} positions belong to no workout and are not kept",
                    count: strayPoints))
        }
        if pauses > 0 {
            sink.note(
                "",
                trn(
                    "{n} long gap between points is a pause: its way counts, its time does not",
                    "{n} long gaps between points are pauses: their way counts, their time does not",
                    count: pauses))
        }
        if rides > 0 {
            sink.note(
                "",
                trn(
                    "{n} long gap between points was passed faster than all of the track: it does not count",
                    "{n} long gaps between points were passed faster than all of their tracks: they do not count",
                    count: rides))
        }
    }
}
