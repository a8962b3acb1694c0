import Geometry
import HealthData
import Localization

/// The choice of what the chart of a workout's page shows, of all that was measured during it.
struct MeasuredModel: Equatable {
    var frame: Rect
    var metrics: [Metric]
    var shown: MetricID?
    var hovered: String?
    var focused: String?
}

@MainActor
enum MeasuredPane {
    private static let prefix = "workouts.measured."

    /// What shows a metric: `workouts.measured.heart-rate`.
    static func command(of metric: MetricID) -> CommandID { CommandID(prefix + metric.rawValue) }

    /// The metric that a command shows; nil for other commands.
    static func metric(of command: CommandID) -> MetricID? {
        command.name.hasPrefix(prefix)
            ? MetricID(String(command.name.dropFirst(prefix.count))) : nil
    }

    static func record(_ model: MeasuredModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let control = SegmentedControl(
            id: "measured", name: tr("What was measured"),
            options: model.metrics.map { metric in
                SegmentedControl.Option(
                    label: metric.name, name: metric.name, command: command(of: metric.id),
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
