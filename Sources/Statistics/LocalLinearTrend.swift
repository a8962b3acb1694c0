// A level that drifts, and a slope that drifts, behind values with noise; where both are, and where they lead.
//
// Method: the local linear trend of J. Durbin and S. J. Koopman, "Time series analysis by state space
// methods" (2nd edition, 2012), section 3.2, by the Kalman filter and smoother with an exact diffuse start
// (chapter 5): nothing is assumed about the first level and slope. Days without a value are passed over. The
// variances are those of the greatest likelihood; that of the noise follows from the others (section 2.10.2),
// so the search has two directions (J. A. Nelder and R. Mead, "A simplex method for function minimization",
// Computer J. 7, 1965).

import Foundation

/// A drifting line behind values of days.
package struct LocalLinearTrend: Sendable {
    /// The variances of the noise of a value, and of a day's change of level and slope.
    package struct Variances: Equatable, Sendable {
        package var noise: Double
        package var level: Double
        package var slope: Double

        package init(noise: Double, level: Double, slope: Double) {
            (self.noise, self.level, self.slope) = (noise, level, slope)
        }
    }

    /// What is known of a day.
    package struct State: Equatable, Sendable {
        package var level: Double
        /// The change of the level in a day.
        package var slope: Double
        package var levelVariance: Double
        package var slopeVariance: Double
        package var covariance: Double
    }

    package let variances: Variances
    /// The logarithm of the likelihood of the values; the diffuse part counts as in Durbin and Koopman.
    package let logLikelihood: Double
    /// A state for each day, from all values.
    package let states: [State]

    /// The least number of values.
    package static let least = 28

    /// The trend of values, whose variances are found; nil for fewer than `least` values.
    ///
    /// Cost: some hundred times the number of days.
    ///
    /// - Parameter values: a value for each day; not a number for days without.
    package init?(_ values: [Double]) {
        let known = values.filter(\.isFinite)
        guard known.count >= Self.least else { return nil }
        let mean = known.reduce(0, +) / Double(known.count)
        let size = (known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(known.count))
            .squareRoot()
        // All equal: a line without any noise.
        guard size > 64 * abs(mean).ulp else {
            self.init(values, Variances(noise: 0, level: 0, slope: 0), equal: mean)
            return
        }
        let scaled = values.map { ($0 - mean) / size }
        let found = Self.search { Self.profile(scaled, $0) }
        let noise = Self.noise(scaled, found) * size * size
        self.init(
            values,
            Variances(noise: noise, level: noise * exp(found.x), slope: noise * exp(found.y)))
    }

    /// The trend of values with known variances; nil if fewer than three days have a value.
    package init?(_ values: [Double], variances: Variances) {
        guard values.count(where: \.isFinite) >= 3, variances.noise > 0 else { return nil }
        self.init(values, variances)
    }

    private init(_ values: [Double], _ variances: Variances, equal: Double) {
        self.variances = variances
        logLikelihood = .infinity
        states = values.map { _ in
            State(level: equal, slope: 0, levelVariance: 0, slopeVariance: 0, covariance: 0)
        }
    }

    private init(_ values: [Double], _ variances: Variances) {
        self.variances = variances
        let steps = Self.filter(values, variances)
        logLikelihood = steps.reduce(0) { $0 + $1.logLikelihood }
        states = Self.smooth(steps)
    }

    // MARK: Filter

    /// Two values: a level and a slope.
    fileprivate struct Pair {
        var x: Double
        var y: Double
    }

    /// A matrix of two rows.
    fileprivate struct Square {
        var a: Double
        var b: Double
        var c: Double
        var d: Double

        static let zero = Square(a: 0, b: 0, c: 0, d: 0)
        static let one = Square(a: 1, b: 0, c: 0, d: 1)
        /// A day on: the slope is added to the level.
        static let step = Square(a: 1, b: 1, c: 0, d: 1)

        var turned: Square { Square(a: a, b: c, c: b, d: d) }

        static func * (m: Square, n: Square) -> Square {
            Square(
                a: m.a * n.a + m.b * n.c, b: m.a * n.b + m.b * n.d, c: m.c * n.a + m.d * n.c,
                d: m.c * n.b + m.d * n.d)
        }

        static func * (m: Square, v: Pair) -> Pair {
            Pair(x: m.a * v.x + m.b * v.y, y: m.c * v.x + m.d * v.y)
        }

        static func + (m: Square, n: Square) -> Square {
            Square(a: m.a + n.a, b: m.b + n.b, c: m.c + n.c, d: m.d + n.d)
        }

        static func - (m: Square, n: Square) -> Square {
            Square(a: m.a - n.a, b: m.b - n.b, c: m.c - n.c, d: m.d - n.d)
        }

        /// A column times a row.
        init(_ column: Pair, _ row: Pair, by factor: Double = 1) {
            (a, b) = (column.x * row.x * factor, column.x * row.y * factor)
            (c, d) = (column.y * row.x * factor, column.y * row.y * factor)
        }

        init(a: Double, b: Double, c: Double, d: Double) {
            (self.a, self.b, self.c, self.d) = (a, b, c, d)
        }
    }

    /// A day of the filter, before its value was seen.
    fileprivate struct Step {
        var state: Pair
        /// The variance, and the part of it that is infinite.
        var variance: Square
        var diffuse: Square
        /// What the value was off by; nil for a day without a value.
        var error: Double?
        var errorVariance = 0.0
        var diffuseVariance = 0.0
        var logLikelihood = 0.0

        var isDiffuse: Bool { diffuseVariance > LocalLinearTrend.tiny }
    }

    fileprivate static let tiny = 1e-10

    private static func filter(_ values: [Double], _ variances: Variances) -> [Step] {
        var step = Step(state: Pair(x: 0, y: 0), variance: .zero, diffuse: .one)
        var steps: [Step] = []
        steps.reserveCapacity(values.count)
        // Two values fix a level and a slope; what rounding leaves of the diffuse part would grow.
        var fixed = 0
        let growth = Square(a: variances.level, b: 0, c: 0, d: variances.slope)
        for value in values {
            var (state, variance, diffuse) = (step.state, step.variance, step.diffuse)
            (step.error, step.logLikelihood) = (nil, 0)
            step.errorVariance = variance.a + variances.noise
            step.diffuseVariance = diffuse.a
            if value.isFinite {
                let error = value - state.x
                step.error = error
                let gain = Pair(x: variance.a, y: variance.c)
                if step.isDiffuse {
                    let far = Pair(x: diffuse.a, y: diffuse.c)
                    let (f, g) = (step.errorVariance, step.diffuseVariance)
                    state = Pair(x: state.x + far.x / g * error, y: state.y + far.y / g * error)
                    variance =
                        variance - Square(gain, far, by: 1 / g) - Square(far, gain, by: 1 / g)
                        + Square(far, far, by: f / g / g)
                    diffuse = diffuse - Square(far, far, by: 1 / g)
                    fixed += 1
                    if fixed == 2 { diffuse = .zero }
                    step.logLikelihood = -(log(2 * .pi) + log(g)) / 2
                } else {
                    let f = step.errorVariance
                    state = Pair(x: state.x + gain.x / f * error, y: state.y + gain.y / f * error)
                    variance = variance - Square(gain, gain, by: 1 / f)
                    step.logLikelihood = -(log(2 * .pi) + log(f) + error * error / f) / 2
                }
            }
            steps.append(step)
            step.state = Square.step * state
            step.variance = Square.step * variance * Square.step.turned + growth
            step.diffuse = Square.step * diffuse * Square.step.turned
        }
        return steps
    }

    private static func smooth(_ steps: [Step]) -> [State] {
        var (r, s) = (Pair(x: 0, y: 0), Pair(x: 0, y: 0))
        var (n, m, k) = (Square.zero, Square.zero, Square.zero)
        var states: [State] = []
        states.reserveCapacity(steps.count)
        let (turn, back) = (Square.step, Square.step.turned)
        for step in steps.reversed() {
            let (variance, diffuse) = (step.variance, step.diffuse)
            let near = Pair(x: variance.a, y: variance.c)
            func gain(_ pair: Pair, _ factor: Double) -> Square {
                let moved = turn * pair
                return Square(a: moved.x * factor, b: 0, c: moved.y * factor, d: 0)
            }
            if let error = step.error, step.isDiffuse {
                let far = Pair(x: diffuse.a, y: diffuse.c)
                let (f, g) = (step.errorVariance, step.diffuseVariance)
                let whole = turn - gain(far, 1 / g)
                let rest = Square.zero - gain(near, 1 / g) - gain(far, -f / g / g)
                let (wholeBack, restBack) = (whole.turned, rest.turned)
                let (first, second) = (wholeBack * s, restBack * r)
                s = Pair(x: error / g + first.x + second.x, y: first.y + second.y)
                r = wholeBack * r
                let crossed = wholeBack * m * rest
                k =
                    wholeBack * k * whole + crossed + crossed.turned + restBack * n * rest
                    + Square(a: -f / g / g, b: 0, c: 0, d: 0)
                m =
                    wholeBack * m * whole + restBack * n * whole
                    + Square(a: 1 / g, b: 0, c: 0, d: 0)
                n = wholeBack * n * whole
            } else if let error = step.error {
                let f = step.errorVariance
                let whole = turn - gain(near, 1 / f)
                let moved = whole.turned * r
                r = Pair(x: error / f + moved.x, y: moved.y)
                n = whole.turned * n * whole + Square(a: 1 / f, b: 0, c: 0, d: 0)
                s = back * s
                m = back * m * whole
                k = back * k * turn
            } else {
                (r, s) = (back * r, back * s)
                (n, m, k) = (back * n * turn, back * m * turn, back * k * turn)
            }
            let (first, second) = (variance * r, diffuse * s)
            let crossed = diffuse * m * variance
            let spread =
                variance - variance * n * variance - crossed - crossed.turned
                - diffuse * k * diffuse
            states.append(
                State(
                    level: step.state.x + first.x + second.x,
                    slope: step.state.y + first.y + second.y, levelVariance: max(spread.a, 0),
                    slopeVariance: max(spread.d, 0), covariance: (spread.b + spread.c) / 2))
        }
        return states.reversed()
    }

    // MARK: Variances

    /// The noise that makes the values most likely, for variances as parts of it.
    private static func noise(_ values: [Double], _ parts: Pair) -> Double {
        let steps = filter(
            values, Variances(noise: 1, level: exp(parts.x), slope: exp(parts.y)))
        var (sum, count) = (0.0, 0.0)
        for step in steps where !step.isDiffuse {
            guard let error = step.error else { continue }
            sum += error * error / step.errorVariance
            count += 1
        }
        return max(sum / max(count, 1), 1e-300)
    }

    /// The logarithm of the likelihood at the best noise, without what is the same for all.
    private static func profile(_ values: [Double], _ parts: Pair) -> Double {
        let steps = filter(
            values, Variances(noise: 1, level: exp(parts.x), slope: exp(parts.y)))
        var (sum, logs, count) = (0.0, 0.0, 0.0)
        for step in steps {
            guard let error = step.error else { continue }
            if step.isDiffuse {
                logs += log(step.diffuseVariance)
            } else {
                sum += error * error / step.errorVariance
                logs += log(step.errorVariance)
                count += 1
            }
        }
        return -(count * log(max(sum / max(count, 1), 1e-300)) + logs) / 2
    }

    /// The logarithms of level and slope, as parts of the noise, at which a function is greatest.
    private static func search(_ value: (Pair) -> Double) -> Pair {
        // Beyond these the likelihood does not change any more.
        let range = -30.0...20.0
        func within(_ pair: Pair) -> Pair {
            Pair(
                x: min(max(pair.x, range.lowerBound), range.upperBound),
                y: min(max(pair.y, range.lowerBound), range.upperBound))
        }
        var best: (at: Pair, value: Double)?
        for start in [Pair(x: -2, y: -6), Pair(x: -12, y: -8), Pair(x: 1, y: -14)] {
            let found = climb(from: start) { value(within($0)) }
            if found.value > best?.value ?? -.infinity { best = found }
        }
        return within(best?.at ?? Pair(x: -2, y: -6))
    }

    private static func climb(
        from start: Pair, _ value: (Pair) -> Double
    ) -> (at: Pair, value: Double) {
        func point(_ at: Pair) -> (at: Pair, value: Double) { (at, value(at)) }
        var corners = [
            point(start), point(Pair(x: start.x + 2, y: start.y)),
            point(Pair(x: start.x, y: start.y + 2)),
        ]
        for _ in 0..<200 {
            corners.sort { $0.value > $1.value }
            let size = max(
                abs(corners[2].at.x - corners[0].at.x), abs(corners[2].at.y - corners[0].at.y))
            if corners[0].value - corners[2].value < 1e-11, size < 1e-4 { break }
            let middle = Pair(
                x: (corners[0].at.x + corners[1].at.x) / 2,
                y: (corners[0].at.y + corners[1].at.y) / 2)
            func beyond(_ factor: Double) -> (at: Pair, value: Double) {
                point(
                    Pair(
                        x: middle.x + factor * (middle.x - corners[2].at.x),
                        y: middle.y + factor * (middle.y - corners[2].at.y)))
            }
            let other = beyond(1)
            if other.value > corners[0].value {
                let far = beyond(2)
                corners[2] = far.value > other.value ? far : other
            } else if other.value > corners[1].value {
                corners[2] = other
            } else {
                let near = beyond(other.value > corners[2].value ? 0.5 : -0.5)
                if near.value > max(corners[2].value, other.value) {
                    corners[2] = near
                } else {
                    for index in 1...2 {
                        corners[index] = point(
                            Pair(
                                x: (corners[index].at.x + corners[0].at.x) / 2,
                                y: (corners[index].at.y + corners[0].at.y) / 2))
                    }
                }
            }
        }
        return corners.max { $0.value < $1.value } ?? point(start)
    }
}
