import ChartCore
import Foundation
import Testing

/// Days on which clocks change, in six zones, for ticks and buckets of every unit.
///
/// The hours are written by hand; the grouping is checked with the offsets of another library.
@Suite struct DaylightSavingTests {
    /// A day on which the clock changes.
    struct Change: Sendable, CustomTestStringConvertible {
        var zone: String
        var date: CivilDate
        /// The day's length in hours.
        var length: Double
        /// The hours that have a tick, in order.
        var ticks: [Int]
        /// The stretches of one hour on the wall clock: the hour, and its number of minutes.
        var hours: [(hour: Int, minutes: Int)]

        init(
            _ zone: String, _ year: Int, _ month: Int, _ day: Int, length: Double,
            ticks: [Int], after: Int, hours: [(Int, Int)], afterHours: Int
        ) {
            self.zone = zone
            date = CivilDate(year: year, month: month, day: day)
            self.length = length
            self.ticks = ticks + Array(after...23)
            self.hours = hours.map { (hour: $0.0, minutes: $0.1) }
            self.hours += (afterHours...23).map { (hour: $0, minutes: 60) }
        }

        var testDescription: String { "\(zone) \(date)" }
    }

    static let changes: [Change] = [
        Change(
            "Europe/Berlin", 2024, 3, 31, length: 23, ticks: [0, 1], after: 3,
            hours: [(0, 60), (1, 60)], afterHours: 3),
        Change(
            "Europe/Berlin", 2024, 10, 27, length: 25, ticks: [0, 1, 2], after: 2,
            hours: [(0, 60), (1, 60), (2, 60)], afterHours: 2),
        Change(
            "America/New_York", 2024, 3, 10, length: 23, ticks: [0, 1], after: 3,
            hours: [(0, 60), (1, 60)], afterHours: 3),
        Change(
            "America/New_York", 2024, 11, 3, length: 25, ticks: [0, 1], after: 1,
            hours: [(0, 60), (1, 60)], afterHours: 1),
        Change(
            "America/St_Johns", 2024, 3, 10, length: 23, ticks: [0, 1], after: 3,
            hours: [(0, 60), (1, 60)], afterHours: 3),
        Change(
            "America/St_Johns", 2024, 11, 3, length: 25, ticks: [0, 1], after: 1,
            hours: [(0, 60), (1, 60)], afterHours: 1),
        // 02:00 becomes 02:30; then 02:00 becomes 01:30.
        Change(
            "Australia/Lord_Howe", 2024, 10, 6, length: 23.5, ticks: [0, 1], after: 3,
            hours: [(0, 60), (1, 60), (2, 30)], afterHours: 3),
        Change(
            "Australia/Lord_Howe", 2024, 4, 7, length: 24.5, ticks: [0, 1], after: 2,
            hours: [(0, 60), (1, 60), (1, 30)], afterHours: 2),
        // 02:45 becomes 03:45; then 03:45 becomes 02:45.
        Change(
            "Pacific/Chatham", 2024, 9, 29, length: 23, ticks: [0, 1, 2], after: 4,
            hours: [(0, 60), (1, 60), (2, 45), (3, 15)], afterHours: 4),
        Change(
            "Pacific/Chatham", 2024, 4, 7, length: 25, ticks: [0, 1, 2, 3], after: 3,
            hours: [(0, 60), (1, 60), (2, 60), (3, 45), (2, 15)], afterHours: 3),
    ]

    private func calendar(_ zone: String) throws -> CivilCalendar {
        CivilCalendar(zone: try ZoneRules.named(zone))
    }

