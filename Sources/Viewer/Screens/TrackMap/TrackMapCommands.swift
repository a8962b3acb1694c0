import Charts
import Geometry
import Localization
import Maps

/// The commands of the map of all workouts, with their keys.
@MainActor
enum TrackMapCommands {
    /// Shows the workouts of a sport: `track-map.sport.Running`; nil for all.
    nonisolated static let sport = CommandFamily<String?>("track-map.sport") { $0 ?? "" }
    /// Shows the workouts of a year: `track-map.year.2026`; nil for all.
    nonisolated static let year = CommandFamily<Int?>("track-map.year") {
        $0.map(String.init) ?? ""
    }

    private static func screen(_ viewer: ViewerContext) -> TrackMapScreen? {
        viewer.content as? TrackMapScreen
    }

    static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func choose(_ change: @escaping (inout TrackMapChoice) -> Void) {
            screen(viewer)?.showChosen()
            screen(viewer)?.stage.choose(change)
        }
        return [
            sport.commands { id, sport in
                Command(id, sport ?? tr("All sports")) { choose { $0.sport = sport } }
            },
            year.commands { id, year in
                Command(id, year.map(String.init) ?? tr("All years")) { choose { $0.year = year } }
            },
        ]
    }

    static func all(_ viewer: ViewerContext) -> [Command] {
        func command(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            _ traits: Command.Traits = [], group: CommandGroup = .trackMap,
            isEnabled: @escaping (TrackMapScreen) -> Bool = { _ in true },
            _ perform: @escaping (TrackMapScreen) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .area(.trackMap), group: group, traits,
                isEnabled: { screen(viewer).map(isEnabled) ?? false },
                perform: { if let screen = screen(viewer) { perform(screen) } })
        }
        func key(_ character: Character, shift: Bool = false) -> KeyCombination {
            KeyCombination(.character(character), shift: shift)
        }
        // The help lists these with those of a single way.
        let move = tr("Move the map")
        let turn = tr("Turn the map")
        let zoom = tr("Zoom the map")
        func pan(_ name: String, _ keys: [KeyCombination], _ x: Double, _ y: Double) -> Command {
            command(CommandID(name), move, keys, .repeats, group: .route) { screen in
                screen.stage.move { camera in
                    camera.pan(
                        by: Vector(dx: -x * camera.size.width, dy: -y * camera.size.height))
                }
            }
        }
        func scale(
            _ id: CommandID, _ keys: [KeyCombination], _ factor: Double
        ) -> Command {
            command(id, zoom, keys, .repeats, group: .route) { screen in
                screen.stage.move { camera in
                    camera.transform(
                        by: factor,
                        about: Point(x: camera.size.width / 2, y: camera.size.height / 2))
                }
            }
        }
        func step<Value: Equatable>(
            _ name: String, _ title: String, _ combination: KeyCombination, _ count: Int,
            _ values: @escaping (TrackMapState) -> [Value],
            _ path: WritableKeyPath<TrackMapChoice, Value>
        ) -> Command {
            command(CommandID(name), title, [combination], .repeats) { screen in
                let state = screen.stage.state
                let all = values(state)
                guard !all.isEmpty else { return }
                let index = all.firstIndex(of: state.choice[keyPath: path]) ?? 0
                screen.showChosen()
                screen.stage.choose {
                    $0[keyPath: path] = all[(index + count + all.count) % all.count]
                }
            }
        }
        func sports(_ state: TrackMapState) -> [String?] {
            state.sports.map(\.value)
        }
        func years(_ state: TrackMapState) -> [Int?] {
            state.years.map(\.value)
        }
        let (otherSport, otherYear) = (tr("Next or previous sport"), tr("Next or previous year"))
        return [
            Command(
                .openTrackMap, tr("Map of all workouts"), keys: [key("g")], group: .trackMap,
                isEnabled: {
                    viewer.model.workouts.hasList && !viewer.model.workouts.list.tracked.isEmpty
                },
                perform: {
                    viewer.model.workouts.openMap()
                    viewer.enter(page: .chart)
                }),
            command(
                CommandID("track-map.open"), tr("Open the workout under the pointer"),
                [KeyCombination(.enter)], isEnabled: { $0.stage.hasPointed },
                { $0.stage.openPointed() }),
            step("track-map.next-sport", otherSport, key("s"), 1, sports, \.sport),
            step("track-map.last-sport", otherSport, key("s", shift: true), -1, sports, \.sport),
            step("track-map.next-year", otherYear, key("y"), 1, years, \.year),
            step("track-map.last-year", otherYear, key("y", shift: true), -1, years, \.year),
            command(.trackMapMoreSports, tr("More sports")) { $0.turnChoices(true) },
            command(.trackMapMoreYears, tr("More years")) { $0.turnChoices(false) },
            command(
                .trackMapAll, tr("Show all tracks, or where most of them are"), [key("0")]
            ) { $0.stage.showAllOrDensest() },
            command(
                CommandID("track-map.maps"),
                tr("Your own map, or that of the program"), [key("m")], group: .route
            ) {
                $0.stage.toggleMaps()
            },
            scale(.trackMapZoomIn, [key("+"), key("=")], 2),
            scale(.trackMapZoomOut, [key("-")], 0.5),
            command(.trackMapNorth, tr("North up"), [key("r")], group: .route) {
                $0.stage.move { $0.rotation = 0 }
            },
            command(CommandID("track-map.turn-left"), turn, [key("[")], .repeats, group: .route) {
                $0.stage.move { $0.rotation -= .pi / 12 }
            },
            command(CommandID("track-map.turn-right"), turn, [key("]")], .repeats, group: .route) {
                $0.stage.move { $0.rotation += .pi / 12 }
            },
            pan(
                "track-map.west", [KeyCombination(.left, shift: true), KeyCombination(.left)],
                -0.25,
                0),
            pan(
                "track-map.east", [KeyCombination(.right, shift: true), KeyCombination(.right)],
                0.25, 0),
            pan("track-map.north", [KeyCombination(.up, shift: true)], 0, -0.25),
            pan("track-map.south", [KeyCombination(.down, shift: true)], 0, 0.25),
        ]
    }
}

extension RouteMapModel.Controls {
    /// Those of the map of all workouts.
    static let trackMap = RouteMapModel.Controls(
        area: .trackMap, zoomIn: .trackMapZoomIn, zoomOut: .trackMapZoomOut, all: .trackMapAll,
        allName: tr("Show all tracks"), north: .trackMapNorth)
}

extension CommandID {
    static let openTrackMap = CommandID("workouts.map-of-all")
    static let trackMapAll = CommandID("track-map.all")
    static let trackMapNorth = CommandID("track-map.north-up")
    static let trackMapZoomIn = CommandID("track-map.zoom-in")
    static let trackMapZoomOut = CommandID("track-map.zoom-out")
    static let trackMapMoreSports = CommandID("track-map.more-sports")
    static let trackMapMoreYears = CommandID("track-map.more-years")
}
