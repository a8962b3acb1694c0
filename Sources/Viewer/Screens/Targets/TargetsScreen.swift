import ChartCore
import Geodesy
import Geometry
import HealthData
import Localization
import Maps

/// The list of the targets, and what can be done with them.
@MainActor
final class TargetsScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .targets, make: TargetsScreen.init, commands: commands
    ) { viewer in
        families(viewer)
    }

    let id = ScreenID.targets
    private unowned let viewer: ViewerContext
    let list = RowList()
    /// The rows, which may be thousands.
    private var known = Cached<TargetRows.Content, [DialogModel.Row]>()

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let content = TargetRows.Content(viewer)
        let rows = known(content) { TargetRows.rows(content) }
        list.layout(tr("Targets"), rows, in: room, environment)
    }

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
            isEnabled: @escaping @MainActor (ViewerContext) -> Bool = { _ in true },
            perform: @escaping @MainActor (ViewerContext) -> Void
        ) -> Command {
            Command(
                id, title, keys: keys, scope: .list, group: .targets,
                isEnabled: { [unowned viewer] in
                    viewer.dialog(TargetsScreen.self) != nil && isEnabled(viewer)
                }, perform: { [unowned viewer] in perform(viewer) })
        }
        return [
            Command(
                .showTargets, tr("Targets"), keys: [KeyCombination(.character("t"), shift: true)],
                group: .targets, .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.model.phase == .shown },
                perform: { [unowned viewer] in viewer.toggle(.targets) }),
            within(.targetCoordinates, tr("Write coordinates in another way")) { viewer in
                viewer.model.targets.showNextCoordinates(at: viewer.now())
            },
            within(.targetTones, tr("Hear the way to the target, or not")) { viewer in
                viewer.toggleTargetTones()
            },
            within(
                .undoTargets, tr("Undo or redo a change of the targets"),
                [KeyCombination(.character("z"), control: true)],
                isEnabled: { $0.model.targets.undo != nil }, perform: { $0.undoTargets() }),
            within(
                .redoTargets, tr("Undo or redo a change of the targets"),
                [KeyCombination(.character("z"), control: true, shift: true)],
                isEnabled: { $0.model.targets.redo != nil }, perform: { $0.redoTargets() }),
        ]
    }

    /// The commands for each of the targets.
    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func target(_ number: Int) -> ShownTarget? {
            let all = viewer.model.targets.all
            return all.indices.contains(number) ? all[number] : nil
        }
        return [
            TargetRows.show.commands { [unowned viewer] id, number in
                guard let target = target(number) else { return nil }
                return Command(id, tr("Show “{1}”", target.name)) { [unowned viewer] in
                    viewer.closeDialogs()
                    viewer.routeStage?.show(target, at: viewer.now())
                }
            },
            TargetRows.change.commands { [unowned viewer] id, number in
                guard case .own(let own)? = target(number)?.id,
                    let kept = viewer.model.targets[own]
                else { return nil }
                return Command(id, tr("Edit “{1}”", kept.name)) { [unowned viewer] in
                    TargetScreen.open(TargetScreen.prompt(kept, viewer), viewer)
                }
            },
            TargetRows.openPlan.commands { [unowned viewer] id, number in
                let routes = viewer.model.targets.places.routes
                guard routes.indices.contains(number) else { return nil }
                return Command(id, tr("Show “{1}”", routes[number].name)) { [unowned viewer] in
                    viewer.closeDialogs()
                    viewer.model.targets.openPlan(number, at: viewer.now())
                }
            },
            TargetRows.keep.commands { [unowned viewer] id, number in
                guard let target = target(number), case .waypoint = target.id,
                    viewer.model.targets.areKept
                else { return nil }
                return Command(id, tr("Keep “{1}” in your targets", target.name)) {
                    [unowned viewer] in
                    let own = LibraryTarget(
                        id: 0, name: String(target.name.prefix(LibraryTarget.longestName)),
                        place: target.place, height: target.height)
                    viewer.write([.add([own])], .new) { [weak viewer] failure in
                        if let failure { viewer?.showMessage("\(failure)") }
                    }
                }
            },
        ]
    }
}

/// The rows of the list of targets.
enum TargetRows {
    /// Shows a target on the map, by its number in the list.
    static let show = CommandFamily<Int>("targets.show")
    /// Opens a target to be changed.
    static let change = CommandFamily<Int>("targets.change")
    /// Opens the page of a planned route, by its number.
    static let openPlan = CommandFamily<Int>("targets.plan")
    /// Makes a waypoint of a file one of the person's own targets.
    static let keep = CommandFamily<Int>("targets.keep")

    /// What the rows depend on.
    struct Content: Equatable {
        var targets: [ShownTarget]
        var routes: [PlannedRoute]
        var coordinates: CoordinateFormat
        /// The place on the way that is shown, from which targets are measured; nil for none.
        var here: Coordinate?
        var format: RouteFormat
        /// Whether going along a way is heard.
        var hasTones: Bool
        /// The ways to a library, if none is shown.
        var ways: LibraryWays?

