import Cartography
import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geodesy
import Geometry
import Maps
import SeededRandom
import Testing

@testable import HealthData
@testable import Viewer

/// The page of a workout's way: a round of four kilometres with a rest of two minutes.
@MainActor
private final class RouteRig: ViewerRig {
    /// 2026-11-22T06:41:00Z.
    nonisolated static let begin = 1_795_329_660.0
    let files: TestFiles

    /// A point a second, on a circle of about 640 m; the height is a wave of 20 m, the heart rate grows.
    nonisolated static func text(count: Int = 1201, heart: Bool = true) -> String {
        var text = """
            <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:x="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <trk><type>running</type><trkseg>

            """
        let calendar = CivilCalendar(zone: .utc)
        for index in 0..<count {
            let turn = Double(index) / Double(count - 1) * 2 * .pi
            // A rest after a third of it.
            let time = begin + Double(index) + (index > 400 ? 120 : 0)
            let parts = calendar.components(of: time)
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            let clock =
                "2026-11-22T\(two(parts.hour)):\(two(parts.minute)):\(two(Int(time) % 60))Z"
            let (latitude, longitude) = (
                52.5 + 0.00575 * sin(turn), 13.4 + 0.00945 * cos(turn)
            )
            text += "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">"
            text += "<ele>\(50 + 20 * sin(2 * turn))</ele><time>\(clock)</time>"
            if heart {
                text += "<extensions><x:TrackPointExtension><x:hr>\(120 + index / 30)</x:hr>"
                text += "</x:TrackPointExtension></extensions>"
            }
            text += "</trkpt>\n"
        }
        return text + "</trkseg></trk></gpx>\n"
    }

    init(
        _ text: String = RouteRig.text(), size: Size = Size(width: 1100, height: 720),
        reducesMotion: Bool = false
    ) throws {
        files = try TestFiles()
        var options = ViewerOptions(
            files: [try files.write(text, "run.gpx")], zone: .utc, metric: "workouts",
            period: .month, date: RouteRig.begin, theme: .light, size: size, library: ":memory:")
        options.workout = RouteRig.begin
        try super.init(options, reducesMotion: reducesMotion)
    }

