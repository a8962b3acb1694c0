import ChartCore
import Testing

@testable import HealthData

/// Summaries and workouts against the simplest detection of repetitions.
@Suite("Repetitions") struct SummaryTests {
    private struct Sample {
        var start: Int
        var end: Int
        var source: Int
        var isSummary = true
        var isTotal = false

        var middle: Double { Double(start) + Double(end - start) / 2 }

        func holds(_ moment: Double) -> Bool {
            Double(start) <= moment && (moment < Double(end) || moment == Double(start))
        }
    }

    /// Two sources of one file, and one of another.
    private let sources = [
        Source(name: "a", kind: .watch, file: 0), Source(name: "b", kind: .phone, file: 0),
        Source(name: "c", kind: .other, file: 1),
    ]

    private func columns(_ samples: [Sample]) -> SampleColumns {
        var columns = SampleColumns()
        for (index, sample) in samples.enumerated() {
            columns.append(
                start: Double(sample.start), end: Double(sample.end), value: Double(index),
                source: UInt16(sample.source),
                marks: !sample.isSummary ? [] : sample.isTotal ? [.summary, .total] : .summary)
        }
        return columns
    }

    private func covered(
        _ samples: [Sample], _ aggregation: Aggregation, _ sources: [Source]? = nil
    ) -> [Int] {
        Summaries.covered(columns(samples), sources ?? self.sources, as: aggregation)
    }

    /// One file with documents of two programs and of no known one, and another file.
    private let programs = [
        Source(name: "a", kind: .watch, file: 0, program: "x"),
        Source(name: "b", kind: .phone, file: 0, program: "y"),
        Source(name: "c", kind: .other, file: 0),
        Source(name: "d", kind: .other, file: 1, program: "x"),
    ]

    private static let day = 86_400

    @Test("A minute across midnight belongs to the day of its middle")
    func middles() {
        let days = [
            Sample(start: 0, end: Self.day, source: 0),
            Sample(start: Self.day - 20, end: Self.day + 40, source: 1, isSummary: false),
            Sample(start: Self.day, end: 2 * Self.day, source: 0),
        ]
        for aggregation in [Aggregation.sum, .mean, .category] {
            #expect(covered(days, aggregation) == [2])
        }
        // Records of another file have no effect on it.
        var other = days
        other[1].source = 2
        #expect(covered(other, .sum).isEmpty)
    }

    @Test("An activity is part of the day, a reading replaces the day, and twins count once")
    func beside() {
        let pair = [
            Sample(start: 0, end: Self.day, source: 0),
            Sample(start: 30_000, end: 33_600, source: 0),
        ]
        #expect(covered(pair, .sum) == [1])
        #expect(covered(pair, .mean) == [0])
        #expect(covered(pair, .category).isEmpty)
        var others = pair
        others[1].source = 1
        #expect(covered(others, .sum).isEmpty)
        #expect(covered(others, .mean) == [0])
        others[1].source = 2
        #expect(covered(others, .mean).isEmpty)

        // Nineteen hours are part of the day as well, and a day of 23 hours is a day.
        let ultra = [
            Sample(start: 0, end: Self.day, source: 0),
            Sample(start: 20_000, end: 20_000 + 19 * 3600, source: 0),
            Sample(start: Self.day, end: Self.day + 23 * 3600, source: 0),
        ]
        #expect(covered(ultra, .sum) == [1])
        #expect(covered(ultra, .mean) == [0])

        let twins = [
            Sample(start: 0, end: Self.day, source: 0), Sample(start: 0, end: Self.day, source: 1),
            Sample(start: 0, end: Self.day, source: 2),
        ]
        #expect(covered(twins, .mean) == [0])
        #expect(covered(twins, .sum).isEmpty)
        // Two devices may each have a reading at one moment.
        let moments = [
            Sample(start: 9, end: 9, source: 0), Sample(start: 9, end: 9, source: 1),
            Sample(start: 10, end: 10, source: 1),
            Sample(start: 10, end: 10, source: 0, isSummary: false),
        ]
        #expect(covered(moments, .mean) == [2])
    }

