// The angles of a pie.
//
// Method: slices follow one another in the order of their values, each as wide as its fraction of
// the whole, clockwise from 12 o'clock. Borders are sums of the values before, so that neighbours
// have exactly the same border and the last one ends where the first begins. Values are divided by
// the largest before they are added, so that no sum overflows.

/// The part of a turn that each of some values gets.
public struct PieLayout: Hashable, Sendable {
    /// The slice of one value.
    public struct Slice: Hashable, Sendable {
        /// The number of the value.
        public var index: Int
        /// Where it begins, in radians clockwise from 12 o'clock.
        public var start: Double
        /// Where it ends, in radians clockwise from 12 o'clock.
        public var end: Double

        /// How wide it is, in radians.
        public var angle: Double { end - start }
    }

    /// The slices, clockwise; none if no value is above zero.
    public let slices: [Slice]

    /// The slices of values; those that are not above zero, or not finite, get none.
    public init(values: [Double]) {
        let known = values.indices.filter { values[$0] > 0 && values[$0].isFinite }
        guard let last = known.last, let most = known.map({ values[$0] }).max() else {
            slices = []
            return
        }
        let total = known.reduce(0) { $0 + values[$1] / most }
        var sum = 0.0
        var start = 0.0
        var made: [Slice] = []
        for index in known {
            sum += values[index] / most
            let end = index == last ? 2 * Double.pi : 2 * Double.pi * (sum / total)
            if end > start { made.append(Slice(index: index, start: start, end: end)) }
            start = end
        }
        slices = made
    }

    /// The slice that contains a direction, in radians clockwise from 12 o'clock; any number of
    /// turns.
    ///
    /// O(log slices).
    public func slice(at angle: Double) -> Slice? {
        guard angle.isFinite, !slices.isEmpty else { return nil }
        let turn = 2 * Double.pi
        var place = angle.remainder(dividingBy: turn)
        if place < 0 { place += turn }
        let index = slices.indices.partitioningIndex { slices[$0].end > place }
        return slices[min(index, slices.count - 1)]
    }
}
