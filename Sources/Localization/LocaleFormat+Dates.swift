/// The parts of a moment to write; the locale determines their order and punctuation.
///
/// The examples are in the locale `C`.
public enum DateForm: Hashable, Sendable, CaseIterable {
    /// `Mon`
    case weekday
    /// `Monday`
    case weekdayName
    /// `14`
    case day
    /// `Wed 14`
    case weekdayDay
    /// `14 Oct`
    case dayMonth
    /// `14 Oct 2026`
    case dayMonthYear
    /// `14 October 2026`
    case fullDate
    /// `Wed 14 Oct`
    case weekdayDayMonth
    /// `Wed 14 Oct 2026`
    case weekdayDayMonthYear
    /// `Wed 14 Oct, 07:12`
    case weekdayDayMonthTime
    /// `Wed 14 Oct 2026, 07:12`
    case weekdayDayMonthYearTime
    /// `14 Oct 2026, 07:12`
    case dayMonthYearTime
    /// `Oct`
    case month
    /// `October`
    case monthName
    /// `Oct 2026`
    case shortMonthYear
    /// `October 2026`
    case monthYear
    /// `2026`
    case year
    /// `07:12`
    case time
    /// `07:12:30`
    case timeWithSeconds
    /// `07:00`, in twelve-hour clocks `7 AM`
    case hour
}

extension LocaleFormat {
    /// `moment` in the given form.
    public func date(_ moment: CivilMoment, _ form: DateForm) -> String {
        switch form {
        case .weekday: symbols.shortWeekdays[moment.weekday - 1]
        case .weekdayName: symbols.weekdays[moment.weekday - 1]
        case .day: String(moment.day)
        case .weekdayDay: text(moment, symbols.weekdayDay)
        case .dayMonth: text(moment, symbols.dayMonth)
        case .dayMonthYear: text(moment, symbols.dayMonthYear)
        case .fullDate: text(moment, symbols.fullDayMonthYear)
        case .weekdayDayMonth: text(moment, symbols.weekdayDayMonth)
        case .weekdayDayMonthYear: text(moment, symbols.weekdayDayMonthYear)
        case .weekdayDayMonthTime:
            text(moment, symbols.weekdayDayMonth) + ", " + text(moment, symbols.time)
        case .weekdayDayMonthYearTime:
            text(moment, symbols.weekdayDayMonthYear) + ", " + text(moment, symbols.time)
        case .dayMonthYearTime:
            text(moment, symbols.dayMonthYear) + ", " + text(moment, symbols.time)
        case .month: symbols.shortStandaloneMonths[moment.month - 1]
        case .monthName: symbols.standaloneMonths[moment.month - 1]
        case .shortMonthYear: text(moment, symbols.shortMonthYear)
        case .monthYear: text(moment, symbols.monthYear)
        case .year: text(moment, symbols.year)
        case .time: text(moment, symbols.time)
        case .timeWithSeconds: text(moment, symbols.timeWithSeconds)
        case .hour: text(moment, symbols.hour)
        }
    }

    /// The days from `first` to `last`, both included: `12 – 18 October 2026`, `30 September – 6
    /// October 2026`, `28 December 2026 – 3 January 2027`; one day is its full date.
    public func days(from first: CivilMoment, to last: CivilMoment) -> String {
        let pattern = symbols.fullDayMonthYear
        if first.year != last.year { return range(first, last, pattern, varying: "yMLd") }
        if first.month != last.month { return range(first, last, pattern, varying: "MLd") }
        if first.day != last.day { return range(first, last, pattern, varying: "d") }
        return text(first, pattern)
    }

    /// The months from `first` to `last`, both included: `May – October 2026`,
    /// `November 2025 – April 2026`; one month is `October 2026`.
    public func months(from first: CivilMoment, to last: CivilMoment) -> String {
        let pattern = symbols.monthYear
        if first.year != last.year { return range(first, last, pattern, varying: "yML") }
        if first.month != last.month { return range(first, last, pattern, varying: "ML") }
        return text(first, pattern)
    }

    /// The years from `first` to `last`, both included: `2024 – 2026`.
    public func years(from first: CivilMoment, to last: CivilMoment) -> String {
        if first.year == last.year { return text(first, symbols.year) }
        return range(first, last, symbols.year, varying: "y")
    }

    private func range(
        _ first: CivilMoment, _ last: CivilMoment, _ pattern: DatePattern, varying letters: String
    ) -> String {
        let parts = pattern.split(around: letters)
        return text(first, parts.before) + text(first, parts.middle) + " – "
            + text(last, parts.middle) + text(last, parts.after)
    }

    private func text(_ moment: CivilMoment, _ pattern: DatePattern) -> String {
        var text = ""
        for piece in pattern.pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .field(let letter, let count): text += field(letter, count, moment)
            }
        }
        return text
    }

    /// One field of a pattern; a field that no pattern here uses (an era) is empty.
    private func field(_ letter: Character, _ count: Int, _ moment: CivilMoment) -> String {
        func padded(_ value: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        switch letter {
        case "y", "u": return count == 2 ? padded(moment.year % 100) : padded(moment.year)
        case "M":
            return month(moment, count, symbols.shortMonths, symbols.months) ?? padded(moment.month)
        case "L":
            return month(moment, count, symbols.shortStandaloneMonths, symbols.standaloneMonths)
                ?? padded(moment.month)
        case "d": return padded(moment.day)
        case "E", "c", "e":
            let names = count == 4 ? symbols.weekdays : symbols.dateWeekdays
            return names[moment.weekday - 1]
        case "H": return padded(moment.hour)
        case "k": return padded(moment.hour == 0 ? 24 : moment.hour)
        case "h": return padded((moment.hour + 11) % 12 + 1)
        case "K": return padded(moment.hour % 12)
        case "m": return padded(moment.minute)
        case "s": return padded(moment.second)
        case "a", "b", "B": return moment.hour < 12 ? symbols.am : symbols.pm
        default: return ""
        }
    }

    private func month(
        _ moment: CivilMoment, _ count: Int, _ short: [String], _ long: [String]
    ) -> String? {
        switch count {
        case 3: short[moment.month - 1]
        case 4...: long[moment.month - 1]
        default: nil
        }
    }
}
