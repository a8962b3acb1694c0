// The colours of a track by a value along it.
//
// Method: the values between which nine of ten points lie are divided into equal classes, whose colours
// are evenly spaced on a scale; what is beyond has the first or the last one, and the key says so. So one
// wrong value does not take the differences of all others away. Points without a value have none of
// these colours.

import Geometry

/// The classes of values along a track, with their colours.
public struct TrackColoring: Hashable, Sendable {
    /// The values of the first and of the last colour.
    public let range: ClosedRange<Double>
    /// The colours of the classes, from the lowest to the highest value.
    public let colors: [Color]
    /// Whether values are below the range, or above it.
    public let isCut: (below: Bool, above: Bool)

    /// The classes of values, of which those that are not numbers do not count; nil if there is no
    /// number, or if all are equal.
    ///
    /// Cost: sorting the values.
    ///
    /// - Parameters:
    ///   - part: the part of the values that is within the range; of the others as many are below as
    ///     above.
    ///   - isEven: whether zero is in the middle of the range, as for slopes.
    public init?(
        _ values: some Sequence<Double>, colors: [Color], part: Double = 0.9, isEven: Bool = false
    ) {
        precondition(!colors.isEmpty, "values need colours")
        let sorted = values.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last, last > first else { return nil }
        func value(at part: Double) -> Double {
            let place = part * Double(sorted.count - 1)
            let index = min(Int(place), sorted.count - 2)
            return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
        }
        var (low, high) = (value(at: (1 - part) / 2), value(at: (1 + part) / 2))
        if high <= low { (low, high) = (first, last) }
        if isEven {
            high = max(abs(low), abs(high))
            low = -high
        }
        range = low...high
        isCut = (first < low, last > high)
        self.colors = colors
    }

    /// The number of the class of a value; nil if it is not a number.
    public func number(of value: Double) -> Int? {
        guard value.isFinite else { return nil }
        let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return min(max(Int((part * Double(colors.count)).rounded(.down)), 0), colors.count - 1)
    }

    public static func == (a: TrackColoring, b: TrackColoring) -> Bool {
        a.range == b.range && a.colors == b.colors && a.isCut == b.isCut
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(range)
        hasher.combine(colors)
    }
}
