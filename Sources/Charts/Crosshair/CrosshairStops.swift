// The positions that a crosshair can have.
//
// Method: three binary searches find the bounds of what is in view and the requested position in
// it; from there the search runs outwards to the first stop that is present on either side. So a
// long run of gaps costs its length, and everything else O(log count).

import ChartCore

/// The positions of a mark that a crosshair can have, in the order of x: samples, slots of bars.
///
/// For a program's own marks that conform to `ReadableMark`.
public struct CrosshairStops {
    /// The number of stops.
    public let count: Int
    private let span: (Int) -> Extent
    private let isPresent: (Int) -> Bool

    /// Stops whose positions are computed when needed, and not kept.
    ///
    /// - Parameters:
    ///   - span: the extent of a stop; a sample has no length.
    ///   - isPresent: whether a stop can be read.
    public init(
        count: Int, span: @escaping (Int) -> Extent, isPresent: @escaping (Int) -> Bool
    ) {
        self.count = count
        self.span = span
        self.isPresent = isPresent
    }

    /// The stop nearest to a position among those with their middle in a range; the earlier one of
    /// two at the same distance.
    public func nearest(to x: Double, within range: Extent) -> Int? {
        guard !x.isNaN else { return nil }
        func distance(_ index: Int) -> Double {
            let span = span(index)
            return max(span.min - x, x - span.max, 0)
        }
        func isIn(_ index: Int) -> Bool { isPresent(index) && range.contains(span(index).mid) }
        // The first stop that does not end before the position, and any that may be nearer. A slot
        // does not include its end.
        let split = (0..<count).partitioningIndex {
            let span = span($0)
            return span.max > x || span.min >= x
        }
        let first = (0..<count).partitioningIndex { span($0).mid >= range.min }
        let end = (0..<count).partitioningIndex { span($0).mid > range.max }
        var after = max(split, first)
        while after < end, !isIn(after) { after += 1 }
        let next = after < end ? after : nil
        if let next, span(next).min <= x { return next }
        var before = min(split, end) - 1
        let reach = next.map(distance) ?? .infinity
        while before >= first, distance(before) <= reach, !isIn(before) { before -= 1 }
        guard before >= first, distance(before) <= reach else { return next }
        // The first of several at the same position.
        let place = span(before).min
        while before > first, span(before - 1).min == place, isIn(before - 1) { before -= 1 }
        return before
    }

    /// The stop `count` stops after a position (before it if negative); the last one in that
    /// direction if there are fewer.
    public func step(from x: Double, by count: Int) -> Int? {
        var found: Int?
        var left = abs(count)
        if count > 0 {
            var index = (0..<self.count).partitioningIndex { span($0).mid > x }
            while index < self.count, left > 0 {
                if isPresent(index) {
                    found = index
                    left -= 1
                }
                index += 1
            }
        } else if count < 0 {
            var index = (0..<self.count).partitioningIndex { span($0).mid >= x } - 1
            while index >= 0, left > 0 {
                if isPresent(index) {
                    found = index
                    left -= 1
                }
                index -= 1
            }
        }
        return found
    }
}
