import ChartCore

/// Extends the values of an axis to one more value, if that is near them.
///
/// It is near if what is shown keeps at least half of the axis. So a goal that is almost reached is in
/// the picture, and one that is far away does not press the values into a strip.
@MainActor
final class NearbyValueFilter: RangeFilter {
    /// The value; nil for none.
    var value: Double?
    /// Whether the axis begins at zero.
    var isZeroBased = false

    /// The least length of an axis of equal values, as a part of them.
    private static let least = 0.02

    func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        context.hasData ? including(range) : range
    }

    /// A range with the value, if that is near.
    func including(_ range: Extent) -> Extent {
        guard let value, value.isFinite, range.min <= range.max else { return range }
        var shown = range
        if isZeroBased { shown.include(0) }
        let length = max(shown.length, abs(shown.mid) * Self.least)
        var extended = shown
        extended.include(value)
        guard extended.length <= 2 * length else { return range }
        var result = range
        result.include(value)
        return result
    }
}
