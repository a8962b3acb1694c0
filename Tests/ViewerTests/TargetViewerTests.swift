import Cartography
import ChartCore
import ChartInteraction
import Foundation
import Geodesy
import Geometry
import Maps
import Sound
import Testing

@testable import HealthData
@testable import Viewer

/// Targets: their list, the dialog in which they are written, and the map and compass of a way.
@MainActor @Suite struct TargetViewerTests {
    /// A window on a library of its own with one run of a kilometre to the north from 47° N 8° E, and
    /// two waypoints.
    @MainActor
    private final class Rig {
        let files: TestFiles
        let viewer: OffscreenViewer
        let directory: String
        private var time = 2.0

        /// - Parameter isKept: whether the run is in a library, and not only looked at.
        init(isKept: Bool = true) throws {
            files = try TestFiles()
            directory = files.folder.path + "/library"
            let points = (0...100).map { step in
                let minute = step / 60
                let clock = "2026-10-14T07:3\(minute):\(step % 60 < 10 ? "0" : "")\(step % 60)Z"
                return
                    "<trkpt lat=\"\(47 + Double(step) * 9e-5)\" lon=\"8\"><time>\(clock)</time></trkpt>"
            }
            let file = try files.write(
                "<gpx><wpt lat=\"47.02\" lon=\"8\"><name>Hut</name><ele>1200</ele></wpt>"
                    + "<wpt lat=\"46.9\" lon=\"8.5\"><name>Lake</name></wpt><trk><type>running</type>"
                    + "<trkseg>\(points.joined())</trkseg></trk></gpx>", "run.gpx")
            let library = try Library(directory: directory)
            if isKept { _ = try library.add(file, options: ImportOptions(zone: .utc)) }
            library.close()
            var options = ViewerOptions(
                files: isKept ? [] : [file], zone: .utc, metric: "workouts", period: .month,
                date: 1_791_963_000, theme: .light, size: Size(width: 1100, height: 720),
                library: isKept ? directory : ":memory:")
            // 2026-10-14T07:30:00Z.
            options.workout = 1_791_963_000
            viewer = try OffscreenViewer(options, scale: 1, reducesMotion: true)
            let directory = directory
            viewer.host.onWriteTargets = { edits, done in
                done(
                    Result { () throws(LibraryError) in
                        var outcome = TargetEdit.Outcome(targets: [], inverse: [])
                        for edit in edits {
                            let next = try edit.perform(in: directory)
                            outcome.targets = next.targets
                            outcome.inverse = next.inverse + outcome.inverse
                        }
                        return outcome
                    })
            }
            frame()
        }

        var model: ViewerModel { viewer.model }
        var context: ViewerContext { viewer.controller.viewer }

        func press(_ key: Key, shift: Bool = false, control: Bool = false, text: String = "") {
            viewer.controller.press(
                [KeyCombination(key, control: control, shift: shift)], text: text)
            frame()
        }

        func type(_ text: String) {
            for character in text {
                press(character == " " ? .space : .character(character), text: String(character))
            }
        }

        func press(_ id: ControlID) throws {
            try #require(viewer.controller.press(control: id), "\(id)")
            frame()
        }

        func frame() {
            time += 0.1
            _ = viewer.scene.advance(to: time)
        }

        func node(_ id: ControlID) -> SemanticNode? {
            viewer.scene.tree.first { $0.id == id }
        }

        /// The texts of the dialog that is open.
        var texts: [String] {
            func all(_ node: SemanticNode) -> [String] {
                [node.name, node.value] + node.children.flatMap(all)
            }
            return all(viewer.scene.tree).filter { !$0.isEmpty }
        }

        /// Goes along the whole way, a second of it in each frame.
        func goAlongTheWay() {
            guard let state = try? state else { return }
            state.tap(0)
            state.playback.set(10, at: time)
            state.togglePlayback(at: time)
            repeat { frame() } while state.playback.isRunning
        }

        func kept() throws -> [LibraryTarget] {
            let library = try Library(directory: directory)
            defer { library.close() }
            return try library.targets.list().all
        }

