import ChartCore
import HealthData
import Localization
import Testing

@testable import Viewer

@Suite struct DocumentTests {
    let calendar = CivilCalendar(zone: .utc)

    @Test func totalsOverAnyStretchEqualPlainAddition() {
        let starts = (0..<50).map { Double($0 * $0) * 20_000 }
        let values = (0..<50).map { Double(($0 * 37) % 91) + 0.25 }
        let totals = Totals(
            unit: .day,
            buckets: CalendarBuckets.gather(
                starts: starts, values: values, by: .day, in: calendar, as: .cumulative))
        for first in stride(from: 0, to: totals.values.count, by: 7) {
            for last in first..<totals.values.count {
                let plain = totals.values[first...last].reduce(0, +)
                #expect(abs(totals.sum(of: first..<(last + 1)) - plain) < 1e-9)
            }
        }
        #expect(abs(totals.sum(of: 0..<totals.values.count) - values.reduce(0, +)) < 1e-9)
    }

    @Test func aDayBelongsToTheRangeThatHoldsItsMiddle() {
        let totals = Totals(
            unit: .day,
            buckets: CalendarBuckets.gather(
                starts: [0, 86_400, 3 * 86_400], values: [1, 2, 4], by: .day, in: calendar,
                as: .cumulative))
        #expect(totals.indices(over: Extent(min: 0, max: 86_400)) == 0..<1)
        #expect(totals.indices(over: Extent(min: 43_201, max: 4 * 86_400)) == 1..<3)
        #expect(totals.indices(over: Extent(min: 2 * 86_400, max: 3 * 86_400)).isEmpty)
    }

    @Test func meansLeaveOutWhatIsMissing() throws {
        let sums = RunningSums([1, .nan, 3, 8, .nan])
        #expect(sums.mean(of: 0..<5) == 4)
        #expect(sums.mean(of: 1..<3) == 3)
        #expect(sums.mean(of: 4..<5) == nil)
        #expect(sums.count(of: 0..<5) == 3)
    }

    @Test func morningsAndEveningsAreApart() throws {
        let series = RangeSeries(
            times: [7 * 3600, 21 * 3600, 86_400 + 8 * 3600], lows: [70, 80, 74],
            highs: [110, 130, 114])
        let sums = PairSums(series, calendar: calendar)
        let morning = try #require(sums.means(.morning, of: 0..<3))
        let evening = try #require(sums.means(.evening, of: 0..<3))
        let all = try #require(sums.means(.all, of: 0..<3))
        #expect(morning.high == 112 && morning.low == 72)
        #expect(evening.high == 130 && evening.low == 80)
        #expect(abs(all.high - 118) < 1e-12)
        #expect(sums.means(.evening, of: 0..<1) == nil)
    }

    @Test func figuresAreInTheUnitsPeopleUse() throws {
        let locale = LocaleFormat(identifier: "C")
        func format(_ id: MetricID) throws -> MetricFormat {
            MetricFormat(try #require(Metric(id)), locale: locale)
        }
        #expect(try format(.steps).figure(12_345).text == "12,345")
        #expect(try format(.weight).figure(71.25).text == "71.3\u{A0}kg")
        #expect(try format(.weight).figure(-2.6, signed: true).number == "−2.6")
        #expect(try format(.weight).range(70.6, 75).text == "70.6 – 75.0\u{A0}kg")
        #expect(try format(.distance).figure(5_230).text == "5.23\u{A0}km")
        #expect(try format(.bloodPressure).pair(118.2, 75.6).text == "118/76\u{A0}mmHg")
        #expect(try format(.exerciseTime).figure(26_640).number == "7\u{A0}h 24\u{A0}min")
    }

    @Test func overviewColumnsAreMeansAndLeaveGaps() {
        let shape = OverviewShape.columns(
            .bars, times: [0, 1, 2, 30], high: [2, 4, 6, 8], over: Extent(min: 0, max: 40), count: 4
        )
        #expect(shape.high[0] == 0.5, "the mean 4 of the largest mean 8")
        #expect(shape.high[1].isNaN && shape.high[2].isNaN)
        #expect(shape.high[3] == 1)
    }
}
