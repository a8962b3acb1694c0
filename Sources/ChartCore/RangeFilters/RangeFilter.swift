/// What a range filter may use in addition to the range it receives.
public struct RangeContext: Hashable, Sendable {
    /// The smallest and the largest of the data; `Extent.nothing` if there are none.
    public var source: Extent
    /// The length of the plot along the axis, in points: the view without its paddings.
    public var viewportLength: Double

    /// Creates a context.
    public init(source: Extent, viewportLength: Double = 0) {
        self.source = source
        self.viewportLength = viewportLength
    }

    /// Whether there are any data.
    public var hasData: Bool { source.min <= source.max }
}

/// A small rule that turns one range into another; filters run one after the other in an updater.
///
/// A class, because an updater distinguishes its filters by identity, and because some of them are
/// changed while the chart exists (a window's length, an interaction's state).
@MainActor
public protocol RangeFilter: AnyObject {
    /// The range to hand on for the incoming range. Without data the first filter gets
    /// `Extent.nothing`.
    func filter(_ range: Extent, _ context: RangeContext) -> Extent
}

/// A filter that rounds a range to a step, which the ticks of its axis should have.
@MainActor
public protocol SteppingRangeFilter: RangeFilter {
    /// The step to which the last range was rounded; nil before the first one.
    var step: AxisStep? { get }
}

/// Records the range that passes through and changes nothing; used to limit panning to an earlier
/// range.
@MainActor
public final class RecorderFilter: RangeFilter {
    /// The range that passed through last; `Extent.nothing` before the first.
    public private(set) var range = Extent.nothing

    /// A recorder that has not recorded a range yet.
    public init() {}

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        self.range = range
        return range
    }
}

/// The extremes of the data, or an alternative; the incoming range is ignored.
///
/// An end is that of the data. It is the alternative's if there are no data, and also if the end
/// may expand and the alternative is further out. So an empty chart still has a sensible axis.
@MainActor
public final class SourceFilter: RangeFilter {
    /// The range to use without data.
    public var alternative: Extent
    /// Whether the alternative's minimum is used if the data's is larger.
    public var expandMin: Bool
    /// Whether the alternative's maximum is used if the data's is smaller.
    public var expandMax: Bool

    /// A filter with an alternative that both ends may expand to.
    public init(alternative: Extent, expandMin: Bool = true, expandMax: Bool = true) {
        self.alternative = alternative
        self.expandMin = expandMin
        self.expandMax = expandMax
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard context.hasData else { return alternative }
        let data = context.source
        return Extent(
            min: expandMin && alternative.min < data.min ? alternative.min : data.min,
            max: expandMax && alternative.max > data.max ? alternative.max : data.max)
    }
}

/// Adds room on both sides of the incoming range, or of the data.
///
/// The range is widened if `widensRange` is true. Then the padded extreme of the data is used if it
/// is further out, or in any case if that side may shrink.
@MainActor
public final class PaddingFilter: RangeFilter {
    /// Room below, in units of the scale.
    public var low: Double
    /// Room above, in units of the scale.
    public var high: Double
    /// Whether the incoming range is widened too.
    public var widensRange: Bool
    /// Whether the lower end may move inwards.
    public var shrinkMin: Bool
    /// Whether the upper end may move inwards.
    public var shrinkMax: Bool

    /// A filter that adds room and never takes any away.
    public init(
        low: Double, high: Double, widensRange: Bool = true, shrinkMin: Bool = false,
        shrinkMax: Bool = false
    ) {
        self.low = low
        self.high = high
        self.widensRange = widensRange
        self.shrinkMin = shrinkMin
        self.shrinkMax = shrinkMax
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        var result = range
        if widensRange {
            result.min -= low
            result.max += high
        }
        if context.hasData {
            let padded = Extent(min: context.source.min - low, max: context.source.max + high)
            if shrinkMin || padded.min < result.min { result.min = padded.min }
            if shrinkMax || padded.max > result.max { result.max = padded.max }
        }
        return result
    }
}

/// Moves both ends to multiples of an interval, outwards unless that side may shrink.
///
/// The multiples are `anchor + n · interval` for any whole n, including negative ones: rounding is
/// towards minus and plus infinity, never towards zero. An end that is on a multiple, except for
/// rounding errors, stays there.
@MainActor
public final class IntervalFilter: RangeFilter {
    /// One of the multiples.
    public var anchor: Double
    /// The distance of the multiples, above zero.
    public var interval: Double
    /// Whether the lower end may move inwards.
    public var shrinkMin: Bool
    /// Whether the upper end may move inwards.
    public var shrinkMax: Bool

