/// The position of an axis line across the plot.
public enum AxisPlacement: Hashable, Sendable {
    /// At a value of the other scale, kept at the plot's edge if the value is out of view.
    case value(Double)
    /// At a fraction of the plot, 0 at the other scale's minimum, whatever is in view.
    case relative(Double)

    /// The place along the other scale, 0…1; a value out of view is clamped.
    public func place(across other: ScaleMapping) -> Double {
        switch self {
        case .value(let value):
            min(max(other.normalized(other.kind.transform.bound(of: value)), 0), 1)
        case .relative(let fraction): fraction
        }
    }
}
