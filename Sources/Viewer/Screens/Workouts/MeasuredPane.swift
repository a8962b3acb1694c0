import Geometry
import HealthData
import Localization

/// The choice of what a workout's page shows: its way, or one of the metrics that were measured during
/// it.
struct MeasuredModel: Equatable {
    var frame: Rect
    /// Whether there is a way, and whether it is shown.
    var hasRoute = false
    var showsRoute = false
    var metrics: [Metric]
    var shown: MetricID?
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum MeasuredPane {
    /// Shows a metric: `workouts.measured.heart-rate`.
    static let show = CommandFamily<MetricID>("workouts.measured")

    /// The number of choices.
    static func count(hasRoute: Bool, metrics: Int) -> Int {
        hasRoute ? 1 + max(metrics, 1) : metrics
    }

    static func record(_ model: MeasuredModel, _ pane: PaneCanvas) -> [SemanticNode] {
        var options = model.metrics.map { metric in
            SegmentedControl.Option(
                label: metric.name, name: metric.name, command: show(metric.id),
                isChosen: !model.showsRoute && metric.id == model.shown)
        }
        if model.hasRoute {
            if options.isEmpty {
                let figures = tr("Figures")
                options.append(
                    .init(
                        label: figures, name: figures, command: .showFigures,
                        isChosen: !model.showsRoute))
            }
            let map = tr("Map")
            options.insert(
                .init(label: map, name: map, command: .showRoute, isChosen: model.showsRoute),
                at: 0)
        }
        let control = SegmentedControl(
            id: ControlID("measured", in: .workouts), name: tr("Shown of the workout"),
            options: options)
        let widths = control.widths(padding: 28, pane)
        let width = min(model.frame.width, widths.reduce(8, +))
        return [
            control.record(
                Rect(
                    x: model.frame.x, y: model.frame.y, width: width, height: model.frame.height),
                widths: widths, hovered: model.hovered, focused: model.focused, pane)
        ]
    }
}

extension CommandID {
    static let showRoute = CommandID("workouts.map")
    static let showFigures = CommandID("workouts.figures")
}
