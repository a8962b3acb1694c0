import Foundation

/// The mean of times of day, or of other values on a circle: that of 23:30 and 0:30 is midnight.
///
/// K. V. Mardia and P. E. Jupp, "Directional statistics" (2000), sections 2.2 and 2.3.
package struct CircularSummary: Equatable, Sendable {
    /// The direction of the sum, from 0 to below the period.
    package let mean: Double
    /// √(−2 ln R) on the scale of the values; infinite if they cancel out.
    package let deviation: Double
    /// The length of the mean vector R, from 0 for values that cancel out to 1 for equal ones.
    package let length: Double

    /// A summary; nil without values, and if they cancel out, so that they have no mean.
    ///
    /// - Parameter period: the length of the circle in units of the values, such as 24 for hours.
    package init?(_ values: [Double], period: Double) {
        guard !values.isEmpty, period > 0 else { return nil }
        var (x, y) = (0.0, 0.0)
        for value in values {
            let angle = value / period * 2 * .pi
            x += cos(angle)
            y += sin(angle)
        }
        let count = Double(values.count)
        length = min((x * x + y * y).squareRoot() / count, 1)
        guard length > 1e-12 else { return nil }
        var turn = atan2(y, x) / (2 * .pi)
        if turn < 0 { turn += 1 }
        mean = turn >= 1 ? 0 : turn * period
        deviation = (-2 * log(length)).squareRoot() * period / (2 * .pi)
    }
}
