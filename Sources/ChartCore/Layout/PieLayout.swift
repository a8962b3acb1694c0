// The angles of a pie.
//
// Method: slices follow one another in the order of their values, each as wide as its part of the
// whole, from 12 o'clock on clockwise. Borders are sums of what comes before, so that neighbours
// share theirs to the last digit and the last one ends where the first begins. Values are divided
// by the largest before they are added: no sum is too large.

/// Which part of a turn each of some values has.
public struct PieLayout: Hashable, Sendable {
    /// One value's part.
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

    /// The slices, clockwise; none where no value is above zero.
    public let slices: [Slice]

    /// The slices of values; those that are not above zero, or not finite, have none.
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

    /// The slice that holds a direction, in radians clockwise from 12 o'clock; any number of turns.
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
