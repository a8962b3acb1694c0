// What follows from the order of values.

/// Ranks, medians and quantiles.
package enum Order {
    /// The ranks of values from 1 on; equal values have the mean of their ranks.
    package static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        for run in runs(order.map { values[$0] }) {
            // The mean of lowerBound + 1 … upperBound.
            let rank = Double(run.lowerBound + 1 + run.upperBound) / 2
            for index in run { ranks[order[index]] = rank }
        }
        return ranks
    }

    /// How often each value occurs that occurs more than once.
    package static func ties(_ values: [Double]) -> [Int] {
        runs(values.sorted()).map(\.count).filter { $0 > 1 }
    }

    /// The runs of equal values in order.
    private static func runs(_ sorted: [Double]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for index in sorted.indices
        where index + 1 == sorted.count || sorted[index + 1] != sorted[index] {
            runs.append(start..<index + 1)
            start = index + 1
        }
        return runs
    }

    /// The value that a share of the values is below, between the two nearest; nil without values.
    ///
    /// Type 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American
    /// Statistician 50 (1996).
    ///
    /// - Parameter sorted: the values in order.
    package static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double? {
        guard let last = sorted.last, share.isFinite else { return nil }
        let place = min(max(share, 0), 1) * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    /// The middle of the values; nil without any.
    package static func median(_ values: [Double]) -> Double? {
        median(ofSorted: values.sorted())
    }

    /// The variance of Kendall's score of values in any order, with ties as often as they occur: of the pairs
    /// that rise less those that fall.
    static func scoreVariance(_ count: Int, ties: [Int]) -> Double {
        func part(_ count: Int) -> Double {
            let n = Double(count)
            return n * (n - 1) * (2 * n + 5)
        }
        return (part(count) - ties.reduce(0) { $0 + part($1) }) / 18
    }

    /// The middle of values in order; nil without any.
    package static func median(ofSorted sorted: [Double]) -> Double? {
        guard !sorted.isEmpty else { return nil }
        let half = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    }
}
