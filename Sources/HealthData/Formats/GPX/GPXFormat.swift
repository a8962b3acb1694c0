import Localization
import Streams

/// Recorded tracks in GPX, 1.0 and 1.1.
///
/// Heart rate and cadence are in extensions of several makers and are recognized by their local
/// names. Segments divide a track at its pauses. Routes, and tracks none of whose points has a time,
/// were planned and not recorded; like waypoints they are kept apart from the records. In a recorded
/// track points without a time are refused. A track implies a workout, which counts only if no workout is given for that time: the routes of an Apple Health export
/// belong to the workouts in it. Source: topografix.com/GPX/1/1, Garmin's TrackPointExtension v1
/// and v2.
enum GPXFormat: RecordFormat {
    static let name = "gpx"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isXML, head.position(of: "<gpx") != nil || head.position(of: ":gpx") != nil
        else { return nil }
        return .certain(tr("XML with the root element gpx"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        try TrackReader(output: output).read(document) { GPXVisitor($0) }
    }
}

/// Reads the points from the elements of GPX.
private final class GPXVisitor: TrackReader.Visitor {
    var assembler: ActivityAssembler
    var line: () -> Int = { 0 }
    private var point: ActivityPoint?
    private var text = ""
    private var isInTrack = false
    private var isInRoute = false
    /// The name of the open route.
    private var routeName = ""
    /// The name, sign and description of the open point.
    private var name = ""
    private var symbol: String?
    private var note: String?

    init(_ assembler: ActivityAssembler) {
        self.assembler = assembler
        // An export of workouts has their tracks as separate files.
        self.assembler.impliesWorkouts = true
    }

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        text = ""
        switch element {
        case "gpx":
            if let creator = attributes.first(where: { $0.name == "creator" })?.value {
                assembler.setSource(creator.trimmingBlanks())
            }
        case "trk":
            assembler.begin()
            isInTrack = true
        case "trkseg": assembler.pause()
        case "rte":
            isInRoute = true
            routeName = ""
        case "trkpt", "rtept", "wpt":
            (name, symbol, note) = ("", nil, nil)
            var new = ActivityPoint()
            for attribute in attributes {
                if attribute.name == "lat" { new.latitude = Double(attribute.value) }
                if attribute.name == "lon" { new.longitude = Double(attribute.value) }
            }
            point = new
        default: break
        }
    }

    func end(_ element: String) {
        defer { text = "" }
        let value = text.trimmingBlanks()
        guard point != nil else {
            if element == "trk" {
                assembler.end()
                isInTrack = false
            }
            if element == "type", isInTrack { assembler.setSport(value) }
            if element == "name", isInTrack { assembler.setName(value) }
            if element == "name", isInRoute { routeName = value }
            if element == "rte" {
                assembler.endPlan(name: routeName)
                isInRoute = false
            }
            return
        }
        switch element {
        case "time": point?.time = TrackReader.instant(value)
        case "ele": point?.height = Double(value)
        case "hr", "heartrate": point?.heartRate = Double(value)
        case "cad", "cadence": point?.cadence = Double(value)
        case "power", "PowerInWatts", "watts": point?.power = Double(value)
        case "speed": point?.speed = Double(value)
        case "hdop": point?.dilution = Double(value)
        // Apple's horizontal accuracy in metres.
        case "hAcc": point?.accuracy = Double(value)
        case "name": name = value
        case "sym": symbol = value
        // The description is for readers of the file, the comment for the device.
        case "desc": note = value
        case "cmt": note = note ?? value
        case "wpt":
            if let point {
                assembler.addWaypoint(point, name: name, symbol: symbol, note: note, line: line)
            }
            point = nil
        case "rtept":
            if let point { assembler.addPlanned(point, line: line) }
            point = nil
        case "trkpt":
            if let point { assembler.add(point, place: line) }
            point = nil
        default: break
        }
    }

    func text(_ text: String) { self.text += text }

    func finish() { assembler.endPlan(name: routeName) }
}
