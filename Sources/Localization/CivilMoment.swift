/// A date and time of day, as on a calendar and a wall clock, without a time zone.
public struct CivilMoment: Hashable, Sendable {
    /// The year of the Gregorian calendar, extended backwards before 1583; 0 is 1 BC.
    public var year: Int
    /// The month, 1…12.
    public var month: Int
    /// The day of the month, 1…31.
    public var day: Int
    /// The hour, 0…23.
    public var hour: Int
    /// The minute, 0…59.
    public var minute: Int
    /// The second, 0…60.
    public var second: Int

    /// A moment; the time of day defaults to midnight.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        precondition((1...12).contains(month), "\(month) is not a month")
        precondition((1...31).contains(day), "\(day) is not a day of a month")
        precondition((0...23).contains(hour), "\(hour) is not an hour of a day")
        precondition((0...59).contains(minute), "\(minute) is not a minute")
        precondition((0...60).contains(second), "\(second) is not a second")
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The day of the week, 1 Monday … 7 Sunday (ISO 8601).
    ///
    /// Sakamoto's method (comp.lang.c, 1993), with a non-negative remainder for years before 0.
    public var weekday: Int {
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let y = month < 3 ? year - 1 : year
        func down(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }
        let sum = y + down(y, 4) - down(y, 100) + down(y, 400) + shift[month - 1] + day
        let sunday0 = ((sum % 7) + 7) % 7
        return sunday0 == 0 ? 7 : sunday0
    }
}
