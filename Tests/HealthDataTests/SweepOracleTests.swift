import Testing

@testable import HealthData

/// The sweep over devices against the simplest algorithm: minute by minute, the first source wins.
@Suite("The sweep and its oracle") struct SweepOracleTests {
    @Test("A thousand sets of overlapping devices are right minute by minute", arguments: 0..<10)
    func thousandSets(_ part: Int) throws {
        var random = SplitMix64(seed: 2_000 + UInt64(part))
        let metric = try #require(Metric(.steps))
        for set in 0..<100 {
            let oracle = SweepOracle(&random)
            let swept = MetricSamples(metric: metric, columns: oracle.columns).merged(
                .overlap, sources: oracle.sources)
            let expected = oracle.expected([nil] + oracle.usualOrder)
            let got = SweepOracle.minutes(of: swept)
            for minute in 0..<SweepOracle.minutes {
                #expect(
                    abs(got[minute] - expected[minute]) <= 1e-9 * max(1, expected[minute]),
                    "set \(part).\(set), minute \(minute)")
            }
        }
    }
}
