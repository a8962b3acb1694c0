import Localization
import Streams

/// Recorded tracks in KML, alone or in a KMZ archive.
///
/// A `gx:Track` has a list of times and a list of positions, and arrays of other readings next to
/// them; the tracks of a `gx:MultiTrack` are parted by pauses. Placemarks with a time and one position
/// each are the points of one track. Lines and places without times were drawn, not recorded: they
/// are kept as planned routes and waypoints. The borders of areas are refused. Source: OGC 12-007r2 (KML 2.3), 9.9 and 9.12, and Google's extensions.
enum KMLFormat: RecordFormat {
    static let name = "kml"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isXML, head.position(of: "<kml") != nil || head.position(of: ":kml") != nil
        else { return nil }
        return .certain(tr("XML with the root element kml"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        try TrackReader(output: output).read(document) { KMLVisitor($0) }
    }
}

/// Reads the points from the elements of KML.
private final class KMLVisitor: TrackReader.Visitor {
    var assembler: ActivityAssembler
    var line: () -> Int = { 0 }
    private var text = ""
    private var isInPlacemark = false
    /// The name of the open placemark.
    private var name = ""
    private var isInTrack = false
    /// Whether points of placemarks make a track.
    private var hasPlaces = false
    private var isInPoint = false
    private var isInRing = false
    /// The description of the open placemark.
    private var note: String?
    /// The places without a time of the open placemark, and their lines.
    private var marks: [(point: ActivityPoint, line: Int)] = []
    /// The time of the open placemark.
    private var time = Double.nan
    private var times: [Double] = []
    private var places: [(longitude: Double, latitude: Double, height: Double?)] = []
    /// The array that is open, and those of the track.
    private var array: String?
    private var arrays: [String: [Double?]] = [:]

    init(_ assembler: ActivityAssembler) {
        self.assembler = assembler
        self.assembler.impliesWorkouts = true
    }

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        text = ""
        switch element {
        case "Placemark":
            isInPlacemark = true
            (time, name, note) = (.nan, "", nil)
        case "Track":
            isInTrack = true
            (times, places, arrays) = ([], [], [:])
        case "Point": isInPoint = true
        case "LinearRing": isInRing = true
        case "LineString": assembler.pausePlan()
        case "SimpleArrayData": array = attributes.first { $0.name == "name" }?.value.lowercased()
        default: break
        }
    }

    func end(_ element: String) {
        defer { text = "" }
        let value = text.trimmingBlanks()
        switch element {
        case "name": if isInPlacemark { name = value }
        case "description": if isInPlacemark { note = value }
        case "when":
            if isInTrack {
                times.append(TrackReader.instant(value))
            } else if isInPlacemark {
                time = TrackReader.instant(value)
            }
        case "coord":
            if let place = Self.place(value, " ") {
                places.append(place)
            } else {
                places.append((.nan, .nan, nil))
            }
        case "value":
            if isInTrack, let array { arrays[array, default: []].append(Double(value)) }
        case "SimpleArrayData": array = nil
        case "coordinates": add(value)
        case "Point": isInPoint = false
        case "LinearRing": isInRing = false
        case "Track":
            isInTrack = false
            takeTrack()
        case "MultiTrack": assembler.end()
        case "Placemark":
            isInPlacemark = false
            takePlaces()
            if !hasPlaces { assembler.end() }
        default: break
        }
    }

    func text(_ text: String) { self.text += text }

    /// Hands over what the document breaks off in.
    func finish() {
        if isInTrack { takeTrack() }
        takePlaces()
    }

    /// The position in a text: longitude, latitude and height.
    private static func place(
        _ text: String, _ separator: Character
    ) -> (longitude: Double, latitude: Double, height: Double?)? {
        let numbers = text.split(separator: separator).map { Double($0) }
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
            return nil
        }
        return (longitude, latitude, numbers.count > 2 ? numbers[2] : nil)
    }

    /// The positions of a point, a line or an area.
    private func add(_ value: String) {
        let tuples = value.split { $0.isWhitespace }
        guard isInPoint, tuples.count == 1, time.isFinite, let place = Self.place(value, ",") else {
            for tuple in tuples { addDrawn(Self.place(String(tuple), ",")) }
            return
        }
        if !hasPlaces { assembler.begin() }
        hasPlaces = true
        add(time, place, 0)
    }

    private func add(
        _ time: Double, _ place: (longitude: Double, latitude: Double, height: Double?)?,
        _ index: Int
    ) {
        var point = ActivityPoint()
        point.time = time
        if let place, place.latitude.isFinite {
            (point.latitude, point.longitude) = (place.latitude, place.longitude)
            point.height = place.height
        }
        func reading(_ names: [String]) -> Double? {
            for name in names {
                if let values = arrays[name], index < values.count { return values[index] }
            }
            return nil
        }
        point.heartRate = reading(["heartrate", "heart_rate", "hr"])
        point.cadence = reading(["cadence", "cad"])
        point.power = reading(["power"])
        point.speed = reading(["speed"])
        point.accuracy = reading(["accuracy"])
        assembler.add(point, place: line)
    }

    /// Adds a position that was drawn.
    private func addDrawn(_ place: (longitude: Double, latitude: Double, height: Double?)?) {
        if isInRing { return assembler.refuseBorder(line: line) }
        var point = ActivityPoint()
        // Programs write 0 for places without a height.
        (point.latitude, point.longitude) = (place?.latitude, place?.longitude)
        point.height = place?.height.flatMap { $0 == 0 ? nil : $0 }
        if isInPoint {
            marks.append((point, line()))
        } else {
            assembler.addPlanned(point, line: line)
        }
    }

    /// Hands over the places and lines of a placemark, whose name may come after them.
    private func takePlaces() {
        for mark in marks {
            assembler.addWaypoint(mark.point, name: name, note: note) { mark.line }
        }
        marks = []
        assembler.endPlan(name: name)
    }

    private func takeTrack() {
        if assembler.isOpen, !hasPlaces {
            assembler.pause()
        } else {
            assembler.begin()
            assembler.setName(name)
            hasPlaces = false
        }
        // Without heights, programs write 0 for every point.
        let hasHeights = places.contains { ($0.height ?? 0) != 0 }
        for (index, time) in times.enumerated() {
            var place = index < places.count ? places[index] : nil
            if !hasHeights { place?.height = nil }
            add(time, place, index)
        }
        (times, places, arrays) = ([], [], [:])
    }
}
