import ChartCore
import Foundation
import Testing

@testable import HealthData

/// The positions of workouts, as files give them.
@Suite("Tracks in files") struct TrackFormatTests {
    private let begin = utc(2026, 5, 3, 7, 30)

    private func track(_ result: ImportResult) throws -> Track {
        #expect(result.records.workouts.count == 1)
        return try #require(result.records.workouts.first?.track)
    }

    private func clock(_ second: Int) -> String {
        "2026-05-03T07:3\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
    }

    /// A track point of GPX, a ten-thousandth of a degree to the north for each second.
    private func point(_ second: Int, _ more: String = "") -> String {
        "<trkpt lat=\"\(47 + Double(second) * 1e-4)\" lon=\"8.5\"><time>\(clock(second))</time>"
            + "\(more)</trkpt>"
    }

    // MARK: Formats

    @Test("GPX: positions, heights, precision, speed and the name; segments at pauses")
    func gpx() throws {
        let files = try TestFiles()
        let text =
            "<gpx creator=\"Watch\"><metadata><name>All of May</name></metadata>"
            + "<trk><name>Round the lake</name><link><text>x</text></link><trkseg>"
            + point(
                0,
                "<ele>400.04</ele><hdop>1.2</hdop><extensions><speed>2.5</speed>"
                    + "<hAcc>3.25</hAcc></extensions>")
            + point(1) + "</trkseg><trkseg>" + point(30, "<ele>-3</ele>")
            // A reading without a position, and a search for satellites.
            + "<trkpt><time>\(clock(31))</time><hr>120</hr></trkpt>"
            + "<trkpt lat=\"0\" lon=\"0\"><time>\(clock(32))</time><hr>121</hr></trkpt>"
            + point(33) + "</trkseg></trk></gpx>"
        let result = load(try files.write(text, "lake.gpx"))
        let found = try track(result)
        #expect(
            found.points == [
                Track.Point(
                    time: begin, latitude: 47, longitude: 8.5, height: 400, accuracy: 3.3,
                    dilution: 1.2, speed: 2.5, beginsSegment: true),
                Track.Point(time: begin + 1, latitude: 47.0001, longitude: 8.5),
                Track.Point(
                    time: begin + 30, latitude: 47.003, longitude: 8.5, height: -3,
                    beginsSegment: true),
                Track.Point(time: begin + 33, latitude: 47.0033, longitude: 8.5),
            ])
        #expect(found.segments == 2)
        #expect(found.box == Track.Box(south: 47, north: 47.0033, west: 8.5, east: 8.5))
        #expect(result.records.workouts.first?.name == "Round the lake")
        expectBalanced(result.report)
    }

    @Test("TCX: positions with the device's distance and speed; a treadmill has no track")
    func tcx() throws {
        let files = try TestFiles()
        func activity(_ isInside: Bool) -> String {
            let points = (0..<5).map { index in
                let place =
                    "<Position><LatitudeDegrees>\(47 + Double(index) * 1e-4)</LatitudeDegrees>"
                    + "<LongitudeDegrees>-8.5</LongitudeDegrees></Position>"
                // The third point is in a tunnel.
                return "<Trackpoint><Time>\(clock(index))</Time>"
                    + (isInside || index == 2 ? "" : place)
                    + "<DistanceMeters>\(Double(index) * 11.1)</DistanceMeters><Extensions><TPX>"
                    + "<Speed>11.125</Speed></TPX></Extensions></Trackpoint>"
            }
            return "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\">"
                + "<Lap StartTime=\"\(clock(0))\"><Track>\(points.joined())</Track></Lap>"
                + "</Activity></Activities></TrainingCenterDatabase>"
        }
        let found = try track(load(try files.write(activity(false), "run.tcx")))
        #expect(found.points.map(\.latitude) == [47, 47.0001, nil, 47.0003, 47.0004])
        #expect(found.points.map(\.longitude) == [-8.5, -8.5, nil, -8.5, -8.5])
        #expect(found.points.map(\.distance) == [0, 11.1, 22.2, 33.3, 44.4])
        #expect(found.points.allSatisfy { $0.speed == 11.125 })
        let inside = load(try files.write(activity(true), "treadmill.tcx"))
        #expect(inside.records.workouts.count == 1)
        #expect(inside.records.workouts.first?.track == nil)
    }

    /// A message of FIT for each point: a time, a position, a height, a distance and more.
    private func recording(
        _ seconds: Range<Int>, _ writer: inout FITWriter, type: Int = 4, isFirst: Bool = true
    ) {
        if isFirst {
            writer.define(0, 0, [(0, FITWriter.enumeration, 1)])
            writer.data(0, [(type, 1)])
            writer.define(
                1, 20,
                [
                    (253, FITWriter.uint32, 4), (0, FITWriter.sint32, 4),
                    (1, FITWriter.sint32, 4), (2, FITWriter.uint16, 2), (5, FITWriter.uint32, 4),
                    (6, FITWriter.uint16, 2), (73, FITWriter.uint32, 4), (31, FITWriter.uint8, 1),
                ])
        }
        let scale = 2_147_483_648.0 / 180
        for second in seconds {
            writer.data(
                1,
                [
                    (FITWriter.time(begin + Double(second)), 4),
                    (Int(((47 + Double(second) * 1e-4) * scale).rounded()), 4),
                    (Int((-8.5 * scale).rounded()), 4), (Int((400.2 + 500) * 5), 2),
                    (second * 1112, 4), (0xffff, 2), (11_125, 4), (4, 1),
                ])
        }
    }

    private func session(_ from: Int, _ length: Int, _ sport: Int, _ writer: inout FITWriter) {
        writer.define(
            3, 18,
            [
                (253, FITWriter.uint32, 4), (2, FITWriter.uint32, 4), (5, FITWriter.enumeration, 1),
                (7, FITWriter.uint32, 4),
            ])
        writer.data(
            3,
            [
                (FITWriter.time(begin + Double(from + length)), 4),
                (FITWriter.time(begin + Double(from)), 4), (sport, 1), (length * 1000, 4),
            ])
    }

    @Test("FIT: positions with distance, accuracy and the enhanced speed")
    func fit() throws {
        let files = try TestFiles()
        var writer = FITWriter()
        recording(0..<40, &writer)
        session(0, 39, 1, &writer)
        let found = try track(load(try files.write(writer.file(), "run.fit")))
        #expect(found.count == 40)
        // A semicircle is less than a ten-millionth of a degree.
        for (index, point) in found.points.enumerated() {
            #expect(abs((point.latitude ?? 0) - (47 + Double(index) * 1e-4)) < 1.01e-7)
            #expect(point.longitude == -8.5 && point.height == 400.2)
            #expect(point.distance == Double(index * 1112) / 100)
            #expect(point.speed == 11.125 && point.accuracy == 4 && point.dilution == nil)
        }
    }

    @Test("FIT: sessions behind all points divide them, and points of none are counted")
    func sessions() throws {
        let files = try TestFiles()
        var writer = FITWriter()
        recording(0..<500, &writer)
        session(0, 199, 5, &writer)
        session(200, 149, 2, &writer)
        let result = load(try files.write(writer.file(), "two.fit"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Swimming", "Cycling"])
        #expect(workouts.map { $0.track?.count } == [200, 150])
        #expect(workouts.last?.track?.points.first?.time == begin + 200)
        #expect(
            result.report.files[0].notes.contains {
                $0.text == "150 positions belong to no workout and are not kept"
            })
        expectBalanced(result.report)
    }

    // MARK: Joining

    /// A workout of Apple Health of ten minutes that names documents with its route.
    private func workout(_ minute: Int, _ names: [String]) -> String {
        func time(_ minute: Int) -> String { "2026-05-03 07:\(minute):00 +0000" }
        let routes = names.map {
            "  <WorkoutRoute sourceName=\"Watch\">\n   <FileReference path=\"\($0)\"/>\n"
                + "  </WorkoutRoute>\n"
        }
        return " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" "
            + "sourceName=\"Watch\" startDate=\"\(time(minute))\" endDate=\"\(time(minute + 10))\">\n"
            + routes.joined() + " </Workout>\n"
    }

    private func route(_ seconds: Range<Int>) -> String {
        "<gpx creator=\"Apple Health Export\"><trk><trkseg>"
            + seconds.map { point($0) }.joined() + "</trkseg></trk></gpx>"
    }

    @Test(
        "A workout of an export has the documents that it names, in any order, by path or by time",
        arguments: [false, true])
    func named(isReversed: Bool) throws {
        let files = try TestFiles()
        // The second route is in the time of the first workout, but the second names it.
        var members = [
            (
                "Export/export.xml",
                export(
                    workout(30, ["/workout-routes/a.gpx", "/workout-routes/c.gpx"])
                        + workout(45, ["/workout-routes/b.gpx"])
                        + workout(20, ["/workout-routes/x.gpx"])
                )
            ),
            ("Export/workout-routes/a.gpx", route(0..<60)),
            ("Export/workout-routes/b.gpx", route(120..<150)),
            ("Export/workout-routes/c.gpx", route(200..<240)),
            ("Export/other/a.gpx", route(400..<405)),
        ]
        if isReversed { members.reverse() }
        let result = load(try files.zip(members, "export.zip"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Running", "Running", "Running"])
        #expect(workouts.map { $0.track?.count } == [nil, 100, 30])
        #expect(workouts[1].track?.segments == 2)
        #expect(workouts[1].track?.points.last?.time == begin + 239)
        #expect(workouts[2].track?.points.first?.time == begin + 120)
        expectBalanced(result.report)

        // Files that are opened next to each other are joined by their times.
        let apart = load(
            try files.write(export(workout(30, ["/workout-routes/a.gpx"])), "export.xml"),
            try files.write(route(0..<60), "a.gpx"))
        #expect(try track(apart).count == 60)
    }

    @Test("The positions of a whole belong to the parts in whose time they are")
    func wholeOfParts() throws {
        let files = try TestFiles()
        func part(_ from: Int, _ length: Int, _ sport: Int) -> String {
            var writer = FITWriter()
            writer.define(0, 0, [(0, FITWriter.enumeration, 1), (8, FITWriter.text, 6)])
            writer.data(0, [(4, 1)], behind: Array("Watch".utf8) + [0])
            session(from, length, sport, &writer)
            return (try? files.write(writer.file(), "part\(from).fit")) ?? ""
        }
        let whole =
            "<gpx creator=\"Watch\"><trk><trkseg>" + (0..<400).map { point($0) }.joined()
            + "</trkseg></trk></gpx>"
        let result = load(
            part(0, 219, 5), part(220, 179, 2), try files.write(whole, "whole.gpx"))
        #expect(result.records.workouts.map(\.sport) == ["Swimming", "Cycling"])
        #expect(result.records.workouts.map { $0.track?.count } == [220, 180])
    }
}
