import Glibc

/// The normal distribution with mean 0 and deviation 1.
package enum Normal {
    /// The share of values below `x`.
    package static func below(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

    /// The share of values at least as far from the mean as `x`, on both sides.
    package static func beyond(_ x: Double) -> Double { erfc(abs(x) / 2.0.squareRoot()) }

    /// The value that a share of all values is below; not a number outside of 0…1.
    ///
    /// P. J. Acklam's rational approximation (relative error 1.2e-9), with one step of Halley's method
    /// after it, which makes it as exact as `erfc`.
    package static func quantile(_ share: Double) -> Double {
        guard share > 0, share < 1 else {
            return share == 0 ? -.infinity : share == 1 ? .infinity : .nan
        }
        var x: Double
        let tail = min(share, 1 - share)
        if tail < 0.02425 {
            let q = (-2 * log(tail)).squareRoot()
            let over = polynomial(
                [
                    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838,
                    -2.549732539343734, 4.374664141464968, 2.938163982698783,
                ], q)
            let under =
                polynomial(
                    [
                        7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996,
                        3.754408661907416,
                    ], q) * q + 1
            x = over / under * (share < 0.5 ? 1 : -1)
        } else {
            let q = share - 0.5
            let r = q * q
            let over = polynomial(
                [
                    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
                    1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239,
                ], r)
            let under =
                polynomial(
                    [
                        -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                        6.680131188771972e+01, -1.328068155288572e+01,
                    ], r) * r + 1
            x = over * q / under
        }
        let error = below(x) - share
        let step = error * (2 * Double.pi).squareRoot() * exp(x * x / 2)
        x -= step / (1 + x * step / 2)
        return x
    }

    /// The value of a polynomial, whose first coefficient is that of the highest power.
    private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
        coefficients.reduce(0) { $0 * x + $1 }
    }
}
