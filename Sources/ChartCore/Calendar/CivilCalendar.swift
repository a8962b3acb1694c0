// The civil calendar of a zone: what the wall clock and the calendar show at an instant, and where
// minutes, hours, days, weeks, months, quarters and years begin.
//
// A day begins at the first instant that has its date. If midnight is skipped, that is the instant
// of the jump; a date that is skipped entirely (Apia, 2011-12-30) has no bucket at all. If the
// clock goes back over midnight (St John's until 2011, 00:01 to 23:01), the day begins the first
// time midnight is shown, and the repeated hour belongs to it: days never overlap.
//
// An hour (or minute) is the longest stretch during which the wall clock shows the same hour
// without going back: the repeated hour of autumn is two hours, and Lord Howe's half-hour shift
// makes two hours of half the length. So a day has 23, 24 or 25 hours, and its borders are always
// borders of hours.

/// A unit of the civil calendar.
public enum CalendarUnit: Int, CaseIterable, Comparable, Hashable, Sendable {
    /// As long as the zone's clock shows the same minute without going back.
    case minute
    /// As long as the zone's clock shows the same hour without going back; the repeated hour of
    /// autumn counts as two.
    case hour
    /// From the first instant that has a date to that of the next: usually 23, 24 or 25 hours.
    case day
    /// Seven days, starting on the calendar's first weekday.
    case week
    /// A calendar month, of 28 to 31 days.
    case month
    /// Three months, starting in January, April, July or October.
    case quarter
    /// A calendar year, starting on the first of January.
    case year

    public static func < (a: CalendarUnit, b: CalendarUnit) -> Bool { a.rawValue < b.rawValue }

    /// The mean length in seconds over the Gregorian cycle of 400 years.
    public var meanLength: Double {
        switch self {
        case .minute: 60
        case .hour: 3600
        case .day: 86_400
        case .week: 604_800
        case .month: 2_629_746
        case .quarter: 7_889_238
        case .year: 31_556_952
        }
    }
}

/// What the wall clock and the calendar show at an instant.
public struct CivilComponents: Hashable, Sendable {
    /// The date.
    public var date: CivilDate
    /// The hour, 0…23.
    public var hour: Int
    /// The minute, 0…59.
    public var minute: Int
    /// The second, 0…59.
    public var second: Int
    /// The part of the second that has passed, 0 to below 1.
    public var fraction: Double
    /// Seconds east of universal time.
    public var offset: Int

    /// Creates components; they need not exist in any zone.
    public init(
        date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, fraction: Double = 0,
        offset: Int
    ) {
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
        self.fraction = fraction
        self.offset = offset
    }

    /// The year of the date.
    public var year: Int { date.year }
    /// The month of the date, 1…12.
    public var month: Int { date.month }
    /// The day of the month, 1…31.
    public var day: Int { date.day }
    /// The weekday of the date.
    public var weekday: Weekday { date.weekday }
}

/// The Gregorian calendar in a time zone.
///
/// An immutable value; nothing here allocates.
///
/// Instants are seconds since 1970-01-01T00:00:00Z. Those beyond ±10¹⁴ (three million years) are
/// clamped to that limit, and NaN counts as 1970.
public struct CivilCalendar: Hashable, Sendable {
    /// The time zone.
    public let zone: ZoneRules
    /// The day on which weeks begin.
    public let firstWeekday: Weekday

    /// Creates the calendar of a zone whose weeks begin on a given day.
    public init(zone: ZoneRules, firstWeekday: Weekday = .monday) {
        self.zone = zone
        self.firstWeekday = firstWeekday
    }

    static func clamp(_ instant: Double) -> Double {
        instant.isNaN ? 0 : min(max(instant, -1e14), 1e14)
    }

    // MARK: Instants and civil time

    /// What the wall clock shows at an instant.
    public func components(of instant: Double) -> CivilComponents {
        let instant = CivilCalendar.clamp(instant)
        let offset = zone.offset(at: instant)
        let whole = instant.rounded(.down)
        let local = Int(whole) + offset
        let days = CivilDate.floorDivide(local, 86_400)
        let second = local - days * 86_400
        return CivilComponents(
            date: CivilDate(days: days), hour: second / 3600, minute: second / 60 % 60,
            second: second % 60, fraction: instant - whole, offset: offset)
    }

    /// The date on the wall at an instant.
    public func date(of instant: Double) -> CivilDate {
        let instant = CivilCalendar.clamp(instant)
        let local = Int(instant.rounded(.down)) + zone.offset(at: instant)
        return CivilDate(days: CivilDate.floorDivide(local, 86_400))
    }

    /// The instant of a date and time on the wall.
    ///
    /// - Parameters:
    ///   - gap: What to return for a time that the clock skips.
    ///   - fold: What to return for a time that the clock shows twice.
    public func instant(
        of date: CivilDate, hour: Int = 0, minute: Int = 0, second: Double = 0,
        gap: ZoneRules.GapRule = .later, fold: ZoneRules.FoldRule = .first
    ) -> Double {
        let local = Double(date.days * 86_400 + hour * 3600 + minute * 60) + second
        return zone.instant(ofLocal: local, gap: gap, fold: fold)
    }

