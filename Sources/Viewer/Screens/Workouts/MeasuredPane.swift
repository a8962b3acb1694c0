import Geometry
import HealthData
import Localization

/// The choice of the chart on a workout's page, among the metrics that were measured during it.
struct MeasuredModel: Equatable {
    var frame: Rect
    var metrics: [Metric]
    var shown: MetricID?
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum MeasuredPane {
    /// Shows a metric: `workouts.measured.heart-rate`.
    static let show = CommandFamily<MetricID>("workouts.measured")

    static func record(_ model: MeasuredModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let control = SegmentedControl(
            id: ControlID("measured", in: .workouts), name: tr("Measured during the workout"),
            options: model.metrics.map { metric in
                SegmentedControl.Option(
                    label: metric.name, name: metric.name, command: show(metric.id),
                    isChosen: metric.id == model.shown)
            })
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
