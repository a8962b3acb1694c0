import ChartCore
import Statistics
import Testing

@testable import Reports

/// Nights and their figures, with answers computed by hand.
@Suite struct NightTests {
    private let calendar: CivilCalendar

    init() throws { calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin")) }

    private func instant(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Double {
        calendar.instant(of: CivilDate(year: 2026, month: 6, day: day), hour: hour, minute: minute)
    }

    private func period(_ first: Int, _ last: Int) -> ReportPeriod {
        ReportPeriod(
            from: CivilDate(year: 2026, month: 6, day: first),
            to: CivilDate(year: 2026, month: 6, day: last), calendar: calendar)
    }

    @Test func aNightWithANap() throws {
        let nights = Night.nights(
            of: [
                // In bed from 22:30 to 7:00, asleep from 23:00 to 3:00 and from 3:30 to 6:30.
                SleepSpan(from: instant(1, 22, 30), to: instant(2, 7), isAsleep: false),
                SleepSpan(from: instant(1, 23), to: instant(2, 3), isAsleep: true),
                SleepSpan(from: instant(2, 3, 30), to: instant(2, 6, 30), isAsleep: true),
                // Another device has a part of it again.
                SleepSpan(from: instant(2, 2), to: instant(2, 3), isAsleep: true),
                SleepSpan(from: instant(2, 14), to: instant(2, 14, 40), isAsleep: true),
            ], in: calendar)
        let night = try #require(nights.first)
        #expect(nights.count == 1)
        #expect(night.date == CivilDate(year: 2026, month: 6, day: 2))
        #expect(night.start == instant(1, 22, 30) && night.end == instant(2, 7))
        // 4 + 3 = 7 hours of 8.5.
        #expect(night.asleep == 7 * 3600)
        #expect(night.inBed == 8.5 * 3600)
        #expect(abs((night.efficiency ?? 0) - 7 / 8.5) < 1e-12)
        #expect(night.naps == 2400)
        #expect(night.midpoint == instant(2, 2, 45))
    }

    @Test func timeInBedAloneIsNoSleep() throws {
        let nights = Night.nights(
            of: [SleepSpan(from: instant(1, 23), to: instant(2, 7), isAsleep: false)], in: calendar)
        #expect(nights.map(\.asleep) == [0])
        let summary = try #require(NightSummary(nights, period: period(1, 7)))
        #expect(summary.asleep == nil)
        #expect(summary.efficiency == nil)
        #expect(summary.inBed == 8 * 3600)
        #expect(summary.regularity == nil)
    }

    @Test func theMiddleOfTheNightIsOnACircle() throws {
        // Middles at 23:30 and 0:30: midnight.
        let nights = Night.nights(
            of: [
                SleepSpan(from: instant(1, 20, 30), to: instant(2, 2, 30), isAsleep: true),
                SleepSpan(from: instant(2, 21, 30), to: instant(3, 3, 30), isAsleep: true),
            ], in: calendar)
        let summary = try #require(NightSummary(nights, period: period(1, 7)))
        let middle = try #require(summary.midpoint)
        #expect(min(middle.hour, 24 - middle.hour) < 1e-9)
        #expect(summary.asleep == 21_600.0)
    }

    @Test func theWeekendIsCompared() throws {
        // Nights that end on Monday 1 to Sunday 14 June: 7 hours, and 9 before Saturday and Sunday.
        let spans = (1...14).map { day in
            let isFree = [6, 7, 13, 14].contains(day)
            let wakes = instant(day, 7)
            return SleepSpan(from: wakes - (isFree ? 9 : 7) * 3600, to: wakes, isAsleep: true)
        }
        let nights = Night.nights(of: spans, in: calendar)
        #expect(nights.count == 14)
        let summary = try #require(NightSummary(nights, period: period(1, 14)))
        #expect(summary.weekendDifference == 7200.0)
        // (10 × 7 + 4 × 9) / 14 hours.
        #expect(abs((summary.asleep ?? 0) - 106.0 / 14 * 3600) < 1e-6)
    }

    @Test func equalNightsAreRegular() throws {
        let spans = (1...9).map {
            SleepSpan(from: instant($0, 0), to: instant($0, 8), isAsleep: true)
        }
        let summary = try #require(
            NightSummary(Night.nights(of: spans, in: calendar), period: period(1, 9)))
        #expect(summary.regularity?.index == 100)
        // One of nine nights two hours later: of eight pairs of days two differ in 240 of 1440 minutes.
        let shifted = (1...9).map {
            SleepSpan(
                from: instant($0, $0 == 5 ? 2 : 0), to: instant($0, $0 == 5 ? 10 : 8),
                isAsleep: true)
        }
        let other = try #require(
            NightSummary(Night.nights(of: shifted, in: calendar), period: period(1, 9)))
        let alike = 1 - 2.0 * 240 / (8 * 1440)
        #expect(abs((other.regularity?.index ?? 0) - (-100 + 200 * alike)) < 1e-9)
    }

    @Test func heartRatesOfWeeks() throws {
        let days = (1...14).map {
            RestingHeart.Day(
                date: CivilDate(year: 2026, month: 6, day: $0), rate: Double(50 + $0))
        }
        let heart = try #require(RestingHeart(days, origin: .device, period: period(1, 14)))
        // 51 … 57 and 58 … 64.
        #expect(heart.weeks.map(\.median) == [54, 61])
        #expect(heart.weeks.map(\.days) == [7, 7])
        #expect(heart.slope == nil, "two weeks have no slope")
        let five = (1...30).map {
            RestingHeart.Day(
                date: CivilDate(year: 2026, month: 6, day: $0), rate: Double(50 + $0))
        }
        let long = try #require(RestingHeart(five, origin: .device, period: period(1, 30)))
        #expect(abs((long.slope?.perWeek ?? 0) - 7) < 0.5)
    }
}
