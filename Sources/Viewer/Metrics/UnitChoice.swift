import ChartCore

/// Which unit of the calendar a range is shown in.
///
/// The shortest one whose slots are wide enough to be told apart, and few enough to be taken in: a
/// day is shown by hours, a week and a month by days, half a year by weeks, a year by months (in a
/// wide window by weeks). A unit that is shown stays until it fits no longer by a quarter, or a
/// shorter one fits by a fifth, so that a zoom to and fro about a border changes nothing.
struct UnitChoice {
    /// The units on offer, the shortest first.
    var units: [CalendarUnit]

    /// The least width of a slot, in points.
    static let leastSlot = 4.5
    /// More than this many slots are shown by a longer unit even in the widest window.
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

    /// The width that `mostSlots` is told for; up to twice as many have room in a wider plot.
    private static let usualWidth = 900.0

    /// The unit for a range in a plot.
    ///
    /// - Parameters:
    ///   - width: of the plot in points; 0 where it is not known yet.
    ///   - current: the unit shown now; nil where there is none.
    func unit(for range: Extent, width: Double, current: CalendarUnit?) -> CalendarUnit {
        let width = width > 0 ? width : 780
        func fits(_ unit: CalendarUnit, _ slack: Double) -> Bool {
            let slots = range.length / unit.meanLength
            let most = Self.mostSlots(unit) * min(max(width / Self.usualWidth, 1), 2)
            return slots <= most * slack && width / slots >= Self.leastSlot / slack
        }
        let last = units.last ?? .day
        guard let current, units.contains(current) else {
            return units.first { fits($0, 1) } ?? last
        }
        if let shorter = units.first(where: { $0 < current && fits($0, 0.8) }) { return shorter }
        if fits(current, 1.25) { return current }
        return units.first { $0 > current && fits($0, 1) } ?? last
    }
}
