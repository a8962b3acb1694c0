// The ways of workouts as GPX 1.1, for other programs.
//
// Elements are in the order of the schema (topografix.com/GPX/1/1/gpx.xsd): of a track its type and its
// segments, of a point its height, its time, its dilution and its extensions. Heart rate and cadence are
// in Garmin's TrackPointExtension v1 (whole numbers, as its schema has them), power is an element of its
// own, as the programs of bicycle computers write it. Only what belongs to the way is written: no name of
// the workout or of the person, no device, no time of writing.

import ChartCore

/// The ways of workouts, to be written as GPX.
package struct GPXDocument: Sendable {
    /// A reading at an instant, in seconds since 1970.
    package typealias Reading = (time: Double, value: Double)

    /// The way of a workout with what was measured along it.
    package struct Way: Sendable {
        /// `Running`; empty if it is not known.
        package var sport: String
        package var points: [Track.Point]
        /// The readings by their metrics, each in the order of time.
        package var readings: [MetricID: [Reading]]

        package init(
            sport: String, points: [Track.Point], readings: [MetricID: [Reading]] = [:]
        ) {
            (self.sport, self.points, self.readings) = (sport, points, readings)
        }
    }

    /// The metrics that a point can have.
    package static let metrics: [MetricID] = [.heartRate, .cadence, .power]
    /// A reading belongs to the nearest point, if that is at most this many seconds away.
    package static let longestReach = 5.0

    private let ways: [Way]

    package init(_ ways: [Way]) { self.ways = ways }

    /// The whole document; cost: proportional to the points.
    package var text: TextBuffer {
        var text = TextBuffer()
        text.append(
            text: """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Oresen" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">

                """)
        for way in ways { Self.append(way, to: &text) }
        text.append("</gpx>\n")
        return text
    }

    private static func append(_ way: Way, to text: inout TextBuffer) {
        let readings = metrics.map { values(of: way.readings[$0] ?? [], at: way.points) }
        text.append("  <trk>\n")
        if !way.sport.isEmpty { text.append(text: "    <type>\(escaped(way.sport))</type>\n") }
        var isOpen = false
        for (index, point) in way.points.enumerated() {
            if point.beginsSegment, isOpen {
                text.append("    </trkseg>\n")
                isOpen = false
            }
            guard let latitude = point.latitude, let longitude = point.longitude else { continue }
            if !isOpen { text.append("    <trkseg>\n") }
            isOpen = true
            text.append("      <trkpt lat=\"")
            text.append(fixed: latitude, places: 7)
            text.append("\" lon=\"")
            text.append(fixed: longitude, places: 7)
            text.append("\">")
            if let height = point.height {
                text.append("<ele>")
                text.append(fixed: height, places: 1)
                text.append("</ele>")
            }
            if let time = point.time {
                text.append("<time>")
                text.append(universal: time)
                text.append("</time>")
            }
            if let dilution = point.dilution {
                text.append("<hdop>")
                text.append(fixed: dilution, places: 2)
                text.append("</hdop>")
            }
            append(readings[0][index], readings[1][index], readings[2][index], to: &text)
            text.append("</trkpt>\n")
        }
        if isOpen { text.append("    </trkseg>\n") }
        text.append("  </trk>\n")
    }

    private static func append(
        _ heartRate: Double?, _ cadence: Double?, _ power: Double?, to text: inout TextBuffer
    ) {
        // The limits of the schema.
        let heartRate = heartRate.map { $0.rounded() }.flatMap { (1...255).contains($0) ? $0 : nil }
        let cadence = cadence.map { $0.rounded() }.flatMap { (0...254).contains($0) ? $0 : nil }
        let power = power.map { $0.rounded() }.flatMap { (0...65_535).contains($0) ? $0 : nil }
        guard heartRate != nil || cadence != nil || power != nil else { return }
        text.append("<extensions>")
        if let power {
            text.append("<power>")
            text.append(Int(power))
            text.append("</power>")
        }
        if heartRate != nil || cadence != nil {
            text.append("<gpxtpx:TrackPointExtension>")
            if let heartRate {
                text.append("<gpxtpx:hr>")
                text.append(Int(heartRate))
                text.append("</gpxtpx:hr>")
            }
            if let cadence {
                text.append("<gpxtpx:cad>")
                text.append(Int(cadence))
                text.append("</gpxtpx:cad>")
            }
            text.append("</gpxtpx:TrackPointExtension>")
        }
        text.append("</extensions>")
    }

    /// The reading of each point; each reading belongs to one point at most.
    private static func values(of readings: [Reading], at points: [Track.Point]) -> [Double?] {
        var values = [Double?](repeating: nil, count: points.count)
        let timed = points.indices.filter { points[$0].time != nil && points[$0].latitude != nil }
            .map { (index: $0, time: points[$0].time ?? 0) }.sorted { $0.time < $1.time }
        guard !timed.isEmpty else { return values }
        var distances = [Double](repeating: .infinity, count: points.count)
        for reading in readings where reading.value.isFinite {
            let after = timed.indices.partitioningIndex { timed[$0].time >= reading.time }
            let near = [after - 1, after].filter(timed.indices.contains)
                .min { abs(timed[$0].time - reading.time) < abs(timed[$1].time - reading.time) }
            guard let near else { continue }
            let distance = abs(timed[near].time - reading.time)
            let index = timed[near].index
            guard distance <= longestReach, distance < distances[index] else { continue }
            (values[index], distances[index]) = (reading.value, distance)
        }
        return values
    }

    /// A text as the content of an element; characters that XML does not have are left out.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\t", "\n", "\r": result += " "
            case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension TextBuffer {
    /// Appends a number with a fixed number of decimals.
    fileprivate mutating func append(fixed number: Double, places: Int) {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        append(Int((number * scale).rounded()), places: places)
    }

    /// Appends an instant as ISO 8601 in universal time: `2026-10-31T07:00:00Z`.
    fileprivate mutating func append(universal instant: Double) {
        var time = TextBuffer()
        // Tracks have milliseconds.
        time.append(instant: (instant * 1000).rounded() / 1000, in: .utc)
        append(text: String(time.text.dropLast("+00:00".count)) + "Z")
    }
}
