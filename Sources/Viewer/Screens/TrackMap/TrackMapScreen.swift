import ChartInteraction
import ChartScene
import Geometry
import HealthData
import Localization

/// The map of all workouts that have a track, with their list.
@MainActor
final class TrackMapScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(
        content: .trackMap, make: TrackMapScreen.init, commands: TrackMapCommands.all,
        families: TrackMapCommands.families)

    let id = ScreenID.trackMap
    private unowned let viewer: ViewerContext
    let stage: TrackMapStage
    private let heading = Pane<PageHeadingModel>()
    private let sports = Pane<TrackMapFilterModel>()
    private let years = Pane<TrackMapFilterModel>()
    private let list = WorkoutListPart()
    private var counter = RevisionCounter()
    /// The listed workouts, and how often they have changed.
    private var listed: (places: [Int], caption: String, revision: Int) = ([], "", 0)
    /// The pages of the choices that are shown; nil for those with what is chosen.
    private var pages: (sports: Int?, years: Int?)

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        stage = TrackMapStage(viewer)
    }

    var nodes: [SemanticNode] {
        heading.nodes + sports.nodes + years.nodes + stage.nodes + list.nodes
    }
    var revision: Int { counter.revision }
    var isMoving: Bool { stage.isMoving }
    var tools: [any InputTool] { stage.tools }
    var notice: PlaceholderModel? { nil }
    var keyAreas: [ControlArea] { [.trackMap, .workoutRows] }
    var title: String {
        viewer.model.workouts.list.tracked.isEmpty
            ? tr("Map of places") : tr("Map of all workouts")
    }

    // MARK: Layout

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let isAlone = environment.window.isAlone
        let hasWorkouts = !viewer.model.workouts.list.tracked.isEmpty
        let layout = TrackMapLayout(in: room, isAlone: isAlone, hasWorkouts: hasWorkouts)
        stage.layout(in: layout.map, environment)
        if isAlone {
            for pane in [heading, sports, years] as [any ShownPane] { pane.clear() }
        } else {
            updateHeading(layout.heading, environment)
            updateFilters(layout, environment)
        }
        updateList(layout.list, environment)
        counter.note(
            stage.stamp + list.stamp + [
                heading.recordings, sports.recordings, years.recordings, layout.list == nil ? 0 : 1,
            ])
    }

    private func updateHeading(_ frame: Rect, _ environment: ScreenEnvironment) {
        let state = stage.state
        let format = WorkoutFormat(
            locale: viewer.model.locale, units: viewer.model.appearance.pins.units)
        var lines: [String] = []
        if !state.catalogue.entries.isEmpty {
            lines.append(trn("{n} workout", "{n} workouts", count: state.chosen.count))
        }
        if let distance = format.distance(state.meters) { lines.append(distance.text) }
        if state.loading.isRunning {
            lines.append(
                tr(
                    "reading track {1} of {2}",
                    viewer.model.locale.number(Double(state.loading.done)),
                    viewer.model.locale.number(Double(state.loading.count))))
        }
        let targets = viewer.model.targets
        if !targets.places.routes.isEmpty {
            lines.append(
                trn(
                    "{n} planned route", "{n} planned routes", count: targets.places.routes.count))
        }
        if !targets.all.isEmpty {
            lines.append(trn("{n} target", "{n} targets", count: targets.all.count))
        }
        heading.update(
            PageHeadingModel(
                frame: frame, title: title, lines: [lines.joined(separator: " · ")],
                back: viewer.model.navigator.hasPage ? .closePage : nil,
                hovered: environment.hovered.within(.workouts),
                focused: environment.focused.within(.workouts)), environment.style,
            environment.resources, record: PageHeadingPane.record)
    }

    private func updateFilters(_ layout: TrackMapLayout, _ environment: ScreenEnvironment) {
        let state = stage.state
        guard !state.catalogue.entries.isEmpty else {
            sports.clear()
            years.clear()
            return
        }
        let hovered = environment.hovered.within(.trackMap)
        let focused = environment.focused.within(.trackMap)
        let choice = state.choice
        sports.update(
            TrackMapFilterModel(
                frame: layout.sports, id: ControlID("track-map.sports"), name: tr("Sport"),
                chips: state.sports.map {
                    .init(
                        name: $0.value ?? tr("All"), count: $0.count,
                        command: TrackMapCommands.sport($0.value),
                        isChosen: $0.value == choice.sport)
                }, page: pages.sports, next: .trackMapMoreSports, hovered: hovered,
                focused: focused), environment.style, environment.resources,
            record: TrackMapFilterPane.record)
        years.update(
            TrackMapFilterModel(
                frame: layout.years, id: ControlID("track-map.years"), name: tr("Year"),
                chips: state.years.map {
                    .init(
                        name: $0.value.map(String.init) ?? tr("All"), count: $0.count,
                        command: TrackMapCommands.year($0.value),
                        isChosen: $0.value == choice.year)
                }, page: pages.years, next: .trackMapMoreYears, hovered: hovered,
                focused: focused), environment.style, environment.resources,
            record: TrackMapFilterPane.record)
    }

    private func updateList(_ frame: Rect?, _ environment: ScreenEnvironment) {
        guard let frame else { return list.clear() }
        let state = stage.state
        let places = state.listed.map { state.catalogue.entries[$0].place }
        let caption =
            state.pointed.isEmpty
            ? trn("{n} workout in view", "{n} workouts in view", count: places.count)
            : trn("{n} workout passes here", "{n} workouts pass here", count: places.count)
        if places != listed.places || caption != listed.caption {
            listed = (places, caption, listed.revision + 1)
        }
        list.layout(
            places, revision: listed.revision, caption: caption,
            nothing: state.loading.isRunning
                ? tr("The tracks are being read.")
                : tr("No track is in view: press 0 to show all."), viewer.model, in: frame,
            environment)
    }

    // MARK: Drawing

    var groundStamp: [Int] { stage.groundStamp }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        stage.encodeGround(into: scene, tags)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        heading.encode(into: scene)
        sports.encode(into: scene)
        years.encode(into: scene)
        list.encode(into: scene)
        stage.encode(into: scene, tags)
    }

    // MARK: Doing

    func scroll(by distance: Double, at place: Point) -> Bool {
        list.scroll(by: distance, at: place)
    }

    func walk(_ step: ListStep) {
        let current = WorkoutRow.open.subject(of: viewer.focus.focused?.command)
        guard let next = list.workout(step, from: current) else { return }
        reveal(next)
    }

    func back() -> Bool {
        viewer.model.workouts.closePage(at: viewer.now())
        viewer.enter(page: WorkoutMapButton.id)
        return true
    }

    /// Scrolls to a workout, and moves the focus there.
    func reveal(_ workout: WorkoutEntry.ID) {
        list.reveal(workout)
        viewer.enter(page: WorkoutRow.control(workout))
    }

    /// Shows the next page of the sports or of the years.
    func turnChoices(_ isSports: Bool) {
        if isSports {
            pages.sports = (pages.sports ?? 0) + 1
        } else {
            pages.years = (pages.years ?? 0) + 1
        }
        viewer.changed()
    }

    /// Shows the page of the choices with what is chosen.
    func showChosen() { pages = (nil, nil) }
}

extension ScreenID {
    static let trackMap = ScreenID("track-map")
}
