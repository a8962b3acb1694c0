import ChartCore
import Localization
import Streams

/// Activities in Suunto's own form (SML), as Moveslink keeps them.
///
/// Positions are in radians, heart rates and cadences in hertz, speeds in metres per second. The
/// header has the local time of the start; a sample has the seconds since then, and one with a
/// position its time in UTC as well, which gives the offset. Dives are refused: their samples have
/// neither. Source of the units: the reader of GoldenCheetah, `SmlParser.cpp`.
enum SMLFormat: RecordFormat {
    static let name = "sml"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isXML, head.position(of: "<sml") != nil else { return nil }
        return .certain(tr("XML with the root element sml"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        try TrackReader(output: output).read(document) { SMLVisitor($0, output.options.zone) }
    }
}

/// Reads the points from the samples of SML.
private final class SMLVisitor: TrackReader.Visitor {
    var assembler: ActivityAssembler
    var line: () -> Int = { 0 }
    private let zone: ZoneRules
    private var text = ""
    private var isInHeader = false
    private var isInDevice = false
    private var sample: Sample?
    private var samples: [Sample] = []
    /// The local time of the start; NaN if it is not given.
    private var start = Double.nan
    private var figures = Workout.Figures()
    /// The elements that are open within the header.
    private var path: [String] = []

    private struct Sample {
        var point = ActivityPoint()
        /// Seconds since the start.
        var seconds = Double.nan
        var line = 0
    }

    init(_ assembler: ActivityAssembler, _ zone: ZoneRules) {
        self.assembler = assembler
        self.zone = zone
    }

    func begin(_ element: String, _ attributes: [(name: String, value: String)]) {
        text = ""
        switch element {
        case "DeviceLog":
            takeActivity()
            assembler.begin()
        case "Header":
            isInHeader = true
            path = []
        case "Device": isInDevice = true
        case "Sample": sample = Sample()
        default: break
        }
        if isInHeader { path.append(element) }
    }

    func end(_ element: String) {
        defer { text = "" }
        let value = text.trimmingBlanks()
        if isInHeader {
            endHeader(element, value)
            if !path.isEmpty { path.removeLast() }
            return
        }
        switch element {
        case "Device": isInDevice = false
        case "Name": if isInDevice { assembler.setSource(value) }
        case "DeviceLog": takeActivity()
        case "Sample":
            if var sample {
                sample.line = line()
                samples.append(sample)
            }
            sample = nil
        default: break
        }
        guard sample != nil, let number = Double(value) else {
            if element == "UTC" { sample?.point.time = TrackReader.instant(value) }
            return
        }
        switch element {
        case "Time": sample?.seconds = number
        case "Latitude": sample?.point.latitude = number * 180 / .pi
        case "Longitude": sample?.point.longitude = number * 180 / .pi
        case "Altitude": sample?.point.height = number
        case "GPSAltitude": if sample?.point.height == nil { sample?.point.height = number }
        case "EHPE": sample?.point.accuracy = number
        case "Speed": sample?.point.speed = number
        case "Distance": sample?.point.distance = number
        case "HR": sample?.point.heartRate = number * 60
        case "Cadence": sample?.point.cadence = number * 60
        case "BikePower": sample?.point.power = number
        default: break
        }
    }

    /// The header's own elements, and not those of a part of it with the same name.
    private func endHeader(_ element: String, _ value: String) {
        if element == "Header" { isInHeader = false }
        guard path.count <= 2 || path.dropLast().last == "HR" else { return }
        switch element {
        case "DateTime": start = TrackReader.instant(value)
        case "Activity": assembler.setSport(value)
        case "Distance": figures.distance = Double(value)
        case "Duration": figures.activeDuration = Double(value)
        // Joules.
        case "Energy": figures.energy = Double(value).map { $0 / 4184 }
        case "Avg": figures.meanHeartRate = Double(value).map { $0 * 60 }
        case "Max": figures.highestHeartRate = Double(value).map { $0 * 60 }
        default: break
        }
    }

    func text(_ text: String) { self.text += text }

    /// Hands over an activity that the document breaks off in.
    func finish() { takeActivity() }

    private func takeActivity() {
        guard !samples.isEmpty else { return }
        // A sample with both times shows when the activity began; otherwise it is on the clock of
        // the person's zone.
        let known = samples.first { $0.point.time.isFinite && $0.seconds.isFinite }
        let zero =
            known.map { $0.point.time - $0.seconds }
            ?? (start.isFinite ? zone.instant(ofLocal: start) : .nan)
        var points = samples.filter { $0.point.time.isFinite || $0.point.hasData }
        for index in points.indices where !points[index].point.time.isFinite {
            points[index].point.time = zero + points[index].seconds
        }
        points.sort { $0.point.time < $1.point.time }
        // Positions and readings of one moment are separate samples.
        var joined: [Sample] = []
        for sample in points {
            if let last = joined.last, last.point.time == sample.point.time {
                joined[joined.count - 1].point.complete(from: sample.point)
            } else {
                joined.append(sample)
            }
        }
        for sample in joined { assembler.add(sample.point) { sample.line } }
        assembler.setFigures(figures)
        assembler.end()
        (samples, figures, start) = ([], Workout.Figures(), .nan)
    }
}

extension ActivityPoint {
    /// Takes the readings of another point at the same time where this one has none.
    fileprivate mutating func complete(from other: ActivityPoint) {
        if latitude == nil, longitude == nil {
            (latitude, longitude) = (other.latitude, other.longitude)
        }
        height = height ?? other.height
        distance = distance ?? other.distance
        accuracy = accuracy ?? other.accuracy
        speed = speed ?? other.speed
        heartRate = heartRate ?? other.heartRate
        cadence = cadence ?? other.cadence
        power = power ?? other.power
    }
}
