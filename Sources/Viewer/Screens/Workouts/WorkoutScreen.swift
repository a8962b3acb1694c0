import ChartInteraction
import ChartScene
import Geometry
import HealthData
import Localization

/// A screen with the map of a way.
@MainActor
protocol RouteShowing: ContentScreen {
    var route: RouteStage { get }
}

/// The page of one workout: its figures and laps, and a chart of what was measured during it.
@MainActor
final class WorkoutScreen: RouteShowing {
    nonisolated static let entry = ScreenEntry(
        content: .workout, make: WorkoutScreen.init, commands: commands
    ) { viewer in
        [
            MeasuredPane.show.commands { [unowned viewer] id, metric in
                guard
                    let data = viewer.model.workouts.page?.measured.first(where: {
                        $0.metric.id == metric
                    })
                else { return nil }
                return Command(id, tr("Show {1}", data.metric.name)) { [unowned viewer] in
                    viewer.model.workouts.chooseMeasured(metric, at: viewer.now())
                }
            }
        ]
    }

    let id = ScreenID.workout
    private unowned let viewer: ViewerContext
    private let area: ChartArea
    private let heading = Pane<PageHeadingModel>()
    private let details = Pane<WorkoutDetailsModel>()
    private let measured = Pane<MeasuredModel>()
    let route: RouteStage
    private var counter = RevisionCounter()
    private(set) var notice: PlaceholderModel?
    private var detailsFrame = Rect.zero
    /// The scroll offset of the figures, in points, and the workout that it belongs to.
    private var scroll: (workout: WorkoutEntry.ID, offset: Double)?
    /// The contents of the page; only another workout or unit changes them.
    private var known = Cached<DetailsKey, WorkoutDetails>()

