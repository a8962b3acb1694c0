import Foundation
import SeededRandom
import Testing

@testable import Statistics

/// What numpy, scipy, statsmodels, arch and pymannkendall find in the same values (`Fixtures/make.py`).
private struct Truth: Decodable {
    struct Trend: Decodable {
        let x, y, ranks, quantiles: [Double]
        let slope, intercept, low, high: Double
        let score, variance, z, p, tau: Double
        let correctedVariance, correctedZ, correctedP: Double
        let block: Double
    }
    struct Curve: Decodable {
        let x, y, fit: [Double]
        let neighbours, passes: Int
    }
    struct Fit: Decodable {
        let y: [Double]
        let columns: [[Double]]
        let lag: Int
        let coefficients, errors: [Double]
    }
    struct Circle: Decodable {
        let values: [Double]
        let period, mean, deviation: Double
    }
    struct Pairs: Decodable {
        let x, y: [Double]
        let correlation: Double
    }
    struct Discoveries: Decodable {
        let p: [Double]
        let kept: [Int]
    }
    struct Local: Decodable {
        let y: [Double?]
        let noise, level, slope, logLikelihood, bestLikelihood: Double
        let levels, slopes, levelVariances, slopeVariances, covariances: [Double]
    }

    let normal, student: [[Double]]
    let trends: [Trend]
    let loess: [Curve]
    let regression: [Fit]
    let circular: [Circle]
    let spearman: [Pairs]
    let discoveries: Discoveries
    let local: [Local]

    static func read() throws -> Truth {
        let url = try #require(
            Bundle.module.url(
                forResource: "statistics", withExtension: "json", subdirectory: "Fixtures"))
        return try JSONDecoder().decode(Truth.self, from: Data(contentsOf: url))
    }
}

/// Whether two numbers are equal to a part of their size.
private func equal(_ a: Double, _ b: Double, _ part: Double = 1e-9) -> Bool {
    abs(a - b) <= part * max(1, abs(a), abs(b))
}

private func equal(_ a: [Double], _ b: [Double], _ part: Double = 1e-9) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { equal($0, $1, part) }
}

@Suite struct StatisticsTests {
    @Test func distributionsAreThoseOfSciPy() throws {
        let truth = try Truth.read()
        for row in truth.normal {
            #expect(equal(Normal.quantile(row[0]), row[1], 1e-12), "\(row)")
            #expect(abs(Normal.below(row[3]) / row[2] - 1) < 1e-12, "\(row)")
        }
        for row in truth.student {
            #expect(equal(Student.quantile(row[0], freedom: row[1]), row[2], 1e-10), "\(row)")
            #expect(equal(Student.below(1.3, freedom: row[1]), row[3], 1e-12), "\(row)")
        }
        #expect(Normal.quantile(0) == -.infinity && Normal.quantile(1) == .infinity)
        #expect(Normal.quantile(-0.1).isNaN && Normal.quantile(.nan).isNaN)
    }

