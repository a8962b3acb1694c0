import Localization
import Streams

/// Recorded tracks in GPX, 1.0 and 1.1.
///
/// Heart rate and cadence are in extensions of several makers and are recognized by their local
/// names. Segments divide a track at its pauses. Points without a time are refused: they were
/// planned, not recorded; so are waypoints and the points of routes. A track implies a workout,
/// which counts only if no workout is given for that time: the routes of an Apple Health export
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
        case "wpt": assembler.refuse(.waypoint, place: line)
        case "rtept": assembler.refuse(.route, place: line)
        case "trkpt":
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
        case "trkpt":
            if let point { assembler.add(point, place: line) }
            point = nil
        default: break
        }
    }

    func text(_ text: String) { self.text += text }

    func finish() {}
}
