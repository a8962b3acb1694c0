import ChartCore
import Foundation
import Geodesy
import Testing

@testable import HealthData

/// Waypoints and planned routes, as files give them.
@Suite("Places in files") struct PlaceFormatTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func places(_ result: ImportResult) -> Places { result.records.places }

    private func clock(_ second: Int) -> String { "2026-05-03T07:30:0\(second)Z" }

    @Test("GPX: waypoints with all they have, routes, and a run that stays a workout")
    func gpx() throws {
        let text = """
            <gpx creator="Planner"><metadata><name>Trip</name></metadata>
            <wpt lat="47.5" lon="8.25"><ele>1203.5</ele><time>2020-01-01T00:00:00Z</time>
            <name> Hut
             above the lake </name><cmt>water</cmt><desc>closed in winter</desc><sym>Lodge</sym></wpt>
            <wpt lat="-33.9" lon="-70"/>
            <rte><name>To the hut</name><rtept lat="47" lon="8"><ele>400</ele><name>Start</name></rtept>
            <rtept lat="47.5" lon="8.25"/></rte>
            <trk><name>Run</name><trkseg>
            <trkpt lat="47" lon="8"><time>\(clock(0))</time></trkpt>
            <trkpt lat="47.001" lon="8"><time>\(clock(9))</time></trkpt></trkseg></trk></gpx>
            """
        let result = load(try files.write(text, "trip.gpx"))
        let file = result.report.files[0]
        // Two waypoints, two points of a route, two of a track, and its workout.
        #expect(file.read == 7 && file.used == 7 && file.refused == 0)
        let found = places(result)
        #expect(
            found.waypoints == [
                Waypoint(
                    name: "Hut above the lake", place: Coordinate(latitude: 47.5, longitude: 8.25),
                    height: 1203.5, symbol: "Lodge", note: "closed in winter",
                    source: found.waypoints[0].source),
                Waypoint(
                    name: "", place: Coordinate(latitude: -33.9, longitude: -70),
                    source: found.waypoints[0].source),
            ])
        #expect(result.records.sources[Int(found.waypoints[0].source)].name == "Planner")
        #expect(found.routes.map(\.name) == ["To the hut"])
        let points = try #require(found.routes.first?.track.points)
        #expect(points.map(\.latitude) == [47, 47.5] && points.map(\.height) == [400, nil])
        #expect(points.allSatisfy { $0.time == nil })
        #expect(result.records.workouts.map(\.name) == ["Run"])
        #expect(result.records.workouts.first?.track?.count == 2)
        expectBalanced(result.report)
    }

    @Test("A track without times was planned; one with times refuses the points that have none")
    func untimed() throws {
        let bare = "<trkpt lat=\"47\" lon=\"8\"/>"
        let timed = "<trkpt lat=\"47.1\" lon=\"8\"><time>\(clock(1))</time></trkpt>"
        let later = "<trkpt lat=\"47.2\" lon=\"8\"><time>\(clock(5))</time></trkpt>"
        let text =
            "<gpx><trk><name>Plan</name><trkseg>\(bare)\(bare)</trkseg><trkseg>\(bare)</trkseg></trk>\n"
            + "<trk><trkseg>\(timed)\n\(bare)\n\(later)</trkseg></trk></gpx>"
        let result = load(try files.write(text, "two.gpx"))
        let route = try #require(places(result).routes.first)
        #expect(places(result).routes.count == 1 && route.name == "Plan")
        #expect(route.track.count == 3 && route.track.segments == 2)
        let file = result.report.files[0]
        #expect(file.refusals.map(\.reason) == ["it has no time"])
        #expect(file.refusals.map(\.place) == ["line 3"])
        #expect(file.refused == 1 && result.records.workouts.count == 1)
        #expect(result.records.workouts.first?.track?.count == 2)
        expectBalanced(result.report)
    }

    @Test("Places that are not on the earth, and those without a place, are refused")
    func refused() throws {
        let text = """
            <gpx><wpt lat="91" lon="8"><name>Beyond</name></wpt><wpt lon="8"/><wpt lat="x" lon="8"/>
            <wpt lat="0" lon="0"/><rte><rtept lat="47" lon="200"/><rtept lat="47" lon="8"/></rte></gpx>
            """
        let result = load(try files.write(text, "wrong.gpx"))
        #expect(places(result).waypoints.isEmpty)
        #expect(places(result).routes.map(\.track.count) == [1])
        let file = result.report.files[0]
        #expect(file.read == 6 && file.refused == 5)
        #expect(
            Dictionary(uniqueKeysWithValues: file.refusals.map { ($0.reason, $0.count) }) == [
                "it has no position": 3, "its position is not on the earth": 2,
            ])
        expectBalanced(result.report)
    }

    @Test("Courses of TCX are planned, whatever times they have; their points are waypoints")
    func tcx() throws {
        func position(_ latitude: Double) -> String {
            "<Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>"
                + "<LongitudeDegrees>8</LongitudeDegrees></Position>"
        }
        let points = (0..<3).map {
            "<Trackpoint><Time>\(clock($0))</Time>\(position(47 + Double($0)))</Trackpoint>"
        }
        let text =
            "<TrainingCenterDatabase><Courses><Course><Name>Round</Name><Track>\(points.joined())"
            + "</Track><CoursePoint><Name>Top</Name><Time>\(clock(1))</Time>\(position(48))"
            + "<AltitudeMeters>900</AltitudeMeters><PointType>Summit</PointType><Notes>view</Notes>"
            + "</CoursePoint></Course></Courses></TrainingCenterDatabase>"
        let result = load(try files.write(text, "course.tcx"))
        let found = places(result)
        #expect(result.records.isEmpty && result.records.workouts.isEmpty)
        #expect(found.routes.map(\.name) == ["Round"])
        #expect(found.routes.first?.track.count == 3 && found.routes.first?.track.span == nil)
        let top = try #require(found.waypoints.first)
        #expect(top.name == "Top" && top.symbol == "Summit" && top.note == "view")
        #expect(top.place.latitude == 48 && top.height == 900)
        #expect(result.report.files[0].used == 4 && result.report.files[0].refused == 0)
        expectBalanced(result.report)
    }

    @Test("Courses of FIT are planned; their points are waypoints")
    func fit() throws {
        var course = FITWriter()
        course.define(0, 0, [(0, FITWriter.enumeration, 1)])
        course.data(0, [(6, 1)])
        let semicircles = 2_147_483_648.0 / 180
        course.define(
            1, 20,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.sint32, 4), (1, FITWriter.sint32, 4),
            ])
        for second in 0..<9 {
            course.data(
                1,
                [
                    (FITWriter.time(utc(2026, 5, 3) + Double(second)), 4),
                    (Int((47 + Double(second) * 1e-4) * semicircles), 4),
                    (Int(8.5 * semicircles), 4),
                ])
        }
        course.define(
            2, 32,
            [
                (2, FITWriter.sint32, 4), (3, FITWriter.sint32, 4), (5, FITWriter.enumeration, 1),
            ])
        course.data(2, [(Int(47 * semicircles), 4), (Int(8.5 * semicircles), 4), (1, 1)])
        let result = load(try files.write(course.file(), "course.fit"))
        let found = places(result)
        #expect(result.records.isEmpty && result.records.workouts.isEmpty)
        #expect(found.routes.map(\.track.count) == [9])
        #expect(found.waypoints.map(\.symbol) == ["Summit"])
        #expect(abs((found.waypoints.first?.place.latitude ?? 0) - 47) < 1e-6)
        #expect(result.report.files[0].refused == 0)
        expectBalanced(result.report)
    }

    @Test("KML: the name and description of a placemark come before or after its place")
    func kml() throws {
        let text =
            "<kml><Document><Placemark><Point><coordinates>8,47,0</coordinates></Point>"
            + "<name>After</name></Placemark><Placemark><name>Way</name><description>by bus"
            + "</description><MultiGeometry><LineString><coordinates>8,47 8,48</coordinates>"
            + "</LineString><LineString><coordinates>9,47 9,48</coordinates></LineString>"
            + "</MultiGeometry></Placemark></Document></kml>"
        let found = places(load(try files.write(text, "drawn.kml")))
        #expect(found.waypoints.map(\.name) == ["After"])
        #expect(found.waypoints.first?.height == nil)
        #expect(found.routes.map(\.name) == ["Way"])
        #expect(found.routes.first?.track.segments == 2)
    }

    @Test("Lists of targets are read; a line that is no target is refused with its number")
    func targets() throws {
        let text = """
            # of the Sunday flights
            Joinville 26.18.19.50S 48.50.44.44W 50
            "Blumenau, SC" 26.55S 49.4W

            """
        let result = load(try files.write(text, "places.txt"))
        let found = places(result).waypoints
        #expect(found.map(\.name) == ["Joinville", "Blumenau, SC"])
        #expect(found.map(\.height) == [50, nil])
        #expect(abs(found[0].place.latitude + (26 + 18.0 / 60 + 19.5 / 3600)) < 1e-9)
        #expect(abs(found[1].place.longitude + 49 + 4.0 / 60) < 1e-9)
        #expect(result.report.files[0].format == "targets")
        expectBalanced(result.report)

        let many = String(repeating: "Joinville 26.18S 48.50W\n", count: 300) + "Nowhere 95N 8E\n"
        let partly = load(try files.write(many, "many.txt"))
        #expect(places(partly).waypoints.count == 300)
        #expect(partly.report.files[0].refusals.map(\.place) == ["line 301"])

        // Three words in each line are not enough.
        for (text, name) in [
            ("a 1 2\nb 3 4\n", "numbers.txt"), ("to be or\nnot to be\n", "words.txt"),
            ("date weight fat\n2026-01-01 72.5 18.2\n", "table.txt"),
        ] {
            let other = load(try files.write(text, name))
            #expect(other.report.files[0].format != "targets", "\(name)")
            #expect(places(other).isEmpty)
        }
    }
}
