// A curve through values that keeps its shape where the values bend, and that single wrong ones do not
// move.
//
// Method: W. S. Cleveland, "Robust locally weighted regression and smoothing scatterplots", J. Am. Stat.
// Assoc. 74 (1979): at each place a line through the nearest values, weighted by the tricube of their
// distance; then again with bisquare weights of what remains, at six times its median.

import Foundation

/// A smooth curve through values (LOESS of degree 1).
package enum Loess {
    /// The least number of values for a curve.
    package static let least = 30

    /// The values of the curve at the places of the values.
    ///
    /// Cost: the number of values times that of the neighbours times the passes.
    ///
    /// - Parameters:
    ///   - x: the places in order.
    ///   - y: the values, as many.
    ///   - neighbours: how many values each line is through; from 2 to all.
    ///   - passes: how often the weights follow what remains.
    package static func curve(
        _ x: [Double], _ y: [Double], neighbours: Int, passes: Int = 3
    ) -> [Double] {
        precondition(x.count == y.count, "each value has a place")
        guard x.count > 1 else { return y }
        let count = min(max(neighbours, 2), x.count)
        let size = y.reduce(0) { max($0, abs($1)) }
        var robust = [Double](repeating: 1, count: x.count)
        var fit = y
        for pass in 0...max(passes, 0) {
            fit = once(x, y, count, robust)
            if pass < passes {
                robust = weights(of: zip(y, fit).map { abs($0 - $1) }, size: size)
            }
        }
        return fit
    }

    private static func once(
        _ x: [Double], _ y: [Double], _ count: Int, _ robust: [Double]
    ) -> [Double] {
        var (first, fit) = (0, [Double](repeating: 0, count: x.count))
        for index in x.indices {
            if index > 0, x[index] == x[index - 1] {
                fit[index] = fit[index - 1]
                continue
            }
            let place = x[index]
            while x.indices.contains(first + count), 2 * place - x[first + count] > x[first] {
                first += 1
            }
            let near = first..<first + count
            let radius = max(place - x[near.lowerBound], x[near.upperBound - 1] - place)
            fit[index] = line(at: place, x, y, near, radius, robust) ?? y[index]
        }
        return fit
    }

    /// The value of the weighted line at a place; nil if fewer than two values have a weight.
    private static func line(
        at place: Double, _ x: [Double], _ y: [Double], _ near: Range<Int>, _ radius: Double,
        _ robust: [Double]
    ) -> Double? {
        // Many values at one place: their mean.
        let weights = near.map { index -> Double in
            let part = radius > 0 ? abs(x[index] - place) / radius : 0
            let free = 1 - part * part * part
            return free * free * free * robust[index]
        }
        let whole = weights.reduce(0, +)
        guard weights.count(where: { $0 > 1e-12 }) >= 2 else { return nil }
        var mean = 0.0
        for (index, weight) in zip(near, weights) { mean += weight / whole * x[index] }
        var spread = 0.0
        for (index, weight) in zip(near, weights) {
            spread += weight / whole * (x[index] - mean) * (x[index] - mean)
        }
        // All at one place have no slope.
        spread = max(spread, 1e-12)
        var value = 0.0
        for (index, weight) in zip(near, weights) {
            value += weight / whole * (1 + (place - mean) * (x[index] - mean) / spread) * y[index]
        }
        return value
    }

    /// The bisquare weights of what remains; what is no more than errors of rounding counts as nothing.
    private static func weights(of rests: [Double], size: Double) -> [Double] {
        let scale = 6 * (Order.median(rests) ?? 0)
        let least = 64 * size.ulp
        return rests.map { rest in
            if rest <= least { return 1 }
            let part = scale > 0 ? min(rest / scale, 1) : 1
            return (1 - part * part) * (1 - part * part)
        }
    }
}
