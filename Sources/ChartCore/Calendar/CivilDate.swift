// Days of the proleptic Gregorian calendar counted from 1970-01-01, and back.
//
// Method: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), days_from_civil and
// civil_from_days. The year begins in March, so the leap day is the last day of a year; with
// 400-year eras of 146,097 days the rest is plain integer division. Exact over the useful range of
// Int. Rejected: tables of month lengths with loops, which cost more and are no easier to read.

/// A day of the week; the raw values are those of ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    /// The first day of ISO 8601's week, 1.
    case monday = 1
    /// The second day, 2.
    case tuesday
    /// The third day, 3.
    case wednesday
    /// The fourth day, 4; it determines the year that an ISO week belongs to.
    case thursday
    /// The fifth day, 5.
    case friday
    /// The sixth day, 6.
    case saturday
    /// The seventh day, 7; not 0.
    case sunday
}

/// A date of the Gregorian calendar (proleptic before 1582), in no particular time zone.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// The year, astronomical: 0 is 1 BC.
    public let year: Int
    /// The month, 1…12.
    public let month: Int
    /// The day of the month, 1…31.
    public let day: Int

    /// Creates a date; `month` may be outside 1…12 and `day` outside the month: both carry over.
    public init(year: Int, month: Int, day: Int) {
        if month >= 1, month <= 12, day >= 1, day <= 28 {
            self.init(exactYear: year, month: month, day: day)
        } else {
            let months = year * 12 + month - 1
            let wholeYear = CivilDate.floorDivide(months, 12)
            self.init(
                days: CivilDate.dayNumber(
                    year: wholeYear, month: months - wholeYear * 12 + 1, day: 1)
                    + day - 1)
        }
    }

    private init(exactYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date `days` days after 1970-01-01.
    public init(days: Int) {
        let shifted = days + 719_468
        let era = CivilDate.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            exactYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// Days since 1970-01-01.
    public var days: Int { CivilDate.dayNumber(year: year, month: month, day: day) }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = floorDivide(y, 400)
        let yearOfEra = y - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// The day of the week.
    ///
    /// 1970-01-01 was a Thursday.
    public var weekday: Weekday {
        let sinceMonday = days + 3
        let index = sinceMonday - CivilDate.floorDivide(sinceMonday, 7) * 7
        return Weekday(rawValue: index + 1) ?? .monday
    }

    /// The day of the year, 1…366.
    public var dayOfYear: Int { days - CivilDate(year: year, month: 1, day: 1).days + 1 }

    /// The week number and its year by ISO 8601 (weeks begin on Monday; week 1 contains 4 January).
    public var isoWeek: (year: Int, week: Int) {
        let thursday = CivilDate(days: days + 4 - weekday.rawValue)
        return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
    }

    /// The date `n` days later (earlier if negative).
    public func adding(days n: Int) -> CivilDate { CivilDate(days: days + n) }

    /// The same day of the month `n` months later, or the last day of that month if it is shorter.
    public func adding(months n: Int) -> CivilDate {
        let months = year * 12 + month - 1 + n
        let year = CivilDate.floorDivide(months, 12)
        let month = months - year * 12 + 1
        return CivilDate(
            year: year, month: month, day: min(day, CivilDate.length(ofMonth: month, year: year)))
    }

    /// Whether a year has 366 days.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// How many days a month (1…12) of a year has.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether the three numbers are a date of the calendar, without carrying over.
    public static func isValid(year: Int, month: Int, day: Int) -> Bool {
        month >= 1 && month <= 12 && day >= 1 && day <= length(ofMonth: month, year: year)
    }

    public static func < (a: CivilDate, b: CivilDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    static func floorDivide(_ a: Int, _ b: Int) -> Int {
        let quotient = a / b
        return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date as ISO 8601 writes it, `2026-03-29`.
    public var description: String {
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
        let digits = String(abs(year))
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return (year < 0 ? "-" : "") + padded + "-" + two(month) + "-" + two(day)
    }
}
