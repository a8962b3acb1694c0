import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Text

/// The selected span over the chart and the panel of its figures, as they are in a frame.
///
/// The band is drawn through the chart's projection and so moves with the data. The panel is next
/// to it if there is room. It stays on its side as long as it fits, and moves to the other one in
/// 150 ms.
@MainActor
final class SelectionStage {
    private static let margin = 6.0
    private static let distance = 6.0

    private struct Key: Equatable {
        var span: Extent
        var metric: MetricID?
        var data: Int
        var unit: DisplayUnit?
    }

    let band = SpanHighlight(style: SpanHighlight.Style(fill: .clear, edge: .clear))
    private let panel = Pane<SelectionModel>()
    private var motion = InfoBoardMotion()
    private var key: Key?
    private var report: SpanReport?
    private var isRight: Bool?
    /// The frame of the panel; nil if there is none.
    private(set) var frame: Rect?
    /// Whether it will look different in the next frame without any input.
    private(set) var isMoving = false
    /// What assistive technology reads.
    private(set) var accessible = RevisedNode()

    /// Brings everything up to date with the model, for a frame's time.
    func update(
        _ model: ViewerModel, _ metricChart: MetricChart?, card: Rect, _ style: PaneStyle,
        _ resources: PaneResources, at time: Double
    ) {
        band.fadeDuration = model.appearance.reducesMotion ? 0 : 0.15
        motion.duration = band.fadeDuration
        band.style = SpanHighlight.Style(
            fill: style.theme.selectionBand, edge: style.theme.selection)
        // A workout's page shows another metric than the selected one.
        let metric = metricChart?.metric.id
        let isOther = key?.metric != metric
        let selection = model.active.selection.flatMap {
            $0.isShown && model.active.selectionMetric == model.selected ? $0 : nil
        }
        if isOther { band.forget() }
        band.show(selection?.span, at: min(time, model.active.spans.changeTime ?? time))
        isMoving = band.advance(to: time)
        let now = Key(
            span: selection?.span ?? .nothing, metric: metric, data: model.dataRevision,
            unit: metricChart?.format.unit)
        if now != key {
            key = now
            if let metricChart, let figures = model.active.spanFigures {
                report = SpanReport(figures, metricChart, calendar: model.calendar)
            } else if isOther || band.opacity == 0 {
                report = nil
            }
        }
        if let chart = metricChart?.chart, let report, band.isShown {
            place(report, chart, card, style, resources, at: time)
        } else {
            report = nil
            motion.hide()
            isRight = nil
            frame = nil
            panel.clear()
        }
        accessible.update(selection == nil ? nil : report.map { node(of: $0) })
    }

    private func place(
        _ report: SpanReport, _ chart: Chart, _ card: Rect, _ style: PaneStyle,
        _ resources: PaneResources, at time: Double
    ) {
        let container = card.inset(by: Self.margin)
        // Better next to the labels of the values than over some of them.
        let plot = chart.plot.intersection(container)
        let projection = chart.projection
        guard let span = key?.span.isEmpty == false ? key?.span : band.span ?? lastSpan else {
            return
        }
        lastSpan = span
        let left = projection.px(span.min)
        let right = projection.px(span.max)
        guard right >= chart.plot.minX, left <= chart.plot.maxX else {
            motion.hide()
            frame = nil
            return
        }
        let layouts = SelectionPane.layouts(
            title: report.title, rows: report.rows, height: container.height,
            resources.typesetter)
        var found: (layout: SelectionLayout, x: Double)?
        for layout in layouts where found == nil {
            let onRight = right + Self.distance
            let onLeft = left - Self.distance - layout.size.width
            // A panel that does not fit into the plot covers the labels next to it completely, not
            // half of them.
            let atEdge = container.maxX - layout.size.width
            let sides = [
                (true, onRight, onRight + layout.size.width <= plot.maxX),
                (false, onLeft, onLeft >= container.minX),
                (true, atEdge, onRight <= atEdge),
            ].filter { $0.2 }
            // It stays on its side as long as it can.
            guard let side = sides.first(where: { $0.0 == isRight }) ?? sides.first else {
                continue
            }
            isRight = side.0
            found = (layout, side.1)
        }
        if found == nil {
            // The band leaves no room: the panel is over its side with more room, inside the card.
            guard
                let layout = layouts.last(where: { $0.size.width <= container.width })
                    ?? layouts.last
            else { return }
            isRight = container.maxX - right >= left - container.minX
            found = (
                layout,
                isRight == true
                    ? container.maxX - layout.size.width : container.minX
            )
        }
        guard let found else { return }
        // A tall one begins above the plot, so that it ends above the lowest label.
        let height = found.layout.size.height
        let isTall = chart.plot.minY + 8 + height > chart.plot.maxY - 10
        let y = isTall ? container.minY : min(chart.plot.minY + 8, container.maxY - height)
        motion.show(
            Rect(
                x: found.x, y: max(container.minY, y), width: found.layout.size.width,
                height: found.layout.size.height),
            over: Point(x: isRight == true ? right : left, y: chart.plot.minY), isOther: false,
            at: time)
        frame = motion.rect(at: time, in: container)
        isMoving = motion.isMoving(at: time) || isMoving
        panel.update(
            SelectionModel(title: report.title, rows: report.rows, layout: found.layout), style,
            resources, record: SelectionPane.record)
    }

    private var lastSpan: Extent?

    private func node(of report: SpanReport) -> SemanticNode {
        SemanticNode(
            id: ControlID("selection"), role: .group, name: tr("Selected period"),
            value: report.title,
            frame: frame ?? .zero,
            children: report.rows.enumerated().map { index, row in
                SemanticNode(
                    id: ControlID("selection.\(index)"), role: .text, name: row.name,
                    value: tr(
                        "{1}, previous {2}, change {3}", row.value, row.before, row.difference),
                    frame: frame ?? .zero)
            })
    }

    /// Draws the band.
    func encodeBand(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard band.isShown else { return }
        band.encode(into: scene, projection)
    }

    /// Draws the panel, on top of everything else.
    func encodePanel(into scene: SceneBuilder) {
        guard band.isShown, let frame else { return }
        panel.encode(into: scene, at: frame.origin, alpha: band.opacity)
    }
}

extension ControlArea {
    /// The area that receives the arrow keys while a span is selected by keys.
    static let selection = ControlArea("selection")
}
