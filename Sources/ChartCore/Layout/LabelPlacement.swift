/// The placement of a label's text relative to its tick.
public enum LabelPlacement: Hashable, Sendable {
    /// With its middle at the tick.
    case centered
    /// Beginning at the tick, a little to the right of its grid line.
    case leading
    /// In the middle between the tick and this value: under the bar whose slot begins there.
    case slot(until: Double)
}
