import ChartCore
import Foundation
import Testing

@testable import HealthData

/// The same records through several formats.
@Suite("The same records in several formats")
struct SameRecordsTests {
    // MARK: An export and tables

    /// Three days over a change of the clocks in Berlin, as an export and as tables.
    private struct Days {
        /// The midnight at which 28 March 2026 begins in Berlin; the clocks change on the next day.
        static let begin = utc(2026, 3, 27, 23)

        private(set) var export = ""
        private(set) var steps = "start,end,source,steps\n"
        private(set) var weights = "date,source,weight\n"
        private(set) var heartRates = "time,source,heart rate (bpm)\n"
        private(set) var pressures = "date,source,systolic,diastolic\n"

        init() {
            for day in 0..<3 {
                let midnight = Days.begin + Double(day) * 86_400
                for hour in 8..<20 {
                    let time = midnight + Double(hour) * 3600
                    addSteps(300 + hour, time, time + 1800, "iPhone")
                    if hour % 2 == 0 { addSteps(200, time + 900, time + 2700, "Apple Watch") }
                    addHeartRate(60 + hour + day, time + 60)
                }
                addPressure(120 + day, 80 - day, midnight + 27_000)
            }
            addWeight("81.25", "kg", Days.begin + 25_200)
            addWeight("178.6", "lb", Days.begin + 86_400 + 25_200)
            addWeight("80.9", "kg", Days.begin + 2 * 86_400 + 25_200)
        }

