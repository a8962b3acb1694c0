import Testing

@testable import Localization

private let plain = LocaleFormat(identifier: "C")
private let october = CivilMoment(year: 2026, month: 10, day: 14, hour: 7, minute: 12, second: 5)

private func day(_ year: Int, _ month: Int, _ day: Int) -> CivilMoment {
    CivilMoment(year: year, month: month, day: day)
}

@Test func weekdaysFollowOneAnother() {
    // 1 January 1900 was a Monday; each day is one weekday later, through leap years and centuries.
    var weekday = 1
    for year in 1900...2105 {
        for month in 1...12 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            for d in 1...length {
                if day(year, month, d).weekday != weekday { Issue.record("\(year)-\(month)-\(d)") }
                weekday = weekday % 7 + 1
            }
        }
    }
    #expect(day(2026, 11, 21).weekday == 6)
    // 400 years are whole weeks, before the year 0 as well.
    #expect(day(-1, 2, 28).weekday == day(1999, 2, 28).weekday)
}

@Test func datesOfC() {
    let expected: [DateForm: String] = [
        .weekday: "Wed", .weekdayName: "Wednesday", .day: "14",
        .weekdayDay: "Wed 14", .dayMonth: "14 Oct",
        .dayMonthYear: "14 Oct 2026", .fullDate: "14 October 2026", .weekdayDayMonth: "Wed 14 Oct",
        .weekdayDayMonthYear: "Wed 14 Oct 2026", .weekdayDayMonthTime: "Wed 14 Oct, 07:12",
        .weekdayDayMonthYearTime: "Wed 14 Oct 2026, 07:12",
        .dayMonthYearTime: "14 Oct 2026, 07:12", .month: "Oct", .monthName: "October",
        .shortMonthYear: "Oct 2026", .monthYear: "October 2026", .year: "2026", .time: "07:12",
        .timeWithSeconds: "07:12:05", .hour: "07:00",
    ]
    for form in DateForm.allCases { #expect(plain.date(october, form) == expected[form]) }
    let september = CivilMoment(year: 2026, month: 9, day: 10, hour: 7, minute: 12)
    #expect(plain.date(september, .weekdayDayMonthTime) == "Thu 10 Sep, 07:12")
    #expect(plain.firstWeekday == 1 && !plain.usesTwelveHours && plain.writesDayFirst)
}

@Test func rangesOfC() {
    #expect(plain.days(from: day(2026, 10, 12), to: day(2026, 10, 18)) == "12 – 18 October 2026")
    #expect(
        plain.days(from: day(2026, 9, 30), to: day(2026, 10, 6)) == "30 September – 6 October 2026")
    #expect(
        plain.days(from: day(2026, 12, 28), to: day(2027, 1, 3))
            == "28 December 2026 – 3 January 2027")
    #expect(plain.days(from: october, to: october) == "14 October 2026")
    #expect(plain.months(from: day(2026, 5, 1), to: day(2026, 10, 31)) == "May – October 2026")
    #expect(
        plain.months(from: day(2025, 11, 1), to: day(2026, 4, 30)) == "November 2025 – April 2026")
    #expect(plain.months(from: october, to: october) == "October 2026")
    #expect(plain.years(from: day(2024, 1, 1), to: october) == "2024 – 2026")
    #expect(plain.years(from: october, to: october) == "2026")
}

private struct Expected: Sendable {
    let locale: String
    let dayMonth: String
    let weekdayDayMonth: String
    let week: String
    let twoMonths: String
    let monthYear: String
    let time: String
    let firstWeekday: Int
}

@Test(arguments: [
    Expected(
        locale: "en_GB.UTF-8", dayMonth: "14 Oct", weekdayDayMonth: "Wed 14 Oct",
        week: "12 – 18 October 2026", twoMonths: "30 September – 6 October 2026",
        monthYear: "October 2026", time: "07:12", firstWeekday: 1),
    Expected(
        locale: "en_US.UTF-8", dayMonth: "Oct 14", weekdayDayMonth: "Wed, Oct 14",
        week: "October 12 – 18, 2026", twoMonths: "September 30 – October 6, 2026",
        monthYear: "October 2026", time: "7:12\u{202F}AM", firstWeekday: 7),
    Expected(
        locale: "de_DE.UTF-8", dayMonth: "14. Okt.", weekdayDayMonth: "Mi. 14. Okt.",
        week: "12. – 18. Oktober 2026", twoMonths: "30. September – 6. Oktober 2026",
        monthYear: "Oktober 2026", time: "07:12", firstWeekday: 1),
    Expected(
        locale: "fr_FR.UTF-8", dayMonth: "14 oct.", weekdayDayMonth: "mer. 14 oct.",
        week: "12 – 18 octobre 2026", twoMonths: "30 septembre – 6 octobre 2026",
        monthYear: "octobre 2026", time: "07:12", firstWeekday: 1),
    Expected(
        locale: "ja_JP.UTF-8", dayMonth: "10月14日", weekdayDayMonth: "10月14日(水)",
        week: "2026年10月12日 – 18日", twoMonths: "2026年9月30日 – 10月6日",
        monthYear: "2026年10月", time: "7:12", firstWeekday: 7),
    Expected(
        locale: "ru_RU", dayMonth: "14 окт.", weekdayDayMonth: "Ср, 14 окт.",
        week: "12 – 18 октября 2026 г.", twoMonths: "30 сентября – 6 октября 2026 г.",
        monthYear: "октябрь 2026 г.", time: "07:12", firstWeekday: 1),
    Expected(
        locale: "zz_ZZ", dayMonth: "14 Oct", weekdayDayMonth: "Wed 14 Oct",
        week: "12 – 18 October 2026", twoMonths: "30 September – 6 October 2026",
        monthYear: "October 2026", time: "07:12", firstWeekday: 1),
])
private func datesOfLocales(expected: Expected) {
    let format = LocaleFormat(identifier: expected.locale)
    /// ICU's kinds of spaces differ between its versions, so they are not compared.
    func even(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
    }
    #expect(even(format.date(october, .dayMonth)) == even(expected.dayMonth))
    #expect(even(format.date(october, .weekdayDayMonth)) == even(expected.weekdayDayMonth))
    #expect(
        even(format.days(from: day(2026, 10, 12), to: day(2026, 10, 18))) == even(expected.week))
    #expect(
        even(format.days(from: day(2026, 9, 30), to: day(2026, 10, 6))) == even(expected.twoMonths))
    #expect(even(format.date(october, .monthYear)) == even(expected.monthYear))
    #expect(even(format.date(october, .time)).uppercased() == even(expected.time))
    #expect(format.firstWeekday == expected.firstWeekday)
}

@Test func twelveHoursGoRoundTwice() {
    let format = LocaleFormat(identifier: "en_US")
    #expect(format.usesTwelveHours && !format.writesDayFirst)
    func hour(_ hour: Int) -> String {
        format.date(CivilMoment(year: 2026, month: 1, day: 1, hour: hour), .hour)
            .replacing("\u{202F}", with: " ")
    }
    #expect(
        [0, 1, 11, 12, 13, 23].map(hour) == ["12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM"])
}

@Test func numbersAndDatesMayComeFromTwoLocales() {
    let format = LocaleFormat(numbers: "de_DE.UTF-8", dates: "C.UTF-8")
    #expect(format.number(1234.5, fractionDigits: 1) == "1.234,5")
    #expect(format.date(october, .weekdayDayMonth) == "Wed 14 Oct")
}