    @Test func trendsAreThoseOfSciPyAndPyMannKendall() throws {
        for truth in try Truth.read().trends {
            let line = try #require(TheilSen(truth.x, truth.y))
            #expect(equal(line.slope, truth.slope) && equal(line.intercept, truth.intercept))
            #expect(equal(line.interval.lowerBound, truth.low))
            #expect(equal(line.interval.upperBound, truth.high))
            let plain = try #require(MannKendall(truth.y, isCorrected: false))
            #expect(plain.score == truth.score && equal(plain.variance, truth.variance))
            #expect(equal(plain.z, truth.z) && equal(plain.p, truth.p))
            #expect(equal(plain.tau, truth.tau))
            let test = try #require(MannKendall(truth.y))
            #expect(equal(test.variance, truth.correctedVariance))
            #expect(equal(test.z, truth.correctedZ) && equal(test.p, truth.correctedP))
            #expect(Order.ranks(truth.y) == truth.ranks)
            let sorted = truth.y.sorted()
            let shares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
            #expect(
                equal(
                    shares.compactMap { Order.quantile($0, ofSorted: sorted) }, truth.quantiles,
                    1e-12))
            #expect(equal(StationaryBootstrap.blockLength(truth.y), max(truth.block, 1)))
        }
    }

    @Test func aTrendNeedsDifferentPlacesAndValues() {
        #expect(TheilSen([1, 1, 1], [1, 2, 3]) == nil)
        #expect(TheilSen([], []) == nil)
        #expect(TheilSen([1, 2], [4, 6])?.slope == 2)
        #expect(MannKendall((0..<9).map(Double.init)) == nil)
        #expect(MannKendall([Double](repeating: 3, count: 20)) == nil)
        #expect(Order.median([]) == nil)
        #expect(Order.median([3, 1, 2, 10]) == 2.5)
    }

    @Test func curvesAreThoseOfStatsmodels() throws {
        for truth in try Truth.read().loess {
            let fit = Loess.curve(
                truth.x, truth.y, neighbours: truth.neighbours, passes: truth.passes)
            #expect(equal(fit, truth.fit, 1e-8), "\(truth.neighbours)")
        }
        // A line is its own curve, also where several values have one place.
        let x = [0.0, 1, 1, 1, 2, 3, 4, 4, 5]
        #expect(equal(Loess.curve(x, x.map { 2 * $0 + 1 }, neighbours: 4), x.map { 2 * $0 + 1 }))
        #expect(Loess.curve([1], [2], neighbours: 5) == [2])
    }

    @Test func regressionsAreThoseOfStatsmodels() throws {
        for truth in try Truth.read().regression {
            #expect(Regression.usualLag(truth.y.count) == truth.lag)
            let fit = try #require(Regression(truth.y, on: truth.columns))
            #expect(equal(fit.coefficients, truth.coefficients))
            #expect(equal(truth.errors.indices.map(fit.error), truth.errors))
        }
        let ones = [Double](repeating: 1, count: 10)
        #expect(Regression(ones, on: [ones, ones.map { $0 * 2 }]) == nil)
        #expect(Regression([1, 2], on: [[1, 1], [0, 1]]) == nil)
    }

    @Test func circularMeansAreThoseOfSciPy() throws {
        for truth in try Truth.read().circular {
            let summary = try #require(CircularSummary(truth.values, period: truth.period))
            // Midnight is 0 or 24.
            let off = abs(summary.mean - truth.mean)
            #expect(min(off, abs(off - truth.period)) < 1e-9, "\(summary) \(truth)")
            #expect(equal(summary.deviation, truth.deviation))
        }
        #expect(CircularSummary([0, 12], period: 24) == nil)
        #expect(CircularSummary([], period: 24) == nil)
    }

    @Test func correlationsAndDiscoveriesAreThoseOfOthers() throws {
        let truth = try Truth.read()
        for pairs in truth.spearman {
            let found = try #require(LaggedCorrelation.spearman(pairs.x, pairs.y))
            #expect(equal(found, pairs.correlation))
        }
        #expect(FalseDiscovery.kept(truth.discoveries.p) == truth.discoveries.kept)
        #expect(FalseDiscovery.kept([]) == [] && FalseDiscovery.kept([0.5]) == [])
        #expect(LaggedCorrelation.spearman([1, 1, 1], [1, 2, 3]) == nil)
    }

    @Test func localTrendsAreThoseOfStatsmodels() throws {
        for truth in try Truth.read().local {
            let values = truth.y.map { $0 ?? .nan }
            let variances = LocalLinearTrend.Variances(
                noise: truth.noise, level: truth.level, slope: truth.slope)
            let trend = try #require(LocalLinearTrend(values, variances: variances))
            #expect(equal(trend.logLikelihood, truth.logLikelihood))
            #expect(equal(trend.states.map(\.level), truth.levels))
            #expect(equal(trend.states.map(\.slope), truth.slopes))
            #expect(equal(trend.states.map(\.levelVariance), truth.levelVariances, 1e-8))
            #expect(equal(trend.states.map(\.slopeVariance), truth.slopeVariances, 1e-8))
            #expect(equal(trend.states.map(\.covariance), truth.covariances, 1e-8))
            // The likelihood at the variances that are found is at least that of statsmodels' own search.
            let best = try #require(LocalLinearTrend(values))
            #expect(best.logLikelihood > truth.bestLikelihood - 1e-6)
        }
        for value in [80, 82.3, 0.1, 61.7] {
            let line = try #require(LocalLinearTrend([Double](repeating: value, count: 30)))
            #expect(line.states.allSatisfy { abs($0.level - value) < 1e-9 && $0.slope == 0 })
        }
        // What rounding leaves of the diffuse start must not grow: after a first week without values, nothing
        // special is about any later day.
        var long = (0..<1_200).map { 80 + 0.3 * Double($0 % 5) }
        for day in 1..<7 { long[day] = .nan }
        let known = try #require(
            LocalLinearTrend(
                long, variances: .init(noise: 1, level: 0.001, slope: 0.000_001)))
        #expect(known.states[100..<1_100].allSatisfy { abs($0.level - 80.6) < 0.2 })
        #expect(known.states[100..<1_100].allSatisfy { $0.levelVariance < 0.1 })
        #expect(LocalLinearTrend([Double](repeating: 80, count: 27)) == nil)
    }
}

