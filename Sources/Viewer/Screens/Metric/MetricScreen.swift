import ChartInteraction
import ChartScene
import Geometry
import HealthData

/// The chart of a metric.
@MainActor
final class MetricScreen: ContentScreen {
    nonisolated static let entry = ScreenEntry(content: .metric, make: MetricScreen.init)

    let id = ScreenID.metric
    let area: ChartArea
    private unowned let viewer: ViewerContext
    private var counter = RevisionCounter()
    private(set) var notice: PlaceholderModel?

    init(_ viewer: ViewerContext) {
        self.viewer = viewer
        area = ChartArea(viewer)
    }

    var nodes: [SemanticNode] { area.nodes + area.boardNodes }
    var revision: Int { counter.revision }
    var isMoving: Bool { area.isMoving }
    var tools: [any InputTool] { area.tools }
    var chart: (any ChartSurface)? { area }
    var title: String { viewer.model.metricChart?.metric.name ?? "" }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let metricChart = viewer.model.metricChart
        let layout =
            environment.window.isAlone
            ? ChartLayout(alone: room)
            : ChartLayout(in: room, hasOverview: metricChart != nil) { width in
                metricChart.map { area.legendHeight($0, width: width, environment) } ?? 0
            }
        area.layout(metricChart, ChartFrames(layout), environment)
        notice = area.notice(metricChart, environment)
        counter.note(area.stamp)
    }

    var groundStamp: [Int] { area.groundStamp }

    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeGround(into: scene, tags)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) {
        area.encodeHeadline(into: scene, tags)
        area.encode(into: scene, tags)
    }
}

extension ScreenID {
    static let metric = ScreenID("metric")
}