        private static func formatted(_ time: Double, _ format: String, hours: Int) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: hours * 3600)
            formatter.dateFormat = format
            return formatter.string(from: Date(timeIntervalSince1970: time))
        }

        /// A time as in an export, in the offset that the phone had on the day of the export.
        private func apple(_ time: Double) -> String {
            Days.formatted(time, "yyyy-MM-dd HH:mm:ss '-0500'", hours: -5)
        }

        private func iso(_ time: Double) -> String {
            Days.formatted(time, "yyyy-MM-dd'T'HH:mm:ss'Z'", hours: 0)
        }

        private mutating func addSteps(
            _ count: Int, _ start: Double, _ end: Double, _ source: String
        ) {
            export += record(
                "StepCount", "count", "\(count)", apple(start), apple(end), source: source)
            steps += "\(iso(start)),\(iso(end)),\(source),\(count)\n"
        }

        private mutating func addHeartRate(_ rate: Int, _ time: Double) {
            export += record(
                "HeartRate", "count/min", "\(rate)", apple(time), source: "Apple Watch")
            heartRates += "\(iso(time)),Apple Watch,\(rate)\n"
        }

        private mutating func addWeight(_ value: String, _ unit: String, _ time: Double) {
            export += record("BodyMass", unit, value, apple(time), source: "Scale")
            weights += "\(iso(time)),Scale,\(value) \(unit)\n"
        }

        private mutating func addPressure(_ upper: Int, _ lower: Int, _ time: Double) {
            let at = apple(time)
            export +=
                " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" "
                + "sourceName=\"Cuff\" startDate=\"\(at)\" endDate=\"\(at)\">\n"
                + record("BloodPressureDiastolic", "mmHg", "\(lower)", at, source: "Cuff")
                + record("BloodPressureSystolic", "mmHg", "\(upper)", at, source: "Cuff")
                + " </Correlation>\n"
            pressures += "\(iso(time)),Cuff,\(upper),\(lower)\n"
        }
    }

    /// Expects that both agree about a metric: counted samples, sources, and every kind of bucket.
    private func expectSameMetric(
        _ a: ImportResult, _ b: ImportResult, _ id: MetricID, _ zone: ZoneRules,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let (left, right) = (a.records.merged(id), b.records.merged(id))
        #expect(!left.isEmpty, "\(id)", sourceLocation: location)
        #expect(left.starts == right.starts, "\(id)", sourceLocation: location)
        #expect(left.values == right.values, "\(id)", sourceLocation: location)
        #expect(left.secondaryValues == right.secondaryValues, "\(id)", sourceLocation: location)
        #expect(
            (0..<left.count).allSatisfy { left.end(at: $0) == right.end(at: $0) }, "\(id)",
            sourceLocation: location)
        let names = left.sources.map { a.records.sources[Int($0)].name }
        #expect(
            names == right.sources.map { b.records.sources[Int($0)].name }, "\(id)",
            sourceLocation: location)
        for unit in CalendarUnit.allCases {
            let calendar = CivilCalendar(zone: zone)
            let rows = BucketTable.rows(a.records, metric: id, unit: unit, calendar: calendar)
            #expect(!rows.isEmpty, "\(id) by \(unit)", sourceLocation: location)
            #expect(
                rows
                    == BucketTable.rows(b.records, metric: id, unit: unit, calendar: calendar),
                "\(id) by \(unit)", sourceLocation: location)
        }
    }

    @Test(
        "An Apple export and tables: two devices, kilograms and pounds, a change of the clocks")
    func exportAndTables() throws {
        let files = try TestFiles()
        let days = Days()
        let berlin = try zone("Europe/Berlin")
        let apple = load(try files.write(export(days.export), "export.xml"), in: berlin)
        let tables = load(
            try files.write(days.steps, "steps.csv"), try files.write(days.weights, "weight.csv"),
            try files.write(days.heartRates, "heart.csv"),
            try files.write(days.pressures, "pressure.csv"), in: berlin)
        #expect(apple.report.files.map(\.format) == ["apple-health"])
        #expect(tables.report.files.map(\.format) == ["csv", "csv", "csv", "csv"])
        for result in [apple, tables] {
            #expect(result.report.files.allSatisfy { $0.refused == 0 })
            #expect(result.report.files.allSatisfy { $0.questions.isEmpty })
            expectBalanced(result.report)
        }
        for id in [MetricID.steps, .weight, .heartRate, .bloodPressure] {
            expectSameMetric(apple, tables, id, berlin)
        }

        // In every even hour the watch has its half hour, and the phone half of its amount before
        // it.
        let even = stride(from: 8, to: 20, by: 2).map { 200 + Double(300 + $0) / 2 }
        let odd = stride(from: 9, to: 20, by: 2).map { Double(300 + $0) }
        let sum = (even + odd).reduce(0, +)
        let rows = BucketTable.rows(
            apple.records, metric: .steps, unit: .day, calendar: CivilCalendar(zone: berlin))
        #expect(rows.count == 3)
        #expect(rows.allSatisfy { abs(($0.components[0].sum ?? 0) - sum) < 1e-9 })
        let lengths = rows.map { ($0.end - $0.start) / 3600 }
        #expect(lengths == [24, 23, 24])
        #expect(Array(apple.records.merged(.weight).values) == [81.25, 178.6 * 0.453_592_37, 80.9])
        #expect(Array(apple.records.merged(.bloodPressure).values) == [120, 121, 122])
        #expect(Array(PairColumns(apple.records.merged(.bloodPressure)).lower) == [80, 79, 78])
    }

    // MARK: An activity

    /// A ride round a lake in two parts with a short stop between them.
    private struct Ride {
        struct Point {
            var time: Double
            var latitude: Double
            var longitude: Double
            var height: Double
            var heartRate: Int
            var cadence: Int
            var power: Int
        }

        static let device = "Edge 530"

        /// The points of the two parts.
        let parts: [[Point]]

        init() {
            let begin = utc(2026, 5, 3, 7, 55)
            var place = 0
            // A gap of twenty seconds alone would be no pause.
            parts = [(0, 400), (420, 300)].map { start, count in
                (0..<count).map { index in
                    place += 1
                    let angle = Double(place) / 700 * 2 * Double.pi
                    return Point(
                        time: begin + Double(start + index),
                        latitude: (47.3 + 0.01 * sin(angle)).roundedTo(1e7),
                        longitude: (8.55 + 0.02 * cos(angle)).roundedTo(1e7),
                        height: (408 + 12 * sin(3 * angle)).roundedTo(10),
                        heartRate: 110 + place % 50, cadence: 70 + place % 25,
                        power: 120 + place % 180)
                }
            }
        }

        private func iso(_ time: Double) -> String {
            ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: time))
        }

        var gpx: String {
            var text = """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="\(Ride.device)" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
                <trk><type>cycling</type>

                """
            for part in parts {
                text += "<trkseg>\n"
                for point in part {
                    text += "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">"
                    text += "<ele>\(point.height)</ele><time>\(iso(point.time))</time>"
                    text += "<extensions><power>\(point.power)</power>"
                    text += "<gpxtpx:TrackPointExtension><gpxtpx:hr>\(point.heartRate)</gpxtpx:hr>"
                    text += "<gpxtpx:cad>\(point.cadence)</gpxtpx:cad>"
                    text += "</gpxtpx:TrackPointExtension></extensions></trkpt>\n"
                }
                text += "</trkseg>\n"
            }
            return text + "</trk></gpx>\n"
        }

        var tcx: String {
            var text = """
                <?xml version="1.0" encoding="UTF-8"?>
                <TrainingCenterDatabase \
                xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
                xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
                <Activities><Activity Sport="Biking"><Id>\(iso(parts[0][0].time))</Id>
                <Lap StartTime="\(iso(parts[0][0].time))">

                """
            for part in parts {
                text += "<Track>\n"
                for point in part {
                    text += "<Trackpoint><Time>\(iso(point.time))</Time><Position>"
                    text += "<LatitudeDegrees>\(point.latitude)</LatitudeDegrees>"
                    text += "<LongitudeDegrees>\(point.longitude)</LongitudeDegrees></Position>"
                    text += "<AltitudeMeters>\(point.height)</AltitudeMeters>"
                    text += "<HeartRateBpm><Value>\(point.heartRate)</Value></HeartRateBpm>"
                    text += "<Cadence>\(point.cadence)</Cadence><Extensions><ns3:TPX>"
                    text += "<ns3:Watts>\(point.power)</ns3:Watts></ns3:TPX></Extensions>"
                    text += "</Trackpoint>\n"
                }
                text += "</Track>\n"
            }
            return text + """
                </Lap><Creator><Name>\(Ride.device)</Name></Creator></Activity></Activities>
                </TrainingCenterDatabase>

                """
        }

        var fit: [UInt8] {
            var writer = FITWriter()
            writer.define(0, 0, [(0, FITWriter.enumeration, 1), (8, FITWriter.text, 10)])
            writer.data(0, [(4, 1)], behind: Array(Ride.device.utf8) + [0, 0])
            writer.define(
                1, 20,
                [
                    (253, FITWriter.uint32, 4), (0, FITWriter.sint32, 4), (1, FITWriter.sint32, 4),
                    (2, FITWriter.uint16, 2), (3, FITWriter.uint8, 1), (4, FITWriter.uint8, 1),
                    (7, FITWriter.uint16, 2),
                ])
            writer.define(
                2, 21,
                [
                    (253, FITWriter.uint32, 4), (0, FITWriter.enumeration, 1),
                    (1, FITWriter.enumeration, 1),
                ])
            writer.define(3, 18, [(253, FITWriter.uint32, 4), (5, FITWriter.enumeration, 1)])
            var last = 0.0
            for part in parts {
                for point in part {
                    last = point.time
                    writer.data(
                        1,
                        [
                            (FITWriter.time(point.time), 4), (semicircles(point.latitude), 4),
                            (semicircles(point.longitude), 4),
                            (Int(((point.height + 500) * 5).rounded()), 2), (point.heartRate, 1),
                            (point.cadence, 1), (point.power, 2),
                        ])
                }
                // The timer stops.
                writer.data(2, [(FITWriter.time(last), 4), (0, 1), (4, 1)])
            }
            // Cycling.
            writer.data(3, [(FITWriter.time(last), 4), (2, 1)])
            return writer.file()
        }

        private func semicircles(_ degrees: Double) -> Int {
            Int((degrees * 2_147_483_648 / 180).rounded())
        }

        /// The length of a part in metres, in straight lines.
        static func length(_ points: [Point]) -> Double {
            zip(points, points.dropFirst()).reduce(0) { sum, pair in
                let (a, b) = (pair.0, pair.1)
                return sum
                    + EarthTruth.chord(a.latitude, a.longitude, b.latitude, b.longitude)
            }
        }
    }

    /// The tolerance of a distance, in metres: both ends may be half a semicircle off in either
    /// direction, and a semicircle is 180 degrees by 2³¹, of 111.2 km each.
    private static let wayStep = 2 * 2.0.squareRoot() * 0.5 * (180 / 2_147_483_648) * 111_200
    /// The tolerance of a height, in metres: FIT has steps of a fifth of a metre.
    private static let heightStep = 0.1

    /// Expects that both have the same samples of a metric, with values that differ by no more than
    /// a step.
    private func expectSameSamples(
        _ a: ImportResult, _ b: ImportResult, _ id: MetricID, within step: Double,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let (left, right) = (a.records.merged(id), b.records.merged(id))
        #expect(!left.isEmpty, "\(id)", sourceLocation: location)
        #expect(left.starts == right.starts, "\(id)", sourceLocation: location)
        #expect(
            (0..<min(left.count, right.count)).allSatisfy {
                left.end(at: $0) == right.end(at: $0)
                    && abs(left.values[$0] - right.values[$0]) <= step
            }, "\(id)", sourceLocation: location)
    }

    @Test("FIT, TCX and GPX of one ride differ by no more than the rounding to semicircles")
    func activity() throws {
        let files = try TestFiles()
        let ride = Ride()
        let gpx = load(try files.write(ride.gpx, "ride.gpx"))
        let tcx = load(try files.write(ride.tcx, "ride.tcx"))
        let fit = load(try files.write(ride.fit, "ride.fit"))
        let points = ride.parts.flatMap { $0 }
        for (result, format) in [(gpx, "gpx"), (tcx, "tcx"), (fit, "fit")] {
            let file = result.report.files[0]
            #expect(file.format == format && file.failure == nil && file.refused == 0)
            #expect(result.records.sources.map(\.name) == [Ride.device], "\(format)")
            let rates = result.records.merged(.heartRate)
            #expect(Array(rates.values) == points.map { Double($0.heartRate) }, "\(format)")
            #expect(Array(rates.starts) == points.map(\.time), "\(format)")
            // There was no riding while the timer was stopped.
            let route = result.records.merged(.route)
            let ways = (0..<route.count).filter { route.end(at: $0) > route.starts[$0] }
            #expect(ways.count == points.count - 2, "\(format)")
            let expected = ride.parts.map(Ride.length).reduce(0, +)
            let length = route.values.reduce(0, +)
            let allowed = format == "fit" ? Double(ways.count) * Self.wayStep : 1e-6
            #expect(abs(length - expected) <= allowed, "\(format): \(length) for \(expected)")
            let workouts = try #require(result.records[.workouts], "\(format)")
            #expect(workouts.labels == ["Cycling"], "\(format)")
            #expect(Array(workouts.columns.starts) == [points[0].time], "\(format)")
            #expect(workouts.columns.end(at: 0) == points[points.count - 1].time, "\(format)")
            expectBalanced(result.report)
        }
        let step = 1e-9
        for (other, way, height) in [
            (tcx, step, step), (fit, Self.wayStep + step, Self.heightStep + step),
        ] {
            expectSameSamples(gpx, other, .route, within: way)
            expectSameSamples(gpx, other, .elevation, within: height)
            expectSameSamples(gpx, other, .heartRate, within: 0)
            expectSameSamples(gpx, other, .cadence, within: 0)
            expectSameSamples(gpx, other, .power, within: 0)
        }

        // The ride continues past eight o'clock.
        let calendar = CivilCalendar(zone: .utc)
        for unit in CalendarUnit.allCases {
            func rows(_ result: ImportResult, _ id: MetricID) -> [BucketRow] {
                BucketTable.rows(result.records, metric: id, unit: unit, calendar: calendar)
            }
            // Twelve minutes, none of them missing.
            let count = [CalendarUnit.minute: 12, .hour: 2][unit] ?? 1
            #expect(rows(gpx, .route).count == count, "\(unit)")
            for id in [MetricID.route, .elevation, .heartRate, .cadence, .power, .workouts] {
                #expect(rows(gpx, id) == rows(tcx, id), "\(id) by \(unit)")
            }
            for id in [MetricID.heartRate, .cadence, .power, .workouts] {
                #expect(rows(gpx, id) == rows(fit, id), "\(id) by \(unit)")
            }
            for (left, right) in zip(rows(gpx, .route), rows(fit, .route)) {
                #expect(left.start == right.start && left.coverage == right.coverage)
                let (a, b) = (left.components[0], right.components[0])
                #expect(a.count == b.count)
                #expect(
                    abs((a.sum ?? 0) - (b.sum ?? 0)) <= Double(a.count) * Self.wayStep, "\(unit)")
            }
            for (left, right) in zip(rows(gpx, .elevation), rows(fit, .elevation)) {
                let (a, b) = (left.components[0], right.components[0])
                #expect(a.count == b.count)
                #expect(abs((a.mean ?? 0) - (b.mean ?? 0)) <= Self.heightStep + step, "\(unit)")
                #expect(
                    abs((a.maximum ?? 0) - (b.maximum ?? 0)) <= Self.heightStep + step, "\(unit)")
            }
        }
    }
}

extension Double {
    /// The number rounded to multiples of one divided by `parts`.
    fileprivate func roundedTo(_ parts: Double) -> Double { (self * parts).rounded() / parts }
}