/// What can only be seen in many made-up series.
@Suite struct ResamplingTests {
    /// A series in which each value is like the one before, by a part.
    private static func series(
        _ count: Int, _ part: Double, _ random: inout SplitMix
    ) -> [Double] {
        var value = 0.0
        return (0..<count + 50).map { _ in
            let normal =
                (-2 * log(1 - random.unit())).squareRoot() * cos(2 * .pi * random.unit())
            value = part * value + normal
            return value
        }.suffix(count).map { $0 }
    }

    /// The closed form of the variance of means, against means that are drawn.
    @Test(arguments: [1.0, 3.5, 9])
    func theVarianceOfMeansIsThatOfManyDraws(_ length: Double) {
        var random = SplitMix(seed: 5)
        let values = Self.series(40, 0.5, &random)
        let count = 20_000
        let means = StationaryBootstrap.figures(
            values, length: length, count: count, using: &random
        ) { $0.reduce(0, +) / Double($0.count) }
        let mean = means.reduce(0, +) / Double(count)
        let drawn = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
        let known = StationaryBootstrap.varianceOfMean(values, length: length)
        // The variance of n normal numbers has a deviation of √(2 / n) of it.
        #expect(abs(drawn / known - 1) < 3 * (2 / Double(count)).squareRoot(), "\(drawn) \(known)")
        #expect(means == means.sorted())
    }