    @Test(arguments: changes) func theDayAndItsHours(_ change: Change) throws {
        let calendar = try calendar(change.zone)
        let start = calendar.start(of: change.date)
        let end = calendar.start(of: change.date.adding(days: 1))
        #expect(end - start == change.length * 3600)
        #expect(
            calendar.span(of: .day, containing: start + 43_200) == Extent(min: start, max: end))
        // Ticks: the hours by name, each where the clock shows the full hour.
        let hour = try #require(CalendarStep(.hour, 1))
        let ticks = hour.ticks(over: Extent(min: start, max: end.nextDown), in: calendar)
        #expect(ticks.map { calendar.components(of: $0.value).hour } == change.ticks)
        for tick in ticks {
            let shown = calendar.components(of: tick.value)
            #expect(shown.minute == 0 && shown.second == 0 && shown.fraction == 0)
            #expect(shown.date == change.date)
        }
        // Buckets: one sample a minute.
        let times = Array(stride(from: start, to: end, by: 60))
        let hours = CalendarBuckets.gather(
            starts: times, values: times.map { _ in 1 }, by: .hour, in: calendar, as: .cumulative)
        #expect(hours.map(\.count) == change.hours.map(\.minutes))
        #expect(hours.map(\.sum) == change.hours.map { Double($0.minutes) })
        #expect(hours.map(\.span.length) == change.hours.map { Double($0.minutes) * 60 })
        #expect(
            hours.map { calendar.components(of: $0.span.min).hour } == change.hours.map(\.hour))
        #expect(hours.allSatisfy { $0.coverage == 1 })
        for (a, b) in zip(hours, hours.dropFirst()) { #expect(a.span.max == b.span.min) }
        // Amounts measured from noon to noon: a day gets the share that is within the clock's day.
        let days = CalendarBuckets.gather(
            starts: [start - 43_200], ends: [end + 43_200], values: [end - start + 86_400],
            by: .day,
            in: calendar, as: .cumulative)
        #expect(days.count == 3)
        for (bucket, expected) in zip(days, [43_200, end - start, 43_200]) {
            #expect(abs(bucket.sum - expected) < 1e-6)
        }
        #expect(abs(days.reduce(0) { $0 + $1.sum } - (end - start + 86_400)) < 1e-6)
    }

    @Test(arguments: changes) func coarserTicksOfTheDay(_ change: Change) throws {
        // Whatever the step, there is a tick where the clock shows a multiple of it, none twice and
        // none closer than 0.6 steps; midnight always has one.
        let calendar = try calendar(change.zone)
        let start = calendar.start(of: change.date)
        let end = calendar.start(of: change.date.adding(days: 1))
        for (count, minutes) in [(15, 15), (30, 30)] + [1, 2, 3, 6, 12].map({ ($0, $0 * 60) }) {
            let unit: CalendarStep.Unit = minutes < 60 ? .minute : .hour
            let step = try #require(CalendarStep(unit, count))
            let ticks = step.ticks(over: Extent(min: start, max: end), in: calendar)
            #expect(ticks.first?.value == start && ticks.last?.value == end)
            for tick in ticks {
                let shown = calendar.components(of: tick.value)
                #expect((shown.hour * 60 + shown.minute) % minutes == 0 && shown.second == 0)
            }
            for (a, b) in zip(ticks, ticks.dropFirst()) {
                #expect(b.value - a.value >= 0.6 * step.length)
                // Skipped wall times make a gap of at most a step plus the jump.
                #expect(b.value - a.value <= 2 * step.length + 3600)
            }
        }
    }

    // MARK: A year of every unit

    /// Groups of samples by civil units, computed with Foundation's offsets.
    private func groups(
        _ times: [Double], _ zone: TimeZone, key: (_ day: Int, _ month: Int, _ year: Int) -> Int
    ) -> [(key: Int, sum: Double)] {
        var result: [(key: Int, sum: Double)] = []
        for (i, t) in times.enumerated() {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: t))
            let day = Int((t / 86_400 + Double(offset) / 86_400).rounded(.down))
            // Months by iteration, years from the lengths of years.
            var year = 1970
            var rest = day
            func leap(_ y: Int) -> Bool { y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) }
            while rest >= (leap(year) ? 366 : 365) {
                rest -= leap(year) ? 366 : 365
                year += 1
            }
            var month = 0
            let lengths = [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            while rest >= lengths[month] {
                rest -= lengths[month]
                month += 1
            }
            let key = key(day, month, year)
            if result.last?.key != key { result.append((key, 0)) }
            result[result.count - 1].sum += Double(i % 97)
        }
        return result
    }

    @Test(arguments: [
        ("Europe/Berlin", 2024), ("America/New_York", 2024), ("America/St_Johns", 2024),
        ("Australia/Lord_Howe", 2024), ("Pacific/Chatham", 2024), ("Pacific/Apia", 2011),
    ]) func sumsAddUpAcrossTheChange(name: String, year: Int) throws {
        let calendar = try calendar(name)
        let theirs = try #require(TimeZone(identifier: name))
        let times = Array(stride(from: utc(year, 1, 1) + 900, to: utc(year + 1, 1, 10), by: 3600))
        let values = times.indices.map { Double($0 % 97) }
        let total = values.reduce(0, +)
        let units: [(CalendarUnit, (Int, Int, Int) -> Int)] = [
            (.day, { day, _, _ in day }),
            (.week, { day, _, _ in (day + 3) / 7 }),
            (.month, { _, month, year in year * 12 + month }),
            (.quarter, { _, month, year in year * 4 + month / 3 }),
            (.year, { _, _, year in year }),
        ]
        for (unit, key) in units {
            let buckets = CalendarBuckets.gather(
                starts: times, values: values, by: unit, in: calendar, as: .cumulative)
            let expected = groups(times, theirs, key: key)
            #expect(buckets.map(\.sum) == expected.map(\.sum), "\(unit)")
            #expect(buckets.reduce(0) { $0 + $1.sum } == total)
            for (a, b) in zip(buckets, buckets.dropFirst()) { #expect(a.span.max == b.span.min) }
        }
        let hours = CalendarBuckets.gather(
            starts: times, values: values, by: .hour, in: calendar, as: .cumulative)
        #expect(hours.reduce(0) { $0 + $1.sum } == total)
        // A mean over a bucket is a mean of its samples, however long its day was.
        let levels = CalendarBuckets.gather(
            starts: times, values: values, by: .month, in: calendar, as: .discrete)
        let counts = levels.map { bucket in
            times.count { $0 >= bucket.span.min && $0 < bucket.span.max }
        }
        #expect(levels.map(\.count) == counts)
        #expect(levels.reduce(0) { $0 + $1.count } == times.count)
    }

    @Test(arguments: [
        ("Europe/Berlin", 2024, [23.0, 25]), ("America/New_York", 2024, [23, 25]),
        ("America/St_Johns", 2024, [23, 25]), ("Australia/Lord_Howe", 2024, [24.5, 23.5]),
        ("Pacific/Chatham", 2024, [25, 23]), ("Pacific/Apia", 2011, [25, 23]),
    ]) func ticksOfDatesStandAtTheirFirstInstant(
        name: String, year: Int, lengths: [Double]
    ) throws {
        let calendar = try calendar(name)
        let theirs = try #require(TimeZone(identifier: name))
        let range = Extent(
            min: calendar.start(of: CivilDate(year: year, month: 1, day: 1)),
            max: calendar.start(of: CivilDate(year: year + 1, month: 1, day: 1)))
        func ticks(_ unit: CalendarStep.Unit, _ count: Int) throws -> [Tick] {
            try #require(CalendarStep(unit, count)).ticks(over: range, in: calendar)
        }
        let days = try ticks(.day, 1).map(\.value)
        // Apia had no 30 December in 2011.
        #expect(days.count == (name == "Pacific/Apia" ? 365 : 367))
        for day in days {
            let offset = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: day))
            #expect((day + Double(offset)).truncatingRemainder(dividingBy: 86_400) == 0)
        }
        let odd = zip(days, days.dropFirst()).map { ($1 - $0) / 3600 }.filter { $0 != 24 }
        #expect(odd == lengths)
        let weeks = try ticks(.week, 1)
        #expect(weeks.allSatisfy { calendar.components(of: $0.value).weekday == .monday })
        #expect(weeks.count == 53 || weeks.count == 52)
        for (unit, count, months) in [
            (CalendarStep.Unit.month, 1, 13), (.month, 2, 7), (.month, 3, 5), (.month, 6, 3),
            (.year, 1, 2),
        ] {
            let ticks = try ticks(unit, count)
            #expect(ticks.count == months)
            for tick in ticks {
                let shown = calendar.components(of: tick.value)
                #expect(shown.day == 1 && shown.hour == 0 && shown.minute == 0)
                #expect((shown.month - 1) % (unit == .year ? 12 : count) == 0)
            }
        }
        // Ticks of three months are the beginnings of quarters.
        let quarters = Array(calendar.spans(of: .quarter, over: range))
        #expect(try ticks(.month, 3).map(\.value) == quarters.map(\.min) + [range.max])
    }

    // MARK: The skipped day

    @Test func apiasSkippedDayHasNothing() throws {
        let apia = try calendar("Pacific/Apia")
        // The 29th ended at 10:00 UTC of the 30th, and the 31st began.
        let jump = utc(2011, 12, 30, 10)
        #expect(apia.components(of: jump - 1).date.description == "2011-12-29")
        #expect(apia.components(of: jump).date.description == "2011-12-31")
        let range = Extent(min: jump - 3 * 86_400, max: jump + 3 * 86_400)
        let days = Array(apia.spans(of: .day, over: range))
        #expect(days.map { apia.date(of: $0.min).day } == [27, 28, 29, 31, 1, 2])
        #expect(days.allSatisfy { $0.length == 86_400 })
        let hour = try #require(CalendarStep(.hour, 6))
        let shown = hour.ticks(over: Extent(min: jump - 43_200, max: jump + 43_200), in: apia)
            .map { apia.components(of: $0.value) }
        #expect(shown.map(\.hour) == [12, 18, 0, 6, 12])
        #expect(shown.map(\.day) == [29, 29, 31, 31, 31])
        // Week, month, quarter and year lost a day.
        for (unit, days) in [(CalendarUnit.week, 6), (.month, 30), (.quarter, 91), (.year, 364)] {
            let span = apia.span(of: unit, containing: jump)

            #expect(span.length == Double(days) * 86_400, "\(unit)")
            let parts = Array(apia.spans(of: .day, over: span))
            #expect(parts.count == days)
            #expect(parts.first?.min == span.min && parts.last?.max == span.max)
        }
        // An amount from noon of the 29th to noon of the 31st: half to each.
        let buckets = CalendarBuckets.gather(
            starts: [jump - 43_200], ends: [jump + 43_200], values: [1000], by: .day, in: apia,
            as: .cumulative)
        #expect(buckets.map(\.sum) == [500, 500])
        // Every second day: there is no tick at the skipped day.
        let second = try #require(CalendarStep(.day, 2)).ticks(over: range, in: apia)
        for tick in second { #expect(apia.start(of: .day, containing: tick.value) == tick.value) }
        #expect(Set(second.map(\.value)).count == second.count)
        for (a, b) in zip(second, second.dropFirst()) { #expect(b.value - a.value >= 86_400) }
    }
}
