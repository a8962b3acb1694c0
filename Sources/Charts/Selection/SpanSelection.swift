import ChartCore

/// A span of x that a person has selected, or is selecting.
public struct SpanSelection: Hashable, Sendable {
    /// The input that is selecting it at the moment.
    public enum Hold: Hashable, Sendable {
        /// A drag with the right button, or with Shift.
        case drag
        /// The arrow keys.
        case keys
    }

    /// The position where selecting began, as a value of x.
    public var anchor: Double
    /// The position it has reached, as a value of x.
    public var head: Double
    /// The selected span: from border to border of bars, or from sample to sample.
    public var span: Extent
    /// The input that is selecting it; nil once it is complete.
    public var hold: Hold?
    /// The time of the last change, in seconds.
    public var time: Double

    /// Whether anything is selected yet: a press without a movement selects nothing.
    public var isShown: Bool { hold != .drag || anchor != head }

    /// Creates a selection.
    public init(anchor: Double, head: Double, span: Extent, hold: Hold?, time: Double) {
        self.anchor = anchor
        self.head = head
        self.span = span
        self.hold = hold
        self.time = time
    }
}
