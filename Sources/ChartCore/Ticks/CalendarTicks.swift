// Ticks on a time axis: made in the civil calendar of the zone, then mapped to instants.
//
// Times of day (steps up to 12 hours) are the instants at which the wall clock shows a multiple of
// the step, found one period of constant offset at a time. So the repeated hour of autumn has its
// tick twice (01:00, 02:00, 02:00, 03:00), the skipped hour of spring has none (01:00, 03:00), and
// every 3 hours is 00, 03, 06 o'clock on days of 23 and 25 hours too. When the clock goes back, a
// tick closer than 0.6 steps to the one before it is omitted (02:00 twice with a step of 2 hours).
// Ticks of days and longer units are the first instants of dates: day numbers divisible by the
// count (so that "every second day" is not irregular at the end of a month), weeks starting on the
// calendar's first weekday, and months and years whose index is divisible by the count.

extension CalendarStep {
    /// The ticks of this step in a closed range of instants.
    ///
    /// None if there would be more than a million.
    public func ticks(over range: Extent, in calendar: CivilCalendar) -> [Tick] {
        let range = Extent(
            min: CivilCalendar.clamp(range.min), max: CivilCalendar.clamp(range.max))
        guard range.min <= range.max, range.length / length < 1e6 else { return [] }
        // Also one or two before the range, for the comparison with the tick before.
        let wide = Extent(min: range.min - 2.5 * length, max: range.max)
        var ticks =
            unit <= .hour ? clockTicks(over: wide, calendar) : dateTicks(over: wide, calendar)
        mark(&ticks, calendar)
        ticks.removeAll { $0.value < range.min || $0.value > range.max }
        return ticks
    }

    private func clockTicks(over range: Extent, _ calendar: CivilCalendar) -> [Tick] {
        var ticks: [Tick] = []
        var from = range.min
        while true {
            let bounds = calendar.zone.bounds(at: from)
            let offset = Double(bounds.offset)
            let to = min(range.max, bounds.end)
            func add(_ ordinal: Int, _ local: Double) {
                let instant = local - offset
                guard instant >= from, instant < bounds.end, instant <= range.max else { return }
                if let last = ticks.last, instant - last.value < 0.6 * length { return }
                ticks.append(Tick(value: instant, ordinal: ordinal))
            }
            if let decimal {
                // Counted from the whole second, so that the numbers are small.
                let second = (from + offset).rounded(.down)
                let span = Extent(min: from + offset - second, max: to + offset - second)
                let perSecond = Int((1 / decimal.length).rounded())
                guard abs(second) < 1e12 else { return [] }
                let base = Int(second) * perSecond
                for n in decimal.indices(over: span) { add(base + n, second + decimal.value(n)) }
            } else {
                let step = Int(length)
                let first = CivilDate.floorDivide(
                    Int((from + offset).rounded(.up)) + step - 1, step)
                let last = CivilDate.floorDivide(Int((to + offset).rounded(.down)), step)
                if first <= last {
                    for n in first...last { add(n, Double(n * step)) }
                }
            }
            if bounds.end > range.max { return ticks }
            from = bounds.end
        }
    }

    private func dateTicks(over range: Extent, _ calendar: CivilCalendar) -> [Tick] {
        var ticks: [Tick] = []
        let firstDay = calendar.day(containing: range.min)
        func add(_ ordinal: Int, day: Int) -> Bool {
            let instant = calendar.start(ofDay: day)
            if instant > range.max { return false }
            // A skipped date begins where the next one does; only that one gets the tick.
            if instant < range.min || (unit == .day && calendar.start(ofDay: day + 1) == instant) {
                return true
            }
            ticks.append(Tick(value: instant, ordinal: ordinal))
            return true
        }
        switch unit {
        case .week:
            var day = calendar.firstDay(of: .week, containing: firstDay)
            // Day 4 of the count is a Monday; ordinals increase by one a week whatever day the week
            // begins on.
            while add(CivilDate.floorDivide(day + 3, 7), day: day) { day += 7 }
        case .month, .year:
            let date = CivilDate(days: firstDay)
            let months = unit == .month ? count : 12 * count
            var n = CivilDate.floorDivide(date.year * 12 + date.month - 1, months)
            while add(n, day: CivilDate(year: 0, month: n * months + 1, day: 1).days) { n += 1 }
        default:
            var n = CivilDate.floorDivide(firstDay, count)
            while add(n, day: n * count) { n += 1 }
        }
        return ticks
    }

    /// Sets for each tick the largest unit that differs from the tick before.
    private func mark(_ ticks: inout [Tick], _ calendar: CivilCalendar) {
        guard !ticks.isEmpty else { return }
        let first = ticks[0].value
        var previous = calendar.components(of: first - length)
        let smallest: CalendarUnit =
            switch unit {
            case .fraction, .second, .minute: .minute
            case .hour: .hour
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        for i in ticks.indices {
            let here = calendar.components(of: ticks[i].value)
            if here.year != previous.year {
                ticks[i].begins = .year
            } else if here.month != previous.month {
                ticks[i].begins = max(.month, smallest)
            } else if here.day != previous.day {
                ticks[i].begins = max(.day, smallest)
            } else if here.hour != previous.hour {
                ticks[i].begins = max(.hour, smallest)
            } else {
                ticks[i].begins = smallest
            }
            previous = here
        }
    }
}
