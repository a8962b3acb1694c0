import ChartCore
import Testing

@testable import HealthData

/// The sweep over devices against the plainest way there is: minute by minute, who is first wins.
@Suite("The sweep and its oracle") struct SweepOracleTests {
    /// A sample on whole minutes.
    private struct Interval {
        var source: Int
        var start: Int
        var end: Int
        var value: Double
        var isManual: Bool
    }

    private static let minutes = 720

    /// Who stands where: typed in, watch, phone, others; the one with more samples, then the name.
    private func ranks(_ intervals: [Interval], _ sources: [Source]) -> [Int] {
        func count(_ source: Int) -> Int {
            intervals.count { $0.source == source && !$0.isManual }
        }
        let order = sources.indices.sorted { a, b in
            let (left, right) = (sources[a], sources[b])
            if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
            if count(a) != count(b) { return count(a) > count(b) }
            return left.name < right.name
        }
        return intervals.map { interval in
            interval.isManual ? 0 : 1 + (order.firstIndex(of: interval.source) ?? 0)
        }
    }

    @Test("A thousand sets of overlapping devices come out minute by minute", arguments: 0..<10)
    func thousandSets(_ part: Int) throws {
        var random = SplitMix64(seed: 2_000 + UInt64(part))
        let metric = try #require(Metric(.steps))
        for set in 0..<100 {
            let sources = (0..<Int.random(in: 2...5, using: &random)).map { index in
                Source(
                    name: "Device \(index)",
                    kind: [.watch, .phone, .other].randomElement(using: &random) ?? .other, file: 0)
            }
            var intervals = (0..<Int.random(in: 2...80, using: &random)).map { _ -> Interval in
                let start = Int.random(in: 0..<Self.minutes - 130, using: &random)
                let isInstant = Int.random(in: 0..<12, using: &random) == 0
                return Interval(
                    source: Int.random(in: sources.indices, using: &random), start: start,
                    end: isInstant ? start : start + Int.random(in: 1...120, using: &random),
                    value: Double.random(in: 0...500, using: &random),
                    isManual: Int.random(in: 0..<15, using: &random) == 0)
            }
            intervals.sort { $0.start < $1.start }
            var columns = SampleColumns()
            for interval in intervals {
                columns.append(
                    start: Double(interval.start * 60), end: Double(interval.end * 60),
                    value: interval.value, source: UInt16(interval.source),
                    marks: interval.isManual ? .manual : [])
            }
            let swept = MetricSamples(metric: metric, columns: columns).merged(
                .overlap, sources: sources)

            let ranks = ranks(intervals, sources)
            var expected = [Double](repeating: 0, count: Self.minutes)
            for minute in 0..<Self.minutes {
                let open = intervals.indices.filter {
                    intervals[$0].start <= minute && minute < intervals[$0].end
                }
                let best = open.map { ranks[$0] }.min() ?? 0
                for index in open where ranks[index] == best {
                    let interval = intervals[index]
                    expected[minute] += interval.value / Double(interval.end - interval.start)
                }
            }
            // A moment counts unless somebody before it has an interval there.
            for (index, interval) in intervals.enumerated() where interval.start == interval.end {
                let isHidden = intervals.indices.contains { other in
                    ranks[other] < ranks[index] && intervals[other].start <= interval.start
                        && interval.start < intervals[other].end
                }
                if !isHidden { expected[interval.start] += interval.value }
            }

            var got = [Double](repeating: 0, count: Self.minutes)
            for index in 0..<swept.count {
                let start = Int(swept.starts[index] / 60)
                let end = Int(swept.end(at: index) / 60)
                if start == end {
                    got[start] += swept.values[index]
                } else {
                    for minute in start..<end {
                        got[minute] += swept.values[index] / Double(end - start)
                    }
                }
            }
            for minute in 0..<Self.minutes {
                #expect(
                    abs(got[minute] - expected[minute]) <= 1e-9 * max(1, expected[minute]),
                    "set \(part).\(set), minute \(minute)")
            }
        }
    }
}
