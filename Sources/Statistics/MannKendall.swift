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
        var variance = Order.scoreVariance(count, ties: Order.ties(values))
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
        let centred = centred(values)
        let whole = product(centred, lag: 0)
        let most = min(lags ?? values.count - 1, values.count - 1)
        guard most >= 0 else { return [] }
        return (0...most).map { whole > 0 ? product(centred, lag: $0) / whole : 0 }
    }

    /// Values less their mean.
    static func centred(_ values: [Double]) -> [Double] {
        let mean = values.reduce(0, +) / Double(max(values.count, 1))
        return values.map { $0 - mean }
    }

    /// The sum of the products of values at a distance.
    static func product(_ values: [Double], lag: Int) -> Double {
        var sum = 0.0
        for index in lag..<values.count { sum += values[index] * values[index - lag] }
        return sum
    }
}
