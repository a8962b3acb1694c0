// The slope of values over time that a few wrong ones do not change.
//
// Method: the median of the slopes between all pairs of values, H. Theil, "A rank-invariant method of
// linear and polynomial regression analysis", Proc. Kon. Ned. Akad. Wet. A 53 (1950); its interval by
// P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", J. Am. Stat. Assoc. 63
// (1968): the slopes at the ranks (N ∓ z √V) / 2 of N slopes, V = n (n - 1) (2 n + 5) / 18.
// Limits: values with equal times make no slope; ties of values are not corrected for, which makes
// the interval a little wider. More than `most` values are averaged in groups of equal size first.

import Foundation

/// The slope of values over time, with its 95 % interval.
struct TheilSen: Equatable {
    /// The values used at most: their pairs are sorted.
    static let most = 600
    /// With fewer values there is no interval worth showing.
    static let least = 8
    private static let quantile = 1.959964

    /// In values per second.
    let slope: Double
    /// Where the slope is likely to be, in values per second.
    let interval: ClosedRange<Double>

    /// Nil for fewer than `least` values at different times.
    init?(_ points: [(time: Double, value: Double)]) {
        let points = Self.grouped(points)
        guard points.count >= Self.least else { return nil }
        var slopes: [Double] = []
        slopes.reserveCapacity(points.count * (points.count - 1) / 2)
        for i in points.indices {
            for j in points.indices[..<i] where points[i].time != points[j].time {
                slopes.append(
                    (points[i].value - points[j].value) / (points[i].time - points[j].time))
            }
        }
        guard slopes.count >= Self.least else { return nil }
        slopes.sort()
        let (count, n) = (slopes.count, Double(points.count))
        slope =
            count % 2 == 1
            ? slopes[count / 2] : (slopes[count / 2 - 1] + slopes[count / 2]) / 2
        let spread = Self.quantile * (n * (n - 1) * (2 * n + 5) / 18).squareRoot()
        let low = Int(((Double(count) - spread) / 2).rounded(.down))
        let high = Int(((Double(count) + spread) / 2).rounded(.up))
        interval = slopes[max(low, 0)]...slopes[min(high, count - 1)]
    }

    /// The points, averaged in groups so that there are no more than `most`.
    private static func grouped(
        _ points: [(time: Double, value: Double)]
    ) -> [(time: Double, value: Double)] {
        guard points.count > most else { return points }
        let size = (points.count + most - 1) / most
        return stride(from: 0, to: points.count, by: size).map { start in
            let group = points[start..<min(start + size, points.count)]
            let count = Double(group.count)
            return (
                group.reduce(0) { $0 + $1.time } / count,
                group.reduce(0) { $0 + $1.value } / count
            )
        }
    }
}
