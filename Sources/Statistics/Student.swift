import Foundation

/// Student's distribution of means of few values.
package enum Student {
    /// The share of values below `x`.
    ///
    /// By the incomplete beta function, whose continued fraction is that of Lentz's method (W. J. Lentz,
    /// Applied Optics 15, 1976).
    package static func below(_ x: Double, freedom: Double) -> Double {
        guard x.isFinite else { return x > 0 ? 1 : x < 0 ? 0 : .nan }
        let tail = beta(freedom / (freedom + x * x), freedom / 2, 0.5) / 2
        return x > 0 ? 1 - tail : tail
    }

    /// The value that a share of all values is below; not a number outside of 0…1.
    package static func quantile(_ share: Double, freedom: Double) -> Double {
        guard share > 0, share < 1, freedom > 0 else { return Normal.quantile(share) }
        if share == 0.5 { return 0 }
        // Between two values, each time in half of them.
        var (low, high) = (-1.0, 1.0)
        while below(low, freedom: freedom) > share { low *= 2 }
        while below(high, freedom: freedom) < share { high *= 2 }
        while true {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { return middle }
            if below(middle, freedom: freedom) < share { low = middle } else { high = middle }
        }
    }

    /// The regularised incomplete beta function of `x` in 0…1.
    static func beta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        let front = exp(
            lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
        if x < (a + 1) / (a + b + 2) { return front * fraction(x, a, b) / a }
        return 1 - front * fraction(1 - x, b, a) / b
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func nonzero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var c = 1.0
        var d = 1 / nonzero(1 - (a + b) * x / (a + 1))
        var result = d
        for step in 1...500 {
            let m = Double(step)
            for part in [
                m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
            ] {
                d = 1 / nonzero(1 + part * d)
                c = nonzero(1 + part / c)
                result *= d * c
            }
            if abs(d * c - 1) < 1e-16 { break }
        }
        return result
    }
}
