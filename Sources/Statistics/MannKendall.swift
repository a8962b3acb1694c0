// Whether values rise or fall over time, by nothing but their order.
//
// Method: H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945), and M. G. Kendall,
// "Rank correlation methods" (1975), with ties. Values that follow one another are alike, and the test
// would find trends where there are none; so its variance is corrected as in K. H. Hamed and A. R. Rao, "A
// modified Mann-Kendall trend test for autocorrelated data", J. Hydrol. 204 (1998): with the significant
// autocorrelations of the ranks of the values without their slope.

import Foundation

/// A test of a trend.
package struct MannKendall: Equatable, Sendable {
    /// The pairs that rise less those that fall.
    package let score: Double
    /// The variance of the score if there is no trend, corrected for autocorrelation.
    package let variance: Double
    /// The score in units of its deviation.
    package let z: Double
    /// The probability of a score at least as far from 0 if there is no trend.
    package let p: Double
    /// The score as a part of the most that it can be: Kendall's tau.
    package let tau: Double

    /// The least number of values.
    package static let least = 10

    /// A test of values at equal distances; nil for fewer than `least`, and for values that are all equal.
    ///
    /// Cost: quadratic in the number of values.
    ///
    /// - Parameter isCorrected: whether the variance is corrected for autocorrelation.
    package init?(_ values: [Double], isCorrected: Bool = true) {
        let count = values.count
        guard count >= Self.least, values.contains(where: { $0 != values[0] }) else { return nil }
        var score = 0.0
        for i in values.indices {
            for j in values.indices[..<i] {
                score += values[i] > values[j] ? 1 : values[i] < values[j] ? -1 : 0
            }
        }
        let n = Double(count)
        let ties = Order.ties(values).map(Double.init)
        var variance =
            (n * (n - 1) * (2 * n + 5) - ties.reduce(0) { $0 + $1 * ($1 - 1) * (2 * $1 + 5) }) / 18
        if isCorrected { variance *= Self.correction(values) }
        self.score = score
        self.variance = variance
        tau = score / (n * (n - 1) / 2)
        // A correction below zero is none: the values alternate so much that nothing can be said.
        guard variance > 0 else {
            (z, p) = (0, 1)
            return
        }
        z = score == 0 ? 0 : (score - (score > 0 ? 1 : -1)) / variance.squareRoot()
        p = Normal.beyond(z)
    }

    /// What the variance is multiplied by.
    private static func correction(_ values: [Double]) -> Double {
        let n = Double(values.count)
        let places = values.indices.map(Double.init)
        guard let line = TheilSen(places, values) else { return 1 }
        let ranks = Order.ranks(zip(places, values).map { $1 - ($0 + 1) * line.slope })
        let limit = Normal.quantile(0.975) / n.squareRoot()
        var sum = 0.0
        for (lag, correlation) in Autocorrelation.all(ranks).enumerated().dropFirst()
        where abs(correlation) > limit {
            let rest = n - Double(lag)
            sum += rest * (rest - 1) * (rest - 2) * correlation
        }
        return 1 + 2 / (n * (n - 1) * (n - 2)) * sum
    }
}

/// How alike values are that follow one another.
package enum Autocorrelation {
    /// The autocorrelations of values at lags from 0 on: 1, and then those of values at distances of 1, 2 …;
    /// all 0 for values that are all equal.
    ///
    /// Cost: quadratic in the number of values, or linear times the lags.
    ///
    /// - Parameter lags: the greatest lag; nil for all.
    package static func all(_ values: [Double], lags: Int? = nil) -> [Double] {
        let count = values.count
        let mean = values.reduce(0, +) / Double(max(count, 1))
        let centred = values.map { $0 - mean }
        let whole = centred.reduce(0) { $0 + $1 * $1 }
        let most = min(lags ?? count - 1, count - 1)
        guard most >= 0 else { return [] }
        return (0...most).map { lag in
            guard whole > 0 else { return 0 }
            var sum = 0.0
            for index in lag..<count { sum += centred[index] * centred[index - lag] }
            return sum / whole
        }
    }
}