    var stage: RouteStage {
        get throws { try #require((viewer.context.content as? WorkoutScreen)?.route) }
    }
    var state: RouteState { get throws { try #require(try stage.state) } }
    var map: Rect { get throws { try #require(node(.chart)).frame } }

    /// Where a place of the way is in the window.
    func point(_ index: Double) throws -> Point {
        let point = try state.view.camera.point(
            of: try #require(try state.way.planePoint(at: index)))
        return Point(x: try map.x + point.x, y: try map.y + point.y)
    }
}

@MainActor
@Suite struct RouteViewerTests {
    /// The smoothing of heights leaves errors of rounding, which are no hills.
    @Test func aFlatWayIsAFlatLine() throws {
        let text = RouteRig.text().replacing(/<ele>[^<]*<\/ele>/, with: "<ele>180</ele>")
        let rig = try RouteRig(text)
        let panels = try rig.state.panels
        try #require(panels.series[0].quantity == .height)
        let chart = panels.figure.panels[0].chart
        let top = chart.projection.valueY(atPoint: chart.plot.y)
        let bottom = chart.projection.valueY(atPoint: chart.plot.maxY)
        #expect(bottom <= 175 && top >= 185, "\(bottom) to \(top)")
    }

    @Test func aWorkoutWithATrackShowsItsMap() throws {
        let rig = try RouteRig()
        #expect(rig.node(.chart)?.name == "Map of the way")
        let names = try #require(rig.node("measured")).children.map { ($0.name, $0.isSelected) }
        #expect(names.map(\.0) == ["Map", "Heart rate", "Elevation"])
        #expect(names.map(\.1) == [true, false, false])
        // The circle is 4.02 km long, and takes 20 minutes without the rest.
        let figures = (0..<4).compactMap { rig.node(ControlID("figure.\($0)")) }
        #expect(figures.map(\.name) == ["Distance", "Moving time", "Pace", "Ascent"])
        let values = figures.map(\.value)
        #expect(values[0].hasPrefix("4.0"))
        #expect(values[1] == "19:59")
        #expect(values[2].hasPrefix("4:5"))
        // Two rises of 40 m, which smoothing lowers a little.
        let ascent = try #require(Double(values[3].prefix { $0.isNumber }))
        #expect((74...80).contains(ascent))
        #expect(
            figures[3].explanation.contains("satellites")
                || figures[3].explanation.contains("barometer"))
    }

    @Test func figuresAndChartsAreAnotherChoiceThatStays() throws {
        let rig = try RouteRig()
        rig.viewer.controller.press(
            control: ControlID("workouts.measured.heart-rate", in: .workouts))
        rig.settle()
        #expect(rig.node(.chart)?.name == "Heart rate")
        #expect(rig.node("details") != nil)
        rig.viewer.controller.press(control: ControlID("workouts.map", in: .workouts))
        rig.settle()
        #expect(rig.node(.chart)?.name == "Map of the way")
        #expect(rig.node("details") == nil)
    }

    @Test func thePanelsAndTheMapShowTheSamePlace() throws {
        let rig = try RouteRig()
        let panels = try rig.state.panels
        let plot = panels.figure.panels[0].chart.plot
        // The length up to each point, by the radii of curvature of the ellipsoid.
        var lengths = [0.0]
        for index in 0..<1200 {
            let turns = [index, index + 1].map { Double($0) / 1200 * 2 * .pi }
            let north = 0.00575 * (sin(turns[1]) - sin(turns[0])) * .pi / 180
            let east = 0.00945 * (cos(turns[1]) - cos(turns[0])) * .pi / 180
            let latitude = (52.5 + 0.00575 * (sin(turns[0]) + sin(turns[1])) / 2) * .pi / 180
            let squared = 0.006_694_379_990_141
            let bend = 1 - squared * sin(latitude) * sin(latitude)
            let meridian = 6_378_137 * (1 - squared) / (bend * bend.squareRoot())
            let parallel = 6_378_137 * cos(latitude) / bend.squareRoot()
            let step = hypot(meridian * north, parallel * east)
            lengths.append(lengths[index] + step)
        }
        #expect(abs(lengths[1200] - (try rig.state.way.length)) < 0.05)
        var random = SplitMix(seed: 7)
        var worst = 0.0
        for _ in 0..<1000 {
            let x = Double.random(in: plot.minX + 1...plot.maxX - 1, using: &random)
            rig.send(.pointerMoved, Point(x: x, y: plot.midY), after: 0.001)
            let index = try #require(try rig.state.place?.index)
            // The place under the pointer, by the way from the start in the line's own units.
            let way = (x - plot.minX) / plot.width * (try rig.state.way.length)
            let shown = try rig.point(index)
            let after = try #require(lengths.firstIndex { $0 > way })
            // Across the rest nobody knows the way.
            let part =
                after == 401
                ? 0 : (way - lengths[after - 1]) / (lengths[after] - lengths[after - 1])
            let turn = (Double(after - 1) + part) / 1200 * 2 * .pi
            let place = try #require(
                MapPlane.mercator.point(
                    .init(
                        latitude: 52.5 + 0.00575 * sin(turn), longitude: 13.4 + 0.00945 * cos(turn))
                ))
            let wanted = try rig.state.view.camera.point(of: place)
            let error = (Point(x: try rig.map.x + wanted.x, y: try rig.map.y + wanted.y) - shown)
                .length
            worst = max(worst, error)
        }
        #expect(worst < 0.5, "\(worst)")
    }

    @Test func aPointerOnTheMapShowsThePlaceInThePanels() throws {
        let rig = try RouteRig()
        rig.send(.pointerMoved, try rig.point(300.5))
        rig.frame()
        #expect(abs(try #require(try rig.state.place?.index) - 300.5) < 0.5)
        let board = try #require(rig.node("route.board"))
        #expect(board.value.contains("Distance 1.0"))
        #expect(board.value.contains("Clock 06:46"))
        #expect(try #require(rig.node("route.panel.1")).value.hasPrefix("130"))
        // Away from the way there is none.
        rig.send(.pointerMoved, try rig.map.center)
        rig.frame()
        #expect(try rig.state.place == nil)
        #expect(rig.node("route.board") == nil)
        // A click keeps it.
        rig.click(try rig.point(600))
        rig.send(.pointerMoved, try rig.map.center)
        rig.frame()
        #expect(abs(try #require(try rig.state.place?.index) - 600) < 1)
    }

    @Test func playbackNeedsFramesOnlyWhileItRuns() throws {
        let rig = try RouteRig()
        #expect(!rig.frame(after: 0.02))
        rig.press(.space)
        #expect(rig.frame(after: 0.02))
        // Thirty times as fast: a second on.
        let before = try #require(try rig.state.place?.index)
        #expect(rig.frame(after: 1))
        #expect(abs(try #require(try rig.state.place?.index) - before - 30) < 0.01)
        rig.press(.space)
        #expect(!rig.frame(after: 0.02))
        // During the rest it stays where it was, and it ends at the end.
        try rig.state.scrub(to: 460.0 / 1320, at: rig.viewer.context.now())
        #expect(try rig.state.place?.index == 400)
        rig.press(.space)
        for _ in 0..<60 { rig.frame(after: 1) }
        #expect(try rig.state.place?.index == 1200)
        #expect(!rig.frame(after: 0.02))
    }

    @Test func theCameraFollowsAndTurnsWithTheWay() throws {
        let rig = try RouteRig()
        rig.press(.character("f"))
        rig.press(.character("f"))
        rig.click(try rig.point(0))
        rig.press(.space)
        rig.frame(after: 5)
        let state = try rig.state
        let middle = try rig.point(try #require(state.place?.index))
        #expect((middle - (try rig.map.center)).length < 0.01)
        // From the east point of a circle the way leads north: the map is not turned, then it turns on.
        let ahead = try rig.point(try #require(state.place?.index) + 10)
        #expect(ahead.y < middle.y && abs(ahead.x - middle.x) < 6)
        // A hand on the map lets it go.
        rig.click(middle)
        #expect(state.camera == .headingUp)
        rig.send(.pointerPressed(.left), middle)
        rig.send(.pointerMoved, Point(x: middle.x + 30, y: middle.y))
        rig.send(.pointerReleased(.left), Point(x: middle.x + 30, y: middle.y))
        #expect(state.camera == .fixed)
    }

    @Test func aPartOfTheWayHasFigures() throws {
        let rig = try RouteRig()
        let plot = try rig.state.panels.figure.panels[0].chart.plot
        let ends = [0.25, 0.5].map { Point(x: plot.minX + $0 * plot.width, y: plot.midY) }
        rig.send(.pointerPressed(.left), ends[0], .shift)
        rig.send(.pointerMoved, Point(x: ends[0].x + 20, y: ends[0].y), .shift)
        rig.send(.pointerMoved, ends[1], .shift)
        rig.send(.pointerReleased(.left), ends[1], .shift)
        rig.frame()
        let part = try #require(try rig.state.part)
        #expect(abs(part.lowerBound - 300) < 3 && abs(part.upperBound - 600) < 3)
        let board = try #require(rig.node("route.board")).value
        #expect(board.contains("Distance 1.0"))
        #expect(board.contains("Moving time 5:0") || board.contains("Moving time 4:5"))
        #expect(board.contains("Heart rate 135"))
    }

    @Test func theFiguresOfAPartAreMadeOnce() throws {
        let rig = try RouteRig()
        let plot = try rig.state.panels.figure.panels[0].chart.plot
        func select(_ first: Double, _ last: Double) {
            let ends = [first, last].map { Point(x: plot.minX + $0 * plot.width, y: plot.midY) }
            rig.send(.pointerPressed(.left), ends[0], .shift)
            rig.send(.pointerMoved, ends[1], .shift)
            rig.send(.pointerReleased(.left), ends[1], .shift)
            rig.frame()
        }
        select(0.25, 0.5)
        let words = try #require(try rig.stage.words)
        let part = try #require(try rig.state.part)
        let made = words.partsMade
        #expect(made >= 1)
        // Frames with another place and another view have the same part.
        for step in 0..<20 {
            rig.send(.wheel(Vector(dx: 0, dy: step < 10 ? -1 : 1)), try rig.map.center)
            rig.send(.pointerMoved, try rig.point(Double(10 * step)))
            rig.frame()
        }
        #expect(try rig.state.part == part)
        #expect(words.partsMade == made)
        #expect(try rig.stage.words === words)
        #expect(rig.node("route.board") != nil)
        // Another part is made again.
        select(0.5, 0.75)
        #expect(try rig.state.part != part)
        #expect(words.partsMade > made)
    }

    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 700, height: 500),
        Size(width: 1100, height: 720),
        Size(width: 2560, height: 1440),
    ]) func nothingOverlapsInAnySize(size: Size) throws {
        let rig = try RouteRig(size: size)
        let window = rig.viewer.scene.layout.window
        let ids: [ControlID] = ["headline", "measured", .chart, RouteBarPane.slider]
        let frames = ids.compactMap { rig.node($0)?.frame }
        for (index, frame) in frames.enumerated() {
            #expect(window.contains(frame))
            for other in frames[(index + 1)...] {
                #expect(frame.intersection(other).isEmpty)
            }
        }
        #expect(try rig.map.height >= 120 && rig.map.width >= 180)
        // All of the way is in view, where nothing covers it.
        for index in stride(from: 0.0, through: 1200, by: 50) {
            let point = try rig.point(index)
            #expect(try rig.map.inset(by: 8).contains(point))
        }
    }

    @Test func distanceAndTimeAreTwoAxesOfTheSamePlaces() throws {
        let rig = try RouteRig()
        rig.click(try rig.point(700))
        let before = try #require(try rig.state.place?.index)
        rig.press(.character("d"))
        #expect(try rig.state.panels.axis == .time)
        #expect(try rig.state.place?.index == before)
        #expect(abs(try rig.state.panels.position(of: before) - before - 120) < 1e-6)
        #expect(abs(try rig.state.panels.place(at: before + 120) - before) < 1e-6)
    }

    @Test func sixViewsOfMapAndCompassFollowOneAnother() throws {
        let rig = try RouteRig(reducesMotion: true)
        rig.click(try rig.point(300))
        var seen: [String] = []
        for _ in 0..<6 {
            rig.press(.character("g"))
            let state = try rig.state
            seen.append("\(state.mode) \(state.camera)")
            #expect(!rig.frame(after: 0.02))
        }
        #expect(
            seen == [
                "mapAndCompass fixed", "compass fixed", "map headingUp", "mapAndCompass headingUp",
                "compass headingUp", "map fixed",
            ])
        // The choice names them.
        rig.press(.character("g"))
        #expect(rig.node("route.mode")?.value == "Map and compass")
    }

    @Test func degenerateTracksAreShown() throws {
        func text(_ points: [(Double, Double)]) -> String {
            let rows = points.enumerated().map { index, place in
                "<trkpt lat=\"\(place.0)\" lon=\"\(place.1)\"><time>2026-11-22T06:41:"
                    + (index < 10 ? "0" : "") + "\(index)Z</time></trkpt>"
            }
            return "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
                + "<trk><trkseg>\(rows.joined())</trkseg></trk></gpx>"
        }
        for points in [
            Array(repeating: (47.0, 8.0), count: 10), [(10, 179.9), (10, -179.9), (10.1, -179.8)],
            [(89.9, 0), (89.95, 90), (89.9, 180)], [(47, 8), (47, 8.001)],
        ] {
            let rig = try RouteRig(text(points))
            guard rig.model.workouts.page != nil else { continue }
            let state = try rig.state
            #expect(state.view.camera.zoom.isFinite)
            let inside = try rig.map
            for index in points.indices {
                #expect(inside.contains(try rig.point(Double(index))))
            }
        }
    }
}
