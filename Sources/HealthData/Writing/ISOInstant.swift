import ChartCore

/// Dates and instants as people type them.
package enum ISOInstant {
    /// Why a text is not an instant.
    package enum Unreadable: Error, Equatable {
        /// It is not a date of the calendar, or not written like one.
        case noDate
        /// It is a date before or after all possible times of records.
        case outOfRange
    }

    /// The first and the last possible date.
    package static let dates = (first: "1900-01-01", last: "2100-12-31")

    /// The length of the text of a day without a time.
    private static let dayLength = dates.first.utf8.count

    /// The instant of `2026-10-31` (the start of the day), `2026-10-31T08:00` or one with an
    /// offset.
    ///
    /// The end of the last possible day is accepted as well, as the end of a span.
    ///
    /// - Parameter isEnd: whether it ends a span: a day without a time then means the end of that
    ///   day.
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

    /// The text of an instant: `2026-05-02`, or `2026-05-02 14:30` if it is not the start of a day;
    /// with seconds only if they are not 0.
    ///
    /// - Parameter isEnd: whether it ends a span: the end of a day is then written as that day.
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

    /// Reads the text, if it is a date and nothing else.
    private static func reading(_ text: String) -> ClockReading? {
        ColumnReading.padded(text) { bytes, end in
            var scan = TimestampScan()
            let reading = scan.read(bytes, 0, end)
            return reading.next == end ? reading : nil
        }
    }
}
