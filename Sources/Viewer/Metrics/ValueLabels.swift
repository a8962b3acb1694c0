import ChartCore
import Charts

/// Labels of a value axis, in the metric's unit.
struct ValueLabels: AxisLabeling {
    let format: MetricFormat
    /// The ranges that the axis may have: space is reserved for the labels of each.
    var ranges: [Extent] = []

    var widest: [AxisLabel] {
        let most = TickSpacing().most
        return ranges.filter { $0.min <= $0.max }.flatMap { range in
            let (ends, step) = format.ladder.niceRange(
                format.scale.shown(range), maximumTicks: most, finest: format.finestStep)
            return step.ticks(over: ends).map { label($0, step: step) }
        }
    }

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(format.label(tick, step: step))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [] }
}
