import ChartCore
import SeededRandom
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
        #expect(mean[3] == 3)  // the reading of exactly seven days ago is excluded
        #expect(mean[4].isNaN)
        #expect(mean[5] == 6)
    }

    @Test(arguments: [Trend.Window.trailing, .centered]) func aSlowMeanAgrees(window: Trend.Window)
    {
        var numbers = SplitMix(seed: 4)
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
    @Test func aLineEndsAfterSoManyUsualIntervals() {
        let series = SampleSeries(
            times: [0, 1, 2, 3, 10, 11, 12, 13], values: [1, 1, .nan, 1, 1, 1, 1, .nan])
        #expect(GapPolicy.usualInterval(of: series) == 1)
        #expect(GapPolicy.multipleOfUsual(3).limit(for: series) == 3)
        #expect(GapPolicy.missingValues.limit(for: series) == .infinity)
        #expect(GapPolicy.longerThan(86_400).limit(for: series) == 86_400)
        #expect(GapPolicy.multipleOfUsual(3).limit(for: SampleSeries()) == .infinity)
    }

    @Test func theUsualIntervalIsTheMedian() {
        func usual(_ times: [Double]) -> Double? {
            GapPolicy.usualInterval(of: SampleSeries(times: times, values: times))
        }
        #expect(usual([0, 1, 3, 7, 107]) == 3)  // 1 2 4 100
        #expect(usual([0, 0, 5]) == 5)
        #expect(usual([3, 3]) == nil)
        #expect(usual([3]) == nil)
        #expect(usual((0..<300_000).map { Double($0) * 2 }) == 2)
        var ring = RingSeries(capacity: 4)
        ring.append(times: [0, 100, 101, 102, 105], values: [0, 0, 0, 0, 0])
        #expect(GapPolicy.usualInterval(of: ring) == 1)
    }
}
