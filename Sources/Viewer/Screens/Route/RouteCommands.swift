import Cartography
import ChartInteraction
import Charts
import Geometry
import Localization
import Maps

/// The commands of a way, with their keys.
@MainActor
enum RouteCommands {
    /// - Parameter stage: the way that is shown; nil if none is.
    static func all(
        _ viewer: ViewerContext, _ stage: @escaping @MainActor () -> RouteStage?
    ) -> [Command] {
        func command(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            _ traits: Command.Traits = [], _ perform: @escaping (RouteStage) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .area(.route), group: .route, traits,
                isEnabled: { stage()?.state != nil },
                perform: { if let stage = stage() { perform(stage) } })
        }
        func key(_ character: Character, shift: Bool = false) -> KeyCombination {
            KeyCombination(.character(character), shift: shift)
        }
        func now() -> Double { viewer.now() }
        let turn = tr("Turn the map")
        let move = tr("Move the map")
        let along = tr("Move along the way")
        func pan(_ name: CommandID, _ key: Key, _ x: Double, _ y: Double) -> Command {
            command(name, move, [KeyCombination(key, shift: true)], .repeats) { stage in
                stage.change { state, _ in
                    state.didMoveMap()
                    state.view.glide(at: now()) { camera in
                        camera.pan(
                            by: Vector(dx: -x * camera.size.width, dy: -y * camera.size.height))
                    }
                }
            }
        }
        func step(_ name: CommandID, _ key: Key, _ part: Double) -> Command {
            command(name, along, [KeyCombination(key, control: true)], .repeats) { stage in
                stage.change { state, _ in state.step(by: part) }
            }
        }
        func zoom(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination], _ factor: Double
        )
            -> Command
        {
            command(id, title, keys, .repeats) { stage in
                stage.change { state, _ in
                    state.didMoveMap()
                    state.view.glide(at: now()) { camera in
                        camera.transform(
                            by: factor,
                            about: Point(x: camera.size.width / 2, y: camera.size.height / 2))
                    }
                }
            }
        }
        func turned(_ name: CommandID, _ character: Character, _ angle: Double) -> Command {
            command(name, turn, [key(character)], .repeats) { stage in
                stage.change { state, _ in
                    state.view.glide(at: now()) { $0.rotation += angle }
                }
            }
        }
        return [
            command(.routePlay, tr("Go along the way, or pause"), [KeyCombination(.space)]) {
                $0.change { state, _ in state.togglePlayback(at: now()) }
            },
            command(CommandID("route.faster"), tr("Go faster or slower"), [key(".")]) {
                $0.change { state, _ in state.playback.change(by: 1, at: now()) }
            },
            command(CommandID("route.slower"), tr("Go faster or slower"), [key(",")]) {
                $0.change { state, _ in state.playback.change(by: -1, at: now()) }
            },
            command(.routeSpeed, tr("Next speed of going along")) {
                $0.change { state, _ in
                    let speeds = RoutePlayback.speeds
                    let index = speeds.firstIndex(of: state.playback.speed) ?? 0
                    state.playback.set(speeds[(index + 1) % speeds.count], at: now())
                }
            },
            command(.routeCamera, tr("Map stays, follows, or turns with the way"), [key("f")]) {
                $0.change { state, choices in
                    let cameras = RouteCamera.allCases
                    let index = cameras.firstIndex(of: state.camera) ?? 0
                    state.camera = cameras[(index + 1) % cameras.count]
                    choices.camera = state.camera
                    if state.camera == .fixed {
                        state.view.glide(at: now()) { $0.rotation = 0 }
                    }
                }
            },
            command(.routeColor, tr("Colour the way by something else"), [key("c")]) {
                $0.change { state, choices in
                    let all = state.colorChoices.map { Optional($0) } + [nil]
                    let index = all.firstIndex(of: state.quantity) ?? -1
                    let next = all[(index + 1) % all.count]
                    state.color(by: next)
                    (choices.quantity, choices.isPlain) = (next, next == nil)
                }
            },
            command(.routeAxis, tr("Along distance or time"), [key("d")]) { $0.toggleAxis() },
            command(.routeMarks, tr("Show or hide the kilometres"), [key("k")]) {
                $0.toggleNumbers()
            },
            command(.routeMode, tr("Map, compass, or both"), [key("g")]) {
                $0.change { state, choices in
                    state.showNextMode(at: now())
                    (choices.mode, choices.camera) = (state.mode, state.camera)
                }
            },
            command(.routeTarget, tr("Next target of the compass"), [key("x")]) { stage in
                stage.compass.chooseNext()
                stage.change { _, _ in }
            },
            command(
                CommandID("route.tones"), tr("Hear the way to the target, or not"), [key("h")]
            ) { _ in viewer.toggleTargetTones() },
            command(CommandID("route.new-target"), tr("Keep the place as a target…"), [key("a")]) {
                _ in
                guard viewer.model.targets.areKept else { return viewer.toggle(.targets) }
                TargetScreen.open(TargetScreen.new(viewer), viewer)
            },
            command(
                CommandID("route.nearest-target"), tr("Show the nearest target, or all of them"),
                [key("y")]
            ) { $0.showNearestTarget(at: now()) },
            command(
                CommandID("route.all-targets"), tr("Show the nearest target, or all of them"),
                [key("y", shift: true)]
            ) { $0.showAllTargets(at: now()) },
            command(.routeMaps, tr("Your own map, or that of the program"), [key("m")]) {
                $0.toggleMaps()
            },
            command(.routeForgetMap, tr("Forget the map")) { $0.forgetMap() },
            command(CommandID("route.tile-states"), tr("Show or hide the states of tiles")) {
                $0.toggleTileStates()
            },
            zoom(.routeZoomIn, tr("Zoom the map"), [key("+"), key("=")], 2),
            zoom(.routeZoomOut, tr("Zoom the map"), [key("-")], 0.5),
            command(.routeAll, tr("Show the whole way"), [key("0")]) {
                $0.change { state, _ in state.showAll(at: now()) }
            },
            command(.routeNorth, tr("North up"), [key("r")]) {
                $0.change { state, _ in state.view.glide(at: now()) { $0.rotation = 0 } }
            },
            turned(CommandID("route.turn-left"), "[", -.pi / 12),
            turned(CommandID("route.turn-right"), "]", .pi / 12),
            pan(CommandID("route.west"), .left, -0.25, 0),
            pan(CommandID("route.east"), .right, 0.25, 0),
            pan(CommandID("route.north"), .up, 0, -0.25),
            pan(CommandID("route.south"), .down, 0, 0.25),
            step(CommandID("route.back"), .left, -0.01), step(CommandID("route.on"), .right, 0.01),
        ]
    }
}

extension CommandID {
    static let routePlay = CommandID("route.play")
    static let routeSpeed = CommandID("route.speed")
    static let routeCamera = CommandID("route.camera")
    static let routeColor = CommandID("route.colour")
    static let routeAxis = CommandID("route.axis")
    static let routeMarks = CommandID("route.marks")
    static let routeMode = CommandID("route.mode")
    static let routeTarget = CommandID("route.target")
    static let routeMaps = CommandID("route.maps")
    static let routeForgetMap = CommandID("route.forget-map")
    static let routeZoomIn = CommandID("route.zoom-in")
    static let routeZoomOut = CommandID("route.zoom-out")
    static let routeAll = CommandID("route.all")
    static let routeNorth = CommandID("route.north-up")
}
