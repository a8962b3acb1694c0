import ChartCore
import Geometry

/// The text of an axis at a tick, and its look.
public struct AxisLabel: Hashable, Sendable {
    /// The position of the text relative to its tick.
    public typealias Placement = LabelPlacement

    /// The text; for a block its texts, separated by newlines.
    public var text: String
    /// A shorter text, for when the whole text would leave a neighbour no room; nil if there is
    /// none.
    public var shortText: String?
    /// Whether it is emphasised, in the style's strong type and colour.
    public var isStrong: Bool
    /// Whether the short text is as strong as the whole one; false if it does not name the larger
    /// unit.
    public var isShortStrong: Bool
    /// The position of the text relative to its tick.
    public var placement: Placement
    /// Whether there is a grid line at the tick.
    public var hasGridLine: Bool
    /// Several lines, or lines with a pill behind them, in place of the text; nil for a line of
    /// text.
    public var block: LabelBlock?

    /// A label of several lines, or with a pill behind them.
    public init(
        _ block: LabelBlock, isStrong: Bool = false, hasGridLine: Bool = true
    ) {
        self.init(block.text, isStrong: isStrong, hasGridLine: hasGridLine)
        self.block = block
    }

    /// A label with one line of text.
    public init(
        _ text: String, short: String? = nil, isStrong: Bool = false, isShortStrong: Bool = true,
        placement: Placement = .centered, hasGridLine: Bool = true
    ) {
        self.text = text
        shortText = short
        self.isStrong = isStrong
        self.isShortStrong = isStrong && isShortStrong
        self.placement = placement
        self.hasGridLine = hasGridLine
    }
}

/// The larger unit that an axis is in: the month over its days.
public struct AxisTier: Hashable, Sendable {
    /// Its name: `March 2026`.
    public var text: String
    /// Its extent.
    public var range: Extent

    /// Creates a unit from its name and its values.
    public init(_ text: String, over range: Extent) {
        self.text = text
        self.range = range
    }
}

/// Writes the labels of an axis.
@MainActor
public protocol AxisLabeling {
    /// The label of a tick at a step.
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel
    /// Sample labels as wide as those of a step get, in each of their looks; they determine the
    /// distance of ticks along a horizontal axis.
    func samples(step: AxisStep) -> [AxisLabel]
    /// Labels as wide as any that a value axis may write: room is kept for them whatever is
    /// visible, so that the plot does not move; none by default.
    var widest: [AxisLabel] { get }
    /// The distance of ticks on a vertical axis with these labels; nil, the default, for that of
    /// the axis.
    var spacing: TickSpacing? { get }
    /// Whether ticks may be as fine as a step; true by default.
    func allows(_ step: AxisStep) -> Bool
    /// The variant for the length of the visible range: another number if `variant(_:)` writes
    /// other texts; always 0 by default.
    func variant(over length: Double) -> Int
    /// The same labels in a variant.
    func variant(_ number: Int) -> any AxisLabeling
    /// The larger unit that contains a value when labels have a step; nil, the default, for none.
    func tier(at value: Double, step: AxisStep) -> AxisTier?
}

extension AxisLabeling {
    public var widest: [AxisLabel] { [] }
    public var spacing: TickSpacing? { nil }
    public func allows(_ step: AxisStep) -> Bool { true }
    public func variant(over length: Double) -> Int { 0 }
    public func variant(_ number: Int) -> any AxisLabeling { self }
    public func tier(at value: Double, step: AxisStep) -> AxisTier? { nil }
}

/// A label with its position, as a layout reports it.
public struct ReportedLabel: Hashable, Sendable {
    /// The value of its tick.
    public var value: Double
    /// The text, which may be the short form.
    public var text: String
    /// Its position relative to its tick; part of what identifies the label across frames.
    public var placement: LabelPlacement
    /// Its rectangle in points.
    public var rect: Rect
    /// Its opacity: more than 0, up to 1.
    public var opacity: Double

    /// Creates a reported label.
    public init(
        value: Double, text: String, placement: LabelPlacement = .centered, rect: Rect,
        opacity: Double = 1
    ) {
        self.value = value
        self.text = text
        self.placement = placement
        self.rect = rect
        self.opacity = opacity
    }
}
