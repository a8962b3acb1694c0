import ChartCore
import Testing

@Suite struct TrendTests {
    @Test func theHackersDiet() {
        // Walker's rule by hand: 70; 70 + .1·(72 - 70) = 70.2; 70.2 + .1·(69 - 70.2) = 70.08.
        let trend = Trend.exponential(
            SampleSeries(times: [0, 1, 2, 3], values: [70, 72, .nan, 69])
        ).values
        #expect(trend[0] == 70)
        #expect(abs(trend[1] - 70.2) < 1e-12)
        #expect(trend[2].isNaN)
        #expect(abs(trend[3] - 70.08) < 1e-12)
        #expect(Trend.exponential(SampleSeries()).isEmpty)
    }

    @Test func theMeanOfSevenDays() {
        let day = 86_400.0
        let series = SampleSeries(
            times: [0, 1, 6.9, 7, 8, 30].map { $0 * day }, values: [1, 2, 3, 4, .nan, 6])
        let mean = Trend.movingMean(series).values
        #expect(mean[0] == 1)
        #expect(mean[1] == 1.5)
        #expect(mean[2] == 2)
        #expect(mean[3] == 3)  // the reading of exactly seven days ago is out
        #expect(mean[4].isNaN)
        #expect(mean[5] == 6)
    }

    @Test(arguments: [Trend.Window.trailing, .centered]) func aSlowMeanAgrees(window: Trend.Window)
    {
        var numbers = SeededNumbers(state: 4)
        var t = 0.0
        var times: [Double] = []
        var values: [Double] = []
        for _ in 0..<800 {
            t += Double.random(in: 0...40, using: &numbers)
            times.append(t)
            values.append(
                Int.random(in: 0..<10, using: &numbers) == 0
                    ? .nan : Double.random(in: -1e6...1e6, using: &numbers))
        }
        let mean = Trend.movingMean(
            SampleSeries(times: times, values: values), over: 100, window: window
        ).values
        for i in times.indices {
            let inside = times.indices.filter {
                if values[$0].isNaN { return false }
                let distance = times[$0] - times[i]
                return window == .trailing
                    ? distance > -100 && distance <= 0 : abs(distance) <= 50
            }
            if values[i].isNaN {
                #expect(mean[i].isNaN)
            } else {
                let expected = inside.reduce(0) { $0 + values[$1] } / Double(inside.count)
                #expect(abs(mean[i] - expected) < 1e-6)
            }
        }
    }
}

@Suite struct GapPolicyTests {
    @Test func linesBreakWhereDataAreMissing() {
        let series = SampleSeries(
            times: [0, 1, 2, 3, 10, 11, 12, 13], values: [1, 1, .nan, 1, 1, 1, 1, .nan])
        #expect(GapPolicy.usualInterval(of: series.times) == 1)
        let policy = GapPolicy.multipleOfUsual(3)
        let limit = policy.limit(for: series)
        #expect(limit == 3)
        #expect(
            GapPolicy.runs(of: series, in: 0..<8, limit: limit) == [
                GapPolicy.Run(indices: 0..<2, isBridged: false),
                GapPolicy.Run(indices: 3..<4, isBridged: true),
                GapPolicy.Run(indices: 4..<7, isBridged: false),
            ])
        #expect(
            GapPolicy.runs(
                of: series, in: 0..<8, limit: GapPolicy.missingValues.limit(for: series)) == [
                    GapPolicy.Run(indices: 0..<2, isBridged: false),
                    GapPolicy.Run(indices: 3..<7, isBridged: false),
                ])
        #expect(GapPolicy.longerThan(86_400).limit(for: series) == 86_400)
        #expect(GapPolicy.runs(of: series, in: 4..<4, limit: 1).isEmpty)
    }

    @Test func theUsualIntervalIsTheMedian() {
        #expect(GapPolicy.usualInterval(of: [0, 1, 3, 7, 107]) == 3)  // 1 2 4 100
        #expect(GapPolicy.usualInterval(of: [0, 0, 5]) == 5)
        #expect(GapPolicy.usualInterval(of: [3, 3]) == nil)
        #expect(GapPolicy.usualInterval(of: [3]) == nil)
        let many = (0..<300_000).map { Double($0) * 2 }
        #expect(GapPolicy.usualInterval(of: many) == 2)
    }
}
