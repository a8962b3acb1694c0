import ChartInteraction
import ChartScene
import Geometry
import HealthData

/// The chart of a metric.
@MainActor
final class MetricScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(
        content: .metric, make: MetricScreen.init, families: InkCommands.families)

    let id = ScreenID.metric
    let area: ChartArea
    private let ink: InkStage
    private unowned let viewer: ViewerContext
    private var counter = RevisionCounter()
    private(set) var notice: PlaceholderModel?

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        area = ChartArea(viewer)
        ink = InkStage(viewer)
    }

    var nodes: [SemanticNode] { area.nodes + ink.nodes + area.boardNodes }
    var keyAreas: [ControlArea] { viewer.ink.isOpen && viewer.canDraw ? [.ink] : [] }
    var revision: Int { counter.revision }
    var isMoving: Bool { area.isMoving || viewer.forecasts.isRunning }
    var tools: [any InputTool] { area.tools }
    var chart: (any ChartSurface)? { area }
    var title: String { viewer.model.metricChart?.metric.name ?? "" }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let metricChart = viewer.model.metricChart
        if let metricChart { viewer.updateForecast(of: metricChart) }
        let window = environment.window
        let layout =
            !window.hasWords
            ? ChartLayout(alone: room)
            : ChartLayout(
                in: room, hasOverview: metricChart != nil && !window.isAlone,
                hasChips: metricChart?.hasChips == true
            ) { width in
                metricChart.map { area.legendHeight($0, width: width, environment) } ?? 0
            }
        var frames = ChartFrames(layout)
        let room = frames.card
        let canDraw = metricChart?.hasDates == true
        if canDraw { ink.reserve(&frames, environment) }
        area.layout(metricChart, frames, environment)
        ink.layout(canDraw ? metricChart : nil, card: frames.card, room: room, environment)
        notice = area.notice(metricChart, environment)
        counter.note(area.stamp + ink.stamp)
    }

    var groundStamp: [Int] { area.groundStamp }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeGround(into: scene, tags)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeHeadline(into: scene, tags)
        area.encode(into: scene, tags)
        ink.encode(into: scene, tags)
    }

    func scroll(by distance: Double, at place: Point) -> Bool {
        ink.scroll(by: distance, at: place)
    }
}

extension ScreenID {
    static let metric = ScreenID("metric")
}
