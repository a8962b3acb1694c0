/// Adds room beyond the ends of a range of places and moves both ends outwards to round numbers, so
/// that a logarithmic axis begins and ends on a tick.
///
/// Input and output are places (decimal logarithms; see `ScaleTransform`), not values. The step is
/// the finest that makes at most `maximumTicks` ticks: every n-th decade over many decades, each
/// decade, 1-2-5, and finer steps if the range is short. If `spacing` is given, the number of ticks
/// follows the length of the viewport. Numbers are round in the unit that is shown.
@MainActor
public final class DecadeRangeFilter: SteppingRangeFilter {
    /// How values become places: a logarithmic or a symmetric transform.
    public let transform: ScaleTransform
    /// The part of the range that is added beyond its ends.
    ///
    /// On a symmetric scale never across zero.
    public var headroom: Double
    /// Whether a symmetric scale reaches to zero; a logarithmic one never does.
    public var includesZero: Bool
    /// The most ticks there may be.
    public var maximumTicks: Int
    /// The distance that ticks should have; nil to use `maximumTicks` always.
    public var spacing: TickSpacing?
    /// The unit in which values are shown.
    public var unit: ShownUnit
    /// The range to use if there are no data, in places.
    public var alternative: Extent
    /// The step to which the last range was rounded; nil before the first one.
    public private(set) var step: AxisStep?

    /// A filter that adds a twentieth by default, for a maximum number of ticks.
    public init(
        _ transform: ScaleTransform = .logarithmic, headroom: Double = 0.05,
        includesZero: Bool = false, maximumTicks: Int = 6, spacing: TickSpacing? = nil,
        unit: ShownUnit = .same, alternative: Extent = .unit
    ) {
        precondition(!transform.isIdentity, "a scale without decades has no ends on decades")
        precondition(headroom >= 0, "the headroom of a range cannot be negative")
        self.transform = transform
        self.headroom = headroom
        self.includesZero = includesZero
        self.maximumTicks = maximumTicks
        self.spacing = spacing
        self.unit = unit
        self.alternative = alternative
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        var wanted = range
        // The size of the smallest value above zero is not known.
        if wanted.min == -.infinity, wanted.max.isFinite {
            wanted.min = wanted.max - ScaleTransform.depth
        }
        guard wanted.min.isFinite, wanted.max.isFinite, wanted.min <= wanted.max else {
            wanted = alternative
            return round(wanted, context)
        }
        let isSymmetric = transform.linearTo != nil
        let data = wanted
        if isSymmetric, includesZero {
            wanted = Extent(min: min(0, wanted.min), max: max(0, wanted.max))
        }
        let margin = wanted.length * headroom
        wanted = wanted.expanded(by: margin)
        if isSymmetric {
            if data.min >= 0 { wanted.min = max(0, wanted.min) }
            if data.max <= 0 { wanted.max = min(0, wanted.max) }
        }
        return round(wanted, context)
    }

    private func round(_ range: Extent, _ context: RangeContext) -> Extent {
        var count = maximumTicks
        if let spacing, context.viewportLength > 0 {
            count = min(count, spacing.count(length: context.viewportLength))
        }
        let nice = LogarithmicStep.niceRange(
            range, maximumTicks: max(2, count), transform: transform, unit: unit)
        step = .logarithmic(nice.step)
        return nice.range
    }
}
