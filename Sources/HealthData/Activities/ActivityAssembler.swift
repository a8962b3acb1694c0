// From the points of a recorded activity to samples.
//
// Whatever file a track comes from, its points become the same samples: heart rate, height, cadence
// and power as readings; the way between two points as an amount over the time between them; the whole
// as a workout, with what the device says of it as a whole, and what the points come to where it does
// not. Ways are worked out from the positions where there are any, so that the same track
// gives the same figures out of every format; a device's own distance counts where there are none
// (a treadmill). Two points further apart in time than `longestStep` have a pause between them.

import ChartCore
import Glibc
import Localization

/// One point of a recorded activity.
struct ActivityPoint {
    /// Seconds since 1970; NaN where it has none.
    var time = Double.nan
    /// Degrees.
    var latitude: Double?
    var longitude: Double?
    /// Metres.
    var height: Double?
    /// Metres since the beginning, by the device.
    var distance: Double?
    /// Beats a minute.
    var heartRate: Double?
    /// Steps or turns a minute.
    var cadence: Double?
    /// Watts.
    var power: Double?
}

struct ActivityAssembler {
    /// Seconds.
    private static let longestStep = 60.0

    var sink: RecordSink
    private var source: UInt16?
    private let defaultSource: String
    private var last: ActivityPoint?
    private var first = Double.nan
    private var latest = -Double.infinity
    private var sport: String?
    private var isOpen = false
    /// Whether activities are only implied by their points: one that is stated goes before.
    var impliesWorkouts = false
    /// What the device says of the activity as a whole.
    private var told = Workout.Figures()
    private var toldSpan: (start: Double, end: Double)?
    /// What its points come to.
    private var counted = Workout.Figures()
    private var heartRates = (count: 0, sum: 0.0)
    private let noTime: Int
    private let badTime: Int
    private let badPlace: Int
    private let nothing: Int

    init(file: Int, fileName: String, unit: PlaceUnit) {
        sink = RecordSink(file: file)
        sink.tally.unit = unit
        defaultSource = fileName
        noTime = sink.reason(tr("it has no time"))
        badTime = sink.reason(SoundTime.reason)
        badPlace = sink.reason(tr("its position is not on the earth"))
        nothing = sink.reason(tr("it has neither a position nor a reading"))
    }

    /// Names what recorded the activities that follow.
    mutating func setSource(_ name: String, _ kind: SourceKind = .watch) {
        guard !name.isEmpty else { return }
        source = sink.source(name, kind)
    }

    /// Forgets what recorded the activities before; those that follow may be of another device.
    mutating func forgetSource() { source = nil }

    private mutating func currentSource() -> UInt16 {
        source ?? sink.source(defaultSource, .other, isFile: true)
    }

    /// An activity begins; the one before is over.
    mutating func begin() {
        end()
        isOpen = true
    }

    /// What was done: `Running`.
    mutating func setSport(_ name: String) {
        if !name.isEmpty { sport = ActivityAssembler.label(name) }
    }

    /// What the device says of the activity as a whole; it goes before what the points come to.
    mutating func setFigures(_ figures: Workout.Figures) { told = figures }

    /// When the activity began and ended, where the device says so.
    mutating func setSpan(_ start: Double, _ end: Double) {
        guard SoundTime.contains(start), SoundTime.contains(end), end > start else { return }
        toldSpan = (start, end)
    }

    /// The points that follow do not go on from those before.
    mutating func pause() { last = nil }

    /// A point; `place` is asked for where it is refused.
    mutating func add(_ point: ActivityPoint, place: () -> Int) {
        sink.met()
        guard point.time.isFinite else { return sink.refuse(noTime, line: place) }
        guard SoundTime.contains(point.time) else { return sink.refuse(badTime, line: place) }
        var point = point
        if let latitude = point.latitude, let longitude = point.longitude {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else {
                return sink.refuse(badPlace, line: place)
            }
            // Devices write nought and nought while they look for satellites.
            if latitude == 0, longitude == 0 {
                point.latitude = nil
                point.longitude = nil
            }
        } else {
            point.latitude = nil
            point.longitude = nil
        }
        var used = 0
        addStep(to: point, &used)
        addReading(.heartRate, point.heartRate, point.time, &used)
        addReading(.elevation, point.height, point.time, &used)
        addReading(.cadence, point.cadence, point.time, &used)
        addReading(.power, point.power, point.time, &used)
        if used == 0, point.latitude == nil, point.distance == nil {
            return sink.refuse(nothing, line: place)
        }
        // The first point of a track has no way behind it and stands for where it begins.
        if used == 0 { keepAlone(point) }
        if !first.isFinite || point.time < first { first = point.time }
        latest = max(latest, point.time)
        last = point
    }

