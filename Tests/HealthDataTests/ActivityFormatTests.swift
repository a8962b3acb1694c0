import ChartCore
import Foundation
import HealthData
import Testing

/// One run of two parts with a pause, as a device would write it in three formats.
private struct Run {
    struct Point {
        var time: Double
        var latitude: Double
        var longitude = 8.5
        var height: Double
        var heartRate: Int
    }

    /// The points of the two parts; each second is a hundred-thousandth of a degree farther north.
    let parts: [[Point]]
    /// The length of one step in metres: an arc of a hundred-thousandth of a degree.
    static let step = way(0, 1)
    /// The length of both parts in metres.
    static let length = way(1, 90) + way(91, 151)

    /// The metres between two places, counted in hundred-thousandths of a degree.
    static func way(_ from: Int, _ to: Int) -> Double {
        EarthTruth.meridian(47 + Double(from) * 1e-5, 47 + Double(to) * 1e-5)
    }

    init() {
        let begin = utc(2026, 5, 3, 7, 30)
        var place = 0
        parts = [(0, 90), (600, 61)].map { start, count in
            (0..<count).map { index in
                place += 1
                return Point(
                    time: begin + Double(start + index), latitude: 47 + Double(place) * 1e-5,
                    height: 400 + Double(place % 10), heartRate: 120 + place % 40)
            }
        }
    }

    static func iso(_ time: Double) -> String {
        let formatter = ISO8601DateFormatter()
        return formatter.string(from: Date(timeIntervalSince1970: time))
    }

    var gpx: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Forerunner 255" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <metadata><time>2026-05-03T07:30:00Z</time></metadata>
            <trk><name>Morning &amp; more</name><type>running</type>

            """
        for part in parts {
            text += "<trkseg>\n"
            for point in part {
                text += "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">"
                text += "<ele>\(point.height)</ele><time>\(Run.iso(point.time))</time><extensions>"
                text += "<ns3:TrackPointExtension><ns3:hr>\(point.heartRate)</ns3:hr>"
                text += "</ns3:TrackPointExtension></extensions></trkpt>\n"
            }
            text += "</trkseg>\n"
        }
        return text + "</trk></gpx>\n"
    }

    var tcx: String {
        var text = """
              <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
            <Activities><Activity Sport="Running"><Id>2026-05-03T07:30:00Z</Id>
            <Lap StartTime="2026-05-03T07:30:00Z"><TotalTimeSeconds>90</TotalTimeSeconds>
            <DistanceMeters>99</DistanceMeters><AverageHeartRateBpm><Value>99</Value></AverageHeartRateBpm>

            """
        for part in parts {
            text += "<Track>\n"
            for point in part {
                text += "<Trackpoint><Time>\(Run.iso(point.time))</Time><Position>"
                text += "<LatitudeDegrees>\(point.latitude)</LatitudeDegrees>"
                text += "<LongitudeDegrees>\(point.longitude)</LongitudeDegrees></Position>"
                text += "<AltitudeMeters>\(point.height)</AltitudeMeters>"
                text +=
                    "<HeartRateBpm><Value>\(point.heartRate)</Value></HeartRateBpm></Trackpoint>\n"
            }
            text += "</Track>\n"
        }
        return text + """
            </Lap><Creator><Name>Forerunner 255</Name></Creator></Activity></Activities>
            </TrainingCenterDatabase>

