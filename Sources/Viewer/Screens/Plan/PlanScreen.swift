import ChartInteraction
import ChartScene
import Geometry
import Localization

/// The page of a planned route: its map, its heights and its figures.
@MainActor
final class PlanScreen: RouteShowing {
    nonisolated static let entry = ScreenEntry(content: .plan, make: PlanScreen.init)

    let id = ScreenID.plan
    private unowned let viewer: ViewerContext
    let route: RouteStage
    private let heading = Pane<PageHeadingModel>()
    private var counter = RevisionCounter()

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        route = RouteStage(viewer)
    }

    var nodes: [SemanticNode] { heading.nodes + route.nodes }
    var revision: Int { counter.revision }
    var isMoving: Bool { route.isMoving }
    var tools: [any InputTool] { route.tools }
    var coversChart: Bool { true }
    var notice: PlaceholderModel? { nil }
    var keyAreas: [ControlArea] { [.route] }
    var title: String { viewer.model.targets.plan?.title ?? "" }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        guard let page = viewer.model.targets.plan else {
            heading.clear()
            route.layout(nil, of: nil, in: .zero, figures: .zero, environment)
            return counter.note(stamp)
        }
        guard !environment.window.isAlone else {
            heading.clear()
            route.layout(page.way, of: page, in: room, figures: .zero, environment)
            return counter.note(stamp)
        }
        heading.update(
            PageHeadingModel(
                frame: Rect(
                    x: room.x, y: room.y, width: room.width, height: Measure.headingHeight),
                title: page.title, lines: [tr("Planned route")],
                back: viewer.model.navigator.hasPage ? .closePage : nil,
                hovered: environment.hovered.within(.workouts),
                focused: environment.focused.within(.workouts)), environment.style,
            environment.resources, record: PageHeadingPane.record)
        let top = room.y + Measure.headingHeight + 8
        let height = room.height >= 500 ? RouteFiguresPane.height : 0
        let figures = Rect(x: room.x + 4, y: top, width: room.width - 8, height: height)
        let map = height > 0 ? figures.maxY + Measure.gap : top
        route.layout(
            page.way, of: page,
            in: Rect(x: room.x, y: map, width: room.width, height: max(0, room.maxY - map)),
            figures: figures, environment)
        counter.note(stamp)
    }

    private var stamp: [Int] { route.stamp + [heading.recordings, heading.nodes.count] }

    var groundStamp: [Int] { route.groundStamp }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        route.encodeGround(into: scene, tags)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        heading.encode(into: scene)
        route.encode(into: scene, tags)
    }

    func scroll(by distance: Double, at place: Point) -> Bool { false }

    func walk(_ step: ListStep) {}

    func back() -> Bool {
        guard viewer.model.navigator.hasPage else { return false }
        viewer.model.workouts.closePage(at: viewer.now())
        return true
    }
}

extension ScreenID {
    static let plan = ScreenID("plan")
}
