/// Moves both ends outwards to round numbers, so that the axis begins and ends on a tick, or half a
/// step beyond one.
///
/// The step is the smallest of a ladder (1, 2, 5 times a power of ten; hours, minutes and seconds
/// for lengths of time) that makes at most `maximumTicks` ticks (Heckbert's loose labelling). If
/// `spacing` is given, the number of ticks follows the length of the viewport. Numbers are round in
/// the unit that is shown.
@MainActor
public final class NiceRangeFilter: SteppingRangeFilter {
    /// The most ticks there may be.
    public var maximumTicks: Int
    /// The distance that ticks should have; nil to use `maximumTicks` always.
    public var spacing: TickSpacing?
    /// The round steps.
    public var ladder: ValueLadder
    /// The unit in which values are shown.
    public var unit: ShownUnit
    /// The finest step on the decimal ladder; the step of 1 if values are whole numbers.
    public var finest: DecimalStep?
    /// Whether the axis may end half a step beyond its outermost ticks: less of it is empty then.
    public var endsAtHalves: Bool
    /// The step to which the last range was rounded; nil before the first one.
    public private(set) var step: AxisStep?

    /// A filter for a given maximum number of ticks.
    public init(
        maximumTicks: Int = 6, spacing: TickSpacing? = nil, ladder: ValueLadder = .decimal,
        unit: ShownUnit = .same, finest: DecimalStep? = nil, endsAtHalves: Bool = false
    ) {
        self.maximumTicks = maximumTicks
        self.spacing = spacing
        self.ladder = ladder
        self.unit = unit
        self.finest = finest
        self.endsAtHalves = endsAtHalves
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.min.isFinite, range.max.isFinite, range.min <= range.max else { return range }
        var count = maximumTicks
        if let spacing, context.viewportLength > 0 {
            count = min(count, spacing.count(length: context.viewportLength))
        }
        let nice = ladder.niceRange(
            unit.shown(range), maximumTicks: max(2, count), finest: finest,
            halves: endsAtHalves)
        step = nice.step
        return unit.range(ofShown: nice.range)
    }
}