    /// The instant of components from `components(of:)`, exact even in a repeated hour.
    public func instant(of components: CivilComponents) -> Double {
        let c = components
        let local = c.date.days * 86_400 + c.hour * 3600 + c.minute * 60 + c.second
        let direct = Double(local - c.offset)
        if zone.offset(at: direct) == c.offset { return direct + c.fraction }
        return zone.instant(ofLocal: Double(local)) + c.fraction
    }

    /// The first instant that has a date; for a skipped date, that of the next one.
    public func start(of date: CivilDate) -> Double { start(ofDay: date.days) }

    func start(ofDay day: Int) -> Double {
        zone.instant(ofLocal: Double(day * 86_400), gap: .edge, fold: .first)
    }

    /// The number of the day whose span contains an instant (see the note on days that repeat an
    /// hour).
    func day(containing instant: Double) -> Int {
        let bounds = zone.bounds(at: instant)
        let day = CivilDate.floorDivide(Int(instant.rounded(.down)) + bounds.offset, 86_400)
        if instant - bounds.start < 86_400, start(ofDay: day + 1) <= instant { return day + 1 }
        return day
    }

    // MARK: Units

    /// The instant at which the unit that contains `instant` began; never later than `instant`.
    public func start(of unit: CalendarUnit, containing instant: Double) -> Double {
        let instant = CivilCalendar.clamp(instant)
        switch unit {
        case .minute: return clockStart(60, containing: instant)
        case .hour: return clockStart(3600, containing: instant)
        default: return start(ofDay: firstDay(of: unit, containing: day(containing: instant)))
        }
    }

    /// The first instant of the unit after the one that contains `instant`; always later than
    /// `instant`.
    public func next(_ unit: CalendarUnit, after instant: Double) -> Double {
        let instant = CivilCalendar.clamp(instant)
        switch unit {
        case .minute: return clockNext(60, after: instant)
        case .hour: return clockNext(3600, after: instant)
        default:
            var day = firstDay(of: unit, containing: day(containing: instant))
            // A skipped date begins where the next one does: continue until time moves.
            while true {
                day = followingFirstDay(of: unit, after: day)
                let start = start(ofDay: day)
                if start > instant { return start }
            }
        }
    }

    /// The span of the unit that contains an instant: from its start to the next unit's start.
    public func span(of unit: CalendarUnit, containing instant: Double) -> Extent {
        switch unit {
        case .minute: if let span = steadySpan(60, containing: instant) { return span }
        case .hour: if let span = steadySpan(3600, containing: instant) { return span }
        default: break
        }
        let start = start(of: unit, containing: instant)
        return Extent(
            min: start, max: next(unit, after: Swift.max(start, CivilCalendar.clamp(instant))))
    }

    /// The instant `count` units later (earlier if negative).
    ///
    /// Days and longer units keep the time on the wall clock, and in a fold the same occurrence if
    /// there is a choice; a day of the month that does not exist becomes the last day of the month.
    /// Minutes and hours are 60 and 3600 s long.
    public func adding(_ count: Int, _ unit: CalendarUnit, to instant: Double) -> Double {
        let instant = CivilCalendar.clamp(instant)
        switch unit {
        case .minute: return instant + Double(count) * 60
        case .hour: return instant + Double(count) * 3600
        default: break
        }
        if count == 0 { return instant }
        var c = components(of: instant)
        switch unit {
        case .day: c.date = c.date.adding(days: count)
        case .week: c.date = c.date.adding(days: 7 * count)
        case .month: c.date = c.date.adding(months: count)
        case .quarter: c.date = c.date.adding(months: 3 * count)
        default: c.date = c.date.adding(months: 12 * count)
        }
        return self.instant(of: c)
    }

    /// The first day (days since 1970) of the unit of days or longer that contains a day.
    func firstDay(of unit: CalendarUnit, containing day: Int) -> Int {
        let date = CivilDate(days: day)
        switch unit {
        case .minute, .hour, .day: return day
        case .week: return day - (date.weekday.rawValue - firstWeekday.rawValue + 7) % 7
        case .month: return day - date.day + 1
        case .quarter:
            return CivilDate(year: date.year, month: (date.month - 1) / 3 * 3 + 1, day: 1).days
        case .year: return CivilDate(year: date.year, month: 1, day: 1).days
        }
    }

    /// The first day of the unit after the one that begins with `day`.
    func followingFirstDay(of unit: CalendarUnit, after day: Int) -> Int {
        switch unit {
        case .minute, .hour, .day: day + 1
        case .week: day + 7
        case .month: CivilDate(days: day).adding(months: 1).days
        case .quarter: CivilDate(days: day).adding(months: 3).days
        case .year: CivilDate(days: day).adding(months: 12).days
        }
    }

    // MARK: Clock units

