/// Moves both ends outwards to round numbers, so that the axis begins and ends on a tick.
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
    /// Whether an end stays half a step short of a tick if the data fit into that: an axis to
    /// 12,500 with ticks every 5,000 has less empty space than one to 15,000.
    ///
    /// At least two ticks remain.
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
        let shown = unit.shown(range)
        let nice = ladder.niceRange(shown, maximumTicks: max(2, count), finest: finest)
        step = nice.step
        guard endsAtHalves, let length = nice.step.length else {
            return unit.range(ofShown: nice.range)
        }
        return unit.range(ofShown: shortened(nice.range, to: shown, by: length / 2))
    }

    /// A range between ticks with its ends moved inwards by half a step each, if a shorter range
    /// still fits into it and two ticks remain.
    private func shortened(_ ends: Extent, to range: Extent, by half: Double) -> Extent {
        var ends = ends
        func hasRoom() -> Bool { ends.length > 3.9 * half }
        if hasRoom(), ends.max - half >= range.max { ends.max -= half }
        if hasRoom(), ends.min + half <= range.min { ends.min += half }
        return ends
    }
}
