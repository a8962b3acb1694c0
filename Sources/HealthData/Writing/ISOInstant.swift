import ChartCore

/// Dates and instants as people type them.
package enum ISOInstant {
    /// Why a text is no instant.
    package enum Unreadable: Error, Equatable {
        /// It is no date of the calendar, or not written like one.
        case noDate
        /// It is a date before or behind all that a record may have.
        case outOfRange
    }

    /// The first and the last date that are possible.
    package static let dates = (first: "1900-01-01", last: "2100-12-31")

    /// How long what is typed as a day alone may be.
    private static let dayLength = dates.first.utf8.count

    /// The instant of `2026-10-31` (the day's beginning), `2026-10-31T08:00` or one with an offset.
    ///
    /// The end of the last possible day is one as well, for what ends before it.
    ///
    /// - Parameter isEnd: whether a span ends there: one that is typed as a day ends with that.
    package static func read(
        _ text: String, isEnd: Bool = false, in calendar: CivilCalendar
    ) throws(Unreadable) -> Double {
        let text = text.trimmingBlanks()
        let instant = try instant(text, in: calendar)
        return isEnd && isDay(text) ? calendar.next(.day, after: instant) : instant
    }

    /// Whether a date that was typed has no time.
    package static func isDay(_ text: String) -> Bool {
        let count = text.trimmingBlanks().utf8.count
        return count > 0 && count <= dayLength
    }

    /// An instant as it is typed: `2026-05-02`, or `2026-05-02 14:30` where the day does not begin
    /// then; seconds only where there are some.
    ///
    /// - Parameter isEnd: whether a span ends there, whose last day is typed where it ends with that.
    package static func typed(
        _ instant: Double, isEnd: Bool = false, in calendar: CivilCalendar
    ) -> String {
        let isDay = calendar.start(of: .day, containing: instant) == instant
        let moment = calendar.components(of: isDay && isEnd ? instant - 1 : instant)
        var text = TextBuffer()
        text.append(date: moment.date)
        if !isDay {
            text.append(" ")
            text.append(
                clock: (moment.hour * 60 + moment.minute) * 60 + moment.second,
                withSeconds: moment.second != 0)
        }
        return text.text
    }

    private static func instant(
        _ text: String, in calendar: CivilCalendar
    ) throws(Unreadable) -> Double {
        guard let reading = reading(text) else {
            // A year of more than four digits, or before the year 0, is out of range as well.
            let isNegative = text.hasPrefix("-")
            let year = text.drop { $0 == "+" || $0 == "-" }.prefix { $0.isASCII && $0.isNumber }
            let rest = text.drop { $0 == "+" || $0 == "-" }.dropFirst(year.count)
            let isOther = year.count > 4 || isNegative && !year.isEmpty
            throw isOther && self.reading("2000" + rest) != nil ? .outOfRange : .noDate
        }
        guard reading.local >= SoundTime.first, reading.local <= SoundTime.end else {
            throw .outOfRange
        }
        if reading.offset != ClockReading.noOffset {
            return reading.local - Double(reading.offset)
        }
        return reading.hasTime
            ? calendar.zone.instant(ofLocal: reading.local)
            : calendar.start(of: CivilDate(days: Int(reading.local / 86_400)))
    }

    /// What is written, if it is a date and nothing else.
    private static func reading(_ text: String) -> ClockReading? {
        ColumnReading.padded(text) { bytes, end in
            var scan = TimestampScan()
            let reading = scan.read(bytes, 0, end)
            return reading.next == end ? reading : nil
        }
    }
}
