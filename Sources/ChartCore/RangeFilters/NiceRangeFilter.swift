/// Moves both ends outwards to round numbers, so that the axis begins and ends on a tick.
///
/// The step is the smallest of 1, 2, 5 times a power of ten that makes at most so many ticks
/// (Heckbert's loose labelling); the number follows the length of the viewport where
/// `pointsPerTick` is given.
@MainActor
public final class NiceRangeFilter: RangeFilter {
    /// The most ticks there may be.
    public var maximumTicks: Int
    /// How far apart ticks should stand at least; nil for always `maximumTicks`.
    public var pointsPerTick: Double?

    /// A filter for at most so many ticks.
    public init(maximumTicks: Int = 6, pointsPerTick: Double? = nil) {
        self.maximumTicks = maximumTicks
        self.pointsPerTick = pointsPerTick
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.min.isFinite, range.max.isFinite, range.min <= range.max else { return range }
        var count = maximumTicks
        if let pointsPerTick, context.viewportLength > 0 {
            count = min(count, Int(context.viewportLength / pointsPerTick) + 1)
        }
        return DecimalStep.niceRange(range, maximumTicks: max(2, count)).0
    }
}