    /// A filter for multiples of an interval.
    public init(
        interval: Double, anchor: Double = 0, shrinkMin: Bool = false, shrinkMax: Bool = false
    ) {
        precondition(interval > 0, "an interval filter needs an interval above zero")
        self.interval = interval
        self.anchor = anchor
        self.shrinkMin = shrinkMin
        self.shrinkMax = shrinkMax
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.min.isFinite, range.max.isFinite else { return range }
        let snapped = Extent(
            min: snap(range.min, shrinkMin ? .up : .down),
            max: snap(range.max, shrinkMax ? .down : .up))
        // A range shorter than the interval cannot shrink.
        if snapped.min > snapped.max {
            return Extent(min: snap(range.min, .down), max: snap(range.max, .up))
        }
        return snapped
    }

    private func snap(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        let steps = (value - anchor) / interval
        let nearest = steps.rounded()
        // A few rounding errors of the division and of the value count as being on the multiple.
        let tolerance = 4 * max(steps.ulp, (value / interval).ulp)
        let n = abs(steps - nearest) <= tolerance ? nearest : steps.rounded(rule)
        return anchor + n * interval
    }
}

/// A fixed length about an anchor of the range.
///
/// The anchor ranges from -1 (the minimum is kept) through 0 (the middle) to 1 (the maximum).
@MainActor
public final class LengthFilter: RangeFilter {
    /// The length of the result, in units of the scale.
    public var length: Double
    /// The part that is kept: -1 the minimum, 0 the middle, 1 the maximum.
    public var anchor: Double
    /// Added to both ends at the end.
    public var offset: Double

    /// A filter for a fixed length.
    public init(length: Double, anchor: Double = 0, offset: Double = 0) {
        self.length = length
        self.anchor = anchor
        self.offset = offset
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        let middle = range.mid
        let anchored = middle + anchor * (range.max - middle)
        return Extent(
            min: anchored - (anchor + 1) * length / 2 + offset,
            max: anchored + (1 - anchor) * length / 2 + offset)
    }
}

/// A length that the range has at least, about its middle.
///
/// Values that hardly differ would otherwise fill the axis, and look as if they changed much.
@MainActor
public final class MinimumLengthFilter: RangeFilter {
    /// The least length of the result, in units of the scale.
    public var length: Double

    /// A filter for a least length.
    public init(_ length: Double) { self.length = length }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.min <= range.max, range.length < length else { return range }
        return range.expanded(by: (length - range.length) / 2)
    }
}

/// A custom rule.
@MainActor
public final class BlockFilter: RangeFilter {
    /// A function from a range and its context to a range.
    public typealias Rule = @MainActor (Extent, RangeContext) -> Extent
    private let rule: Rule

    /// A filter that applies a rule.
    public init(_ rule: @escaping Rule) { self.rule = rule }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent { rule(range, context) }
}

/// A length that follows the view's: a wider window shows more data at the same density.
///
/// The place at fraction `dataAnchor` of the range is put at fraction `viewAnchor` of the view.
@MainActor
public final class ViewSizeFilter: RangeFilter {
    /// Units of the scale for one point of the view.
    public var unitsPerPoint: Double
    /// Points of the viewport's length that do not count.
    public var padding: Double
    /// The place in the range that keeps its value, 0…1.
    public var dataAnchor: Double
    /// Where in the view that place is, 0…1.
    public var viewAnchor: Double

    /// A filter for a density.
    public init(
        unitsPerPoint: Double, padding: Double = 0, dataAnchor: Double = 1, viewAnchor: Double = 1
    ) {
        self.unitsPerPoint = unitsPerPoint
        self.padding = padding
        self.dataAnchor = dataAnchor
        self.viewAnchor = viewAnchor
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        let length = unitsPerPoint * max(0, context.viewportLength - padding)
        let fixed = range.min + (range.max - range.min) * dataAnchor
        return Extent(min: fixed - viewAnchor * length, max: fixed + (1 - viewAnchor) * length)
    }
}

/// Adds room beyond the ends of the range, as a fraction of it, so that the topmost sample does not
/// touch the edge.
///
/// A zero-based range extends to zero, and each end that is not zero is moved outwards by the
/// fraction of its distance from there. In any other range each end is moved by the fraction of the
/// length, but never across zero unless the data cross it: data that are never negative get no
/// negative axis.
@MainActor
public final class HeadroomFilter: RangeFilter {
    /// The fraction that is added.
    public var part: Double
    /// Whether the range reaches to zero.
    public var isZeroBased: Bool
    /// The range to use if there is nothing but zero, or nothing at all.
    public var alternative: Extent

    /// A filter that adds a twentieth by default.
    public init(part: Double = 0.05, isZeroBased: Bool = true, alternative: Extent = .unit) {
        self.part = part
        self.isZeroBased = isZeroBased
        self.alternative = alternative
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.min <= range.max else { return alternative }
        if isZeroBased {
            guard range.max > 0 || range.min < 0 else { return alternative }
            return Extent(
                min: min(0, range.min) * (1 + part), max: max(0, range.max) * (1 + part))
        }
        let margin = range.length * part
        return Extent(
            min: range.min >= 0 ? max(0, range.min - margin) : range.min - margin,
            max: range.max <= 0 ? min(0, range.max + margin) : range.max + margin)
    }
}
