/// A step between ticks on a time axis: 1, 5, 15, 30 seconds or minutes, 1, 2, 3, 6, 12 hours, 1, 2
/// days, a week, 1, 2, 3, 6 months, then 1, 2, 5, 10… years; below a second 0.5, 0.2, 0.1 and so
/// on.
public struct CalendarStep: TickStep, Comparable {
    /// The unit of a step.
    public enum Unit: Int, Comparable, Hashable, Sendable {
        /// Fractions of a second; `count` is in units of `length`'s power of ten.
        case fraction
        /// Whole seconds: 1, 5, 15, 30.
        case second
        /// Whole minutes: 1, 5, 15, 30.
        case minute
        /// Whole hours of the zone's clock: 1, 2, 3, 6, 12.
        case hour
        /// Whole days, from midnight to midnight: 1, 2.
        case day
        /// Whole weeks, starting on the calendar's first weekday.
        case week
        /// Whole months: 1, 2, 3, 6.
        case month
        /// Whole years: 1, 2, 5, 10 and so on.
        case year

        public static func < (a: Unit, b: Unit) -> Bool { a.rawValue < b.rawValue }
    }

    /// The place on the ladder: 0 is one second, each step up is one coarser.
    public let level: Int

    private static let ladder: [(unit: Unit, count: Int, length: Double)] = [
        (.second, 1, 1), (.second, 5, 5), (.second, 15, 15), (.second, 30, 30),
        (.minute, 1, 60), (.minute, 5, 300), (.minute, 15, 900), (.minute, 30, 1800),
        (.hour, 1, 3600), (.hour, 2, 7200), (.hour, 3, 10_800), (.hour, 6, 21_600),
        (.hour, 12, 43_200), (.day, 1, 86_400), (.day, 2, 172_800), (.week, 1, 604_800),
        (.month, 1, 2_629_746), (.month, 2, 5_259_492), (.month, 3, 7_889_238),
        (.month, 6, 15_778_476),
    ]
    /// Microseconds: finer ones cannot be distinguished in seconds since 1970 as a Double.
    private static let finest = -18
    /// A billion years.
    private static let coarsest = ladder.count + 27

    init(level: Int) { self.level = min(max(level, CalendarStep.finest), CalendarStep.coarsest) }

    /// The step of `count` units; nil if it is not on the ladder.
    public init?(_ unit: Unit, _ count: Int) {
        if let level = CalendarStep.ladder.firstIndex(where: {
            $0.unit == unit && $0.count == count
        }) {
            self.level = level
            return
        }
        for level in CalendarStep.ladder.count...CalendarStep.coarsest where unit == .year {
            if CalendarStep(level: level).count == count {
                self.level = level
                return
            }
        }
        return nil
    }

    /// A microsecond.
    public static let finestStep = CalendarStep(level: finest)

    /// The unit of the step.
    public var unit: Unit {
        if level < 0 { return .fraction }
        return level < CalendarStep.ladder.count ? CalendarStep.ladder[level].unit : .year
    }

    /// The number of units; for fractions of a second 1, 2 or 5 of a power of ten.
    public var count: Int {
        if let decimal { return decimal.mantissa }
        if level < CalendarStep.ladder.count { return CalendarStep.ladder[level].count }
        let years = level - CalendarStep.ladder.count
        var count = [1, 2, 5][years % 3]
        for _ in 0..<(years / 3) { count *= 10 }
        return count
    }

    /// The step as a round number of seconds, if it is below a second.
    public var decimal: DecimalStep? {
        guard level < 0 else { return nil }
        let down = -level - 1
        return DecimalStep(mantissa: [5, 2, 1][down % 3], exponent: -1 - down / 3)
    }

    /// The digits after the decimal point of the second that a label needs.
    public var fractionDigits: Int { decimal?.fractionDigits ?? 0 }

    public var length: Double {
        if let decimal { return decimal.length }
        if level < CalendarStep.ladder.count { return CalendarStep.ladder[level].length }
        return Double(count) * 31_556_952
    }

    /// The shortest possible length of the step, apart from clock changes: from 1 January to 1
    /// March for two months.
    public var shortest: Double {
        switch (unit, count) {
        case (.month, 1): 28 * 86_400
        case (.month, 2): 59 * 86_400
        case (.month, 3): 90 * 86_400
        case (.month, _): 181 * 86_400
        case (.year, _): Double(365 * count) * 86_400
        default: length
        }
    }

    public var finer: CalendarStep? {
        level > CalendarStep.finest ? CalendarStep(level: level - 1) : nil
    }

    public var coarser: CalendarStep? {
        level < CalendarStep.coarsest ? CalendarStep(level: level + 1) : nil
    }

    /// The step whose ticks divide this step into parts, for minor ticks; nil if there is none.
    public var minor: CalendarStep? {
        switch (unit, count) {
        case (.fraction, _), (.second, 1): return finer
        case (.second, 5): return CalendarStep(.second, 1)
        case (.second, _): return CalendarStep(.second, 5)
        case (.minute, 1): return CalendarStep(.second, 15)
        case (.minute, 5): return CalendarStep(.minute, 1)
        case (.minute, _): return CalendarStep(.minute, 5)
        case (.hour, 1): return CalendarStep(.minute, 15)
        case (.hour, 2): return CalendarStep(.minute, 30)
        case (.hour, 12): return CalendarStep(.hour, 3)
        case (.hour, _): return CalendarStep(.hour, 1)
        case (.day, 1): return CalendarStep(.hour, 6)
        case (.day, _), (.week, _): return CalendarStep(.day, 1)
        case (.month, 1): return CalendarStep(.week, 1)
        case (.month, _): return CalendarStep(.month, 1)
        case (.year, 1): return CalendarStep(.month, 3)
        case (.year, 2): return CalendarStep(.month, 6)
        default:
            // 5 → 1, 10 → 2, 20 → 5 years.
            return CalendarStep(level: level - 2)
        }
    }

    public static func < (a: CalendarStep, b: CalendarStep) -> Bool { a.level < b.level }
}

extension CalendarStep: CustomStringConvertible {
    public var description: String { level < 0 ? "\(length) s" : "\(count) \(unit)" }
}
