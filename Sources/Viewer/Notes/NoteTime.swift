import ChartCore
import HealthData
import Localization

/// The times of notes: as a person types them, and as they are told.
enum NoteTime {
    /// How long what is typed as a day alone may be.
    private static let dayLength = ISOInstant.dates.first.utf8.count

    // MARK: Typing

    /// A time as it is typed: `2026-05-02`, or `2026-05-02 14:30` where the day does not begin then.
    ///
    /// - Parameter isEnd: whether a span ends there, whose last day is typed where it ends with that.
    static func typed(_ instant: Double, isEnd: Bool = false, in calendar: CivilCalendar) -> String
    {
        guard !beginsDay(instant, calendar) else {
            return day(isEnd ? instant - 1 : instant, calendar)
        }
        let moment = CivilMoment(instant, in: calendar)
        var text = day(instant, calendar) + " " + padded(moment.hour) + ":" + padded(moment.minute)
        if moment.second != 0 { text += ":" + padded(moment.second) }
        return text
    }

    /// The time that was typed; of the end of a span that is typed as a day the end of that.
    static func read(
        _ text: String, isEnd: Bool = false, in calendar: CivilCalendar
    ) throws(ISOInstant.Unreadable) -> Double {
        let text = text.trimmingBlanks
        let instant = try ISOInstant.read(text, in: calendar)
        return isEnd && isDay(text) ? calendar.next(.day, after: instant) : instant
    }

    /// Whether a date that was typed has no time.
    static func isDay(_ text: String) -> Bool {
        let count = text.trimmingBlanks.utf8.count
        return count > 0 && count <= dayLength
    }

    private static func day(_ instant: Double, _ calendar: CivilCalendar) -> String {
        let date = calendar.date(of: instant)
        let year = String(date.year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + "-"
            + padded(date.month) + "-" + padded(date.day)
    }

    private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

    // MARK: Meaning

    private static func beginsDay(_ instant: Double, _ calendar: CivilCalendar) -> Bool {
        calendar.start(of: .day, containing: instant) == instant
    }

    /// From when to when a note is: one of the beginning of a day is of that day.
    static func span(of note: Library.Note, in calendar: CivilCalendar) -> Extent {
        note.isMoment && beginsDay(note.start, calendar)
            ? Extent(min: note.start, max: calendar.next(.day, after: note.start))
            : Extent(min: note.start, max: note.end)
    }

    /// When it was, in words.
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

extension String {
    /// Without blanks around it.
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
