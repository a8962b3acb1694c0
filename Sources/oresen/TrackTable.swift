import ChartCore
import HealthData
import Platform

/// Writes the positions of workouts to standard output, a row for each point.
struct TrackTable {
    let zone: ZoneRules
    let isJSON: Bool

    /// The id that selects it in place of a metric.
    static let id = "track"

    /// Metres to a centimetre, as positions are.
    static func toCentimetre(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }

    private static let names = [
        "time", "latitude", "longitude", "height", "distance", "segment", "workout",
    ]

    /// A point with its way and its place in the track.
    private struct Row {
        var point: Track.Point
        /// Metres from the start of the track.
        var way: Double
        /// The number of the part without a pause, from 1 on.
        var segment: Int
        /// When the workout began.
        var workout: Double
    }

    /// Writes the points of workouts that are in a range of time; those without a time are in one
    /// without ends.
    func write(_ workouts: [Workout], in times: Range<Double>) {
        // One track is unpacked at a time.
        let all = workouts.sorted { $0.start < $1.start }.lazy.flatMap { rows(of: $0, in: times) }
        if isJSON { writeJSON(all) } else { writeCSV(all) }
    }

    private func rows(of workout: Workout, in times: Range<Double>) -> [Row] {
        guard let track = workout.track else { return [] }
        if let span = track.span,
            span.upperBound < times.lowerBound || span.lowerBound >= times.upperBound
        {
            return []
        }
        let points = track.points
        var segment = 0
        var rows: [Row] = []
        for (point, way) in zip(points, Track.ways(points)) {
            if point.beginsSegment { segment += 1 }
            guard point.time.map({ times.contains($0) }) ?? !times.lowerBound.isFinite else {
                continue
            }
            rows.append(Row(point: point, way: way, segment: segment, workout: workout.start))
        }
        return rows
    }

    private func writeCSV(_ rows: some Sequence<Row>) {
        var buffer = TextBuffer()
        buffer.append(text: Self.names.joined(separator: ",") + "\n")
        for row in rows {
            if let time = row.point.time { buffer.append(instant: time, in: zone) }
            for number in numbers(row) {
                buffer.append(",")
                if let number { buffer.append(number) }
            }
            buffer.append(",")
            buffer.append(row.segment)
            buffer.append(",")
            buffer.append(instant: row.workout, in: zone)
            buffer.append("\n")
            if !StandardOutput.write(&buffer, least: 1 << 16) { return }
        }
        StandardOutput.write(&buffer)
    }

    /// Latitude, longitude, height and distance.
    private func numbers(_ row: Row) -> [Double?] {
        [
            row.point.latitude, row.point.longitude, row.point.height,
            Self.toCentimetre(row.way),
        ]
    }

    private func writeJSON(_ rows: some Sequence<Row>) {
        var json = JSONText()
        json.object { json in
            json.member("metric", Self.id)
            json.member("rows") { json in
                json.array(rows) { json, row in
                    json.object { json in
                        json.member("time") { $0.instant(row.point.time, in: zone) }
                        for (name, number) in zip(Self.names.dropFirst(), numbers(row)) {
                            json.member(name, number)
                        }
                        json.member("segment", row.segment)
                        json.member("workout", zone.iso(row.workout))
                    }
                }
            }
        }
        var buffer = json.buffer
        buffer.append("\n")
        StandardOutput.write(&buffer)
    }
}
