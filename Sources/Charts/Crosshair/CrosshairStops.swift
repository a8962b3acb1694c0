// Where a crosshair can stand.
//
// Method: three binary searches bound what is in view and where the place asked for lies among it;
// from there outwards to the first that is present on either side. So a long run of gaps costs its
// length, and everything else O(log count).

import ChartCore

/// The places of a mark on which a crosshair can stand, in the order of x: samples, slots of bars.
///
/// What a mark of one's own needs for `ReadableMark`.
public struct CrosshairStops {
    /// How many there are.
    public let count: Int
    private let span: (Int) -> Extent
    private let isPresent: (Int) -> Bool

    /// Stops that are asked for their places when they are needed, and not kept.
    ///
    /// - Parameters:
    ///   - span: from where to where a stop reaches; a sample has no length.
    ///   - isPresent: whether there is something to tell of it.
    public init(
        count: Int, span: @escaping (Int) -> Extent, isPresent: @escaping (Int) -> Bool
    ) {
        self.count = count
        self.span = span
        self.isPresent = isPresent
    }

    /// The stop nearest to a place among those with their middle in a range; of two as near, the
    /// earlier one.
    public func nearest(to x: Double, within range: Extent) -> Int? {
        guard !x.isNaN else { return nil }
        func distance(_ index: Int) -> Double {
            let span = span(index)
            return max(span.min - x, x - span.max, 0)
        }
        func isIn(_ index: Int) -> Bool { isPresent(index) && range.contains(span(index).mid) }
        // The first that does not end before the place, and what can be nearer than that. A slot
        // does not hold its end.
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
        // Of several at one place the first.
        let place = span(before).min
        while before > first, span(before - 1).min == place, isIn(before - 1) { before -= 1 }
        return before
    }

    /// The stop that lies so many stops after a place (before it where negative); the last one there
    /// is where there are fewer.
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
