import ChartCore
import Testing

@testable import HealthData

/// Totals of days, together with samples of the same export for parts of them.
@Suite("Totals and what is finer") struct DividedTotalsTests {
    /// A midnight in UTC.
    private static let begin = 1_772_323_200.0
    private static let day = 1440

    /// A sample on whole minutes.
    private struct Sample {
        var source: Int
        var start: Int
        var end: Int
        var value: Double
        var marks: SampleMarks = []
    }

    private static let total: SampleMarks = [.summary, .total]
    private static let hourly: SampleMarks = [.summary, .coarse, .total]
    private static let daily: SampleMarks = [.summary, .coarse, .coarsest, .total]

    private func records(_ samples: [Sample], _ sources: [Source]) throws -> HealthRecords {
        var columns = SampleColumns()
        for sample in samples.sorted(by: { $0.start < $1.start }) {
            columns.append(
                start: Self.begin + Double(sample.start * 60),
                end: Self.begin + Double(sample.end * 60), value: sample.value,
                source: UInt16(sample.source), marks: sample.marks)
        }
        let steps = MetricSamples(metric: try #require(Metric(.steps)), columns: columns)
        return HealthRecords(samples: [steps], sources: sources).settled()
    }

    /// The counted sum of each day, 0 if there is none.
    private func sums(
        _ records: HealthRecords, days: Int, mode: MergeMode = .overlap
    ) -> [Double] {
        let rows = BucketTable.rows(
            records, metric: .steps, unit: .day, calendar: CivilCalendar(zone: .utc), mode: mode)
        var sums = [Double](repeating: 0, count: days)
        for row in rows {
            sums[Int((row.start - Self.begin) / 86_400)] += row.components[0].sum ?? 0
        }
        return sums
    }

    /// The greater of a total and its parts' sum; an excess of up to a hundredth is rounding.
    private func greater(_ total: Double?, _ told: Double, isDivided: Bool) -> Double {
        guard let total else { return told }
        return !isDivided || total - told > total / 100 ? total : told
    }

    /// The values of samples minute by minute; in each minute the first source with a sample
    /// counts.
    private func painted(_ samples: [Sample], _ ranks: [Int], minutes: Range<Int>) -> Double {
        var sum = 0.0
        for minute in minutes {
            let open = samples.filter { $0.start <= minute && minute < $0.end }
            let best = open.map { ranks[$0.source] }.min()
            for sample in open where ranks[sample.source] == best {
                sum += sample.value / Double(sample.end - sample.start)
            }
        }
        return sum
    }

    // MARK: Against the simplest method

    @Test(
        "For every day the total counts, or the sum of its parts if that is more", arguments: 0..<8)
    func days(_ part: Int) throws {
        var random = SplitMix64(seed: 41_000 + UInt64(part))
        let days = 4
        for set in 0..<25 {
            // One or two devices and a table, in any order; the totals may belong to a device.
            let kinds = [SourceKind.watch, .phone, .other].shuffled(using: &random)
            let sources = kinds.enumerated().map { number, kind in
                Source(name: "\(number)", kind: kind, file: 0, program: "program")
            }
            let ranks = kinds.map { $0.rawValue }
            let devices = Int.random(in: 1...2, using: &random)
            let teller =
                Bool.random(using: &random) ? 2 : Int.random(in: 0..<devices, using: &random)
            var finer: [Sample] = []
            var totals = [Double?](repeating: nil, count: days)
            for day in 0..<days {
                for _ in 0..<([0, 1, 3, 7].randomElement(using: &random) ?? 0) {
                    let length = Int.random(in: 1...400, using: &random)
                    let start =
                        day * Self.day + Int.random(in: 0...Self.day - length, using: &random)
                    finer.append(
                        Sample(
                            source: Int.random(in: 0..<devices, using: &random), start: start,
                            end: start + length,
                            value: Double(Int.random(in: 1...900, using: &random))
                        ))
                }
                if Int.random(in: 0..<5, using: &random) > 0 {
                    totals[day] = Double(Int.random(in: 1...4000, using: &random))
                }
            }
            let whole = totals.enumerated().compactMap { day, value in
                value.map {
                    Sample(
                        source: teller, start: day * Self.day, end: (day + 1) * Self.day, value: $0,
                        marks: Self.total)
                }
            }
            let records = try records(finer + whole, sources)
            let place: Comment = "set \(part).\(set)"
            func own(_ day: Int, _ source: Int? = nil) -> [Sample] {
                finer.filter {
                    $0.start / Self.day == day && (source == nil || $0.source == source)
                }
            }
            let expected = (0..<days).map { day in
                greater(
                    totals[day],
                    painted(
                        own(day), ranks, minutes: day * Self.day..<(day + 1) * Self.day),
                    isDivided: !own(day).isEmpty)
            }
            #expect(areNear(sums(records, days: days), expected), place)
            // Without merging, a total and its parts are never added up.
            let apart = (0..<days).map { day in
                own(day).isEmpty ? totals[day] ?? 0 : own(day).reduce(0) { $0 + $1.value }
            }
            #expect(areNear(sums(records, days: days, mode: .none), apart), place)

            let shares = records.shares(of: .steps)
            guard shares.count > 1 else { continue }
            let counted = shares.reduce(0) { $0 + $1.counted[0] }
            #expect(abs(counted - expected.reduce(0, +)) < 1e-6, place)
            for share in shares {
                let source = try #require(share.source.name.flatMap { Int($0) })
                // No source is cut on its own.
                let alone = (0..<days).reduce(0) { sum, day in
                    let told = own(day, source)
                    return sum
                        + greater(
                            source == teller ? totals[day] : nil, told.reduce(0) { $0 + $1.value },
                            isDivided: !told.isEmpty)
                }
                #expect(abs(share.sums[0] - alone) < 1e-6, place)
                // Except for the excess that counts as rounding.
                #expect(share.counted[0] <= share.sums[0] / 0.99 + 1e-6, place)
                #expect(
                    areNear(
                        records.merged(.steps, .source("\(source)")).values.reduce(0, +), alone),
                    place)
            }
        }
    }

