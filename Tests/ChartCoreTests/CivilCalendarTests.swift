import ChartCore
import Foundation
import SeededRandom
import Testing

@Suite struct CivilDateTests {
    @Test func countsLikeTheSlowWay() {
        for (y, m, d) in [
            (1970, 1, 1), (2000, 2, 29), (1900, 3, 1), (1600, 1, 1), (2026, 11, 21), (2400, 12, 31),
            (1, 1, 1), (-4, 2, 29),
        ] {
            let date = CivilDate(year: y, month: m, day: d)
            #expect(Double(date.days) * 86_400 == utc(y, m, d))
            #expect(CivilDate(days: date.days) == date)
        }
    }

    @Test func everyDayOfACycleFollowsTheOneBefore() {
        var previous = CivilDate(days: -200_000)
        for days in -199_999...160_000 {
            let date = CivilDate(days: days)
            let length = CivilDate.length(ofMonth: previous.month, year: previous.year)
            let expected =
                previous.day < length
                ? (previous.year, previous.month, previous.day + 1)
                : previous.month < 12
                    ? (previous.year, previous.month + 1, 1) : (previous.year + 1, 1, 1)
            guard (date.year, date.month, date.day) == expected, date.days == days else {
                Issue.record("day \(days) is \(date)")
                return
            }
            previous = date
        }
    }

    @Test func carriesOverAndClamps() {
        #expect(CivilDate(year: 2026, month: 13, day: 1) == CivilDate(year: 2027, month: 1, day: 1))
        #expect(
            CivilDate(year: 2026, month: 0, day: 31) == CivilDate(year: 2025, month: 12, day: 31))
        #expect(CivilDate(year: 2026, month: 2, day: 30) == CivilDate(year: 2026, month: 3, day: 2))
        #expect(CivilDate(year: 2026, month: 3, day: 0) == CivilDate(year: 2026, month: 2, day: 28))
        let january31 = CivilDate(year: 2028, month: 1, day: 31)
        #expect(january31.adding(months: 1) == CivilDate(year: 2028, month: 2, day: 29))
        #expect(january31.adding(months: -2) == CivilDate(year: 2027, month: 11, day: 30))
        #expect(january31.adding(months: 14) == CivilDate(year: 2029, month: 3, day: 31))
        #expect(CivilDate(year: 2026, month: 11, day: 21).description == "2026-11-21")
    }

    @Test func weekdaysAndWeeks() {
        #expect(CivilDate(year: 1970, month: 1, day: 1).weekday == .thursday)
        #expect(CivilDate(year: 2026, month: 11, day: 21).weekday == .saturday)
        #expect(CivilDate(year: 1969, month: 12, day: 28).weekday == .sunday)
        // ISO 8601: 2027-01-03 is Sunday of week 53 of 2026; 2024-12-30 is in week 1 of 2025.
        #expect(CivilDate(year: 2027, month: 1, day: 3).isoWeek == (2026, 53))
        #expect(CivilDate(year: 2024, month: 12, day: 30).isoWeek == (2025, 1))
        #expect(!CivilDate.isValid(year: 2026, month: 2, day: 29))
        #expect(CivilDate.isValid(year: 2028, month: 2, day: 29))
    }
}