    /// Between 2,000 pairs of months there is no change: 93 to 97 in 100 intervals have 0 in them, and at
    /// least 90 if days are very much alike.
    @Test(arguments: [(0.0, 0.93...0.97), (0.3, 0.93...0.97), (0.7, 0.90...0.98)])
    func intervalsHoldWhatTheyPromise(_ part: Double, _ wanted: ClosedRange<Double>) throws {
        var random = SplitMix(seed: 11)
        var holds = 0
        for _ in 0..<2000 {
            let days = Self.series(60, part, &random)
            let found = try #require(
                MeanDifference(before: Array(days[..<30]), after: Array(days[30...])))
            if !found.isClear { holds += 1 }
        }
        #expect(wanted.contains(Double(holds) / 2000), "\(part): \(Double(holds) / 2000)")
    }

    /// Ten days after a note against ninety before it, which vary half as much.
    @Test func sidesMayVaryByDifferentAmounts() throws {
        var random = SplitMix(seed: 21)
        var holds = 0
        for _ in 0..<1000 {
            let before = Self.series(90, 0, &random)
            let after = Self.series(10, 0, &random).map { 2 * $0 }
            if !(try #require(MeanDifference(before: before, after: after)).isClear) { holds += 1 }
        }
        #expect((0.92...0.98).contains(Double(holds) / 1000), "\(Double(holds) / 1000)")
    }

    @Test func valuesTooLargeToBeSquaredAreNotCompared() {
        let before = (0..<10).map(Double.init)
        #expect(MeanDifference(before: before, after: before + [1e200]) == nil)
        #expect(MeanDifference(before: before, after: before + [.greatestFiniteMagnitude]) == nil)
        #expect(
            TheilSen([0, 1, 2], [-.greatestFiniteMagnitude, .greatestFiniteMagnitude, 0]) == nil)
    }

    @Test func aDifferenceIsThatOfTheMeans() throws {
        let before = (0..<20).map { Double($0 % 4) }
        let found = try #require(MeanDifference(before: before, after: before.map { $0 - 5 }))
        #expect(found.before == 1.5 && found.after == -3.5 && found.difference == -5)
        #expect(found.isClear && found.countBefore == 20 && found.countAfter == 20)
        #expect(MeanDifference(before: before, after: Array(before[..<7])) == nil)
        let equal = [Double](repeating: 2, count: 9)
        #expect(try #require(MeanDifference(before: equal, after: equal)).interval == 0...0)
    }

    /// Pairs of quantities that have nothing to do with each other are found in a tenth of the cases at
    /// most, and a quantity that follows another a day later is found there.
    @Test func whatMovesTogetherIsFoundAndNothingElse() throws {
        var random = SplitMix(seed: 3)
        var found = 0
        for _ in 0..<30 {
            let (a, b) = (Self.series(240, 0.4, &random), Self.series(240, 0.4, &random))
            let correlation = try #require(LaggedCorrelation(a, b))
            if correlation.p <= 0.1 { found += 1 }
        }
        // Each is with a probability of 1 in 16; of 30, more than 6 would be once in several hundred.
        #expect(found <= 6)
        let a = Self.series(400, 0.3, &random)
        var b = [Double](repeating: .nan, count: 400)
        for day in 1..<400 where day % 9 != 0 { b[day] = a[day - 1] + 0.2 * a[day] }
        let own = try #require(LaggedCorrelation(a, b))
        #expect(own.lag == 1 && own.correlation > 0.8 && own.p < 0.05)
        #expect(LaggedCorrelation(Array(a[..<39]), Array(b[..<39])) == nil)
    }

    @Test func aGoalIsReachedWhenTheLineReachesIt() throws {
        // Down by 0.1 a day, with little noise: 2 more take 20 days.
        var random = SplitMix(seed: 8)
        let values = (0..<60).map { 80 - 0.1 * Double($0) + 0.05 * (random.unit() - 0.5) }
        let trend = try #require(LocalLinearTrend(values))
        let last = try #require(trend.states.last)
        #expect(abs(last.slope + 0.1) < 0.01)
        let passage = try #require(FirstPassage(of: trend, at: last.level - 2, using: &random))
        #expect(passage.days.contains(20) && passage.days.count < 12, "\(passage)")
        #expect(passage.share > 0.99)
        // It goes away from a goal above.
        #expect(FirstPassage(of: trend, at: last.level + 20, using: &random) == nil)
    }

    @Test func sleepIsRegularIfDaysAreAlike() throws {
        let day = (0..<1440).map { Optional($0 < 420) }
        let same = try #require(SleepRegularity([[Bool?]](repeating: day, count: 6)))
        #expect(same.index == 100 && same.pairs == 5 * 1440)
        let other = day.map { $0.map { !$0 } }
        #expect(SleepRegularity([day, other, day, other, day])?.index == -100)
        // An hour later every second day: 2 of 24 hours differ.
        let later = (0..<1440).map { Optional((60..<480).contains($0)) }
        let shifted = try #require(SleepRegularity([day, later, day, later, day, later]))
        #expect(abs(shifted.index - (100 - 200 * 2 / 24)) < 1e-9)
        #expect(SleepRegularity([day, day, day, day]) == nil)
        let unknown = [Bool?](repeating: nil, count: 1440)
        #expect(SleepRegularity([day, day, unknown, day, day]) == nil)
        #expect(SleepRegularity([]) == nil)
    }
}
