import Glibc

/// Formats numbers, dates and durations for one locale.
///
/// Making one costs some milliseconds (the first use of ICU's data), formatting about a
/// microsecond. The same value gives the same text on every machine with the same ICU. Digits are
/// always 0…9.
public struct LocaleFormat: Sendable {
    /// The POSIX name of the locale for numbers, such as `de_DE.UTF-8`, or `C`.
    public let numbersIdentifier: String
    /// The POSIX name of the locale for dates.
    public let datesIdentifier: String
    /// The locale for units of measurement.
    public let measurement: MeasurementLocale
    let symbols: LocaleSymbols

    /// The format of a locale by its POSIX name; `C`, `POSIX` and unknown names give English with
    /// the day before the month, 24 hours and weeks from Monday.
    public init(identifier: String) {
        self.init(
            numbers: identifier, dates: identifier,
            measurement: MeasurementLocale(identifier: identifier))
    }

    /// The format with numbers of one locale, dates of another and units of a third, as in
    /// `LC_NUMERIC`, `LC_TIME` and `LC_MEASUREMENT`.
    public init(
        numbers: String, dates: String, measurement: MeasurementLocale = MeasurementLocale()
    ) {
        numbersIdentifier = numbers
        datesIdentifier = dates
        self.measurement = measurement
        symbols = LocaleSymbols(numbers: numbers, dates: dates)
    }

    /// The format of the environment, read at its first use.
    public static let current = LocaleFormat(
        numbers: environment("LC_NUMERIC"), dates: environment("LC_TIME"), measurement: .current)

    /// The effective locale for `category`, in the order of POSIX: `LC_ALL`, the category, `LANG`.
    static func environment(_ category: String) -> String {
        for name in ["LC_ALL", category, "LANG"] {
            if let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty {
                return value
            }
        }
        return "C"
    }

    /// The first day of the week, 1 Monday … 7 Sunday.
    public var firstWeekday: Int { symbols.firstWeekday }
    /// Whether the clock has twelve hours with markers for before and after noon.
    public var usesTwelveHours: Bool { symbols.time.has("hK") }
    /// Whether the day of the month is written before the month.
    public var writesDayFirst: Bool {
        let order = symbols.dayMonth.pieces.compactMap { piece -> Character? in
            if case .field(let letter, _) = piece { letter } else { nil }
        }
        guard let day = order.firstIndex(of: "d"),
            let month = order.firstIndex(where: { "ML".contains($0) })
        else { return true }
        return day < month
    }
}
