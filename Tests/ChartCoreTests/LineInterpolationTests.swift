import ChartCore
import SeededRandom
import Testing

@Suite struct LineInterpolationTests {
    private let fine = CurveDetail(departure: 1e-4)

    private func vertices(
        _ kind: LineInterpolation, _ points: [(Double, Double)], longestGap: Double = .infinity,
        detail: CurveDetail? = nil
    ) -> [SIMD2<Double>] {
        let series = SampleSeries(times: points.map(\.0), values: points.map(\.1))
        let line = kind.vertices(
            of: series, in: 0..<series.count, longestGap: longestGap, detail: detail ?? fine)
        return zip(line.times, line.values).map { SIMD2($0, $1) }
    }

    @Test func straightLinesAndStepsHaveTheirCorners() {
        let points = [(0.0, 1.0), (2, 5), (6, 5), (8, 0)]
        let samples = points.map { SIMD2($0.0, $0.1) }
        #expect(vertices(.linear, points) == samples)
        #expect(
            vertices(.stepped(.start), points) == [
                [0, 1], [2, 1], [2, 5], [6, 5], [8, 5], [8, 0],
            ])
        #expect(
            vertices(.stepped(.end), points) == [
                [0, 1], [0, 5], [2, 5], [6, 5], [6, 0], [8, 0],
            ])
        #expect(
            vertices(.stepped(.middle), points) == [
                [0, 1], [1, 1], [1, 5], [2, 5], [6, 5], [7, 5], [7, 0], [8, 0],
            ])
    }

    /// Slopes by hand, and the cubic by Hermite's four polynomials.
    @Test func theCurveIsTheOneOfThePaper() throws {
        func hermite(_ a: Double, _ b: Double, _ m: Double, _ n: Double, _ s: Double) -> Double {
            a * (1 + 2 * s) * (1 - s) * (1 - s) + b * s * s * (3 - 2 * s)
                + m * s * (1 - s) * (1 - s) - n * s * s * (1 - s)
        }
        // Straight slopes 1 and 3: 2 in the middle, (3 · 1 − 2) / 2 and (3 · 3 − 2) / 2 at the ends.
        let square = SampleSeries(times: [0, 1, 2], values: [0, 1, 4])
        for part in [0.0, 0.25, 0.5, 0.9] {
            let first = try #require(LineInterpolation.monotone.value(of: square, at: part))
            let second = try #require(LineInterpolation.monotone.value(of: square, at: 1 + part))
            #expect(abs(first - hermite(0, 1, 0.5, 2, part)) < 1e-12)
            #expect(abs(second - hermite(1, 4, 2, 3.5, part)) < 1e-12)
        }
        // Slopes 0.1 and 10 over lengths of 1: the parabola's 5.05 is cut to three times 0.1.
        let steep = SampleSeries(times: [0, 1, 2], values: [0, 0.1, 10.1])
        let value = try #require(LineInterpolation.monotone.value(of: steep, at: 1.5))
        #expect(abs(value - hermite(0.1, 10.1, 0.3, (30 - 0.3) / 2, 0.5)) < 1e-12)
        // A summit is level.
        let summit = SampleSeries(times: [0, 1, 2], values: [0, 1, 0])
        let beside = try #require(LineInterpolation.monotone.value(of: summit, at: 0.5))
        #expect(abs(beside - hermite(0, 1, 1.5, 0, 0.5)) < 1e-12)
    }

    @Test func theCurveNeverLeavesTheSpanOfItsSamples() {
        var numbers = LinearCongruence(seed: 7)
        func random() -> Double { numbers.unit() }
        var time = 0.0
        let points = (0..<500).map { _ -> (Double, Double) in
            time += 0.01 + random() * random() * 20
            return (time, (random() - 0.5) * (random() < 0.1 ? 1e6 : 10))
        }
        let line = vertices(.monotone, points, detail: CurveDetail(departure: 1e-3))
        #expect(line.count > 5_000)
        var piece = 0
        for (corner, next) in zip(line, line.dropFirst()) {
            #expect(corner.x <= next.x)
            while piece + 2 < points.count, points[piece + 1].0 <= corner.x { piece += 1 }
            let (a, b) = (points[piece].1, points[piece + 1].1)
            #expect(corner.y >= min(a, b) && corner.y <= max(a, b))
            #expect((next.y - corner.y) * (b - a) >= -1e-9 * abs(b - a), "it never turns")
        }
    }

    @Test func chordsAreAsFarFromTheCurveAsAllowed() throws {
        let points = [(0.0, 0.0), (10, 100), (20, 110), (40, 30)]
        let series = SampleSeries(times: points.map(\.0), values: points.map(\.1))
        for departure in [5.0, 0.5, 0.05] {
            let line = vertices(.monotone, points, detail: CurveDetail(departure: departure))
            var worst = 0.0
            for (a, b) in zip(line, line.dropFirst()) {
                for part in stride(from: 0.1, to: 1, by: 0.1) {
                    let at = a + (b - a) * part
                    let curve = try #require(LineInterpolation.monotone.value(of: series, at: at.x))
                    worst = max(worst, abs(curve - at.y))
                }
            }
            #expect(worst <= departure && worst > departure / 20, "\(departure): \(worst)")
        }
        // No piece is shorter than requested: 10, 10 and 20 in pieces of 5.
        let coarse = vertices(
            .monotone, points, detail: CurveDetail(departure: 1e-9, shortest: 5))
        #expect(coarse.map(\.x) == [0, 5, 10, 15, 20, 25, 30, 35, 40])
    }

    @Test(arguments: [
        LineInterpolation.linear, .stepped(.start), .stepped(.middle), .stepped(.end), .monotone,
    ])
    func missingValuesAndGapsBreakTheLine(kind: LineInterpolation) {
        let points = [(0.0, 1.0), (1, 2), (2, .nan), (3, 4), (4, 6), (14, 1), (15, 3)]
        let line = vertices(kind, points, longestGap: 5)
        #expect(line.count { $0.y.isNaN } == 1)
        #expect(!line.contains { $0.x > 1 && $0.x < 3 && !$0.y.isNaN })
        #expect(!line.contains { $0.x > 4 && $0.x < 14 })
        let series = SampleSeries(times: points.map(\.0), values: points.map(\.1))
        for time in [-1.0, 1.5, 2, 2.5, 9, 15.5] {
            #expect(kind.value(of: series, at: time, longestGap: 5) == nil, "\(time)")
        }
        #expect(kind.value(of: series, at: 4, longestGap: 5) == 6)
        // Each run separately: for two samples a straight line.
        if kind == .monotone {
            #expect(kind.value(of: series, at: 3.25, longestGap: 5) == 4.5)
        }
    }

    @Test func aWindowOnTheSamplesHasTheSameCurve() {
        let points = (0..<60).map { (Double($0), Double(($0 * 37) % 23)) }
        let series = SampleSeries(times: points.map(\.0), values: points.map(\.1))
        let whole = LineInterpolation.monotone.vertices(of: series, in: 0..<60, detail: fine)
        let part = LineInterpolation.monotone.vertices(of: series, in: 20..<40, detail: fine)
        let start = whole.times.firstIndex(of: 20) ?? 0
        #expect(Array(whole.times[start..<start + part.count]) == part.times)
        #expect(Array(whole.values[start..<start + part.count]) == part.values)
    }

    @Test func twoSamplesAtOneTimeAreJoinedUpright() {
        let line = vertices(.monotone, [(0, 0), (1, 1), (1, 5), (2, 6)])
        #expect(line == [[0, 0], [1, 1], [1, 5], [2, 6]])
    }
}
