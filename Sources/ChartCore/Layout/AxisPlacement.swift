/// Where an axis line stands across the plot.
public enum AxisPlacement: Hashable, Sendable {
    /// At a value of the other scale, held at the plot's edge when the value is out of view.
    case value(Double)
    /// At a fraction of the plot, 0 at the other scale's minimum, whatever is in view.
    case relative(Double)

    /// The place along the other scale, 0…1 for a value that is held in view.
    public func place(across other: ScaleMapping) -> Double {
        switch self {
        case .value(let value):
            min(max(other.normalized(other.kind.transform.bound(of: value)), 0), 1)
        case .relative(let fraction): fraction
        }
    }
}
