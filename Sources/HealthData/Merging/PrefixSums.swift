/// Numbers at positions of a list, and the sums of those before any position.
///
/// A binary indexed tree (P. M. Fenwick, Software: Practice and Experience 24, 1994). Cost: O(log n)
/// for each call.
struct PrefixSums<Number: AdditiveArithmetic> {
    private var sums: [Number]

    /// Zero at `count` positions.
    init(count: Int) { sums = [Number](repeating: .zero, count: count + 1) }

    /// Adds to the number at a position; one after the last is in no sum.
    mutating func add(_ value: Number, at place: Int) {
        var index = place + 1
        while index < sums.count {
            sums[index] += value
            index += index & -index
        }
    }

    /// The sum of the numbers before a position.
    func sum(before place: Int) -> Number {
        var index = place
        var sum = Number.zero
        while index > 0 {
            sum += sums[index]
            index -= index & -index
        }
        return sum
    }
}
