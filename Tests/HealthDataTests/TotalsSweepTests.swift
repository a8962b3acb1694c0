import ChartCore
import Testing

@testable import HealthData

/// Totals of days, together with the amounts of other devices.
@Suite("Totals in the sweep") struct TotalsSweepTests {
    private static let day = 1_772_323_200.0

    private struct Amount {
        var source: Int
        var hours: ClosedRange<Double>
        var value: Double
        var isTotal = false
    }

    private func merged(_ amounts: [Amount], _ sources: [Source]) throws -> SampleColumns {
        var columns = SampleColumns()
        for amount in amounts.sorted(by: { $0.hours.lowerBound < $1.hours.lowerBound }) {
            columns.append(
                start: Self.day + amount.hours.lowerBound * 3600,
                end: Self.day + amount.hours.upperBound * 3600, value: amount.value,
                source: UInt16(amount.source), marks: amount.isTotal ? .summary : [])
        }
        let metric = try #require(Metric(.steps))
        return MetricSamples(metric: metric, columns: columns).merged(.overlap, sources: sources)
    }

    private func sum(_ columns: SampleColumns) -> Double { columns.values.reduce(0, +) }

    private let phoneAndTable = [
        Source(name: "iPhone", kind: .phone, file: 0),
        Source(name: "days", kind: .other, file: 1),
    ]

    @Test("A day's total adds its excess over the others", arguments: [8_000, 3_000, 9_500])
    func moreThanOthers(_ counted: Double) throws {
        let swept = try merged(
            [
                Amount(source: 0, hours: 8...9, value: counted / 4),
                Amount(source: 0, hours: 12...13.5, value: counted / 2),
                Amount(source: 0, hours: 18...18.5, value: counted / 4),
                Amount(source: 1, hours: 0...24, value: 8_000, isTotal: true),
            ], phoneAndTable)
        #expect(abs(sum(swept) - max(counted, 8_000)) < 1e-9)
        // The excess is where the phone has no samples.
        let inside = (0..<swept.count).filter { swept.sources[$0] == 1 }
        #expect(
            inside.allSatisfy { index in
                let hours =
                    (swept.starts[index] - Self.day) / 3600..<(swept.end(at: index) - Self.day)
                    / 3600
                return ![8.5, 13, 18.25].contains { hours.contains($0) }
            })
        #expect(inside.isEmpty == (counted >= 8_000))
    }

    @Test("A lone total counts in full, and takes priority over later ones")
    func alone() throws {
        let sources = phoneAndTable + [Source(name: "zz", kind: .other, file: 2)]
        let day = Amount(source: 1, hours: 0...24, value: 8_000, isTotal: true)
        #expect(sum(try merged([day], sources)) == 8_000)
        #expect(
            sum(try merged([day, Amount(source: 0, hours: 30...31, value: 70)], sources)) == 8_070)
        // Two tables of one day: the first has all of its time.
        let other = Amount(source: 2, hours: 0...24, value: 9_000, isTotal: true)
        #expect(sum(try merged([day, other], sources)) == 8_000)
    }

    @Test("If two exports of one source state a day, the later counts")
    func restated() throws {
        let sources = [
            Source(name: "Garmin", kind: .watch, file: 0),
            Source(name: "Garmin", kind: .watch, file: 1),
        ]
        let first = Amount(source: 0, hours: 0...24, value: 4_000, isTotal: true)
        let second = Amount(source: 1, hours: 0...24, value: 11_000, isTotal: true)
        #expect(sum(try merged([first, second], sources)) == 11_000)
        #expect(sum(try merged([second, first], sources)) == 11_000)
        // One that is longer, though it has less.
        let longer = Amount(source: 1, hours: 0...25, value: 3_900, isTotal: true)
        #expect(sum(try merged([first, longer], sources)) == 3_900)
        // A file may have two lists of the day.
        let twin = Amount(source: 0, hours: 0...24, value: 500, isTotal: true)
        #expect(sum(try merged([first, twin], sources)) == 4_000)
        let border = Amount(source: 0, hours: 0...23, value: 4_200, isTotal: true)
        #expect(sum(try merged([first, border], sources)) == 4_000)
        let half = Amount(source: 0, hours: 0...12, value: 500, isTotal: true)
        #expect(sum(try merged([first, half], sources)) == 4_000)
        // One that begins at another time is another total.
        let night = Amount(source: 0, hours: 23...47, value: 500, isTotal: true)
        #expect(sum(try merged([first, night], sources)) == 4_500)
        // The minutes of another file of the same source are included in its total.
        let minutes = Amount(source: 1, hours: 3...4, value: 1_000)
        #expect(sum(try merged([first, minutes], sources)) == 4_000)
    }

    @Test("Long samples next to many short ones give few pieces, of the same worth")
    func fewPieces() throws {
        let sources = [
            Source(name: "Watch", kind: .watch, file: 0),
            Source(name: "bridge", kind: .phone, file: 0),
        ]
        let short = (0..<3_000).map {
            Amount(source: 0, hours: Double($0) * 0.01...Double($0) * 0.01 + 0.005, value: 2)
        }
        let long = (0..<3_000).map {
            Amount(source: 1, hours: Double($0) * 0.001...Double($0) * 0.001 + 24, value: 240)
        }
        let swept = try merged(short + long, sources)
        #expect(swept.count < 3_000 * 3)
        // Half of the time of each long one is covered: 2,400 of its stretches are the watch's.
        var expected = 6_000.0
        for amount in long {
            var left = 24.0
            for watch in short {
                left -= max(
                    0,
                    min(watch.hours.upperBound, amount.hours.upperBound)
                        - max(watch.hours.lowerBound, amount.hours.lowerBound))
            }
            expected += 240 * left / 24
        }
        #expect(abs(sum(swept) - expected) < 1e-6 * expected)
    }
}
