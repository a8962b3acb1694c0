import ChartCore
import SeededRandom
import Testing

/// The usual interval of samples, compared with the middle of all sorted intervals.
@Suite struct UsualIntervalTests {
    @Test(arguments: 0..<30)
    func theUsualIntervalIsTheMedian(seed: Int) throws {
        var numbers = LinearCongruence(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1)
        func next(_ count: Int) -> Int { numbers.whole(below: count) }
        let count = 2 + next(400)
        let kinds = 1 + next(seed < 10 ? 3 : 1000)
        var times = [0.0]
        for _ in 1..<count { times.append((times.last ?? 0) + Double(next(kinds))) }
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        let series = SampleSeries(times: times, values: times)
        guard !intervals.isEmpty else {
            #expect(GapPolicy.usualInterval(of: series) == nil)
            return
        }
        let middle = intervals.count / 2
        let median =
            intervals.count % 2 == 1
            ? intervals[middle] : (intervals[middle - 1] + intervals[middle]) / 2
        #expect(GapPolicy.usualInterval(of: series) == median)
    }
}
