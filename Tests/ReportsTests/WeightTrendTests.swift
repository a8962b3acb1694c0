import ChartCore
import Statistics
import Testing

@testable import Reports

/// The trend of weight, with answers computed by hand.
@Suite struct WeightTrendTests {
    private let calendar = CivilCalendar(zone: .utc)
    private let first = CivilDate(year: 2026, month: 3, day: 1)

    private func trend(
        _ readings: [(day: Int, hour: Int, weight: Double)], days: Int = 60
    )
        -> WeightTrend?
    {
        WeightTrend(
            readings.map {
                (calendar.instant(of: first.adding(days: $0.day), hour: $0.hour), $0.weight)
            },
            period: ReportPeriod(from: first, to: first.adding(days: days - 1), calendar: calendar))
    }

    @Test func aTenthOfTheDistanceEachDay() throws {
        let days = try #require(trend([(0, 7, 80), (1, 7, 81), (2, 7, 79)])).days
        // 80; 80 + 0.1 × 1 = 80.1; 80.1 + 0.1 × (79 − 80.1) = 79.99.
        for (day, truth) in zip(days, [80, 80.1, 79.99]) { #expect(abs(day.trend - truth) < 1e-9) }
    }

    @Test func aGapIsTheDailyRuleWithTheLastValueCarried() throws {
        // After three days 1 − 0.9³ = 0.271 of the distance: 80 + 0.271 × 10 = 82.71.
        let days = try #require(trend([(0, 7, 80), (3, 7, 90)])).days
        #expect(abs(days[1].trend - 82.71) < 1e-9)
    }

    @Test func theFirstReadingOfAMorningIsThatOfItsDay() throws {
        let days = try #require(
            trend([
                (0, 1, 85), (0, 8, 80), (0, 9, 82), (1, 15, 84), (1, 20, 83),
            ])
        ).days
        #expect(days.map(\.weight) == [80, 84])
    }

    @Test func aStraightLineHasItsSlope() throws {
        // 0.1 kg less each day is 0.7 less each week.
        let whole = try #require(trend((0..<40).map { ($0, 7, 80 - 0.1 * Double($0)) }))
        let rate = try #require(whole.rate)
        #expect(abs(rate.perWeek + 0.7) < 1e-9)
        #expect(rate.isClear)
        #expect(rate.interval.contains(rate.perWeek))
    }

    @Test func tooFewDaysHaveNoRate() throws {
        // Nine readings in 33 days; ten in 27 days; ten in 28 days.
        #expect(try #require(trend((0..<9).map { ($0 * 4, 7, 80) })).rate == nil)
        #expect(try #require(trend((0..<10).map { ($0 == 9 ? 26 : $0 * 2, 7, 80) })).rate == nil)
        var enough: [(day: Int, hour: Int, weight: Double)] = []
        for number in 0..<10 {
            let weight = 80 + Double(number % 3)
            enough.append((number == 9 ? 27 : number * 2, 7, weight))
        }
        #expect(try #require(trend(enough)).rate != nil)
        #expect(trend([]) == nil)
        #expect(trend([(70, 7, 80)]) == nil, "after the period")
    }

    @Test func daysThatAreAlikeHaveAWiderInterval() throws {
        // Steps of six days: each day is like the one before, so 60 of them say less than 60 that are not.
        let steps = (0..<60).map { (day: Int) -> Double in
            let step = day / 6 * 7 % 10
            return Double(step * 60 + day * 37 % 60) / 60
        }
        let places = (0..<60).map(Double.init)
        let plain = try #require(TheilSen(places, steps))
        let wide = try #require(RobustSlope.interval(places, steps))
        #expect(wide.slope == plain.slope)
        #expect(wide.range.lowerBound < plain.interval.lowerBound)
        #expect(wide.range.upperBound > plain.interval.upperBound)
    }

    @Test func pastFourHundredDaysThereAreWeeks() throws {
        // A value a day for 500 days that falls by 0.01 kg each day.
        let many = (0..<500).map { (number: Int) -> (day: Int, hour: Int, weight: Double) in
            (number, 7, 90 - 0.01 * Double(number))
        }
        let rate = try #require(trend(many, days: 500)?.rate)
        #expect(abs(rate.perWeek + 0.07) < 1e-9)
    }
}
