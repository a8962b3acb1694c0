import ChartCore

/// The labels of an axis that is not shown: no texts and no grid lines.
public struct HiddenLabels: AxisLabeling {
    /// Creates the empty labels.
    public init() {}

    public func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel("", hasGridLine: false)
    }

    public func samples(step: AxisStep) -> [AxisLabel] { [] }
}