        var stage: RouteStage { get throws { try #require(context.routeStage) } }
        var state: RouteState { get throws { try #require(try stage.state) } }
    }

    @Test func theListHasTheWaypointsOfFilesWithTheirDistances() throws {
        let rig = try Rig()
        rig.press(.character("t"), shift: true)
        #expect(rig.context.dialog(TargetsScreen.self) != nil)
        #expect(rig.texts.contains("2 targets"))
        #expect(rig.texts.contains { $0.hasPrefix("Hut") })
        // From the end of the run at 47.009°: 0.011° to the north, 1,223 m on the ellipsoid.
        let words = rig.texts.joined(separator: "\n").replacing("\u{202f}", with: " ")
            .replacing("\u{a0}", with: " ")
        #expect(words.contains("1.22 km, 0°"), "\(words)")
        #expect(words.contains("1,200 m"))
        #expect(rig.texts.contains { $0.hasPrefix("47.02000° N, 8.00000° E") })
        try rig.press(ControlID(.targetCoordinates, in: .dialog))
        // 0.02° are 1.2 minutes.
        #expect(rig.texts.contains { $0.hasPrefix("47° 01.200′ N") }, "\(rig.texts)")
    }

    /// The hut at 47.02° comes nearer from 2,224 m to 1,223 m: over ten rings, 100 m apart.
    @Test func ringsAroundTheTargetAreHeardWhileThePlaceMoves() throws {
        let rig = try Rig()
        var heard: [Tone] = []
        rig.viewer.host.onPlay = { heard.append($0) }
        let hut = try #require(rig.model.targets.all.first { $0.name == "Hut" })
        try rig.stage.compass.choose(hut.id)
        rig.goAlongTheWay()
        // Nothing is heard unless it is wanted.
        #expect(heard.isEmpty)
        rig.press(.character("t"), shift: true)
        try rig.press(ControlID(.targetTones, in: .dialog))
        #expect(rig.model.appearance.pins.targetTones == true)
        rig.press(.escape)
        rig.goAlongTheWay()
        #expect(heard == [Tone](repeating: Tone(.inwards), count: 10))
        // A place that is moved by hand makes none.
        heard = []
        try rig.state.step(by: -0.5)
        rig.frame()
        #expect(heard.isEmpty)
        // The start is left: nine rings of 10 m, and nine of 100 m from 100 m on.
        try rig.stage.compass.choose(.start)
        rig.goAlongTheWay()
        #expect(heard == [Tone](repeating: Tone(.outwards), count: 19))
        rig.context.tonesFailed("No sound can be played.")
        #expect(rig.model.appearance.pins.targetTones == nil)
        #expect(rig.context.toast?.text == "No sound can be played.")
    }

    /// The lake is at a right angle to the way nowhere; a target in the east of its middle is, once.
    @Test func aTargetThatIsPassedIsHeard() throws {
        let rig = try Rig()
        var heard: [Tone] = []
        rig.viewer.host.onPlay = { heard.append($0) }
        try rig.state.color(by: nil)
        rig.model.targets.take([
            LibraryTarget(
                id: 7, name: "Tower", place: Coordinate(latitude: 47.0045, longitude: 8.004),
                height: nil)
        ])
        rig.frame()
        try rig.stage.compass.choose(.own(7))
        rig.context.toggleTargetTones()
        rig.goAlongTheWay()
        // 304 m to the east, within 15° of a right angle for 163 m of the way: 16 seconds of it, 1.6
        // of the frames, and the next tone comes after three of these.
        #expect(heard.filter { $0 == Tone(.abeam) }.count == 1)
        #expect(heard.firstIndex(of: Tone(.abeam)).map { $0 > 0 } == true)
    }

    @Test func aTargetIsWrittenChangedDeletedAndPutBack() throws {
        let rig = try Rig()
        rig.press(.character("t"), shift: true)
        try rig.press(ControlID(.writeTarget, in: .dialog))
        let prompt = try #require(rig.context.dialog(TargetScreen.self)?.prompt)
        // The place that the map shows is there already: the end of the run.
        #expect(prompt[.place].text.hasPrefix("47.009"))
        rig.type("Home")
        rig.press(.enter)
        #expect(rig.context.dialog(TargetScreen.self) == nil)
        let home = try #require(try rig.kept().first)
        #expect(home.name == "Home" && abs(home.place.latitude - 47.009) < 1e-6)
        #expect(rig.texts.contains("3 targets"))

        // The own target is the first one of the list.
        try rig.press(ControlID(TargetRows.change(0), in: .dialog))
        rig.press(.character("a"), control: true)
        rig.type("House")
        rig.press(.enter)
        #expect(try rig.kept().map(\.name) == ["House"])
        #expect(try rig.kept().map(\.id) == [home.id])

        try rig.press(ControlID(TargetRows.change(0), in: .dialog))
        try rig.press(ControlID(.removeTarget, in: .dialog))
        #expect(try rig.kept().isEmpty)
        #expect(rig.context.toast?.text == "Deleted the target “House”.")
        rig.context.performToastAction()
        rig.frame()
        #expect(try rig.kept().map(\.name) == ["House"])
        rig.press(.character("z"), control: true)
        #expect(try rig.kept().map(\.name) == ["Home"])
        rig.press(.character("z"), control: true)
        #expect(try rig.kept().isEmpty)
        rig.press(.character("z"), shift: true, control: true)
        rig.press(.character("z"), shift: true, control: true)
        #expect(try rig.kept().map(\.name) == ["House"])
    }

    @Test func whatCannotBeKeptIsExplainedAtItsField() throws {
        let rig = try Rig()
        rig.press(.character("t"), shift: true)
        try rig.press(ControlID(.writeTarget, in: .dialog))
        func message() throws -> String {
            try #require(rig.node(ControlID("target.message"))).name
        }
        rig.press(.enter)
        #expect(try message() == "Enter a name.")
        rig.type("Pole")
        try rig.press(TargetPrompt.Field.place.id)
        rig.press(.character("a"), control: true)
        rig.type("95 8")
        rig.press(.enter)
        #expect(rig.node(ControlID("target.message"))?.role == .alert)
        #expect(try message() == "A latitude is at most 90°.")
        rig.press(.character("a"), control: true)
        rig.type("90 0")
        try rig.press(TargetPrompt.Field.height.id)
        rig.type("high")
        rig.press(.enter)
        #expect(try message() == "Write the height as a number of m.")
        rig.press(.character("a"), control: true)
        rig.type("2835 m")
        rig.press(.enter)
        #expect(try rig.kept().map(\.height) == [2835])
        #expect(try rig.kept().map(\.place.latitude) == [90])
    }

    @Test func aWaypointBecomesATargetOfOnesOwn() throws {
        let rig = try Rig()
        rig.press(.character("t"), shift: true)
        try rig.press(ControlID(TargetRows.keep(0), in: .dialog))
        #expect(try rig.kept().map(\.name) == ["Hut"])
        #expect(try rig.kept().map(\.height) == [1200])
        // It is listed once.
        #expect(rig.model.targets.all.map(\.name) == ["Hut", "Lake"])
        #expect(rig.texts.contains("2 targets"))
    }

    @Test func withoutALibraryTheListSaysWhere() throws {
        let rig = try Rig(isKept: false)
        rig.press(.character("t"), shift: true)
        #expect(rig.texts.contains { $0.hasPrefix("Targets are saved in your library.") })
        // Those of the file are there.
        #expect(rig.texts.contains { $0.hasPrefix("Hut") })
    }

    @Test func theMapGoesToTheNearestTargetAndToAll() throws {
        let rig = try Rig()
        let state = try rig.state
        func shows(_ latitude: Double, _ longitude: Double) throws -> Bool {
            let place = try #require(
                MapPlane.mercator.point(Coordinate(latitude: latitude, longitude: longitude)))
            let point = state.view.target.point(of: place)
            return Rect(origin: .zero, size: state.view.target.size).contains(point)
        }
        #expect(try !shows(47.02, 8) && !shows(46.9, 8.5))
        rig.press(.character("y"))
        #expect(try shows(47.02, 8) && !shows(46.9, 8.5))
        // The compass points to it.
        #expect(try rig.stage.compass.chosen == .waypoint(0))
        rig.press(.character("y"), shift: true)
        #expect(try shows(47.02, 8) && shows(46.9, 8.5))
        rig.press(.character("0"))
        #expect(try !shows(46.9, 8.5))
        // Three taps of two and of three fingers do the same.
        try rig.stage.follow(.tripleTap(.zero, fingers: 2), at: 9)
        #expect(try shows(47.02, 8) && !shows(46.9, 8.5))
        try rig.stage.follow(.tripleTap(.zero, fingers: 3), at: 9)
        #expect(try shows(46.9, 8.5))
    }

    @Test func theCompassChoosesAmongEndsAndTargets() throws {
        let rig = try Rig()
        let compass = try rig.stage.compass
        var chosen: [ShownTarget.ID?] = []
        for _ in 0..<5 {
            rig.press(.character("x"))
            chosen.append(compass.chosen)
        }
        #expect(chosen == [.start, .end, .waypoint(0), .waypoint(1), nil])
    }

    @Test func whatAnotherProgramKeepsAppears() throws {
        let rig = try Rig()
        let library = try Library(directory: rig.directory)
        let target = LibraryTarget(
            id: 0, name: "Far", place: Coordinate(latitude: -10, longitude: 170))
        try library.targets.add([target])
        rig.model.targets.take(try library.targets.list().all)
        library.close()
        rig.frame()
        #expect(rig.model.targets.all.map(\.name) == ["Far", "Hut", "Lake"])
        #expect(rig.model.targets.undo == nil)
    }
}

/// Planned routes: on maps, on a page of their own, and in files with nothing else.
@MainActor @Suite struct PlanViewerTests {
    private static let route =
        "<rte><name>Round the lake</name>"
        + (0...36).map { step in
            let turn = Double(step) * .pi / 18
            return "<rtept lat=\"\(47.05 + 0.01 * sin(turn))\" lon=\"\(8.3 + 0.01 * cos(turn))\"/>"
        }.joined() + "</rte>"

    private func viewer(
        _ content: String, hiding zones: [PrivacyZone] = []
    ) throws -> (viewer: OffscreenViewer, files: TestFiles) {
        let files = try TestFiles()
        let file = try files.write("<gpx>\(content)</gpx>", "plan.gpx")
        var options = ViewerOptions(
            files: [file], zone: .utc, theme: .light, size: Size(width: 1100, height: 720),
            library: ":memory:")
        options.hiddenHomes = zones
        let viewer = try OffscreenViewer(options, scale: 1, reducesMotion: true)
        _ = viewer.scene.advance(to: 2)
        return (viewer, files)
    }

    @Test func aFileWithOneRouteIsItsPage() throws {
        let (viewer, _) = try viewer(Self.route)
        let screen = try #require(viewer.controller.viewer.content as? PlanScreen)
        let way = try #require(screen.route.state?.way)
        // A round of 2π · 1,112 m by 760 m: the ellipse of these half axes, by Ramanujan.
        let (a, b) = (0.01 * 111_180.0, 0.01 * 75_990.0)
        let length = Double.pi * (3 * (a + b) - ((3 * a + b) * (a + 3 * b)).squareRoot())
        #expect(abs(way.length / length - 1) < 0.003)
        #expect(viewer.scene.tree.first { $0.id == "headline" }?.name == "Round the lake")
        #expect(viewer.scene.tree.first { $0.id == .chart }?.name == "Map of the way")
        // It has no times: nothing can be played, and nothing is paced.
        #expect(way.times.isEmpty && screen.route.state?.series[.rate] == nil)
        // There is nothing to go back to.
        #expect(!screen.back())
    }

    @Test func aFileWithSeveralPlacesIsAMapOfThem() throws {
        let (viewer, _) = try viewer(
            Self.route + Self.route
                + "<wpt lat=\"47.1\" lon=\"8.4\"><name>Hut</name></wpt>")
        let context = viewer.controller.viewer
        let map = try #require(context.content as? TrackMapScreen)
        let headline = try #require(viewer.scene.tree.first { $0.id == "headline" })
        #expect(headline.name == "Map of places")
        #expect(headline.value == "2 planned routes · 1 target")
        // All of them are in view.
        let camera = map.stage.state.view.target
        for (latitude, longitude) in [(47.1, 8.4), (47.06, 8.3), (47.05, 8.29)] {
            let place = try #require(
                MapPlane.mercator.point(Coordinate(latitude: latitude, longitude: longitude)))
            #expect(Rect(origin: .zero, size: camera.size).contains(camera.point(of: place)))
        }
        #expect(viewer.model.targets.all.map(\.name) == ["Hut"])
        viewer.model.targets.openPlan(1, at: 2)
        _ = viewer.scene.advance(to: 3)
        let screen = try #require(context.content as? PlanScreen)
        #expect(viewer.model.targets.plan?.number == 1)
        #expect(screen.back())
        #expect(context.content is TrackMapScreen)
    }

    @Test func whatIsNearAHomeIsNotShown() throws {
        var random = SystemRandomNumberGenerator()
        let home = Coordinate(latitude: 47.05, longitude: 8.31)
        let zone = try #require(PrivacyZone(home: home, radius: 400, using: &random))
        let places =
            "<wpt lat=\"47.05\" lon=\"8.31\"><name>Home</name></wpt>"
            + "<wpt lat=\"47.1\" lon=\"8.4\"><name>Hut</name></wpt>"
        let (viewer, _) = try viewer(Self.route + places, hiding: [zone])
        #expect(viewer.model.targets.all.map(\.name) == ["Hut"])
        let points = try #require(viewer.model.targets.places.routes.first).track.points
        #expect(points.count < 37 && !points.isEmpty)
        for point in points {
            let place = Coordinate(
                latitude: try #require(point.latitude), longitude: try #require(point.longitude))
            #expect(!zone.contains(place))
        }
    }
}
