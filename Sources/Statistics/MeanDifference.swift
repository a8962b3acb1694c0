// The difference of the means of two times.
//
// The days on each side are taken for a process in which a day is like the one before by a part φ. As the
// mean of the same days is taken off, the autocorrelation of n days is too small, by about (1 + 3 φ) / n (F.
// H. C. Marriott and J. A. Pope, "Bias in the estimation of autocorrelations", Biometrika 41, 1954); so φ is
// found from both sides together and corrected. A mean of n days varies like one of n / v days that are not
// alike, v = 1 + 2 Σ (1 - k / n) φ^k, and that number counts for Student's distribution. If the stationary bootstrap,
// which knows other forms of likeness, finds a greater variance, that one is used.
// Rejected: the stationary bootstrap alone. In 2,000 pairs of 30 days its intervals of 95 in 100
// held the truth in 89 at φ = 0.3, and in 81 at φ = 0.7.

import Foundation

/// The difference of the means of two times, with where it is likely to be.
package struct MeanDifference: Equatable, Sendable {
    /// The mean of the days before.
    package let before: Double
    /// The mean of the days after.
    package let after: Double
    /// Where the difference is likely to be, in 95 of 100 cases.
    package let interval: ClosedRange<Double>
    /// The probability of a difference at least as large if both times had the same mean.
    package let p: Double
    /// The number of days before.
    package let countBefore: Int
    /// The number of days after.
    package let countAfter: Int

    /// The least number of days on each side.
    package static let least = 8
    /// Days are never taken for more alike than this.
    private static let mostAlike = 0.9

    /// After less before.
    package var difference: Double { after - before }
    /// Whether the interval leaves no doubt about the direction.
    package var isClear: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }

    /// The difference of days before and after; nil for fewer than `least` of either, and for values that are
    /// too large to be squared.
    ///
    /// Cost: quadratic in the number of days.
    package init?(before: [Double], after: [Double]) {
        guard before.count >= Self.least, after.count >= Self.least else { return nil }
        func centred(_ values: [Double]) -> (mean: Double, rests: [Double]) {
            let mean = values.reduce(0, +) / Double(values.count)
            return (mean, values.map { $0 - mean })
        }
        let (first, second) = (centred(before), centred(after))
        self.before = first.mean
        self.after = second.mean
        (countBefore, countAfter) = (before.count, after.count)
        let difference = second.mean - first.mean
        let (n, m) = (Double(before.count), Double(after.count))
        let rests = [first.rests, second.rests]
        let sizes = rests.map { Autocorrelation.product($0, lag: 0) }
        let squares = sizes[0] + sizes[1]
        let products = rests.reduce(0) { $0 + Autocorrelation.product($1, lag: 1) }
        guard squares.isFinite else { return nil }
        guard squares > 0 else {
            interval = difference...difference
            p = difference == 0 ? 1 : 0
            return
        }
        let size = (n + m) / 2
        let alike = min(
            max((size * products / squares + 1) / (size - 3), 0), Self.mostAlike)
        let (v, w) = (
            Self.inflation(before.count, alike), Self.inflation(after.count, alike)
        )
        func resampled(_ values: [Double]) -> Double {
            StationaryBootstrap.varianceOfMean(
                values, length: StationaryBootstrap.blockLength(values))
        }
        // The squares are too small by what the means took. The sides may vary by different amounts: B.
        // L. Welch, "The generalization of Student's problem", Biometrika 34 (1947).
        let a = max(sizes[0] / (n - v) * v / n, resampled(before))
        let b = max(sizes[1] / (m - w) * w / m, resampled(after))
        let parts = a * a / max(n / v - 1, 1) + b * b / max(m / w - 1, 1)
        let freedom = parts > 0 ? max((a + b) * (a + b) / parts, 1) : n + m - 2
        let half = Student.quantile(0.975, freedom: freedom) * (a + b).squareRoot()
        // Values too large to be squared have no interval.
        guard half.isFinite, difference.isFinite else { return nil }
        interval = (difference - half)...(difference + half)
        let error = (a + b).squareRoot()
        p =
            error > 0
            ? 2 * Student.below(-abs(difference) / error, freedom: freedom)
            : difference == 0 ? 1 : 0
    }

    /// How many days that are alike say as much about their mean as one that is not.
    private static func inflation(_ count: Int, _ alike: Double) -> Double {
        var (sum, power) = (0.0, 1.0)
        for lag in 1..<count {
            power *= alike
            sum += (1 - Double(lag) / Double(count)) * power
        }
        return 1 + 2 * sum
    }
}