    /// The start of the stretch of `length` seconds on the wall clock that contains `instant`.
    private func clockStart(_ length: Int, containing instant: Double) -> Double {
        var bounds = zone.bounds(at: instant)
        let local = Int(instant.rounded(.down)) + bounds.offset
        let slot = CivilDate.floorDivide(local, length)
        while true {
            let start = Double(slot * length - bounds.offset)
            if start >= bounds.start { return start }
            // The period began inside this stretch. The stretch extends further back only if the
            // clock went forward (or kept its pace) and showed the same stretch just before.
            let earlier = zone.bounds(at: bounds.start.nextDown)
            let before = bounds.start + Double(earlier.offset)
            let after = bounds.start + Double(bounds.offset)
            guard after >= before, before > Double(slot * length) else { return bounds.start }
            bounds = earlier
        }
    }

    /// The stretch of `length` seconds on the wall clock that contains `instant`; nil if the offset
    /// changes in it.
    private func steadySpan(_ length: Int, containing instant: Double) -> Extent? {
        let instant = CivilCalendar.clamp(instant)
        let bounds = zone.bounds(at: instant)
        let local = Int(instant.rounded(.down)) + bounds.offset
        let slot = CivilDate.floorDivide(local, length)
        let start = Double(slot * length - bounds.offset)
        let end = start + Double(length)
        return start >= bounds.start && end <= bounds.end ? Extent(min: start, max: end) : nil
    }

    private func clockNext(_ length: Int, after instant: Double) -> Double {
        var bounds = zone.bounds(at: instant)
        let local = Int(instant.rounded(.down)) + bounds.offset
        let slot = CivilDate.floorDivide(local, length)
        while true {
            let next = Double((slot + 1) * length - bounds.offset)
            if next <= bounds.end { return next }
            let later = zone.bounds(at: bounds.end)
            let before = bounds.end + Double(bounds.offset)
            let after = bounds.end + Double(later.offset)
            guard after >= before, after < Double((slot + 1) * length) else { return bounds.end }
            bounds = later
        }
    }
}

extension CivilCalendar {
    /// The spans of one calendar unit over a range, in order; see `spans(of:over:)`.
    public struct Spans: Sequence, IteratorProtocol, Sendable {
        let calendar: CivilCalendar
        let unit: CalendarUnit
        let end: Double
        var start: Double

        public mutating func next() -> Extent? {
            guard start < end else { return nil }
            let following = calendar.next(unit, after: start)
            defer { start = following }
            return Extent(min: start, max: following)
        }
    }

    /// The spans of a unit that overlap the half-open range from `range.min` to `range.max`.
    ///
    /// The first may begin before the range and the last may end after it. They follow one another
    /// without gap or overlap. O(1) per span; allocates nothing.
    public func spans(of unit: CalendarUnit, over range: Extent) -> Spans {
        let lower = CivilCalendar.clamp(range.min)
        return Spans(
            calendar: self, unit: unit, end: Swift.min(range.max, 1e14),
            start: range.max > range.min ? start(of: unit, containing: lower) : .infinity)
    }
}

// MARK: Nights

extension CivilCalendar {
    /// A period as long as a day that begins in the evening: the night, and the day that it belongs
    /// to.
    public struct Night: Hashable, Sendable {
        /// From one evening to the next.
        public var span: Extent
        /// The day on which the night ends.
        public var day: Extent
    }

    /// The night that contains an instant, if nights begin at a given hour of the wall clock.
    ///
    /// Nights follow one another without gap or overlap, even if the clock changes in the evening.
    /// An hour that the clock skips is taken as the instant of the jump; an hour that it shows
    /// twice is taken as the first one. There is one night for each day, and none for a skipped
    /// date.
    public func night(containing instant: Double, from hour: Int) -> Night {
        let day = span(of: .day, containing: instant)
        let evening = evening(of: day, hour)
        if CivilCalendar.clamp(instant) < evening {
            let before = span(of: .day, containing: day.min.nextDown)
            return Night(span: Extent(min: self.evening(of: before, hour), max: evening), day: day)
        }
        let following = span(of: .day, containing: day.max)
        return Night(
            span: Extent(min: evening, max: self.evening(of: following, hour)), day: following)
    }

    /// The same, faster if the result is usually the night after `latest`.
    func night(containing instant: Double, from hour: Int, behind latest: Night?) -> Night {
        if let latest, instant >= latest.span.max {
            let following = span(of: .day, containing: latest.day.max)
            let end = evening(of: following, hour)
            if instant < end {
                return Night(span: Extent(min: latest.span.max, max: end), day: following)
            }
        }
        return night(containing: instant, from: hour)
    }

    /// The instant in a day at which its evening begins.
    private func evening(of day: Extent, _ hour: Int) -> Double {
        let local = Double(self.day(containing: day.min) * 86_400 + hour * 3600)
        let instant = zone.instant(ofLocal: local, gap: .edge, fold: .first)
        return Swift.min(Swift.max(instant, day.min), day.max)
    }

    /// The instant at which the night of the day that begins at `start` begins.
    func evening(beforeDay start: Double, from hour: Int) -> Double {
        evening(of: span(of: .day, containing: start.nextDown), hour)
    }
}
