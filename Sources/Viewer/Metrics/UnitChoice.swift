import ChartCore

/// The choice of the calendar unit in which a range is shown.
///
/// It is the shortest unit whose slots are wide enough to be distinguished, and few enough to be
/// taken in: a day is shown by hours, a week and a month by days, half a year by weeks, a year by
/// months (in a wide window by weeks). The current unit stays until it misses its limits by a
/// quarter, or a shorter one is within its limits by a fifth, so that zooming back and forth across
/// a border changes nothing.
struct UnitChoice {
    /// The available units, shortest first.
    var units: [CalendarUnit]

    /// The least width of a slot, in points.
    static let leastSlot = 4.5
    /// The maximum number of slots; more are shown by a longer unit even in the widest window.
    private static func mostSlots(_ unit: CalendarUnit) -> Double {
        switch unit {
        case .minute, .hour: 60
        case .day: 70
        case .week: 40
        case .month: 48
        case .quarter: 44
        case .year: .infinity
        }
    }

    /// The width to which `mostSlots` applies; a wider plot has room for up to twice as many.
    private static let usualWidth = 900.0
    /// The width of the plot in a narrow window, in points.
    private static let narrowWidth = 250.0

    /// A range in whole bars: it is extended to the ends of those that it cuts.
    ///
    /// Their unit is the shortest one that shows the whole range in a plot of any usual width.
    static func wholeBars(_ range: Extent, in calendar: CivilCalendar) -> Extent {
        guard range.isProper else { return range }
        func whole(_ unit: CalendarUnit) -> Extent {
            let last = max(range.min, range.max.nextDown)
            return Extent(
                min: calendar.start(of: unit, containing: range.min),
                max: calendar.next(unit, after: last))
        }
        for unit in [CalendarUnit.day, .week, .month, .quarter] {
            let most = min(mostSlots(unit), narrowWidth / leastSlot)
            let extended = whole(unit)
            if extended.length / unit.meanLength <= most + 0.1 { return extended }
        }
        return whole(.year)
    }

    /// The unit for a range in a plot.
    ///
    /// - Parameters:
    ///   - width: the width of the plot in points; 0 if it is not known yet.
    ///   - current: the unit shown now; nil if there is none.
    ///   - isWhole: whether the range has only whole bars of a unit; the shortest such unit that
    ///     fits is taken.
    func unit(
        for range: Extent, width: Double, current: CalendarUnit?,
        isWhole: (CalendarUnit) -> Bool = { _ in false }
    ) -> CalendarUnit {
        let width = width > 0 ? width : 780
        func fits(_ unit: CalendarUnit, _ slack: Double) -> Bool {
            let slots = range.length / unit.meanLength
            let most = Self.mostSlots(unit) * min(max(width / Self.usualWidth, 1), 2)
            // Months and clock changes make a whole number of bars a little longer.
            return slots <= most * slack + 0.1 && width / slots >= Self.leastSlot / slack
        }
        if let whole = units.first(where: { fits($0, 1) && isWhole($0) }) { return whole }
        let last = units.last ?? .day
        guard let current, units.contains(current) else {
            return units.first { fits($0, 1) } ?? last
        }
        if let shorter = units.first(where: { $0 < current && fits($0, 0.8) }) { return shorter }
        if fits(current, 1.25) { return current }
        return units.first { $0 > current && fits($0, 1) } ?? last
    }
}
