import ChartCore
import Foundation
import SeededRandom
import Testing

@testable import Viewer

/// Pages of the calendar against the test's own arithmetic: month lengths from the rhyme, days
/// counted one by one, and the clock of another library.
@Suite struct PagePropertyTests {
    /// A date as year, month and day, compared in this order.
    private struct Day: Comparable {
        var year: Int
        var month: Int
        var day: Int

        static func < (a: Day, b: Day) -> Bool {
            (a.year, a.month, a.day) < (b.year, b.month, b.day)
        }

        /// Counted from 1970-01-01, year by year and month by month.
        init(number: Int) {
            var rest = number
            (year, month) = (1970, 1)
            while rest >= Day.days(in: year) {
                rest -= Day.days(in: year)
                year += 1
            }
            while rest >= Day.days(in: month, year) {
                rest -= Day.days(in: month, year)
                month += 1
            }
            day = rest + 1
        }

        init(year: Int, month: Int) {
            (self.year, self.month, day) = (year, month, 1)
            while self.month > 12 { (self.year, self.month) = (self.year + 1, self.month - 12) }
            while self.month < 1 { (self.year, self.month) = (self.year - 1, self.month + 12) }
        }

        /// The number of the day, as `init(number:)` counts.
        var number: Int {
            let years = (1970..<max(year, 1970)).reduce(0) { $0 + Day.days(in: $1) }
            return (1..<month).reduce(years + day - 1) { $0 + Day.days(in: $1, year) }
        }

        /// The first day of the first week of which most days are in this day's month or later.
        func weekBorder(_ first: Weekday) -> Int {
            let number = Day(year: year, month: month).number
            // 1 January 1970 was a Thursday: the third day after a Monday.
            let since = ((number + 3 - (first.rawValue - 1)) % 7 + 7) % 7
            return since <= 3 ? number - since : number + 7 - since
        }

        private static func days(in year: Int) -> Int { days(in: 2, year) == 29 ? 366 : 365 }

        private static func days(in month: Int, _ year: Int) -> Int {
            if month == 2 {
                return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 29 : 28
            }
            return [4, 6, 9, 11].contains(month) ? 30 : 31
        }
    }

    private struct Clock {
        let zone: TimeZone