        @MainActor
        init(_ viewer: ViewerContext) {
            let model = viewer.model
            targets = model.targets.all
            routes = model.targets.places.routes
            coordinates = model.targets.coordinates
            here = viewer.routeStage?.state?.cursor
            format = RouteFormat(
                locale: model.locale, units: model.appearance.pins.units,
                kind: WorkoutKind(model.workouts.page?.entry.workout.sport ?? ""))
            ways = model.targets.areKept ? nil : LibraryWays(viewer)
            hasTones = model.appearance.pins.targetTones ?? false
        }
    }

    static func rows(_ content: Content) -> [DialogModel.Row] {
        let count = content.targets.count
        var rows: [DialogModel.Row] = []
        if let ways = content.ways {
            rows = ways.rows(
                tr("Targets are saved in your library. You are viewing a file that isn’t in it."),
                adding: tr("Add this file to your library to keep targets."))
        } else {
            rows.append(
                DialogModel.Row(
                    leading: count == 0
                        ? tr("No targets yet. The compass points to them, and maps show them.")
                        : trn("{n} target", "{n} targets", count: count), trailing: "",
                    isCaption: true,
                    actions: [
                        DialogModel.Action(
                            title: tr("New target…"), command: .writeTarget, look: .prominent)
                    ]))
        }
        if count > 0 {
            rows.append(
                DialogModel.Row(
                    leading: tr("Coordinates"), trailing: "",
                    actions: [
                        DialogModel.Action(
                            title: content.coordinates.title, command: .targetCoordinates)
                    ]))
            rows.append(
                DialogModel.Row(
                    leading: tr("Tones while going along a way"), trailing: "",
                    actions: [
                        DialogModel.Action(
                            title: content.hasTones ? tr("On") : tr("Off"), command: .targetTones)
                    ]))
        }
        return rows + plans(content)
            + content.targets.enumerated().flatMap { number, target in
                self.rows(of: target, number, content)
            }
    }

    private static func plans(_ content: Content) -> [DialogModel.Row] {
        guard !content.routes.isEmpty else { return [] }
        let caption = DialogModel.Row(
            leading: trn("{n} planned route", "{n} planned routes", count: content.routes.count),
            trailing: "", isCaption: true)
        return [caption]
            + content.routes.enumerated().map { number, route in
                let name = route.name.isEmpty ? tr("Planned route") : route.name
                let length = Track.ways(route.track.points).last ?? 0
                return DialogModel.Row(
                    leading: name, trailing: content.format.way(length).text,
                    actions: [
                        DialogModel.Action(
                            title: tr("Show"), name: tr("Show “{1}”", name),
                            command: openPlan(number))
                    ])
            }
    }

    private static func rows(
        of target: ShownTarget, _ number: Int, _ content: Content
    ) -> [DialogModel.Row] {
        var actions: [DialogModel.Action] = []
        func offer(_ title: String, _ name: String, _ family: CommandFamily<Int>) {
            actions.append(
                DialogModel.Action(title: title, name: name, command: family(number)))
        }
        if content.here != nil { offer(tr("Show"), tr("Show “{1}”", target.name), show) }
        if case .own = target.id {
            offer(tr("Edit"), tr("Edit “{1}”", target.name), change)
        } else if content.ways == nil {
            offer(tr("Keep"), tr("Keep “{1}” in your targets", target.name), keep)
        }
        var parts = [TargetPrompt.words(target.place, content.coordinates) ?? ""]
        if let height = target.height {
            parts.append(content.format.heightDifference(height).text)
        }
        return [
            DialogModel.Row(leading: target.name, trailing: "", isHeading: true, actions: actions),
            DialogModel.Row(
                leading: parts.joined(separator: " · "),
                trailing: content.here.map { content.format.way(from: $0, to: target.place) } ?? ""),
        ]
    }
}

extension RouteFormat {
    /// The distance and the direction from one place to another: `12.4 km, 198°`.
    func way(from here: Coordinate, to place: Coordinate) -> String {
        let geodesic = Geodesic(from: here, to: place)
        // 359.6° is written as 0°.
        let degrees = (geodesic.azimuth.rounded() + 360).truncatingRemainder(dividingBy: 360)
        return way(geodesic.length).text + ", " + locale.number(degrees) + "°"
    }
}

extension CoordinateFormat {
    /// What a person calls it.
    var title: String {
        switch self {
        case .degrees: tr("Degrees")
        case .minutes: tr("Minutes")
        case .seconds: tr("Seconds")
        case .grid: "UTM"
        case .militaryGrid: "MGRS"
        }
    }
}

extension ScreenID {
    static let targets = ScreenID("targets")
}

extension CommandID {
    static let showTargets = CommandID("targets.list")
    static let targetCoordinates = CommandID("targets.coordinates")
    static let targetTones = CommandID("targets.tones")
    static let undoTargets = CommandID("targets.undo")
    static let redoTargets = CommandID("targets.redo")
}
