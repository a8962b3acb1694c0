import ChartCore
import Charts
import Localization

/// An earlier page of the calendar in words: `October`, `2025`, `the week before`.
struct PageWords {
    let calendar: CivilCalendar
    let locale: LocaleFormat

    /// The words for a page before another one.
    func text(_ page: Extent, before range: Extent) -> String {
        if isOne(.year, page) { return locale.date(CivilMoment(page.min, in: calendar), .year) }
        let (year, present) = (self.year(page), self.year(range))
        if isOne(.month, page) {
            return locale.date(
                CivilMoment(page.min, in: calendar), year == present ? .monthName : .monthYear)
        }
        let isNext = page.max == range.min
        if isOne(.week, page) {
            return isNext ? tr("the week before") : tr("the same week of {1}", String(year))
        }
        return isNext ? tr("the months before") : tr("the same months of {1}", String(year))
    }

    private func isOne(_ unit: CalendarUnit, _ page: Extent) -> Bool {
        calendar.next(unit, after: page.min) == page.max
    }

    /// The year of most of a page.
    private func year(_ page: Extent) -> Int { calendar.date(of: page.mid).year }
}