    private func areNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

    private func areNear(_ a: [Double], _ b: [Double]) -> Bool {
        HealthDataTests.areNear(a, b)
    }

    @Test("Days, hours and minutes: each level has what the finer ones lack", arguments: 0..<8)
    func levels(_ part: Int) throws {
        var random = SplitMix64(seed: 42_000 + UInt64(part))
        let days = 3
        for set in 0..<25 {
            let kinds = [SourceKind.watch, .phone, .other].shuffled(using: &random)
            let sources = kinds.enumerated().map { number, kind in
                Source(name: "\(number)", kind: kind, file: 0, program: "program")
            }
            var samples: [Sample] = []
            var expected: [Double] = []
            for day in 0..<days {
                var told = 0.0
                var isDivided = false
                for hour in 0..<24 {
                    let start = (day * 24 + hour) * 60
                    var minutes = 0.0
                    let count = [0, 0, 0, 1, 2].randomElement(using: &random) ?? 0
                    for _ in 0..<count {
                        let length = Int.random(in: 1...50, using: &random)
                        let from = start + Int.random(in: 0...60 - length, using: &random)
                        let value = Double(Int.random(in: 1...60, using: &random))
                        samples.append(
                            Sample(source: 0, start: from, end: from + length, value: value))
                        minutes += value
                    }
                    var total: Double?
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        total = Double(Int.random(in: 1...120, using: &random))
                        samples.append(
                            Sample(
                                source: 1, start: start, end: start + 60, value: total ?? 0,
                                marks: Self.hourly))
                    }
                    isDivided = isDivided || count > 0 || total != nil
                    told += greater(total, minutes, isDivided: count > 0)
                }
                var total: Double?
                if Int.random(in: 0..<4, using: &random) > 0 {
                    total = Double(Int.random(in: 1...2000, using: &random))
                    samples.append(
                        Sample(
                            source: 2, start: day * Self.day, end: (day + 1) * Self.day,
                            value: total ?? 0, marks: Self.daily))
                }
                expected.append(greater(total, told, isDivided: isDivided))
            }
            let records = try records(samples, sources)
            #expect(areNear(sums(records, days: days), expected), "set \(part).\(set)")
        }
    }

    @Test(
        "Next to records of another program or file a total counts as before",
        arguments: 0..<4)
    func others(_ part: Int) throws {
        var random = SplitMix64(seed: 43_000 + UInt64(part))
        for set in 0..<25 {
            let isFirst = Bool.random(using: &random)
            let sources = [
                Source(name: "device", kind: .phone, file: 0, program: "x"),
                set % 2 == 0
                    ? Source(
                        name: "table", kind: isFirst ? .watch : .other, file: 0, program: "y")
                    : Source(
                        name: "table", kind: isFirst ? .watch : .other, file: 1, program: "x"),
            ]
            var samples: [Sample] = []
            var expected: [Double] = []
            for day in 0..<3 {
                let total = Double(Int.random(in: 1...4000, using: &random))
                samples.append(
                    Sample(
                        source: 1, start: day * Self.day, end: (day + 1) * Self.day, value: total,
                        marks: Self.total))
                var told = 0.0
                for hour in 0..<12 where Bool.random(using: &random) {
                    let value = Double(Int.random(in: 1...700, using: &random))
                    let start = day * Self.day + hour * 120
                    samples.append(
                        Sample(source: 0, start: start, end: start + 90, value: value))
                    told += value
                }
                // A source with priority has all of its day; otherwise every step in excess counts.
                expected.append(isFirst ? total : max(total, told))
            }
            let records = try records(samples, sources)
            #expect(areNear(sums(records, days: 3), expected), "set \(part).\(set)")
            // They are two devices, so without merging both count.
            let both = samples.reduce(0) { $0 + $1.value }
            #expect(areNear(sums(records, days: 3, mode: .none).reduce(0, +), both))
        }
    }

    // MARK: By hand

    private let phone = [
        Source(name: "Watch", kind: .watch, file: 0), Source(name: "iPhone", kind: .phone, file: 0),
    ]

    private func pieces(_ records: HealthRecords) -> [[Double]] {
        let columns = records.merged(.steps)
        return (0..<columns.count).map { index in
            [columns.starts[index], columns.end(at: index)].map { ($0 - Self.begin) / 3600 }
                + [columns.values[index], Double(columns.sources[index])]
        }
    }

    @Test("With 8,000 steps and a walk of 3,000 the other 5,000 count, in the rest of the day")
    func walk() throws {
        for source in phone.indices {
            let walk = Sample(source: 1, start: 480, end: 510, value: 3000)
            let day = Sample(
                source: source, start: 0, end: Self.day, value: 8000, marks: Self.total)
            let records = try records([walk, day], phone)
            // The same if the day belongs to the source with priority: it does not cover its own
            // part.
            let found = pieces(records)
            #expect(found.count == 3)
            #expect(found.map { $0[0] } == [0, 8, 8.5] && found.map { $0[1] } == [8, 8.5, 24])
            let free = 5000 / 23.5
            #expect(areNear(found.map { $0[2] }, [8 * free, 3000, 15.5 * free]))
            #expect(found.map { $0[3] } == [Double(source), 1, Double(source)])
        }
    }

    @Test("A remainder without time left spans the whole day; a hundredth is rounding")
    func noTimeLeft() throws {
        let hours = (0..<24).map {
            Sample(source: 0, start: $0 * 60, end: ($0 + 1) * 60, value: 300)
        }
        func day(_ value: Double) -> Sample {
            Sample(source: 0, start: 0, end: Self.day, value: value, marks: Self.total)
        }
        let more = pieces(try records(hours + [day(8000)], phone))
        #expect(more.count == 25 && more.map { $0[2] }.reduce(0, +) == 8000)
        #expect(more.contains([0, 24, 8000 - 24 * 300, 0]))
        // Everything except the first minute has samples: the remainder is not put into that minute
        // alone.
        var late = hours
        late[0].start = 1
        #expect(pieces(try records(late + [day(8000)], phone)).contains([0, 24, 800, 0]))
        // 7,270 exceed 7,200 by 70, less than a hundredth of it, 72.7.
        let rounded = pieces(try records(hours + [day(7270)], phone))
        #expect(rounded.count == 24 && rounded.map { $0[2] }.reduce(0, +) == 7200)
        let seen = pieces(try records(hours + [day(7280)], phone))
        #expect(seen.count == 25 && seen.map { $0[2] }.reduce(0, +) == 7280)
        // A total less than its parts adds nothing, and removes nothing.
        #expect(pieces(try records(hours + [day(5000)], phone)).count == 24)
    }

    @Test("A minute over midnight is in both days, each with its share")
    func overMidnight() throws {
        let samples = [
            Sample(source: 0, start: 600, end: 660, value: 900),
            Sample(source: 0, start: Self.day - 10, end: Self.day + 30, value: 400),
            Sample(source: 0, start: Self.day + 600, end: Self.day + 660, value: 200),
            Sample(source: 1, start: 0, end: Self.day, value: 1000, marks: Self.total),
            Sample(source: 1, start: Self.day, end: 2 * Self.day, value: 700, marks: Self.total),
        ]
        let records = try records(samples, phone)
        // 900, and ten minutes of forty; thirty of them, 200, and 200 more of the second day.
        #expect(areNear(sums(records, days: 2), [900 + 100, 700]))
        #expect(areNear(records.merged(.steps).values.reduce(0, +), 1000 + 700))
    }

    @Test("Nothing is left of a repetition, however much greater its value")
    func repeats() throws {
        let samples = [
            Sample(source: 0, start: 480, end: 510, value: 3000),
            Sample(source: 1, start: 0, end: Self.day, value: 8000, marks: .summary),
        ]
        let records = try records(samples, phone)
        #expect(pieces(records) == [[8, 8.5, 3000, 0]])
        #expect(records[.steps]?.columns.count == 1)
    }

    @Test("An activity's amount is in its day, whatever other records the day has")
    func parts() throws {
        let samples = [
            Sample(source: 1, start: 480, end: 510, value: 250, marks: .summary),
            Sample(source: 0, start: 900, end: 930, value: 3000),
            Sample(source: 1, start: 0, end: Self.day, value: 8000, marks: Self.total),
        ]
        let records = try records(samples, phone)
        #expect(areNear(sums(records, days: 1), [8000]))
        // If the day is dropped because of the finer records, the activity counts again.
        #expect(areNear(sums(records, days: 1, mode: .none), [3000 + 250]))
    }

    @Test("The remainder of totals is counted as used, and the rest as merged")
    func reports() throws {
        let samples = [
            Sample(source: 0, start: 480, end: 510, value: 3000),
            Sample(source: 1, start: 0, end: Self.day, value: 8000, marks: Self.total),
            Sample(source: 0, start: Self.day + 480, end: Self.day + 510, value: 3000),
            Sample(source: 1, start: Self.day, end: 2 * Self.day, value: 3020, marks: Self.total),
        ]
        for (mode, merged) in [(MergeMode.overlap, 1), (.none, 2)] {
            var columns = SampleColumns()
            for sample in samples.sorted(by: { $0.start < $1.start }) {
                columns.append(
                    start: Double(sample.start * 60), end: Double(sample.end * 60),
                    value: sample.value, source: UInt16(sample.source), marks: sample.marks)
            }
            var records = HealthRecords(
                samples: [
                    MetricSamples(metric: try #require(Metric(.steps)), columns: columns)
                ], sources: phone)
            var fallen: [Int: Int] = [:]
            records.settle(mode) { fallen[$0, default: 0] += $1.merged }
            #expect(fallen == [1: merged])
            // All of them are kept, for another order or another way of merging.
            #expect(records[.steps]?.columns.count == 4)
        }
        let summary = try #require(MetricSummary(try records(samples, phone), .steps))
        #expect(areNear(summary.sum[0], 8000 + 3000))
        #expect(summary.samples == 2 && summary.maximum == [3000])
        #expect(summary.sources.map(\.name).sorted() == ["Watch", "iPhone"])
        #expect(summary.sources.map(\.samples) == [2, 2])
        let table = try #require(summary.sources.first { $0.name == "iPhone" })
        #expect(areNear(table.sums[0], 8000 + 3020) && areNear(table.counted[0], 5000))
    }

    @Test("A run over more than a day is part of the days that it spans")
    func longerThanADay() throws {
        // From 06:00 of the first day to 12:00 of the second.
        let run = Sample(
            source: 1, start: 360, end: Self.day + 720, value: 9000, marks: .summary)
        let days = [6500.0, 4000, 2000].enumerated().map { number, value in
            Sample(
                source: 1, start: number * Self.day, end: (number + 1) * Self.day, value: value,
                marks: Self.total)
        }
        let all = try records(days + [run], phone)
        #expect(areNear(sums(all, days: 3), [6500, 4000, 2000]))
        // Without days it counts.
        #expect(areNear(sums(try records([run], phone), days: 3).reduce(0, +), 9000))
        // A week's total is longer than its days' totals, as before.
        let week = Sample(
            source: 1, start: 0, end: 7 * Self.day, value: 12_600, marks: Self.total)
        #expect(
            areNear(try records(days + [week], phone).merged(.steps).values.reduce(0, +), 12_600))
    }

    @Test("A total counts in full if its parts are switched off")
    func switchedOff() throws {
        let samples = [
            Sample(source: 0, start: 480, end: 510, value: 3000),
            Sample(source: 1, start: 0, end: Self.day, value: 8000, marks: Self.total),
        ]
        let all = try records(samples, phone)
        var order = SourceOrder()
        order[.steps] = [SourceOrder.Entry(.named("Watch", .watch), counts: false)]
        let some = HealthRecords(samples: all.samples, sources: phone, order: order)
        #expect(areNear(some.merged(.steps).values.reduce(0, +), 8000))
        #expect(some.merged(.steps).count == 1)
    }
}