        /// The number of the day on the wall calendar.
        func number(at instant: Double) -> Int {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant))
            return Int(((instant + Double(offset)) / 86_400).rounded(.down))
        }

        func day(at instant: Double) -> Day { Day(number: number(at: instant)) }

        /// Whether a day (or the next one, if it was skipped) begins at an instant, to the second.
        func begins(_ day: Day, at instant: Double) -> Bool {
            self.day(at: instant) >= day && self.day(at: instant - 1) < day
        }
    }

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
    ]
    private static let weekdays = [Weekday.monday, .sunday, .saturday]
    private static let data = Extent(min: 978_307_200, max: 2_524_608_000)
    /// From 1989 to 2065: long enough for throws.
    private static let record = Extent(min: 600_000_000, max: 3_000_000_000)

    /// 2001 to 2049, and often the days around clock changes and leap days.
    private static func instants(_ count: Int, seed: UInt64) -> [Double] {
        var numbers = LinearCongruence(seed: seed)
        func part() -> Double { numbers.unit() }
        let special: [Double] = [
            1_325_203_200,  // 30 December 2011, which Apia has not
            1_774_746_000,  // 29 March 2026
            1_792_893_600,  // 25 October 2026
            1_709_164_800,  // 29 February 2024
            1_772_953_200,  // 8 March 2026
            1_775_314_800,  // 4 April 2026
        ]
        return (0..<count).map { index in
            index % 3 == 0
                ? special[index / 3 % special.count] + (part() - 0.5) * 4 * 86_400
                : data.min + part() * data.length
        }
    }

    @Test(arguments: zones, weekdays)
    func pagesBeginAndEndWithTheCalendar(_ name: String, _ first: Weekday) throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named(name), firstWeekday: first)
        let clock = Clock(zone: try #require(TimeZone(identifier: name)))
        for instant in Self.instants(600, seed: 11) {
            let day = clock.day(at: instant)
            func page(_ period: Period) -> Extent {
                period.page(containing: instant, in: calendar, data: Self.data)
            }
            func check(_ period: Period, _ from: Day, _ to: Day) {
                let page = page(period)
                #expect(page.min <= instant && instant < page.max)
                #expect(clock.begins(from, at: page.min), "\(period) \(name) \(instant)")
                #expect(clock.begins(to, at: page.max), "\(period) \(name) \(instant)")
            }
            let number = clock.number(at: instant)
            // 1 January 1970 was a Thursday: the third day after a Monday.
            let sinceFirst = ((number + 3 - (first.rawValue - 1)) % 7 + 7) % 7
            check(.day, day, Day(number: number + 1))
            check(
                .week, Day(number: number - sinceFirst), Day(number: number - sinceFirst + 7))
            check(
                .month, Day(year: day.year, month: day.month),
                Day(year: day.year, month: day.month + 1))
            // Half a year consists of weeks: the ends of a month's own days are those of weeks.
            var last = Day(year: day.year, month: day.month)
            let next = Day(year: day.year, month: day.month + 1)
            if number >= next.weekBorder(first) {
                last = next
            } else if number < last.weekBorder(first) {
                last = Day(year: day.year, month: day.month - 1)
            }
            check(
                .halfYear,
                Day(number: Day(year: last.year, month: last.month - 5).weekBorder(first)),
                Day(number: Day(year: last.year, month: last.month + 1).weekBorder(first)))
            check(.year, Day(year: day.year, month: 1), Day(year: day.year + 1, month: 1))
        }
    }

    /// From 2019 to 2031, over three leap days: each page begins where the one before it ends, on
    /// the day on which the calendar's next one begins.
    @Test(arguments: zones, weekdays)
    func pageAfterPageNoneIsLeftOut(_ name: String, _ first: Weekday) throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named(name), firstWeekday: first)
        let clock = Clock(zone: try #require(TimeZone(identifier: name)))
        let months: [Period: Int] = [.month: 1, .year: 12]
        for period in [Period.week, .month, .halfYear, .year] {
            var page = period.page(containing: 1_550_000_000, in: calendar, data: Self.record)
            var count = 0
            while page.max < 1_930_000_000 {
                let next = period.page(after: page, count: 1, in: calendar, data: Self.record)
                try #require(next.min == page.max, "\(period) \(name)")
                #expect(
                    period.page(after: next, count: -1, in: calendar, data: Self.record) == page)
                let day = clock.day(at: page.min)
                var wanted =
                    months[period].map { Day(year: day.year, month: day.month + $0) }
                    ?? Day(number: clock.number(at: page.min) + 7)
                if period == .halfYear {
                    // The fourth day of a month's first week is in that month.
                    let month = Day(number: clock.number(at: page.min) + 3)
                    wanted = Day(
                        number: Day(year: month.year, month: month.month + 6).weekBorder(first))
                }
                #expect(clock.begins(wanted, at: next.min), "\(period) \(name) \(wanted)")
                page = next
                count += 1
            }
            // Twelve years.
            let wanted = period == .halfYear ? 24 : months[period].map { 144 / $0 } ?? 626
            #expect(abs(count - wanted) <= 2, "\(period) \(name)")
        }
    }

    @Test(arguments: zones, weekdays)
    func whateverIsLetGoComesToRestOnAPage(_ name: String, _ first: Weekday) throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named(name), firstWeekday: first)
        var numbers = LinearCongruence(seed: 5)
        func part() -> Double { numbers.unit() }
        for period in [Period.day, .week, .month, .halfYear, .year] {
            for instant in Self.instants(60, seed: 3) {
                let page = period.page(containing: instant, in: calendar, data: Self.record)
                func neighbour(_ count: Int) -> Extent {
                    period.page(after: page, count: count, in: calendar, data: Self.record)
                }
                func rest(_ dragged: Double, _ thrown: Double) -> Extent {
                    let now = page.offset(by: dragged * page.length)
                    return period.restingPage(
                        for: now.offset(by: thrown * page.length), from: now, inStepWith: page,
                        in: calendar, data: Self.record)
                }
                // Each of these is a page, and they are consecutive.
                #expect(neighbour(1).min == page.max && neighbour(-1).max == page.min)
                #expect(rest(0, 0) == page)
                // A slow swipe: the larger visible part decides (days of a clock change are longer
                // or shorter).
                #expect(rest(0.4 * part(), 0) == page)
                #expect(rest(-0.4 * part(), 0) == page)
                #expect(rest(0.6 + 0.3 * part(), 0) == neighbour(1))
                #expect(rest(-0.6 - 0.3 * part(), 0) == neighbour(-1))
                // A flick: the next page in that direction, wherever it is released.
                #expect(rest(0.02 + 0.4 * part(), 0.1 + 0.8 * part()) == neighbour(1))
                #expect(rest(-0.02 - 0.4 * part(), -0.1 - 0.8 * part()) == neighbour(-1))
                // Back to where it came from.
                #expect(rest(0.4, -0.2) == page)
                #expect(rest(-0.4, 0.2) == page)
                // A strong throw: several pages further, at one of the consecutive pages.
                let far = rest(0.3, 3.2)
                #expect((2...5).contains { neighbour($0) == far }, "\(period) \(name)")
                let back = rest(-0.3, -3.2)
                #expect((2...5).contains { neighbour(-$0) == back }, "\(period) \(name)")
            }
        }
    }

    @Test func thereIsNoPageBeyondTheData() throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
        let data = Period.month.page(containing: 1_792_893_600, in: calendar, data: .nothing)
        for period in [Period.day, .week, .month, .halfYear, .year] {
            let last = period.page(containing: data.max.nextDown, in: calendar, data: data)
            let first = period.page(
                containing: data.min, inStepWith: last, in: calendar, data: data)
            func rest(_ page: Extent, _ thrown: Double) -> Extent {
                period.restingPage(
                    for: page.offset(by: thrown * page.length), from: page, inStepWith: last,
                    in: calendar, data: data)
            }
            #expect(rest(last, 40) == last)
            #expect(rest(last, 0.5) == last)
            #expect(rest(first, -40) == first)
        }
    }
}
