import ChartCore
import Geometry

/// What an axis writes at a tick, and how.
public struct AxisLabel: Hashable, Sendable {
    /// Where the text stands to its tick.
    public typealias Placement = LabelPlacement

    /// What is written; of a block its texts, parted by line ends.
    public var text: String
    /// What is written instead where the whole text would leave a neighbour no room; nil for nothing
    /// shorter.
    public var shortText: String?
    /// Whether it stands out, in the style's strong type and colour.
    public var isStrong: Bool
    /// Whether the short text is strong as the whole one is; not where it does not name the larger
    /// unit.
    public var isShortStrong: Bool
    /// Where the text stands to its tick.
    public var placement: Placement
    /// Whether a grid line stands at the tick.
    public var hasGridLine: Bool
    /// Several lines, or a pill behind them, in place of the text; nil for a line of text.
    public var block: LabelBlock?

    /// A label of several lines, or with a pill behind them.
    public init(
        _ block: LabelBlock, isStrong: Bool = false, hasGridLine: Bool = true
    ) {
        self.init(block.text, isStrong: isStrong, hasGridLine: hasGridLine)
        self.block = block
    }

    /// A label of a line of text.
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
    /// What it is called: `March 2026`.
    public var text: String
    /// From where to where it goes.
    public var range: Extent

    /// A unit by its name and its values.
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
    /// Labels as wide as those of a step get, in each of their looks, by which ticks are kept apart
    /// along a horizontal axis.
    func samples(step: AxisStep) -> [AxisLabel]
    /// Labels as wide as any that a value axis may come to write: room is kept for them whatever is
    /// visible, so that the plot stands still; none where nothing is said.
    var widest: [AxisLabel] { get }
    /// How far apart the ticks of an upright axis should stand that writes them; nil for the axis' own
    /// way, which is so where nothing is said.
    var spacing: TickSpacing? { get }
    /// Whether ticks may be as fine as a step; true where nothing is said.
    func allows(_ step: AxisStep) -> Bool
    /// The way in which labels are written where so long a range is visible: another number where
    /// `variant(_:)` writes other texts; always 0 where nothing is said.
    func variant(over length: Double) -> Int
    /// The same labels in the way of a number.
    func variant(_ number: Int) -> any AxisLabeling
    /// The larger unit that holds a value where labels have a step; nil for none, which is so where
    /// nothing is said.
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

/// A label at its place, as a layout reports it.
public struct ReportedLabel: Hashable, Sendable {
    /// The value of its tick.
    public var value: Double
    /// What is written, which may be the short form.
    public var text: String
    /// Where it stands to its tick: part of what makes it the same label in another frame.
    public var placement: LabelPlacement
    /// In points.
    public var rect: Rect
    /// How much of it can be seen: more than 0, up to 1.
    public var opacity: Double

    /// A label put together.
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