    private struct DetailsKey: Equatable {
        var entry: WorkoutEntry
        var units: UnitPreferences
    }

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        area = ChartArea(viewer)
        route = RouteStage(viewer)
    }

    /// Whether the way is shown in place of a chart and the figures.
    private var showsRoute: Bool { viewer.model.workouts.page?.showsRoute == true }

    var nodes: [SemanticNode] {
        showsRoute
            ? heading.nodes + measured.nodes + route.nodes
            : heading.nodes + measured.nodes + area.nodes + details.nodes + area.boardNodes
    }
    var revision: Int { counter.revision }
    var isMoving: Bool { showsRoute ? route.isMoving : area.isMoving }
    var tools: [any InputTool] { showsRoute ? route.tools : area.tools }
    var chart: (any ChartSurface)? { area }
    var keyAreas: [ControlArea] { showsRoute ? [.route, .workoutRows] : [.workoutRows] }
    var title: String { known.value?.title ?? "" }

    // MARK: Layout

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let model = viewer.model
        guard let page = model.workouts.page else { return }
        let metricChart = model.metricChart
        let content = content(of: page)
        let isAlone = environment.window.isAlone
        if isAlone {
            heading.clear()
            measured.clear()
        } else {
            updateHeading(page, content, in: room, environment)
        }
        if page.showsRoute {
            let rooms = isAlone ? (route: room, figures: .zero) : routeRooms(in: room)
            route.layout(
                page.way, of: page, in: rooms.route, figures: rooms.figures, environment)
            area.layout(nil, ChartFrames(card: .zero), environment)
            details.clear()
            (detailsFrame, notice) = (.zero, nil)
            return counter.note(stamp)
        }
        route.layout(nil, of: nil, in: .zero, figures: .zero, environment)
        if isAlone {
            area.layout(
                metricChart, ChartFrames(card: ChartLayout(alone: room).card), environment)
            notice = area.notice(metricChart, environment)
            return counter.note(stamp)
        }
        let layout = layout(of: page, content, in: room)
        detailsFrame = layout.details
        area.layout(metricChart, ChartFrames(card: layout.card), environment)
        notice = area.notice(metricChart, environment)
        let most = WorkoutDetailsPane.maximumScroll(
            figures: content.figures.count, laps: content.laps.count, in: layout.details)
        let offset = min(max(offset(of: page), 0), most)
        scroll = (page.entry.id, offset)
        details.update(
            WorkoutDetailsModel(
                frame: layout.details, figures: content.figures, columns: content.columns,
                laps: content.laps, scroll: offset), environment.style, environment.resources,
            record: WorkoutDetailsPane.record)
        counter.note(stamp)
    }

    private func layout(
        of page: WorkoutPage, _ content: WorkoutDetails, in room: Rect
    ) -> WorkoutLayout {
        WorkoutLayout(
            in: room,
            choices: MeasuredPane.count(hasRoute: page.hasRoute, metrics: page.measured.count),
            hasChart: !page.measured.isEmpty
        ) { width in
            WorkoutDetailsPane.height(
                figures: content.figures.count, laps: content.laps.count, width: width)
        }
    }

    /// Updates the heading, and the choice of what is shown.
    private func updateHeading(
        _ page: WorkoutPage, _ content: WorkoutDetails, in room: Rect,
        _ environment: ScreenEnvironment
    ) {
        let layout = layout(of: page, content, in: room)
        let workouts = viewer.model.workouts
        let hovered = environment.hovered.within(.workouts)
        let focused = environment.focused.within(.workouts)
        heading.update(
            PageHeadingModel(
                frame: layout.heading, title: content.title, lines: content.lines,
                back: .closePage,
                steps: PageHeadingModel.Steps(
                    previous: .previousWorkout, previousName: tr("Previous workout"),
                    hasPrevious: workouts.canStep(by: -1), next: .nextWorkout,
                    nextName: tr("Next workout"), hasNext: workouts.canStep(by: 1)),
                hovered: hovered, focused: focused), environment.style, environment.resources,
            record: PageHeadingPane.record)
        guard let frame = layout.choice else { return measured.clear() }
        measured.update(
            MeasuredModel(
                frame: frame, hasRoute: page.hasRoute, showsRoute: page.showsRoute,
                metrics: page.measured.map(\.metric), shown: page.shown, hovered: hovered,
                focused: focused), environment.style, environment.resources,
            record: MeasuredPane.record)
    }

    /// The room of a way below the heading and the choice, and that for its figures: at the right of the
    /// choice, else below it, and none in a low window.
    private func routeRooms(in room: Rect) -> (route: Rect, figures: Rect) {
        let choice = WorkoutLayout.choiceFrame(in: room)
        let taken = measured.nodes.first.map { $0.frame.width + 24 } ?? 0
        let height = RouteFiguresPane.height
        let isBeside = room.width - taken >= 300
        let hasRow = !isBeside && room.height >= 500
        let figures =
            isBeside
            ? Rect(
                x: choice.x + taken, y: choice.maxY - height + 4, width: room.width - taken,
                height: height)
            : Rect(x: choice.x, y: choice.maxY + 8, width: room.width, height: hasRow ? height : 0)
        let top = max(choice.maxY, hasRow ? figures.maxY : 0) + Measure.gap
        return (
            Rect(x: room.x, y: top, width: room.width, height: max(0, room.maxY - top)), figures
        )
    }

    /// The contents of the page of a workout.
    private func content(of page: WorkoutPage) -> WorkoutDetails {
        let model = viewer.model
        let key = DetailsKey(entry: page.entry, units: model.appearance.pins.units)
        return known(key) {
            WorkoutDetails(
                page.entry, WorkoutFormat(locale: model.locale, units: key.units),
                calendar: model.calendar)
        }
    }

    private func offset(of page: WorkoutPage) -> Double {
        scroll.flatMap { $0.workout == page.entry.id ? $0.offset : nil } ?? 0
    }

    private var stamp: [Int] {
        area.stamp + route.stamp + [
            heading.recordings, measured.recordings, measured.nodes.count, details.recordings,
        ]
    }

    // MARK: Drawing

    var groundStamp: [Int] { area.groundStamp + route.groundStamp }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeGround(into: scene, tags)
        route.encodeGround(into: scene, tags)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        heading.encode(into: scene)
        measured.encode(into: scene)
        if showsRoute { return route.encode(into: scene, tags) }
        details.encode(into: scene)
        area.encode(into: scene, tags)
    }

    // MARK: Doing

    func scroll(by distance: Double, at place: Point) -> Bool {
        guard detailsFrame.contains(place) else { return false }
        scroll(by: distance)
        return true
    }

    private func scroll(by distance: Double) {
        guard let page = viewer.model.workouts.page else { return }
        scroll = (page.entry.id, offset(of: page) + distance)
    }

    func walk(_ step: ListStep) {
        let row = WorkoutDetailsPane.lapHeight
        switch step {
        case .rows(let count): scroll(by: Double(count) * row)
        case .pages(let count):
            scroll(by: Double(count) * max(row, detailsFrame.height - row))
        case .start: scroll(by: -1e9)
        case .end: scroll(by: 1e9)
        case .across: break
        }
    }

    func back() -> Bool {
        guard let workout = viewer.model.workouts.page?.entry.id else { return false }
        viewer.model.workouts.closePage(at: viewer.now())
        // The focus returns to the row that had opened the page.
        (viewer.content as? WorkoutsScreen)?.reveal(workout)
        (viewer.content as? TrackMapScreen)?.reveal(workout)
        return true
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        let beside = tr("Previous or next workout")
        func step(_ id: CommandID, _ arrow: Key, _ count: Int) -> Command {
            Command(
                id, beside, keys: [KeyCombination(arrow)], scope: .area(.workoutRows),
                group: .periods, .repeats,
                isEnabled: { [unowned viewer] in viewer.model.workouts.canStep(by: count) },
                perform: { [unowned viewer] in
                    viewer.model.workouts.step(by: count, at: viewer.now())
                })
        }
        func show(_ id: CommandID, _ title: String, _ isRoute: Bool) -> Command {
            Command(
                id, title, group: .periods,
                isEnabled: { [unowned viewer] in viewer.model.workouts.page?.hasRoute == true },
                perform: { [unowned viewer] in
                    viewer.model.workouts.showRoute(isRoute, at: viewer.now())
                })
        }
        return [
            step(.previousWorkout, .left, -1), step(.nextWorkout, .right, 1),
            show(.showRoute, tr("Map of the workout"), true),
            show(.showFigures, tr("Figures of the workout"), false),
        ]
            + RouteCommands.all(viewer) { [unowned viewer] in
                (viewer.content as? any RouteShowing)?.route
            }
    }
}

extension ScreenID {
    static let workout = ScreenID("workout")
}

extension CommandID {
    static let previousWorkout = CommandID("workouts.previous")
    static let nextWorkout = CommandID("workouts.next")
}
