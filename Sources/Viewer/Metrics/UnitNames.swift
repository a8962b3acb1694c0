import ChartCore
import Charts
import Localization

extension LocaleFormat {
    /// The name of a calendar unit: `Wed 14 Oct`, `Week of 12 October 2026`, `October 2026`.
    ///
    /// The two hours of the same name on the day when clocks are set back include their offsets.
    func name(of span: Extent, _ unit: CalendarUnit, in calendar: CivilCalendar) -> String {
        let moment = CivilMoment(span.min, in: calendar)
        switch unit {
        case .minute, .hour:
            let text = date(moment, .weekdayDayMonthTime)
            let c = calendar.components(of: span.min)
            let isTwice = [span.min.nextDown, span.max].contains { instant in
                let near = calendar.components(of: instant)
                return near.hour == c.hour && near.date == c.date && near.offset != c.offset
            }
            return isTwice ? text + " (" + LocaleFormat.offset(c.offset) + ")" : text
        case .day: return date(moment, .weekdayDayMonth)
        case .week: return tr("Week of {1}", date(moment, .fullDate))
        case .month: return date(moment, .monthYear)
        case .quarter:
            return months(from: moment, to: CivilMoment(span.max.nextDown, in: calendar))
        case .year: return date(moment, .year)
        }
    }

    /// An offset from universal time: `UTC+1`, `UTC−3:30`.
    static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let rest = minutes % 60
        let sign = seconds < 0 ? "\u{2212}" : "+"
        return "UTC" + sign + String(minutes / 60)
            + (rest == 0 ? "" : ":" + (rest < 10 ? "0" : "") + String(rest))
    }
}