    @Test("Another program's records do not repeat a day, and a recording of no known program does")
    func programsBeside() {
        func pair(_ summary: Int, _ finer: Int) -> [Sample] {
            [
                Sample(start: 0, end: Self.day, source: summary),
                Sample(start: 100, end: 160, source: finer, isSummary: false),
            ]
        }
        for aggregation in [Aggregation.sum, .mean, .category] {
            func isSaid(_ summary: Int, by finer: Int) -> Bool {
                covered(pair(summary, finer), aggregation, programs) == [0]
            }
            #expect(isSaid(0, by: 0) && !isSaid(0, by: 1) && isSaid(0, by: 2))
            #expect(!isSaid(1, by: 0) && isSaid(1, by: 1) && isSaid(1, by: 2))
            // A document of no known program is repeated by everything that was given with it.
            #expect(isSaid(2, by: 0) && isSaid(2, by: 1) && isSaid(2, by: 2))
            // The same program in another file is another export.
            #expect(!isSaid(0, by: 3) && !isSaid(2, by: 3) && !isSaid(3, by: 0))
        }
    }

    // MARK: Readings

    /// The indices of readings that are dropped: their times, values and sources.
    private func saidAgain(
        _ readings: [(time: Double, value: Double, source: Int, isSummary: Bool)], _ id: MetricID,
        second: Double? = nil
    ) throws -> [Int] {
        var columns = SampleColumns()
        for reading in readings {
            columns.append(
                start: reading.time, end: reading.time, value: reading.value,
                second: second.map { $0 + reading.value }, source: UInt16(reading.source),
                marks: reading.isSummary ? .summary : [])
        }
        return Summaries.repeated(columns, sources, of: try #require(Metric(id)))
    }

    @Test("A weighing repeated some seconds off, with another rounding, is one")
    func weighings() throws {
        // Repeated with one decimal of the scale's two.
        #expect(
            try saidAgain([(100, 71.23, 0, false), (103, 71.2, 1, true)], .weight) == [1])
        #expect(
            try saidAgain([(97, 71.3, 1, true), (100, 71.23, 0, false)], .weight) == [0])
        // A minute is the limit, and so is the last decimal.
        #expect(
            try saidAgain([(100, 71.23, 0, false), (161, 71.2, 1, true)], .weight).isEmpty)
        #expect(
            try saidAgain([(100, 71.23, 0, false), (103, 71.4, 1, true)], .weight).isEmpty)
        // At exactly the same moment it is the same one, whatever its value.
        #expect(
            try saidAgain([(100, 71.23, 0, false), (100, 72.9, 1, true)], .weight) == [1])
        // Another file is another scale, and two without a mark are two.
        #expect(
            try saidAgain([(100, 71.23, 0, false), (103, 71.2, 2, true)], .weight).isEmpty)
        #expect(
            try saidAgain([(100, 71.23, 0, false), (103, 71.2, 1, false)], .weight).isEmpty)
        #expect(
            try saidAgain([(100, 71.23, 0, true), (103, 71.2, 1, true)], .weight).isEmpty)
        // A sensor may read the same value twice in a minute.
        #expect(
            try saidAgain([(100, 71, 0, false), (103, 71, 1, true)], .heartRate).isEmpty)
    }

    @Test("A pressure is the same if both its values are")
    func pressures() throws {
        let readings = [
            (time: 100.0, value: 121.0, source: 0, isSummary: false),
            (time: 104.0, value: 121.0, source: 1, isSummary: true),
            (time: 105.0, value: 122.0, source: 1, isSummary: true),
        ]
        #expect(try saidAgain(readings, .bloodPressure, second: -42) == [1])
    }

    // MARK: Activities and days

    @Test("An activity of any length is part of the days that have most of its time")
    func longActivities() {
        /// Whether an activity is dropped because of totals of these hours; the totals never are.
        func isPart(_ hours: (Int, Int), of totals: [(Int, Int)], source: Int = 0) -> Bool {
            var samples = totals.map {
                Sample(
                    start: $0.0 * 3600, end: $0.1 * 3600, source: source, isTotal: true)
            }
            samples.append(Sample(start: hours.0 * 3600, end: hours.1 * 3600, source: 0))
            samples.sort { $0.start < $1.start }
            let activity = samples.firstIndex { !$0.isTotal }
            let parts = Summaries.parts(columns(samples), sources)
            #expect(parts == covered(samples, .sum))
            #expect(parts.allSatisfy { $0 == activity })
            return !parts.isEmpty
        }
        let two = [(0, 24), (24, 48)]
        // Thirty hours, a day from six to six, and the two hours around midnight.
        for hours in [(6, 36), (6, 30), (23, 25)] {
            #expect(isPart(hours, of: two))
            // With the clock set forward, and with the clock set back.
            #expect(isPart(hours, of: [(0, 23), (23, 47)]))
            #expect(isPart(hours, of: [(0, 25), (25, 49)]))
            #expect(!isPart(hours, of: two, source: 1))
        }
        // Eighteen of thirty hours, and twelve.
        #expect(isPart((6, 36), of: [(0, 24)]))
        #expect(!isPart((6, 36), of: [(24, 48)]))
        // From noon to noon four days later, without the total of the day in the middle: 72 hours
        // of 96. And five days, with only the middle one.
        #expect(isPart((12, 108), of: [(0, 24), (24, 48), (72, 96), (96, 120)]))
        #expect(!isPart((0, 120), of: [(48, 72)]))
        // If half of it is in a day, its middle decides, as for a sample.
        #expect(isPart((20, 28), of: [(24, 48)]))
        #expect(!isPart((20, 28), of: [(0, 24)]))
        // The time of two overlapping totals counts once: ten hours of twenty-two, and sixteen.
        #expect(!isPart((14, 36), of: [(0, 24), (1, 24)]))
        #expect(isPart((14, 36), of: [(0, 24), (6, 30)]))
    }

    @Test("A total is a part of a total that is clearly longer")
    func longTotals() {
        let totals = [
            Sample(start: 0, end: 10 * 3600, source: 0, isTotal: true),
            Sample(start: 0, end: Self.day, source: 0, isTotal: true),
            Sample(start: 3600, end: Self.day, source: 0, isTotal: true),
        ]
        // Ten hours are; twenty-three of twenty-four are a day of their own.
        #expect(Summaries.parts(columns(totals), sources) == [0])
    }

    @Test("A thousand sets are dropped as by comparison pair by pair", arguments: 0..<10)
    func thousandSets(_ part: Int) {
        var random = SplitMix64(seed: 7_000 + UInt64(part))
        for set in 0..<100 {
            let sources = set % 2 == 0 ? sources : programs
            var samples = (0..<Int.random(in: 2...60, using: &random)).map { _ -> Sample in
                let start = Int.random(in: 0..<5000, using: &random)
                // Odd lengths, so that a middle is never a border.
                let length =
                    [0, 1, 7, 61, 301, 1001, 1093, 1131].randomElement(using: &random) ?? 0
                return Sample(
                    start: start, end: start + length,
                    source: Int.random(in: sources.indices, using: &random),
                    isSummary: Int.random(in: 0..<5, using: &random) > 0,
                    isTotal: Int.random(in: 0..<3, using: &random) == 0)
            }
            samples.sort { ($0.start, $0.end) < ($1.start, $1.end) }
            /// Whether the two have the same owner: the same file, and the same program unless one
            /// of them has none.
            func tells(_ finer: Sample, of summary: Sample) -> Bool {
                let (a, b) = (sources[finer.source], sources[summary.source])
                return a.file == b.file
                    && (a.program == b.program || a.program == nil || b.program == nil)
            }
            // By a tenth at least: compared with 1001, 1131 is and 1093 is not.
            func isClearlyLonger(_ a: Sample, _ b: Sample) -> Bool {
                let (length, other) = (a.end - a.start, b.end - b.start)
                return length > other && 10 * length >= 11 * other
            }
            let said = samples.indices.filter { index in
                samples[index].isSummary
                    && samples.contains {
                        !$0.isSummary && tells($0, of: samples[index])
                            && samples[index].holds($0.middle)
                    }
            }
            let left = samples.indices.filter { samples[$0].isSummary && !said.contains($0) }
            let parts = left.filter { index in
                left.contains {
                    samples[$0].source == samples[index].source
                        && samples[$0].isTotal == samples[index].isTotal
                        && isClearlyLonger(samples[$0], samples[index])
                        && samples[$0].holds(samples[index].middle)
                }
            }
            // Second by second; for an odd number of seconds no half is in totals.
            var painted = sources.map { _ in [Bool](repeating: false, count: 5000 + 1131) }
            for index in left where samples[index].isTotal && !parts.contains(index) {
                for second in samples[index].start..<samples[index].end {
                    painted[samples[index].source][second] = true
                }
            }
            let inTotals = left.filter { index in
                let sample = samples[index]
                guard !sample.isTotal, !parts.contains(index) else { return false }
                let own = painted[sample.source]
                let inside = own[sample.start..<max(sample.end, sample.start + 1)].count { $0 }
                return 2 * inside > sample.end - sample.start
            }
            #expect(
                covered(samples, .sum, sources) == (said + parts + inTotals).sorted(),
                "set \(part).\(set)")
            #expect(covered(samples, .category, sources) == said, "set \(part).\(set)")
            // For means it is the other way round; of one interval the last is kept.
            let wide = left.filter { index in
                left.contains {
                    tells(samples[$0], of: samples[index])
                        && isClearlyLonger(samples[index], samples[$0])
                        && samples[index].holds(samples[$0].middle)
                }
            }
            let twins = left.filter { index in
                !wide.contains(index) && samples[index].end > samples[index].start
                    && left.contains {
                        $0 > index && !wide.contains($0)
                            && tells(samples[$0], of: samples[index])
                            && samples[$0].start == samples[index].start
                            && samples[$0].end == samples[index].end
                    }
            }
            #expect(
                covered(samples, .mean, sources) == (said + wide + twins).sorted(),
                "set \(part).\(set)")
        }
    }

    @Test("One of several devices' equal workouts is kept, and none is cut", arguments: 0..<10)
    func workouts(_ part: Int) throws {
        var random = SplitMix64(seed: 8_000 + UInt64(part))
        let metric = try #require(Metric(.workouts))
        for set in 0..<50 {
            var samples = (0..<Int.random(in: 2...40, using: &random)).map { _ -> Sample in
                let start = Int.random(in: 0..<3000, using: &random)
                return Sample(
                    start: start, end: start + Int.random(in: 1...400, using: &random),
                    source: Int.random(in: sources.indices, using: &random), isSummary: false)
            }
            samples.sort { $0.start < $1.start }
            let merged = MetricSamples(metric: metric, columns: columns(samples)).merged(
                .overlap, sources: sources)
            // The kinds of the three sources rank in the order of the list.
            func repeats(_ a: Sample, _ b: Sample) -> Bool {
                let common = min(a.end, b.end) - max(a.start, b.start)
                return a.source != b.source && common > 0
                    && 2 * common >= max(a.end - a.start, b.end - b.start)
            }
            let kept = (0..<merged.count).map { samples[Int(merged.values[$0])] }
            for (index, sample) in kept.enumerated() {
                #expect(merged.starts[index] == Double(sample.start))
                #expect(merged.end(at: index) == Double(sample.end))
                #expect(!kept.contains { repeats($0, sample) }, "set \(part).\(set)")
            }
            let numbers = Set(merged.values)
            for (index, sample) in samples.enumerated() where !numbers.contains(Double(index)) {
                #expect(
                    samples.contains { $0.source < sample.source && repeats($0, sample) },
                    "set \(part).\(set)")
            }
        }
    }
}
