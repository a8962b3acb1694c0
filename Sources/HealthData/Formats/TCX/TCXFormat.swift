import Localization
import Streams

/// Activities in Garmin's Training Center XML, version 2.
///
/// Laps follow one another; a lap may have no track, or several with pauses between them.
/// Trackpoints of a treadmill, and some of Google Fit's, have a distance and no position. Sports
/// outside the schema keep their names. Courses are planned, and kept as such without the times of
/// their points; course points are waypoints. Source:
/// TrainingCenterDatabasev2.xsd, ActivityExtensionv2.xsd.
enum TCXFormat: RecordFormat {
    static let name = "tcx"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isXML, head.position(of: "TrainingCenterDatabase") != nil else { return nil }
        return .certain(tr("XML with the root element TrainingCenterDatabase"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        try TrackReader(output: output).read(document) { TCXVisitor($0) }
    }
}

/// Reads the points from the elements of TCX.
private final class TCXVisitor: TrackReader.Visitor {
    var assembler: ActivityAssembler
    var line: () -> Int = { 0 }
    private var point: ActivityPoint?
    private var text = ""
    /// The open element of a heart rate.
    private var heartRate: String?
    private var isCreator = false
    /// Whether a planned course is open, and not an activity.
    private var isInCourse = false
    /// The name of the open course.
    private var courseName = ""
    /// What is known of the open course point; nil if none is open.
    private var mark: (name: String, symbol: String?, note: String?)?
    /// The device's figures of the open lap; `laps` has those of the laps before.
    private var lap: Workout.Figures?
    /// The start of the open lap; NaN if it is not given.
    private var lapStart = Double.nan
    private var laps: [Workout.Lap] = []
    /// The points of an activity, which wait for the name of the recorder at its end.
    private var waiting: [Waiting] = []
    /// The number of tracks of the lap that have begun.
    private var tracks = 0
    /// Whether the next point begins a further track of its lap.
    private var isAfterPause = false

    private struct Waiting {
        var point: ActivityPoint
        var line: Int
        /// Whether there is a pause between the point before and this one.
        var isAfterPause: Bool
    }

    init(_ assembler: ActivityAssembler) { self.assembler = assembler }

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        text = ""
        switch element {
        case "Activity":
            assembler.begin()
            laps = []
            assembler.forgetSource()
            if let sport = attributes.first(where: { $0.name == "Sport" })?.value {
                assembler.setSport(sport)
            }
        case "Track":
            tracks += 1
            isAfterPause = tracks > 1
        case "Trackpoint": point = ActivityPoint()
        case "Lap":
            lap = Workout.Figures()
            lapStart =
                attributes.first { $0.name == "StartTime" }.map { TrackReader.instant($0.value) }
                ?? .nan
            tracks = 0
        case "HeartRateBpm", "AverageHeartRateBpm", "MaximumHeartRateBpm": heartRate = element
        case "Creator": isCreator = true
        case "Course":
            isInCourse = true
            courseName = ""
        case "CoursePoint":
            mark = ("", nil, nil)
            point = ActivityPoint()
        default: break
        }
    }

    func end(_ element: String) {
        defer { text = "" }
        let value = text.trimmingBlanks()
        switch element {
        case "Time": point?.time = TrackReader.instant(value)
        case "LatitudeDegrees": point?.latitude = Double(value)
        case "LongitudeDegrees": point?.longitude = Double(value)
        case "AltitudeMeters": point?.height = Double(value)
        case "DistanceMeters":
            if point != nil {
                point?.distance = Double(value)
            } else {
                lap?.distance = Double(value)
            }
        case "TotalTimeSeconds": lap?.activeDuration = Double(value)
        case "Calories": lap?.energy = Double(value)
        case "Value":
            switch heartRate {
            case "HeartRateBpm": point?.heartRate = Double(value)
            case "AverageHeartRateBpm": lap?.meanHeartRate = Double(value)
            case "MaximumHeartRateBpm": lap?.highestHeartRate = Double(value)
            default: break
            }
        case "HeartRateBpm", "AverageHeartRateBpm", "MaximumHeartRateBpm": heartRate = nil
        case "Lap":
            // An implausible number becomes nil; the laps then have no sum.
            if let lap { laps.append(Workout.Lap(start: lapStart, figures: lap.sound)) }
            lap = nil
        case "Cadence", "RunCadence": point?.cadence = Double(value)
        case "Watts": point?.power = Double(value)
        case "Speed": point?.speed = Double(value)
        case "Course":
            isInCourse = false
            assembler.endPlan(name: courseName)
        case "PointType": mark?.symbol = value
        case "Notes": mark?.note = value
        case "CoursePoint":
            if let point, let mark {
                assembler.addWaypoint(
                    point, name: mark.name, symbol: mark.symbol, note: mark.note, line: line)
            }
            (point, mark) = (nil, nil)
        case "Trackpoint":
            if isInCourse {
                if let point { assembler.addPlanned(point, line: line) }
            } else if let point {
                waiting.append(Waiting(point: point, line: line(), isAfterPause: isAfterPause))
                isAfterPause = false
            }
            point = nil
        case "Name":
            if isCreator {
                assembler.setSource(value)
            } else if mark != nil {
                mark?.name = value
            } else if isInCourse {
                courseName = value
            }
        case "Creator": isCreator = false
        case "Activity":
            takeWaiting()
            assembler.setFigures(Workout.Figures(ofParts: laps.map(\.figures)))
            assembler.setLaps(laps)
            assembler.end()
        default: break
        }
    }

    func text(_ text: String) { self.text += text }

    /// Hands over the waiting points, also if the document breaks off.
    func finish() {
        takeWaiting()
        assembler.endPlan(name: courseName)
    }

    private func takeWaiting() {
        for one in waiting {
            if one.isAfterPause { assembler.pause() }
            assembler.add(one.point) { one.line }
        }
        waiting.removeAll()
    }
}
