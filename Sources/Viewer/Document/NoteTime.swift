import ChartCore
import Charts
import HealthData
import Localization

/// The times of notes, and their text form.
enum NoteTime {
    private static func beginsDay(_ instant: Double, _ calendar: CivilCalendar) -> Bool {
        calendar.start(of: .day, containing: instant) == instant
    }

    /// The span of a note; a note at the beginning of a day is about that day.
    static func span(of note: Library.Note, in calendar: CivilCalendar) -> Extent {
        span(Extent(min: note.start, max: note.end), in: calendar)
    }

    /// The span of a note with the given bounds.
    static func span(_ kept: Extent, in calendar: CivilCalendar) -> Extent {
        kept.min == kept.max && beginsDay(kept.min, calendar)
            ? Extent(min: kept.min, max: calendar.next(.day, after: kept.min)) : kept
    }

    /// A span in words.
    static func words(_ span: Extent, in calendar: CivilCalendar, _ locale: LocaleFormat) -> String
    {
        func words(_ instant: Double, _ form: DateForm) -> String {
            locale.date(CivilMoment(instant, in: calendar), form)
        }
        if span.min == span.max { return words(span.min, .weekdayDayMonthYearTime) }
        guard beginsDay(span.min, calendar), beginsDay(span.max, calendar) else {
            return words(span.min, .dayMonthYearTime) + " – " + words(span.max, .dayMonthYearTime)
        }
        return calendar.next(.day, after: span.min) >= span.max
            ? words(span.min, .weekdayDayMonthYear)
            : words(span.min, .dayMonthYear) + " – " + words(span.max - 1, .dayMonthYear)
    }
}