            """
    }

    /// Either byte order, with or without developer fields.
    func fit(isBigEndian: Bool = false, hasDevelopers: Bool = false) -> FITWriter {
        var writer = FITWriter()
        writer.isBigEndian = isBigEndian
        writer.define(0, 0, [(0, FITWriter.enumeration, 1), (8, FITWriter.text, 16)])
        let name = Array("Forerunner 255".utf8) + [0, 0]
        writer.data(0, [(4, 1)], behind: name)
        writer.define(
            1, 20,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.sint32, 4), (1, FITWriter.sint32, 4),
                (2, FITWriter.uint16, 2), (3, FITWriter.uint8, 1), (4, FITWriter.uint8, 1),
            ], developers: hasDevelopers ? [(size: 3, index: 0)] : [])
        writer.define(2, 21, [(253, FITWriter.uint32, 4), (0, 0, 1), (1, 0, 1)])
        writer.define(3, 18, [(253, FITWriter.uint32, 4), (5, 0, 1)])
        let scale = 2_147_483_648.0 / 180
        for part in parts {
            for point in part {
                writer.data(
                    1,
                    [
                        (FITWriter.time(point.time), 4),
                        (Int((point.latitude * scale).rounded()), 4),
                        (Int((point.longitude * scale).rounded()), 4),
                        (Int((point.height + 500) * 5), 2), (point.heartRate, 1), (0xff, 1),
                    ], behind: hasDevelopers ? [1, 2, 3] : [])
            }
            writer.data(2, [(FITWriter.time(part[part.count - 1].time), 4), (0, 1), (4, 1)])
        }
        writer.data(3, [(FITWriter.time(parts[1][60].time), 4), (1, 1)])
        return writer
    }
}

@Suite("Recorded activities")
struct ActivityFormatTests {
    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    /// Expects the results of one run, by arithmetic.
    private func expectRun(
        _ result: ImportResult, _ format: String, _ run: Run,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let file = try #require(result.report.files.first, sourceLocation: location)
        #expect(file.format == format, sourceLocation: location)
        #expect(file.failure == nil && file.refused == 0, sourceLocation: location)
        let points = run.parts.flatMap { $0 }
        #expect(
            values(result, .heartRate) == points.map { Double($0.heartRate) },
            sourceLocation: location)
        #expect(starts(result, .heartRate) == points.map(\.time), sourceLocation: location)
        #expect(values(result, .elevation) == points.map(\.height), sourceLocation: location)
        // A step between every two consecutive points of a part, and none across the pause.
        let steps = try #require(result.records[.route], sourceLocation: location).columns
        #expect(steps.count == 89 + 60, sourceLocation: location)
        #expect(
            steps.values.allSatisfy { abs($0 - Run.step) < 0.02 }, sourceLocation: location)
        let length = steps.values.reduce(0, +)
        #expect(abs(length - 149 * Run.step) < 0.05, sourceLocation: location)
        let workout = try #require(result.records[.workouts], sourceLocation: location)
        #expect(workout.labels == ["Running"], sourceLocation: location)
        #expect(workout.columns.starts.first == points[0].time, sourceLocation: location)
        #expect(
            workout.columns.end(at: 0) == points[points.count - 1].time, sourceLocation: location)
        #expect(
            result.records.sources.map(\.name) == ["Forerunner 255"], sourceLocation: location)
        expectBalanced(result.report, location)
    }

    @Test("GPX, TCX and FIT of one run give the same figures")
    func sameRun() throws {
        let files = try TestFiles()
        let run = Run()
        try expectRun(load(try files.write(run.gpx, "run.gpx")), "gpx", run)
        try expectRun(load(try files.write(run.tcx, "run.tcx")), "tcx", run)
        try expectRun(load(try files.write(run.fit().file(), "run.fit")), "fit", run)
        try expectRun(
            load(try files.write(run.fit(isBigEndian: true).file(), "big.fit")), "fit", run)
        try expectRun(
            load(try files.write(run.fit(hasDevelopers: true).file(), "dev.fit")), "fit", run)
        let zip = try files.zip([("a/run.gpx", Array(("\u{feff}" + run.gpx).utf8))], "run.zip")
        try expectRun(load(zip), "gpx.zip", run)
    }

    @Test("The figures of a run: those of the device, or else those of its points")
    func figures() throws {
        let files = try TestFiles()
        let run = Run()
        let rates = run.parts.flatMap { $0 }.map { Double($0.heartRate) }
        let mean = rates.reduce(0, +) / Double(rates.count)
        func figures(_ result: ImportResult) throws -> Workout.Figures {
            #expect(result.records.workouts.count == 1)
            return try #require(result.records.workouts.first).figures
        }
        let gpx = try figures(load(try files.write(run.gpx, "run.gpx")))
        // 89 seconds, a pause, and 60 seconds.
        #expect(gpx.activeDuration == 149)
        #expect(abs((gpx.distance ?? 0) - Run.length) < 1e-5)
        #expect(abs((gpx.meanHeartRate ?? 0) - mean) < 1e-9)
        #expect(gpx.highestHeartRate == rates.max() && gpx.energy == nil)

        // Its lap states its time, its distance, and a mean.
        let tcx = try figures(load(try files.write(run.tcx, "run.tcx")))
        #expect(
            tcx
                == Workout.Figures(
                    activeDuration: 90, distance: 99, meanHeartRate: 99,
                    highestHeartRate: rates.max()))
        // Two laps add up, the mean weighted by their lengths; a missing figure is computed from
        // the points.
        let lap = "<Lap><TotalTimeSeconds>30</TotalTimeSeconds><Calories>7</Calories>"
        let second =
            lap + "<DistanceMeters>21</DistanceMeters><AverageHeartRateBpm><Value>139</Value>"
            + "</AverageHeartRateBpm><MaximumHeartRateBpm><Value>201</Value></MaximumHeartRateBpm>"
        let laps = try figures(
            load(
                try files.write(
                    run.tcx.replacingOccurrences(
                        of: "</Lap><Creator>", with: "</Lap>\(second)</Lap><Creator>"), "laps.tcx"))
        )
        #expect(
            laps
                == Workout.Figures(
                    activeDuration: 120, distance: 120, meanHeartRate: (90 * 99 + 30 * 139) / 120,
                    highestHeartRate: 201))
        let silent = try figures(
            load(
                try files.write(
                    run.tcx.replacingOccurrences(
                        of: "</Lap><Creator>", with: "</Lap>\(lap)</Lap><Creator>"), "silent.tcx")))
        #expect(silent.activeDuration == 120)
        #expect(abs((silent.distance ?? 0) - Run.length) < 1e-5)

        let fit = try figures(load(try files.write(run.fit().file(), "run.fit")))
        #expect(fit.activeDuration == 149 && fit.highestHeartRate == rates.max())
        #expect(abs((fit.distance ?? 0) - 149 * Run.step) < 0.05)
    }

    @Test("FIT: sessions state their figures, before or after their points, or without any")
    func fitSessions() throws {
        let files = try TestFiles()
        let begin = utc(2026, 5, 3, 7, 30)
        func session(_ writer: inout FITWriter, at start: Double) {
            writer.define(
                3, 18,
                [
                    (2, FITWriter.uint32, 4), (5, FITWriter.enumeration, 1),
                    (7, FITWriter.uint32, 4), (8, FITWriter.uint32, 4), (9, FITWriter.uint32, 4),
                    (11, FITWriter.uint16, 2), (16, FITWriter.uint8, 1), (17, FITWriter.uint8, 1),
                ])
            // A swim of twenty minutes, including two of rest.
            writer.data(
                3,
                [
                    (FITWriter.time(start), 4), (5, 1), (1_200_000, 4), (1_080_000, 4),
                    (80_000, 4), (190, 2), (131, 1), (158, 1),
                ])
        }
        func points(_ writer: inout FITWriter) {
            writer.define(1, 20, [(253, FITWriter.uint32, 4), (3, FITWriter.uint8, 1)])
            for second in 0..<5 {
                writer.data(1, [(FITWriter.time(begin + Double(second)), 4), (120 + second, 1)])
            }
        }
        for order in ["behind", "before", "none"] {
            var writer = FITWriter()
            if order == "before" { session(&writer, at: begin) }
            if order != "none" { points(&writer) }
            if order != "before" { session(&writer, at: begin) }
            let result = load(try files.write(writer.file(), "swim.fit"))
            #expect(result.records.workouts.count == 1, "\(order)")
            let swim = try #require(result.records.workouts.first)
            #expect(swim.sport == "Swimming", "\(order)")
            #expect(swim.start == begin && swim.end == begin + 1200, "\(order)")
            #expect(
                swim.figures
                    == Workout.Figures(
                        activeDuration: 1080, distance: 800, energy: 190, meanHeartRate: 131,
                        highestHeartRate: 158), "\(order)")
            expectBalanced(result.report)
        }
        // Two sessions after all points.
        var two = FITWriter()
        points(&two)
        session(&two, at: begin)
        session(&two, at: begin + 1200)
        let result = load(try files.write(two.file(), "two.fit"))
        #expect(result.records.workouts.map(\.start) == [begin, begin + 1200])
        #expect(result.report.files[0].read == 5 + 2)
        expectBalanced(result.report)
    }

    @Test("FIT: laps belong to the session in which they began")
    func fitLaps() throws {
        let files = try TestFiles()
        let begin = utc(2026, 5, 3, 7, 30)
        var writer = FITWriter()
        writer.define(
            2, 19,
            [
                (2, FITWriter.uint32, 4), (8, FITWriter.uint32, 4), (9, FITWriter.uint32, 4),
                (15, FITWriter.uint8, 1), (16, FITWriter.uint8, 1), (21, FITWriter.uint16, 2),
            ])
        writer.define(
            3, 18,
            [
                (2, FITWriter.uint32, 4), (5, FITWriter.enumeration, 1),
                (7, FITWriter.uint32, 4), (22, FITWriter.uint16, 2),
            ])
        // Two laps of five minutes in the first session, and one lap in the second.
        for lap in 0..<3 {
            if lap == 2 {
                writer.data(
                    3, [(FITWriter.time(begin), 4), (1, 1), (600_000, 4), (31, 2)])
            }
            writer.data(
                2,
                [
                    (FITWriter.time(begin + 300 * Double(lap)), 4), (290_000, 4),
                    (100_000 + lap * 5_000, 4), (140 + lap, 1), (160 + lap, 1), (10 + lap, 2),
                ])
        }
        writer.data(3, [(FITWriter.time(begin + 600), 4), (2, 1), (300_000, 4), (12, 2)])
        let result = load(try files.write(writer.file(), "laps.fit"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.start) == [begin, begin + 600])
        #expect(workouts.map(\.figures.ascent) == [31, 12])
        #expect(
            workouts.first?.laps == [
                Workout.Lap(
                    start: begin,
                    figures: Workout.Figures(
                        activeDuration: 290, distance: 1000, meanHeartRate: 140,
                        highestHeartRate: 160, ascent: 10)),
                Workout.Lap(
                    start: begin + 300,
                    figures: Workout.Figures(
                        activeDuration: 290, distance: 1050, meanHeartRate: 141,
                        highestHeartRate: 161, ascent: 11)),
            ])
        // One lap over the whole session is no division.
        #expect(workouts.last?.laps == [])
    }

    @Test("GPX: other extensions, planned points, forbidden characters")
    func gpxQuirks() throws {
        let files = try TestFiles()
        let apple = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
              <trk><name>Route 2026-05-03 7:30am</name><trkseg>
              <trkpt lon="8.5" lat="47.0"><ele>400.5</ele><time>2026-05-03T05:30:00Z</time><extensions><speed>2.9</speed><course>1</course><hAcc>3</hAcc><vAcc>2</vAcc></extensions></trkpt>
              <trkpt lon="8.5" lat="47.0"><ele>400.5</ele><time>2026-05-03T05:30:00Z</time></trkpt>
              <trkpt lon="8.5" lat="47.00001"><ele>401</ele><time>2026-05-03T05:30:01.500Z</time><extensions><hr>99</hr></extensions></trkpt>
              <trkpt lon="8.5" lat="47.1"><ele>401</ele></trkpt>
              <trkpt lon="8.5" lat="147"><time>2026-05-03T05:30:03Z</time></trkpt>
              </trkseg></trk></gpx>
            """
        let result = load(try files.write(apple, "route.gpx"))
        #expect(values(result, .heartRate) == [99])
        #expect(starts(result, .heartRate) == [utc(2026, 5, 3, 5, 30) + 1.5])
        #expect(abs(values(result, .route).reduce(0, +) - Run.step) < 1e-6)
        let file = result.report.files[0]
        #expect(file.refusals.map(\.reason).sorted().count == 2)
        #expect(file.refusals.first?.place == "line 7")
        expectBalanced(result.report)

