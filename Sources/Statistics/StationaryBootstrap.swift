// How far a figure of days that follow one another is likely to be off.
//
// Days are alike, so single days cannot be drawn again as if each were new. Method: D. N. Politis and J. P.
// Romano, "The stationary bootstrap", J. Am. Stat. Assoc. 89 (1994): blocks of days whose lengths are
// geometric, round the ends of the series. For means the variance over all draws is known in closed form
// (their equation 9), so nothing has to be drawn. The mean length of blocks is that of D. N. Politis and H.
// White, "Automatic block-length selection for the dependent bootstrap", Econometric Reviews 23 (2004), as
// corrected by A. Patton, D. N. Politis and H. White, ibid. 28 (2009).

import Foundation

/// Series that are drawn again in blocks.
package enum StationaryBootstrap {
    /// The mean length of blocks that suits a series, at least 1.
    ///
    /// Cost: the number of values times the square root of it.
    package static func blockLength(_ values: [Double]) -> Double {
        let n = values.count
        guard n > 8, values.contains(where: { $0 != values[0] }) else { return 1 }
        let count = Double(n)
        let centred = Autocorrelation.centred(values)
        let longest = min(3 * count.squareRoot(), count / 3).rounded(.up)
        let run = max(5, Int(log10(count)))
        let most = min(Int(count.squareRoot().rounded(.up)) + run, n - 2)
        let limit = 2 * (log10(count) / count).squareRoot()
        var covariances: [Double] = []
        var correlations: [Double] = []
        var start: Int?
        for lag in 0...most {
            let product = Autocorrelation.product(centred, lag: lag)
            var (first, last) = (0.0, 0.0)
            for index in (lag + 1)..<n { first += centred[index] * centred[index] }
            for index in 0..<(n - lag - 1) { last += centred[index] * centred[index] }
            covariances.append(product / count)
            let size = (first * last).squareRoot()
            correlations.append(size > 0 ? abs(product) / size : 0)
            if start == nil, lag >= run, correlations[lag - run..<lag].allSatisfy({ $0 < limit }) {
                start = lag - run
            }
        }
        let width = min(start.map { 2 * max($0, 1) } ?? most, most)
        var (slope, whole) = (0.0, covariances[0])
        for lag in 1...max(width, 1) where lag <= most {
            let part = Double(lag) / Double(width)
            let weight = part <= 0.5 ? 1 : 2 * (1 - part)
            slope += 2 * weight * Double(lag) * covariances[lag]
            whole += 2 * weight * covariances[lag]
        }
        guard whole != 0 else { return 1 }
        let length = cbrt(2 * slope * slope / (2 * whole * whole)) * cbrt(count)
        return min(max(length, 1), longest)
    }

    /// The variance of the mean over all series that can be drawn.
    ///
    /// Cost: quadratic in the number of values.
    ///
    /// - Parameter length: the mean length of blocks, at least 1.
    package static func varianceOfMean(_ values: [Double], length: Double) -> Double {
        let n = values.count
        guard n > 1 else { return 0 }
        let count = Double(n)
        let centred = Autocorrelation.centred(values)
        let goesOn = 1 - 1 / max(length, 1)
        var sum = 0.0
        for lag in 0..<n {
            let covariance = Autocorrelation.product(centred, lag: lag) / count
            let part = Double(lag) / count
            let weight =
                (1 - part) * pow(goesOn, Double(lag)) + part * pow(goesOn, Double(n - lag))
            sum += lag == 0 ? covariance : 2 * weight * covariance
        }
        return max(sum, 0) / count
    }

    /// A figure of series that are drawn again, in order.
    ///
    /// - Parameters:
    ///   - length: the mean length of blocks, at least 1.
    ///   - count: how many series are drawn.
    package static func figures(
        _ values: [Double], length: Double, count: Int,
        using random: inout some RandomNumberGenerator, of figure: ([Double]) -> Double
    ) -> [Double] {
        guard !values.isEmpty else { return [] }
        let begins = 1 / max(length, 1)
        var drawn = values
        return (0..<max(count, 0)).map { _ in
            var place = 0
            for index in drawn.indices {
                let isNew = index == 0 || Double.random(in: 0..<1, using: &random) < begins
                place =
                    isNew
                    ? Int.random(in: values.indices, using: &random) : (place + 1) % values.count
                drawn[index] = values[place]
            }
            return figure(drawn)
        }.sorted()
    }
}
