import Foundation

/// The pages of the calendar in Berlin by Foundation: arithmetic independent of the program's.
enum Almanac {
    private static func calendar() -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        // If the locale does not define it, the week begins on Monday, as in ISO 8601.
        calendar.firstWeekday = 2
        return calendar
    }

    private static func instant(_ day: String) -> Date {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        var components = DateComponents()
        (components.year, components.month, components.day) = (parts[0], parts[1], parts[2])
        components.hour = 12
        return calendar().date(from: components) ?? .distantPast
    }

    /// The day, week, month or year that holds a day such as `2026-10-31`.
    static func page(_ unit: Calendar.Component, holding day: String) -> VisibleRange {
        guard let interval = calendar().dateInterval(of: unit, for: instant(day)) else {
            return VisibleRange(min: .nan, max: .nan)
        }
        return VisibleRange(
            min: interval.start.timeIntervalSince1970, max: interval.end.timeIntervalSince1970)
    }

    /// From the beginning of one day to the beginning of another.
    static func span(from first: String, to last: String) -> VisibleRange {
        VisibleRange(min: page(.day, holding: first).min, max: page(.day, holding: last).min)
    }
}

extension Calendar.Component {
    /// A week, by a shorter name.
    static var week: Calendar.Component { .weekOfYear }
}