        let control = Run().gpx.replacingOccurrences(of: "Morning", with: "Mor\u{b}ning")
        try expectRun(load(try files.write(control, "control.gpx")), "gpx", Run())

        let none = load(try files.write("<gpx><metadata/></gpx>", "none.gpx")).report
        #expect(none.nothingUsed)
        #expect(none.files[0].failure?.problem == "it holds no points")

        let bomb = """
            <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <gpx><trk><name>&b;</name></trk></gpx>
            """
        let refused = load(try files.write(bomb, "bomb.gpx")).report.files[0]
        #expect(refused.failure?.problem.contains("declares entities") == true)
    }

    /// A track of points at distances in hundred-thousandths of a degree to the north, at these
    /// seconds.
    private func track(_ points: [(second: Int, place: Int)]) -> String {
        let begin = utc(2026, 5, 3, 7, 30)
        let lines = points.map { point in
            "<trkpt lat=\"\(47 + Double(point.place) * 1e-5)\" lon=\"8.5\">"
                + "<time>\(Run.iso(begin + Double(point.second)))</time></trkpt>"
        }
        return "<gpx creator=\"Logger\"><trk><type>walking</type><trkseg>"
            + lines.joined(separator: "\n") + "</trkseg></trk></gpx>"
    }

    @Test("The distance across a gap counts; its time only if such gaps are usual in the track")
    func sparsePoints() throws {
        let files = try TestFiles()
        func figures(_ result: ImportResult) throws -> Workout.Figures {
            expectBalanced(result.report)
            return try #require(result.records.workouts.first).figures
        }
        // A point every two minutes, all day long.
        let sparse = load(
            try files.write(track((0..<200).map { ($0 * 120, $0 * 100) }), "sparse.gpx"))
        let walk = try figures(sparse)
        #expect(walk.activeDuration == 199.0 * 120)
        #expect(abs((walk.distance ?? 0) - Run.way(0, 19_900)) < 0.001)
        #expect(abs(values(sparse, .route).reduce(0, +) - Run.way(0, 19_900)) < 0.001)
        #expect(sparse.report.files[0].notes.isEmpty)

        // A tunnel of three minutes and a rest of an hour, in a track of a point a second.
        var points = (0..<100).map { ($0, $0) }
        points += (0..<100).map { (280 + $0, 280 + $0) }
        points += (0..<100).map { (3980 + $0, 379 + $0) }
        let tunnel = load(try files.write(track(points), "tunnel.gpx"))
        let ride = try figures(tunnel)
        // To the place 478, 379 of them before the rest.
        #expect(abs((ride.distance ?? 0) - Run.way(0, 478)) < 0.001)
        #expect(ride.activeDuration == 3.0 * 99)
        #expect(
            tunnel.report.files[0].notes.map(\.text) == [
                "2 long gaps between points are pauses: their way counts, their time does not"
            ])
    }

    @Test("A distance faster than the rest of the track is not part of it: a train in a ride")
    func trainInTrack() throws {
        let files = try TestFiles()
        func distance(_ points: [(second: Int, place: Int)]) throws -> (metres: Double, [String]) {
            let result = load(try files.write(track(points), "ride.gpx"))
            expectBalanced(result.report)
            #expect(result.report.files[0].read == points.count + 1)
            let ways = values(result, .route).reduce(0, +)
            let figures = try #require(result.records.workouts.first).figures
            #expect(abs((figures.distance ?? 0) - ways) < 1e-6)
            return (ways, result.report.files[0].notes.map(\.text))
        }
        // Five places a second, a train over 50,000 in 40 minutes, then four a second.
        var points = (0..<100).map { ($0, $0 * 5) }
        points += (0..<100).map { (2_499 + $0, 50_495 + $0 * 4) }
        let ride = try distance(points)
        #expect(abs(ride.metres - Run.way(0, 495) - Run.way(50_495, 50_891)) < 0.001)
        #expect(
            ride.1 == [
                "1 long gap between points was passed faster than all of the track: it does not count"
            ])
        // Slow at first, then three minutes without a position at a speed that occurs only later.
        var late = (0..<50).map { ($0, $0) }
        late += (0..<100).map { (229 + $0, 49 + 180 * 5 + $0 * 5) }
        let run = try distance(late)
        #expect(abs(run.metres - Run.way(0, 49 + 180 * 5 + 99 * 5)) < 0.001)
        #expect(
            run.1 == ["1 long gap between points is a pause: its way counts, its time does not"])
    }

    @Test("A truncated track gives the points before the end", arguments: ["gpx", "tcx"])
    func cutTracks(format: String) throws {
        let files = try TestFiles()
        let whole = Array((format == "gpx" ? Run().gpx : Run().tcx).utf8)
        for share in 1..<10 {
            let cut = Array(whole[..<(whole.count * share / 10)])
            let result = load(try files.write(cut, "cut." + format))
            expectBalanced(result.report)
            let count = values(result, .heartRate).count
            #expect(count < 151 && (share < 2 || count > 5), "\(share)")
        }
    }

    @Test(
        "FIT: a wrong checksum, a length of nought, an early end, files one after the other")
    func fitQuirks() throws {
        let files = try TestFiles()
        let run = Run()
        let whole = run.fit().file()
        var wrong = whole
        wrong[wrong.count - 1] ^= 0xff
        let damaged = load(try files.write(wrong, "wrong.fit"))
        try expectRun(damaged, "fit", run)
        #expect(damaged.report.files[0].notes.contains { $0.text.contains("checksum") })

        let nought = load(try files.write(run.fit().file(declaredSize: 0), "nought.fit"))
        try expectRun(nought, "fit", run)
        #expect(nought.report.files[0].notes.contains { $0.text.contains("says that it is empty") })

        for count in stride(from: 13, to: whole.count, by: 17) {
            let cut = load(try files.write(Array(whole[..<count]), "cut.fit"))
            expectBalanced(cut.report)
            #expect(values(cut, .heartRate).count <= 151)
        }

        var weights = FITWriter()
        weights.define(
            0, 30,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (1, FITWriter.uint16, 2),
                (5, FITWriter.uint16, 2),
            ])
        weights.data(0, [(FITWriter.time(utc(2026, 1, 5, 7)), 4), (8050, 2), (1825, 2), (4025, 2)])
        weights.data(
            0, [(FITWriter.time(utc(2026, 1, 6, 7)), 4), (0xfffe, 2), (0xffff, 2), (0xffff, 2)])
        weights.define(
            1, 51,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (1, FITWriter.uint16, 2),
                (6, FITWriter.uint8, 1),
            ])
        weights.data(1, [(FITWriter.time(utc(2026, 1, 5, 8)), 4), (121, 2), (79, 2), (61, 1)])
        weights.data(
            1, [(FITWriter.time(utc(2026, 1, 5, 9)), 4), (121, 2), (0xffff, 2), (0xff, 1)])
        let chained = load(try files.write(weights.file() + whole, "chained.fit"))
        #expect(values(chained, .weight) == [80.5] && values(chained, .bodyFat) == [18.25])
        #expect(values(chained, .muscle) == [50])
        #expect(values(chained, .bloodPressure) == [121])
        #expect(values(chained, .heartRate).count == 152)
        #expect(chained.report.files[0].refused == 2)
        expectBalanced(chained.report)
    }

    @Test("FIT: monitored days count on, with short times of both kinds")
    func fitMonitoring() throws {
        let files = try TestFiles()
        let begin = utc(2026, 1, 5)
        var writer = FITWriter()
        writer.define(
            0, 55, [(253, FITWriter.uint32, 4), (5, 0, 1), (3, FITWriter.uint32, 4)])
        writer.define(1, 55, [(26, FITWriter.uint16, 2), (5, 0, 1), (3, FITWriter.uint32, 4)])
        writer.define(2, 55, [(26, FITWriter.uint16, 2), (27, FITWriter.uint8, 1)])
        writer.define(3, 55, [(5, 0, 1), (3, FITWriter.uint32, 4)])
        writer.data(0, [(FITWriter.time(begin), 4), (6, 1), (0, 4)])
        writer.data(1, [(FITWriter.time(begin + 60) & 0xffff, 2), (6, 1), (100, 4)])
        writer.data(2, [(FITWriter.time(begin + 90) & 0xffff, 2), (61, 1)])
        writer.data(1, [(FITWriter.time(begin + 120) & 0xffff, 2), (6, 1), (150, 4)])
        writer.data(0, [(FITWriter.time(begin + 86_400), 4), (6, 1), (30, 4)])
        writer.compressed(3, time: FITWriter.time(begin + 86_420), [(6, 1), (50, 4)])
        let result = load(try files.write(writer.file(), "day.fit"))
        #expect(values(result, .steps) == [100, 50, 30, 20])
        #expect(
            starts(result, .steps) == [begin, begin + 60, begin + 120, begin + 86_400])
        #expect(values(result, .heartRate) == [61])
        #expect(starts(result, .heartRate) == [begin + 90])
        expectBalanced(result.report)
    }

    @Test("FIT: bytes that were changed at random are harmless")
    func fitNoise() throws {
        let files = try TestFiles()
        let whole = Run().fit(hasDevelopers: true).file()
        var noise = SplitMix64(seed: 11)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...12, using: &noise) {
                bytes[Int.random(in: 12..<bytes.count, using: &noise)] = UInt8.random(
                    in: 0...255, using: &noise)
            }
            expectBalanced(load(try files.write(bytes, "noise.fit")).report)
        }
    }
}
