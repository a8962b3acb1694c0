import ChartCore
import Localization

/// The days that a report is about, both ends included, on the calendar of a time zone.
package struct ReportPeriod: Hashable, Sendable {
    /// The first day.
    package let first: CivilDate
    /// The last day; never before the first.
    package let last: CivilDate
    /// The calendar whose clock decides which day a reading belongs to.
    package let calendar: CivilCalendar

    /// The days from one to another.
    package init(from first: CivilDate, to last: CivilDate, calendar: CivilCalendar) {
        precondition(last >= first, "a period ends on or after its first day")
        (self.first, self.last, self.calendar) = (first, last, calendar)
    }

    /// The number of days that end with a given one.
    package init(days: Int, endingOn last: CivilDate, calendar: CivilCalendar) {
        precondition(days > 0, "a period has at least one day, not \(days)")
        self.init(from: last.adding(days: 1 - days), to: last, calendar: calendar)
    }

    /// How many days it has.
    package var days: Int { last.days - first.days + 1 }

    /// Whether a day is in it.
    package func contains(_ day: CivilDate) -> Bool { first <= day && day <= last }

    /// From the first instant of the first day to the first one after the last day, in seconds since
    /// 1970.
    package var span: Range<Double> {
        calendar.start(of: first)..<calendar.start(of: last.adding(days: 1))
    }

    /// The days in order.
    package var dates: [CivilDate] { (0..<days).map { first.adding(days: $0) } }

    /// Its days for people: `29 August – 26 November 2026`.
    package func text(_ format: LocaleFormat) -> String {
        format.days(from: first.moment, to: last.moment)
    }
}

extension CivilDate {
    /// The date with midnight as its time.
    package var moment: CivilMoment { CivilMoment(year: year, month: month, day: day) }
}
