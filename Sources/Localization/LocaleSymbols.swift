// A locale's symbols and patterns for numbers and dates, read once.
//
// For "C" and "POSIX" everything is defined here and no other library is used: day before month, 24
// hours, Monday first, as in the program's design. For any other locale the symbols and the
// patterns are ICU's, read through Foundation once when the locale is first used; formatting itself
// (LocaleFormat) does not use Foundation. Digits are always 0…9, as figures are set in tabular
// digits. The calendar is always the Gregorian one, which charts rely on.

import Foundation

/// The symbols and patterns of one locale.
struct LocaleSymbols: Sendable {
    var decimal = "."
    var grouping = ","
    /// Digits in the group next to the decimal separator, and in the groups before it.
    var groupSizes = (first: 3, others: 3)
    /// Numbers with fewer digits before the decimal separator than this are not grouped.
    var groupedFrom = 4
    /// The word between the ends of a range in which a dash could be read as a minus.
    var rangeWord = "to"
    var percentPrefix = ""
    var percentSuffix = "%"

    var months = LocaleSymbols.englishMonths
    var shortMonths = LocaleSymbols.englishShortMonths
    var standaloneMonths = LocaleSymbols.englishMonths
    var shortStandaloneMonths = LocaleSymbols.englishShortMonths
    /// Monday first.
    var weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    /// Monday first, in the form for use alone.
    var shortWeekdays = LocaleSymbols.englishShortWeekdays
    /// Monday first, in the form before a date.
    var dateWeekdays = LocaleSymbols.englishShortWeekdays
    var am = "AM"
    var pm = "PM"
    /// 1 Monday … 7 Sunday.
    var firstWeekday = 1

    var dayMonth = DatePattern("d MMM")
    var dayMonthYear = DatePattern("d MMM y")
    var fullDayMonthYear = DatePattern("d MMMM y")
    var weekdayDay = DatePattern("EEE d")
    var weekdayDayMonth = DatePattern("EEE d MMM")
    var weekdayDayMonthYear = DatePattern("EEE d MMM y")
    var shortMonthYear = DatePattern("LLL y")
    var monthYear = DatePattern("LLLL y")
    var year = DatePattern("y")
    var time = DatePattern("HH:mm")
    var timeWithSeconds = DatePattern("HH:mm:ss")
    var hour = DatePattern("HH:00")

    private static let englishShortWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    private static let englishShortMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The symbols of `C`.
    init() {}

    /// The symbols of a POSIX locale such as `de_DE.UTF-8`; of `C` if it is unknown.
    init(numbers: String, dates: String) {
        if let locale = LocaleSymbols.locale(numbers) { readNumbers(locale) }
        if let locale = LocaleSymbols.locale(dates) { readDates(locale) }
    }

    private static func locale(_ posix: String) -> Locale? {
        let name = String(posix.prefix { $0 != "." && $0 != "@" })
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        let language = name.prefix { $0 != "_" && $0 != "-" }.lowercased()
        guard Locale.availableIdentifiers.contains(language) else { return nil }
        return Locale(identifier: name + "@calendar=gregorian;numbers=latn")
    }

    /// CLDR has no word for this; three dots are used for other languages.
    private static let rangeWords = [
        "en": "to", "de": "bis", "fr": "à", "es": "a", "pt": "a", "it": "a", "nl": "tot",
        "sv": "till", "da": "til", "nb": "til", "nn": "til", "no": "til",
    ]

    private mutating func readNumbers(_ locale: Locale) {
        let language = String(locale.identifier.prefix { $0.isLetter })
        rangeWord = LocaleSymbols.rangeWords[language.lowercased()] ?? "…"
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .decimal
        decimal = formatter.decimalSeparator ?? decimal
        let long = 123_456_789.formatted(.number.locale(locale))
        let groups = long.split { !("0"..."9").contains($0) }.map(\.count)
        if groups.count > 1, let last = groups.last {
            grouping = String(
                long.drop { ("0"..."9").contains($0) }.prefix { !("0"..."9").contains($0) })
            groupSizes = (last, groups.count > 2 ? groups[groups.count - 2] : last)
            let four = 1234.formatted(.number.locale(locale))
            groupedFrom = four.allSatisfy { ("0"..."9").contains($0) } ? last + 2 : last + 1
        } else {
            grouping = ""
        }
        let percent = 0.5.formatted(.percent.locale(locale))
            .split(separator: "50", omittingEmptySubsequences: false)
        if percent.count == 2 {
            percentPrefix = String(percent[0])
            percentSuffix = String(percent[1])
        }
    }

    private mutating func readDates(_ locale: Locale) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = calendar
        func twelve(_ names: [String]?) -> [String]? { names.flatMap { $0.count == 12 ? $0 : nil } }
        func week(_ names: [String]?) -> [String]? {
            // ICU begins with Sunday.
            names.flatMap { $0.count == 7 ? Array($0[1...]) + [$0[0]] : nil }
        }
        months = twelve(formatter.monthSymbols) ?? months
        shortMonths = twelve(formatter.shortMonthSymbols) ?? shortMonths
        standaloneMonths = twelve(formatter.standaloneMonthSymbols) ?? months
        shortStandaloneMonths = twelve(formatter.shortStandaloneMonthSymbols) ?? shortMonths
        weekdays = week(formatter.standaloneWeekdaySymbols) ?? weekdays
        shortWeekdays = week(formatter.shortStandaloneWeekdaySymbols) ?? shortWeekdays
        dateWeekdays = week(formatter.shortWeekdaySymbols) ?? shortWeekdays
        am = formatter.amSymbol
        pm = formatter.pmSymbol
        firstWeekday = (calendar.firstWeekday + 5) % 7 + 1

        func pattern(_ template: String, _ fallback: DatePattern) -> DatePattern {
            guard
                let text = DateFormatter.dateFormat(
                    fromTemplate: template, options: 0, locale: locale),
                !text.isEmpty
            else { return fallback }
            return DatePattern(LocaleSymbols.calm(text, locale))
        }
        dayMonth = pattern("MMMd", dayMonth)
        dayMonthYear = pattern("yMMMd", dayMonthYear)
        fullDayMonthYear = pattern("yMMMMd", fullDayMonthYear)
        weekdayDay = pattern("EEEd", weekdayDay)
        weekdayDayMonth = pattern("EEEMMMd", weekdayDayMonth)
        weekdayDayMonthYear = pattern("EEEyMMMd", weekdayDayMonthYear)
        shortMonthYear = pattern("yMMM", shortMonthYear)
        monthYear = pattern("yMMMM", monthYear)
        year = pattern("y", year)
        time = pattern("jmm", time)
        timeWithSeconds = pattern("jmmss", timeWithSeconds)
        // A bare hour looks like a plain number in 24-hour clocks, so the minutes are added.
        hour =
            time.has("hK")
            ? pattern("j", hour)
            : DatePattern(
                pieces: time.pieces.map {
                    if case .field("m", _) = $0 { .literal("00") } else { $0 }
                })
    }

    /// Day-first English without the comma after the weekday: `Wed 14 Oct`, as in the program's
    /// design.
    private static func calm(_ pattern: String, _ locale: Locale) -> String {
        guard locale.identifier.hasPrefix("en"), pattern.hasPrefix("E") else { return pattern }
        return pattern.replacingOccurrences(of: "E, d", with: "E d")
    }
}
