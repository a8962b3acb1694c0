import ChartCore
import Foundation
import Testing

/// The trend by days, against arithmetic of its own.
@Suite struct DailyTrendTests {
    private let calendar = CivilCalendar(zone: .utc)
    private let day = 86_400.0

    @Test func aTenthOfTheWayEachDay() {
        // 70; 70 + 0.1 · 2 = 70.2; two days later 70.2 + 0.19 · (69 - 70.2) = 69.972.
        let trend = Trend.daily(
            SampleSeries(times: [0, 1, 2, 3].map { $0 * day }, values: [70, 72, .nan, 69]),
            in: calendar
        ).values
        #expect(trend[0] == 70)
        #expect(abs(trend[1] - 70.2) < 1e-12)
        #expect(trend[2].isNaN)
        #expect(abs(trend[3] - 69.972) < 1e-12)
        #expect(Trend.daily(SampleSeries(), in: calendar).isEmpty)
    }

    @Test func theReadingsOfADayAreOne() {
        // Three readings of the second day, with the mean 72: 70 + 0.1 · 2.
        let trend = Trend.daily(
            SampleSeries(
                times: [0, day + 100, day + 40_000, day + 80_000, 2 * day],
                values: [70, 71, 72, 73, 70.2]), in: calendar
        ).values
        for index in 1...3 { #expect(abs(trend[index] - 70.2) < 1e-12) }
        #expect(abs(trend[4] - 70.2) < 1e-12)
    }

    @Test func aMonthlyReadingMovesItAlmostAllTheWay() {
        // 0.9^30 = 0.042391158…
        let trend = Trend.daily(
            SampleSeries(times: [0, 30 * day], values: [166.6, 162.3]), in: calendar
        ).values
        #expect(abs(trend[1] - (162.3 + 0.042_391_158_275_216 * 4.3)) < 1e-9)
    }

    @Test(arguments: [43, 44, 400]) func afterALongGapItBeginsAgain(days: Int) {
        let trend = Trend.daily(
            SampleSeries(times: [0, Double(days) * day], values: [80, 70]), in: calendar
        ).values
        // 0.9^43 = 0.01078, 0.9^44 = 0.0097
        let isNew = trend[1] == 70
        #expect(isNew == (days >= 44))
    }

    /// One step for each day of a random series, computed day by day: missing days have the next
    /// reading's mean.
    @Test func itIsTheSlowRule() throws {
        var random = SystemRandomNumberGenerator()
        for rules in ["UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"] {
            let calendar = CivilCalendar(zone: try #require(ZoneRules(posix: rules)))
            for _ in 0..<40 {
                var times: [Double] = []
                var values: [Double] = []
                var time = 1_700_000_000.0
                for _ in 0..<60 {
                    time += Double.random(in: 1...250_000, using: &random)
                    times.append(time)
                    values.append(Double.random(in: 60...80, using: &random))
                }
                let smoothed = Trend.daily(
                    SampleSeries(times: times, values: values), in: calendar
                ).values
                var byDay: [Int: [Double]] = [:]
                for (time, value) in zip(times, values) {
                    byDay[calendar.date(of: time).days, default: []].append(value)
                }
                var trend: Double?
                var last = 0
                var expected: [Int: Double] = [:]
                for day in byDay.keys.sorted() {
                    let readings = byDay[day, default: []]
                    let mean = readings.reduce(0, +) / Double(readings.count)
                    if var now = trend {
                        for _ in last..<day { now += 0.1 * (mean - now) }
                        trend = now
                    } else {
                        trend = mean
                    }
                    last = day
                    expected[day] = trend
                }
                for (time, value) in zip(times, smoothed) {
                    let wanted = try #require(expected[calendar.date(of: time).days])
                    #expect(abs(value - wanted) < 1e-9)
                }
            }
        }
    }
}