    private mutating func keepAlone(_ point: ActivityPoint) {
        sink.add(
            sink.slot(.route), start: point.time, end: point.time, value: 0, source: currentSource()
        )
    }

    private mutating func addStep(to point: ActivityPoint, _ used: inout Int) {
        guard let last, point.time > last.time,
            point.time - last.time <= ActivityAssembler.longestStep
        else { return }
        counted.activeDuration = (counted.activeDuration ?? 0) + (point.time - last.time)
        guard let length = ActivityAssembler.length(from: last, to: point) else { return }
        counted.distance = (counted.distance ?? 0) + length
        sink.add(
            sink.slot(.route), start: last.time, end: point.time, value: length,
            source: currentSource(), marks: used > 0 ? .attached : [])
        used += 1
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

    /// A sample beside the points, of a record that was counted.
    mutating func addSample(
        _ id: MetricID, _ start: Double, _ end: Double, _ value: Double, second: Double? = nil,
        marks: SampleMarks = []
    ) {
        sink.add(
            sink.slot(id), start: start, end: end, value: value, second: second,
            source: currentSource(), marks: marks)
    }

    /// The activity is over: it becomes a workout.
    mutating func end() {
        defer {
            last = nil
            first = .nan
            latest = -.infinity
            sport = nil
            isOpen = false
            told = Workout.Figures()
            toldSpan = nil
            counted = Workout.Figures()
            heartRates = (0, 0)
        }
        guard isOpen else { return }
        let hasPoints = first.isFinite && latest > first
        guard let span = toldSpan ?? (hasPoints ? (first, latest) : nil) else { return }
        var figures = told
        // Points of other activities say nothing of this one.
        if first >= span.start - ActivityAssembler.longestStep,
            latest <= span.end + ActivityAssembler.longestStep
        {
            if heartRates.count > 0 {
                counted.meanHeartRate = heartRates.sum / Double(heartRates.count)
            }
            figures.fill(from: counted)
        }
        sink.met()
        sink.add(
            Workout(
                sport: sport ?? "Other", start: span.start, end: span.end,
                source: currentSource(), figures: figures),
            marks: impliesWorkouts ? .summary : [])
    }

    /// The metres between two points; nil where they do not say.
    private static func length(from a: ActivityPoint, to b: ActivityPoint) -> Double? {
        if let latitude = a.latitude, let longitude = a.longitude, let to = b.latitude,
            let toLongitude = b.longitude
        {
            return Earth.distance(latitude, longitude, to, toLongitude)
        }
        guard let before = a.distance, let after = b.distance, after >= before else { return nil }
        return after - before
    }

    /// One word for what formats call differently: `biking` and `Cycling`.
    static func label(_ name: String) -> String {
        let words = name.trimmingBlanks().replacing("_", with: " ").lowercased()
        switch words {
        case "biking", "cycling", "bike", "road biking": return "Cycling"
        case "running", "run": return "Running"
        case "walking", "walk": return "Walking"
        case "hiking", "hike": return "Hiking"
        case "swimming", "swim": return "Swimming"
        case "generic", "other", "": return "Other"
        default: return words.prefix(1).uppercased() + words.dropFirst()
        }
    }
}

/// The earth as a sphere.
enum Earth {
    /// The mean radius in metres (IUGG, R₁).
    private static let radius = 6_371_008.8

    /// The metres along a great circle between two places in degrees.
    ///
    /// The haversine formula (Sinnott, Virtues of the Haversine, 1984); within 0.5 % of the
    /// ellipsoid's.
    static func distance(
        _ latitude: Double, _ longitude: Double, _ toLatitude: Double, _ toLongitude: Double
    ) -> Double {
        let radians = Double.pi / 180
        let half = sin((toLatitude - latitude) * radians / 2)
        let across = sin((toLongitude - longitude) * radians / 2)
        let chord =
            half * half
            + cos(latitude * radians) * cos(toLatitude * radians) * across * across
        return 2 * radius * asin(min(1, chord.squareRoot()))
    }
}
