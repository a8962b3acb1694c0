import Cartography
import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geodesy
import Geometry
import Maps
import Testing

@testable import HealthData
@testable import Viewer

/// The map of all workouts: runs round two lakes in two years, a ride, and a flight across the
/// antimeridian.
@MainActor
private final class TrackMapRig: ViewerRig {
    /// A workout as GPX: a line of places, a point every ten seconds.
    nonisolated static func text(
        _ sport: String, _ day: String, _ places: [(Double, Double)]
    ) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let points = places.enumerated().map { index, place in
            let second = 10 * index
            let clock = "\(two(6 + second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
            return
                "<trkpt lat=\"\(place.0)\" lon=\"\(place.1)\"><time>\(day)T\(clock)Z</time></trkpt>"
        }
        return """
            <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk>\
            <type>\(sport)</type><trkseg>\(points.joined())</trkseg></trk></gpx>
            """
    }

    /// A round about a middle.
    nonisolated static func round(_ latitude: Double, _ longitude: Double) -> [(Double, Double)] {
        (0...60).map { index in
            let turn = Double(index) / 60 * 2 * .pi
            return (latitude + 0.006 * sin(turn), longitude + 0.009 * cos(turn))
        }
    }

    nonisolated static let city: [(sport: String, day: String, places: [(Double, Double)])] = [
        ("running", "2025-03-01", round(52.5, 13.4)), ("running", "2025-03-02", round(52.5, 13.4)),
        ("running", "2026-03-03", round(52.5, 13.4)), ("running", "2026-03-04", round(52.53, 13.4)),
        ("cycling", "2026-03-05", [(52.5, 13.2), (52.5, 13.3), (52.5, 13.4), (52.5, 13.6)]),
    ]
    nonisolated static let flight = (
        sport: "flight", day: "2026-04-01",
        places: (0...40).map { index -> (Double, Double) in
            let longitude = 140 + 2.5 * Double(index)
            return (35.0, longitude > 180 ? longitude - 360 : longitude)
        }
    )

    init(
        _ workouts: [(sport: String, day: String, places: [(Double, Double)])] = TrackMapRig.city,
        size: Size = Size(width: 1100, height: 720), more: [String] = []
    ) throws {
        let files = try TestFiles()
        var paths = try workouts.enumerated().map { index, workout in
            try files.write(Self.text(workout.sport, workout.day, workout.places), "\(index).gpx")
        }
        for text in more { paths.append(try files.write(text, "more.csv")) }
        try super.init(
            ViewerOptions(
                files: paths, zone: .utc, metric: "workouts", period: .all, theme: .light,
                size: size, library: ":memory:"), reducesMotion: true)
        held = files
    }

    private var held: TestFiles?

    /// Opens the map.
    func open() {
        press(.character("g"))
        settle()
    }

    var screen: TrackMapScreen {
        get throws { try #require(viewer.context.content as? TrackMapScreen) }
    }
    var state: TrackMapState { get throws { try screen.stage.state } }
    var map: Rect { get throws { try #require(node(.chart)).frame } }
    var rows: [String] {
        (node("workouts")?.children ?? []).map(\.value)
    }

    /// Where a place is in the window.
    func point(_ latitude: Double, _ longitude: Double) throws -> Point {
        let point = try #require(
            try state.shown.point(of: .init(latitude: latitude, longitude: longitude)))
        return Point(x: try map.x + point.x, y: try map.y + point.y)
    }
}

@MainActor
@Suite struct TrackMapTests {
    @Test func theMapShowsAllTracksAndListsThem() throws {
        let rig = try TrackMapRig()
        #expect(rig.node(WorkoutMapButton.id) != nil)
        rig.open()
        #expect(rig.node(.chart)?.name == "Map of all workouts")
        #expect(rig.node(.chart)?.value == "5 tracks")
        #expect(rig.node("workouts")?.value == "5 workouts in view")
        #expect(rig.rows.first?.contains("5 Mar 2026") == true)
        // Everything is in view, and nothing moves.
        for workout in TrackMapRig.city {
            for place in workout.places {
                #expect(try rig.map.inset(by: 8).contains(try rig.point(place.0, place.1)))
            }
        }
        #expect(!rig.frame(after: 0.02))
        // The round is passed by three runs, and a ride.
        let place = try rig.point(52.506, 13.4)
        let passes = try rig.state.tracks.passes
        let inMap = Point(x: place.x - (try rig.map.x), y: place.y - (try rig.map.y))
        #expect(passes.passes(at: inMap, in: try rig.state.shown) == 3)
        // Where rounds begin and end they pass twice, and the ride once: seven.
        #expect(rig.node("route.key")?.value == "1, 3, 10")
    }

    @Test func sportsAndYearsAreChoicesWithCounts() throws {
        let rig = try TrackMapRig()
        rig.open()
        func chips(_ id: ControlID) -> [String] {
            (rig.node(id)?.children ?? []).map {
                "\($0.name) \($0.value)" + ($0.isSelected ? " chosen" : "")
            }
        }
        #expect(chips("track-map.sports") == ["All 5 chosen", "Running 4", "Cycling 1"])
        #expect(chips("track-map.years") == ["All 5 chosen", "2026 3", "2025 2"])
        rig.viewer.controller.press(control: ControlID("track-map.year.2025", in: .trackMap))
        rig.settle()
        #expect(chips("track-map.sports") == ["All 2 chosen", "Running 2", "Cycling 0"])
        #expect(rig.node(.chart)?.value == "2 tracks")
        #expect(rig.rows.count == 2)
        // Keys go on to the next choice.
        rig.press(.character("s"))
        rig.press(.character("s"))
        rig.settle()
        #expect(chips("track-map.sports") == ["All 2", "Running 2", "Cycling 0 chosen"])
        #expect(rig.node("track-map.nothing")?.name == "No workout of this kind in this year")
        #expect(rig.rows.isEmpty)
        rig.press(.character("y"), shift: true)
        rig.settle()
        #expect(chips("track-map.years").contains("2026 1 chosen"))
        #expect(rig.node("track-map.nothing") == nil)
    }

    @Test func aTrackUnderThePointerHasANameAndOpens() throws {
        let rig = try TrackMapRig()
        rig.open()
        let place = try rig.point(52.536, 13.4)
        rig.send(.pointerMoved, place)
        rig.settle()
        let board = try #require(rig.node("route.board")).value
        #expect(board.contains("Running 4.0") && board.contains("4 Mar 2026"))
        #expect(rig.node("workouts")?.value == "1 workout passes here")
        let camera = try rig.state.shown
        rig.click(place)
        rig.settle()
        #expect(rig.node(.chart)?.name == "Map of the way")
        #expect(rig.model.workouts.page?.entry.workout.figures.distance ?? 0 > 3900)
        // Back is the same view.
        rig.press(.escape)
        rig.settle()
        #expect(rig.node(.chart)?.name == "Map of all workouts")
        #expect(try rig.state.shown == camera)
        rig.press(.escape)
        rig.settle()
        #expect(rig.node(.chart)?.name == "Workouts")
    }

    @Test func keysWalkThroughTheListAndOpen() throws {
        let rig = try TrackMapRig()
        rig.press(.tab)
        rig.open()
        rig.press(.down)
        rig.press(.down)
        rig.settle()
        let focused = try #require(rig.viewer.scene.shownFocus)
        #expect(focused == rig.node("workouts")?.children[1].id)
        rig.press(.enter)
        rig.settle()
        #expect(rig.node(.chart)?.name == "Map of the way")
        rig.press(.escape)
        rig.settle()
        #expect(rig.viewer.scene.shownFocus == focused)
    }

    @Test func theFitShowsAllAndThenWhereMostAre() throws {
        let rig = try TrackMapRig(TrackMapRig.city + [TrackMapRig.flight])
        rig.open()
        // All of them, across the antimeridian or not, in less than a turn.
        let all = try rig.state.shown
        #expect(all.visible.width < 1)
        #expect(rig.node("workouts")?.value == "6 workouts in view")
        rig.press(.character("0"))
        rig.settle()
        #expect(rig.node("workouts")?.value == "5 workouts in view")
        #expect(try rig.state.shown.zoom > all.zoom + 4)
        rig.press(.character("0"))
        rig.settle()
        #expect(try rig.state.shown == all)
    }

    @Test func oneTrackWithOnePlaceAndTracksAcrossTheAntimeridianAreShown() throws {
        let fiji = (0...30).map { index -> (Double, Double) in
            let longitude = 179.9 + 0.01 * Double(index)
            return (-17, longitude > 180 ? longitude - 360 : longitude)
        }
        for workouts in [
            [("hiking", "2026-05-01", [(47.0, 8.0), (47.0, 8.0)])],
            [
                ("sailing", "2026-05-01", fiji),
                ("sailing", "2026-05-02", [(-17.1, -179.9), (-17.2, -179.8)]),
            ],
        ] {
            let rig = try TrackMapRig(workouts)
            rig.open()
            #expect(rig.node("workouts")?.value.hasPrefix("\(workouts.count) workout") == true)
            #expect(try rig.state.shown.visible.width < 0.02)
            for workout in workouts {
                for place in workout.2 {
                    #expect(try rig.map.contains(try rig.point(place.0, place.1)))
                }
            }
        }
    }

    @Test func tracksAreReadOnThreadsWithinAMemory() throws {
        func track(_ number: Int) -> Track? {
            var points: [Track.Point] = []
            for index in 0..<900 {
                let turn = Double(index * (number + 3)) / 20
                let (north, east) = (2e-5 * Double(index), 1e-4 * sin(turn))
                points.append(
                    Track.Point(time: Double(index), latitude: 52 + north, longitude: 13 + east))
            }
            return Track(points)
        }
        let tracks = (0..<30).compactMap(track)
        let loading = TrackMapLoading()
        loading.load(tracks, waits: false)
        var tries = 0
        while loading.isRunning, tries < 20_000 {
            _ = loading.collect()
            tries += 1
            usleep(500)
        }
        #expect(loading.done == 30 && loading.sketches.allSatisfy { $0 != nil })
        #expect(loading.bytes > 30 * 8 && loading.bytes <= 30 * 900 * 8 * TrackSketch.zooms.count)
        // The same tracks are not read again.
        loading.load(tracks, waits: false)
        #expect(!loading.isRunning)
        // A pause breaks the line.
        let points = [0.0, 1, 2, 500, 501].map {
            Track.Point(time: $0, latitude: 52 + 1e-3 * $0, longitude: 13)
        }
        let paused = try #require(Track(points))
        let broken = try #require(paused.sketchVertices(at: 18))
        #expect(broken.count { !$0.x.isFinite } == 1)
    }

    @Test func workoutsWithoutTracksHaveNoMap() throws {
        let rig = try ViewerRig("steps", .month, at: CivilDate(year: 2026, month: 10, day: 20))
        #expect(rig.node(WorkoutMapButton.id) == nil)
        rig.press(.character("g"))
        #expect(!(rig.viewer.context.content is TrackMapScreen))
    }

    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 700, height: 500),
        Size(width: 1100, height: 720), Size(width: 2560, height: 1440),
    ]) func nothingOverlapsInAnySize(size: Size) throws {
        let rig = try TrackMapRig(size: size)
        rig.open()
        let window = rig.viewer.scene.layout.window
        let ids: [ControlID] = [
            "headline", "track-map.sports", "track-map.years", .chart, "workouts",
        ]
        let frames = ids.compactMap { rig.node($0)?.frame }
        for (index, frame) in frames.enumerated() {
            #expect(window.contains(frame))
            for other in frames[(index + 1)...] { #expect(frame.intersection(other).isEmpty) }
        }
        #expect(try rig.map.height >= 120 && rig.map.width >= 180)
        // What is over the map leaves one another free.
        let over: [ControlID] = [
            "route.locator", "route.key", "route.scale", "route.credit", "track-map.north-up",
            "track-map.zoom-in", "track-map.zoom-out", "track-map.all",
        ]
        let parts = over.compactMap { rig.node($0)?.frame }
        for (index, part) in parts.enumerated() {
            for other in parts[(index + 1)...] { #expect(part.intersection(other).isEmpty) }
        }
        let hasLocator = try rig.map.width >= 480 && rig.map.height >= 360
        #expect((rig.node("route.locator") != nil) == hasLocator)
    }
}

extension Track {
    /// The vertices of its sketch for a zoom.
    fileprivate func sketchVertices(at zoom: Double) -> [SIMD2<Float>]? {
        TrackSketch(self, most: .max)?.vertices(at: zoom)
    }
}
