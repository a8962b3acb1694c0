import ChartCore
import Localization
import Testing

@testable import Viewer

@Suite struct PeriodTests {
    let calendar: CivilCalendar
    let data: Extent

    init() throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
        self.calendar = calendar
        func day(_ year: Int, _ month: Int, _ day: Int) -> Double {
            calendar.start(of: CivilDate(year: year, month: month, day: day))
        }
        data = Extent(min: day(2023, 11, 1), max: day(2026, 11, 1))
    }

    private func day(_ year: Int, _ month: Int, _ day: Int) -> Double {
        calendar.start(of: CivilDate(year: year, month: month, day: day))
    }

    @Test func pagesAreThoseOfTheCalendar() {
        let instant = day(2026, 10, 14) + 36_000
        func page(_ period: Period) -> Extent {
            period.page(containing: instant, in: calendar, data: data)
        }
        #expect(page(.day) == Extent(min: day(2026, 10, 14), max: day(2026, 10, 15)))
        #expect(page(.week) == Extent(min: day(2026, 10, 12), max: day(2026, 10, 19)))
        #expect(page(.month) == Extent(min: day(2026, 10, 1), max: day(2026, 11, 1)))
        // The first of May is a Friday, the first of November a Sunday: the nearest Mondays.
        #expect(page(.halfYear) == Extent(min: day(2026, 5, 4), max: day(2026, 11, 2)))
        #expect(page(.year) == Extent(min: day(2026, 1, 1), max: day(2027, 1, 1)))
        #expect(page(.all) == data)
    }

    @Test func daysOfTheClockChangesHaveTheirOwnLength() {
        let spring = Period.day.page(
            containing: day(2026, 3, 29) + 43_200, in: calendar, data: data)
        let autumn = Period.day.page(
            containing: day(2026, 10, 25) + 43_200, in: calendar, data: data)
        #expect(spring.length == 23 * 3600)
        #expect(autumn.length == 25 * 3600)
    }

    @Test(arguments: [Period.day, .week, .month, .halfYear, .year])
    func turningForthAndBackComesHome(period: Period) {
        var page = period.page(containing: day(2026, 3, 29) + 7200, in: calendar, data: data)
        let home = page
        for _ in 0..<5 {
            let next = period.page(after: page, count: 1, in: calendar, data: data)
            #expect(next.min == page.max, "pages follow one another without a gap")
            page = next
        }
        page = period.page(after: page, count: -5, in: calendar, data: data)
        #expect(page == home)
    }

    @Test func titlesSayTheRangeInTheFewestWords() {
        let format = LocaleFormat(identifier: "C")
        func title(_ from: Double, _ to: Double) -> String {
            format.title(of: Extent(min: from, max: to), in: calendar)
        }
        #expect(title(day(2026, 10, 12), day(2026, 10, 19)) == "12 – 18 October 2026")
        #expect(title(day(2026, 10, 1), day(2026, 11, 1)) == "October 2026")
        #expect(title(day(2026, 5, 1), day(2026, 11, 1)) == "May – October 2026")
        #expect(title(day(2026, 1, 1), day(2027, 1, 1)) == "2026")
        #expect(title(day(2026, 10, 14), day(2026, 10, 15)) == "14 October 2026")
        #expect(
            title(day(2026, 9, 30) + 5, day(2026, 10, 7) - 5) == "30 September – 6 October 2026")
    }
}
