import ChartCore

/// The times of the day's parts, in minutes of the wall clock.
package struct DayWindows: Hashable, Sendable {
    /// From the first minute to the first after it.
    package var morning: Range<Int>
    /// From the first minute to the first after it; minutes from 1,440 on are of the following date, and
    /// belong to the day before.
    package var evening: Range<Int>

    /// Windows of a morning and an evening.
    package init(morning: Range<Int>, evening: Range<Int>) {
        precondition(
            morning.upperBound <= evening.lowerBound
                && evening.upperBound - 1440 <= morning.lowerBound,
            "a morning ends before the evening, and an evening before the next morning")
        (self.morning, self.evening) = (morning, evening)
    }

    /// Morning from 4:00 to 11:59, evening from 17:00 to 1:59.
    package static let standard = DayWindows(morning: 240..<720, evening: 1020..<1560)

    /// The day and the part of it that an instant belongs to, by the clock on the wall.
    package func place(
        of instant: Double, in calendar: CivilCalendar
    ) -> (day: CivilDate, part: DayPart) {
        let clock = calendar.components(of: instant)
        let minute = clock.hour * 60 + clock.minute
        if evening.contains(minute + 1440) { return (clock.date.adding(days: -1), .evening) }
        if morning.contains(minute) { return (clock.date, .morning) }
        return (clock.date, evening.contains(minute) ? .evening : .other)
    }
}