@Suite struct CivilCalendarTests {
    private func calendar(
        _ name: String, _ first: ChartCore.Weekday = .monday
    ) throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(name), firstWeekday: first)
    }

    @Test(arguments: ZoneRulesTests.zones) func agreesWithFoundation(name: String) throws {
        let ours = try calendar(name)
        var theirs = Calendar(identifier: .gregorian)
        theirs.timeZone = try #require(TimeZone(identifier: name))
        theirs.firstWeekday = 2
        var numbers = SplitMix(seed: 3)
        for _ in 0..<150 {
            let t = Double.random(in: 0..<utc(2024, 1, 1), using: &numbers).rounded(.down)
            let date = Date(timeIntervalSince1970: t)
            let parts = theirs.dateComponents(
                [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
            let c = ours.components(of: t)
            #expect(
                [c.year, c.month, c.day, c.hour, c.minute, c.second] == [
                    parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
                ], "\(name) at \(t)")
            #expect(parts.weekday == c.weekday.rawValue % 7 + 1)
            #expect(ours.instant(of: c) == t)
            for (unit, component) in [
                (CalendarUnit.day, Calendar.Component.day), (.week, .weekOfYear), (.month, .month),
                (.year, .year),
            ] {
                guard let span = theirs.dateInterval(of: component, for: date) else { continue }
                let our = ours.span(of: unit, containing: t)
                #expect(our.min == span.start.timeIntervalSince1970, "\(name) \(unit) at \(t)")
                #expect(our.max == span.end.timeIntervalSince1970, "\(name) \(unit) at \(t)")
            }
        }
    }

    @Test func daysOf23And25Hours() throws {
        func lengths(_ name: String, _ y: Int, _ m: Int, _ d: Int) throws -> [Double] {
            let c = try calendar(name)
            let from = c.start(of: CivilDate(year: y, month: m, day: d - 1))
            let to = c.start(of: CivilDate(year: y, month: m, day: d + 2))
            return c.spans(of: .day, over: Extent(min: from, max: to)).map { $0.length / 3600 }
        }
        #expect(try lengths("Europe/Berlin", 2026, 3, 29) == [24, 23, 24])
        #expect(try lengths("Europe/Berlin", 2026, 10, 25) == [24, 25, 24])
        #expect(try lengths("America/New_York", 2026, 3, 8) == [24, 23, 24])
        #expect(try lengths("America/New_York", 2026, 11, 2) == [25, 24, 24])
        #expect(try lengths("Australia/Lord_Howe", 2026, 4, 5) == [24, 24.5, 24])
        #expect(try lengths("Australia/Lord_Howe", 2026, 10, 4) == [24, 23.5, 24])
    }

    @Test func theRepeatedHourIsTwo() throws {
        let c = try calendar("Europe/Berlin")
        let day = c.span(of: .day, containing: utc(2026, 10, 25, 12))
        let hours = Array(c.spans(of: .hour, over: day))
        #expect(hours.count == 25)
        #expect(hours.map { c.components(of: $0.min).hour }.prefix(5) == [0, 1, 2, 2, 3])
        #expect(hours.allSatisfy { $0.length == 3600 })
        let spring = Array(
            c.spans(of: .hour, over: c.span(of: .day, containing: utc(2026, 3, 29, 12))))
        #expect(spring.count == 23)
        #expect(spring.map { c.components(of: $0.min).hour }.prefix(4) == [0, 1, 3, 4])
    }

    @Test func lordHoweHasHalfHours() throws {
        let c = try calendar("Australia/Lord_Howe")
        let autumn = Array(
            c.spans(of: .hour, over: c.span(of: .day, containing: utc(2026, 4, 5, 2))))
        // 02:00 goes back to 01:30: the hour from 1 is complete, then half of it is repeated.
        #expect(autumn.prefix(4).map { $0.length / 60 } == [60, 60, 30, 60])
        let parts = autumn.prefix(4).map { c.components(of: $0.min) }
        #expect(parts.map { $0.hour * 100 + $0.minute } == [0, 100, 130, 200])
        let spring = Array(
            c.spans(of: .hour, over: c.span(of: .day, containing: utc(2026, 10, 4, 2))))
        // 02:00 goes forward to 02:30: the hour from 2 has half its length.
        #expect(spring.prefix(4).map { $0.length / 60 } == [60, 60, 30, 60])
        #expect(c.components(of: spring[2].min).minute == 30)
    }

    @Test func daysWithoutMidnight() throws {
        // São Paulo, 2017-10-15: 00:00 went to 01:00.
        let c = try calendar("America/Sao_Paulo")
        let start = c.start(of: CivilDate(year: 2017, month: 10, day: 15))
        #expect(start == utc(2017, 10, 15, 3))
        #expect(c.components(of: start).hour == 1)
        #expect(c.start(of: .day, containing: utc(2017, 10, 15, 12)) == start)
        #expect(c.span(of: .day, containing: start).length == 23 * 3600)
        #expect(c.span(of: .day, containing: start - 1).max == start)
    }

    @Test func apiaSkippedADay() throws {
        let c = try calendar("Pacific/Apia")
        let range = Extent(
            min: c.start(of: CivilDate(year: 2011, month: 12, day: 28)),
            max: c.start(of: CivilDate(year: 2012, month: 1, day: 2)))
        let days = Array(c.spans(of: .day, over: range))
        #expect(days.map { c.date(of: $0.min).day } == [28, 29, 31, 1])
        #expect(days.allSatisfy { $0.length == 86_400 })
        let skipped = c.start(of: CivilDate(year: 2011, month: 12, day: 30))
        #expect(skipped == c.start(of: CivilDate(year: 2011, month: 12, day: 31)))
        #expect(skipped == utc(2011, 12, 30, 10))
        #expect(c.span(of: .month, containing: skipped).length == 30 * 86_400)
    }

    @Test func midnightShownTwiceKeepsDaysApart() throws {
        // St John's, 2010-11-07: 00:01 went back to 23:01 of the day before.
        let c = try calendar("America/St_Johns")
        let midnight = utc(2010, 11, 7, 2, 30)
        #expect(c.start(of: CivilDate(year: 2010, month: 11, day: 7)) == midnight)
        let again = midnight + 60 + 1800  // 23:31 for the second time
        #expect(c.date(of: again).day == 6)
        #expect(c.start(of: .day, containing: again) == midnight)
        let range = Extent(min: midnight - 86_400, max: midnight + 2 * 86_400)
        let days = Array(c.spans(of: .day, over: range))
        #expect(days.map { $0.length / 3600 } == [24, 25, 24])
        // Hours: 23, then one minute of 0, then 59 minutes of 23 again, then 0.
        let hours = Array(
            c.spans(of: .hour, over: Extent(min: midnight - 3600, max: midnight + 7200)))
        #expect(hours.map { $0.length / 60 } == [60, 1, 59, 60])
    }

    @Test(arguments: ZoneRulesTests.zones) func spansTileTime(name: String) throws {
        for unit in CalendarUnit.allCases {
            let c = try calendar(name, .sunday)
            let length = unit <= .hour ? 4e6 : 2e9
            if unit == .minute { continue }
            var at = -Double.infinity
            let from = unit <= .hour ? utc(2011, 11, 20) : 0
            var count = 0
            for span in c.spans(of: unit, over: Extent(min: from, max: from + length)) {
                #expect(span.min < span.max)
                if at > -Double.infinity { #expect(span.min == at) }
                at = span.max
                count += 1
                if count % 37 == 0 {
                    let inside = span.min + span.length * 0.6
                    #expect(c.span(of: unit, containing: inside) == span)
                    #expect(c.span(of: unit, containing: span.max.nextDown) == span)
                }
            }
            #expect(at >= from + length)
        }
    }

    @Test func weeksBeginOnTheChosenDay() throws {
        let t = utc(2026, 11, 21, 12)  // a Saturday
        for (first, day) in [(ChartCore.Weekday.monday, 16), (.sunday, 15), (.saturday, 21)] {
            let c = try calendar("UTC", first)
            #expect(c.start(of: .week, containing: t) == utc(2026, 11, day))
            #expect(c.next(.week, after: t) == utc(2026, 11, day + 7))
        }
    }

    @Test func addingKeepsTheWallClock() throws {
        let c = try calendar("Europe/Berlin")
        let noon = c.instant(of: CivilDate(year: 2026, month: 3, day: 28), hour: 12)
        #expect(c.adding(1, .day, to: noon) - noon == 23 * 3600)
        #expect(c.adding(24, .hour, to: noon) - noon == 24 * 3600)
        #expect(c.components(of: c.adding(7, .month, to: noon)).hour == 12)
        let january31 = c.instant(of: CivilDate(year: 2026, month: 1, day: 31), hour: 8)
        #expect(c.date(of: c.adding(1, .month, to: january31)).day == 28)
        #expect(c.adding(-1, .quarter, to: january31) == c.adding(-3, .month, to: january31))
        let leap = c.instant(of: CivilDate(year: 2028, month: 2, day: 29))
        #expect(
            c.date(of: c.adding(1, .year, to: leap)) == CivilDate(year: 2029, month: 2, day: 28))
        // The second 02:30 of the long night stays the second: adding nothing changes nothing.
        let second = utc(2026, 10, 25, 1, 30)
        #expect(c.adding(0, .day, to: second) == second)
        #expect(c.instant(of: c.components(of: second)) == second)
        // 02:30 in the short night becomes an hour later on the clock.
        let before = c.instant(of: CivilDate(year: 2026, month: 3, day: 28), hour: 2, minute: 30)
        #expect(c.components(of: c.adding(1, .day, to: before)).hour == 3)
    }

    @Test func fractionsAndTheDistantPast() throws {
        let c = try calendar("Europe/Berlin")
        let parts = c.components(of: -0.25)
        #expect(parts.date == CivilDate(year: 1970, month: 1, day: 1))
        #expect(
            parts.hour == 0 && parts.minute == 59 && parts.second == 59 && parts.fraction == 0.75)
        #expect(c.instant(of: parts) == -0.25)
        #expect(c.components(of: .nan).year == 1970)
        #expect(c.components(of: 1e300).year > 3_000_000)
        #expect(c.start(of: .year, containing: -1e300).isFinite)
        #expect(c.date(of: utc(1601, 1, 1, 12)) == CivilDate(year: 1601, month: 1, day: 1))
        #expect(c.date(of: utc(9999, 12, 31, 12)) == CivilDate(year: 9999, month: 12, day: 31))
    }
}
