import ChartCore
import Geometry

/// What an axis writes at a tick, and how.
public struct AxisLabel: Hashable, Sendable {
    /// Where the text stands to its tick.
    public enum Placement: Hashable, Sendable {
        case centered
        /// Beginning at the tick, a little to the right of its grid line.
        case leading
        /// In the middle between the tick and this value: under the bar whose slot begins there.
        case slot(until: Double)
    }

    public var text: String
    public var isStrong: Bool
    public var placement: Placement
    /// Whether a grid line stands at the tick.
    public var hasGridLine: Bool

    public init(
        _ text: String, isStrong: Bool = false, placement: Placement = .centered,
        hasGridLine: Bool = true
    ) {
        self.text = text
        self.isStrong = isStrong
        self.placement = placement
        self.hasGridLine = hasGridLine
    }
}

/// Writes the labels of an axis.
@MainActor
public protocol AxisLabeling {
    /// The label of a tick at a step.
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel
    /// The longest text that ticks of a step can have, to keep them apart; of about that length.
    func longestText(step: AxisStep) -> String
    /// Whether ticks may be as fine as a step; true where nothing is said.
    func allows(_ step: AxisStep) -> Bool
}

extension AxisLabeling {
    public func allows(_ step: AxisStep) -> Bool { true }
}

/// A label at its place, as a layout reports it.
public struct ReportedLabel: Hashable, Sendable {
    public var value: Double
    public var text: String
    /// In points.
    public var rect: Rect
}
