import ChartInteraction
import ChartScene
import Geometry
import HealthData
import Localization

/// The chart of all workouts with their list; if there is no room for both, the list is a separate
/// page.
@MainActor
final class WorkoutsScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(
        content: .workouts, make: WorkoutsScreen.init, commands: commands
    ) { viewer in
        [
            WorkoutRow.open.commands { [unowned viewer] id, workout in
                guard let entry = viewer.model.workouts.list[workout] else { return nil }
                return Command(id, WorkoutKind(entry.workout.sport).name) { [unowned viewer] in
                    viewer.model.workouts.open(workout, at: viewer.now())
                    viewer.enter(page: PageHeadingPane.control(.closePage))
                }
            }
        ]
    }

    let id = ScreenID.workouts
    private unowned let viewer: ViewerContext
    private let area: ChartArea
    private let heading = Pane<PageHeadingModel>()
    private let list = WorkoutListPart()
    private let mapButton = Pane<WorkoutMapButtonModel>()
    private var counter = RevisionCounter()
    private(set) var notice: PlaceholderModel?
    /// Whether the list takes the place of the chart.
    private var isPage = false
    /// The document whose workouts are listed.
    private var document: Int?

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        area = ChartArea(viewer)
    }

    var nodes: [SemanticNode] {
        heading.nodes + area.nodes + mapButton.nodes + list.nodes + area.boardNodes
    }
    var revision: Int { counter.revision }
    var isMoving: Bool { area.isMoving }
    var tools: [any InputTool] { isPage ? [] : area.tools }
    var chart: (any ChartSurface)? { isPage ? nil : area }
    var coversChart: Bool { isPage }
    var keyAreas: [ControlArea] { isPage ? [.workoutRows] : [] }
    var title: String { viewer.model.metricChart?.metric.name ?? "" }
    /// The scroll offset of the list: for tests.
    var offset: Double { list.offset }

    // MARK: Layout

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let model = viewer.model
        guard let metricChart = model.metricChart else {
            area.layout(nil, area.frames, environment)
            heading.clear()
            list.clear()
            mapButton.clear()
            notice = nil
            return counter.note(stamp)
        }
        if document != model.documentNumber {
            document = model.documentNumber
            list.forget()
        }
        let isAlone = environment.window.isAlone
        let layout =
            !environment.window.hasWords
            ? ChartLayout(alone: room)
            : ChartLayout(
                in: room, hasOverview: !isAlone, hasList: !isAlone, hasChips: metricChart.hasChips
            ) { width in
                area.legendHeight(metricChart, width: width, environment)
            }
        isPage = model.navigator.route == .workoutList && layout.listButton != nil
        area.layout(isPage ? nil : metricChart, ChartFrames(layout), environment)
        notice = isPage ? nil : area.notice(metricChart, environment)
        if isPage {
            layoutPage(in: room, metricChart, environment)
        } else {
            heading.clear()
            if isAlone {
                list.clear()
                mapButton.clear()
            } else {
                let frames =
                    hasMap ? layout.listButton.map(WorkoutMapButton.frames(atButton:)) : nil
                list.layout(
                    model, metricChart, list: layout.list,
                    button: frames?.list ?? layout.listButton,
                    environment)
                updateMapButton(
                    layout.list.map(WorkoutMapButton.frame(inList:)) ?? frames?.map, environment)
            }
        }
        counter.note(stamp)
    }

    private func layoutPage(
        in room: Rect, _ metricChart: MetricChart, _ environment: ScreenEnvironment
    ) {
        let model = viewer.model
        let top = room.y + Measure.headingHeight + Measure.gap
        let frame = Rect(x: room.x, y: top, width: room.width, height: max(0, room.maxY - top))
        list.layout(model, metricChart, list: frame, button: nil, environment)
        updateMapButton(WorkoutMapButton.frame(inList: frame), environment)
        heading.update(
            PageHeadingModel(
                frame: Rect(
                    x: room.x, y: room.y, width: room.width, height: Measure.headingHeight),
                title: metricChart.metric.name,
                lines: [model.rangeTitle(of: model.workouts.listedRange)],
                back: .closePage, hovered: environment.hovered.within(.workouts),
                focused: environment.focused.within(.workouts)), environment.style,
            environment.resources, record: PageHeadingPane.record)
    }

    /// Whether any workout has a track.
    private var hasMap: Bool { !viewer.model.workouts.list.tracked.isEmpty }

    private func updateMapButton(_ frame: Rect?, _ environment: ScreenEnvironment) {
        guard let frame, hasMap else { return mapButton.clear() }
        mapButton.update(
            WorkoutMapButtonModel(
                frame: frame, isHovered: environment.hovered == WorkoutMapButton.id,
                isFocused: environment.focused == WorkoutMapButton.id), environment.style,
            environment.resources, record: WorkoutMapButton.record)
    }

    private var stamp: [Int] {
        area.stamp + list.stamp + [
            heading.recordings, heading.nodes.count, mapButton.recordings, mapButton.nodes.count,
            isPage ? 1 : 0,
        ]
    }

    // MARK: Drawing

    var groundStamp: [Int] { area.groundStamp }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeGround(into: scene, tags)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeHeadline(into: scene, tags)
        heading.encode(into: scene)
        list.encode(into: scene)
        mapButton.encode(into: scene)
        area.encode(into: scene, tags)
    }

    // MARK: Doing

    func scroll(by distance: Double, at place: Point) -> Bool {
        list.scroll(by: distance, at: place)
    }

    func walk(_ step: ListStep) {
        let current = WorkoutRow.open.subject(of: viewer.focus.focused?.command)
        guard let next = list.workout(step, from: current) else { return }
        list.reveal(next)
        viewer.enter(page: WorkoutRow.control(next))
    }

    func back() -> Bool {
        guard isPage else { return false }
        viewer.model.workouts.closePage(at: viewer.now())
        viewer.enter(page: WorkoutButtonPane.id)
        return true
    }

    /// Scrolls to a workout, and moves the focus there.
    func reveal(_ workout: WorkoutEntry.ID) {
        list.reveal(workout)
        viewer.enter(page: WorkoutRow.control(workout))
    }

    private func openList() {
        viewer.model.workouts.openList()
        viewer.enter(page: list.listed.first.map(WorkoutRow.control))
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func key(_ name: String, _ title: String, _ key: Key, _ step: ListStep) -> Command {
            Command(
                name, title, keys: [KeyCombination(key)], scope: .area(.workoutRows),
                group: .periods, .repeats,
                perform: { [unowned viewer] in
                    viewer.content.walk(step)
                    viewer.changed()
                })
        }
        let along = tr("Move in the list of workouts")
        let ends = tr("First or last workout")
        return [
            Command(
                .openWorkoutList, tr("List of workouts"), group: .periods,
                isEnabled: { [unowned viewer] in viewer.model.workouts.hasList },
                perform: { [unowned viewer] in (viewer.content as? WorkoutsScreen)?.openList() }
            ),
            Command(
                .closePage, tr("Back"), group: .periods,
                isEnabled: { [unowned viewer] in !viewer.content.keyAreas.isEmpty },
                perform: { [unowned viewer] in _ = viewer.content.back() }
            ),
            key("workouts.up", along, .up, .rows(-1)),
            key("workouts.down", along, .down, .rows(1)),
            key("workouts.page-up", along, .pageUp, .pages(-1)),
            key("workouts.page-down", along, .pageDown, .pages(1)),
            key("workouts.first", ends, .home, .start), key("workouts.last", ends, .end, .end),
        ]
    }
}

extension ScreenID {
    static let workouts = ScreenID("workouts")
}

extension CommandID {
    static let openWorkoutList = CommandID("workouts.open")
    static let closePage = CommandID("workouts.back")
}
