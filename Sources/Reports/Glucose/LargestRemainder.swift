/// Shares that are rounded so that they add up to exactly the whole.
///
/// The method of the largest remainder (Hamilton's): all are rounded down, and the rest goes to those that lost
/// most, the first of equal ones first.
package enum LargestRemainder {
    /// Parts of a whole of `units`, as whole numbers that add up to it; zeros if the weights add up to nothing.
    ///
    /// - Parameter weights: not below zero.
    package static func parts(_ weights: [Double], of units: Int) -> [Int] {
        let sum = weights.reduce(0, +)
        guard sum > 0, sum.isFinite else { return weights.map { _ in 0 } }
        // A whole share may be too small by a rounding error of its division, and must not lose one for that.
        let exact = weights.map { $0 / sum * Double(units) }
        var parts = exact.map { Int(($0 + 1e-9).rounded(.down)) }
        let order = exact.indices.sorted { a, b in
            let (x, y) = (exact[a] - Double(parts[a]), exact[b] - Double(parts[b]))
            return x != y ? x > y : a < b
        }
        for index in order.prefix(max(units - parts.reduce(0, +), 0)) { parts[index] += 1 }
        return parts
    }
}
