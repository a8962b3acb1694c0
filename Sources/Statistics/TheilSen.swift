// The slope of values that a few wrong ones do not change.
//
// Method: the median of the slopes between all pairs of values, H. Theil, "A rank-invariant method of
// linear and polynomial regression analysis", Proc. Kon. Ned. Akad. Wet. A 53 (1950); its interval by
// P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", J. Am. Stat. Assoc. 63
// (1968): the slopes at the ranks (N ∓ z √V) / 2 of N slopes, V = (n (n - 1) (2 n + 5) - Σ t (t - 1)
// (2 t + 5)) / 18 over the ties of values and of places.

import Foundation

/// The slope of values along an axis, with its interval.
package struct TheilSen: Equatable, Sendable {
    /// In values per unit of the axis.
    package let slope: Double
    /// The value at 0: the medians of values and places are on the line.
    package let intercept: Double
    /// Where the slope is likely to be.
    package let interval: ClosedRange<Double>

    /// The line of values at places; nil if no two places differ, or if a slope is not finite.
    ///
    /// Cost: sorting n (n - 1) / 2 slopes.
    ///
    /// - Parameters:
    ///   - x: the places, as many as values.
    ///   - level: the probability of the interval.
    package init?(_ x: [Double], _ y: [Double], level: Double = 0.95) {
        precondition(x.count == y.count, "each value has a place")
        var slopes: [Double] = []
        slopes.reserveCapacity(x.count * max(x.count - 1, 0) / 2)
        for i in x.indices {
            for j in x.indices[..<i] where x[i] != x[j] {
                slopes.append((y[i] - y[j]) / (x[i] - x[j]))
            }
        }
        // Values too far apart to be subtracted have no slope.
        guard slopes.allSatisfy(\.isFinite) else { return nil }
        slopes.sort()
        guard let slope = Order.median(ofSorted: slopes),
            let midX = Order.median(x),
            let midY = Order.median(y)
        else { return nil }
        self.slope = slope
        intercept = midY - slope * midX
        let count = Double(slopes.count)
        let variance = Order.scoreVariance(y.count, ties: Order.ties(x) + Order.ties(y))
        let spread = Normal.quantile((1 + level) / 2) * max(variance, 0).squareRoot()
        let low = Int(((count - spread) / 2).rounded(.toNearestOrEven)) - 1
        let high = Int(((count + spread) / 2).rounded(.toNearestOrEven))
        interval = slopes[max(low, 0)]...slopes[min(max(high, max(low, 0)), slopes.count - 1)]
    }
}
