import ChartCore
import Charts
import Localization

/// How days are written: today, yesterday, or the date, with its year if that is not the present one.
struct DayWords: Equatable, Sendable {
    let calendar: CivilCalendar
    let locale: LocaleFormat
    /// The present day; nil in a picture, which is the same whenever it is made.
    let today: CivilDate?
    /// The year that is not written.
    let year: Int?

    static func == (a: DayWords, b: DayWords) -> Bool { a.today == b.today && a.year == b.year }

    /// - Parameter latest: the last day with a record, for pictures.
    init(today: CivilDate?, latest: CivilDate?, calendar: CivilCalendar, locale: LocaleFormat) {
        self.today = today
        self.calendar = calendar
        self.locale = locale
        year = (today ?? latest)?.year
    }

    /// The day of an instant: `today`, `14 Oct`, `14 Oct 2019`.
    ///
    /// - Parameter isNight: whether it is the night before that day.
    func text(_ instant: Double, isNight: Bool = false) -> String {
        let date = calendar.date(of: instant)
        if let today {
            if date == today { return isNight ? tr("last night") : tr("today") }
            if date == today.adding(days: -1), !isNight { return tr("yesterday") }
        }
        return self.date(instant)
    }

    /// The date of an instant: `14 Oct`, `14 Oct 2019`.
    func date(_ instant: Double) -> String {
        locale.date(
            CivilMoment(instant, in: calendar),
            calendar.date(of: instant).year == year ? .dayMonth : .dayMonthYear)
    }

    /// The month of an instant: `October`, `October 2019`.
    func month(_ instant: Double) -> String {
        locale.date(
            CivilMoment(instant, in: calendar),
            calendar.date(of: instant).year == year ? .monthName : .monthYear)
    }
}
