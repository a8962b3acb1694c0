/// A place on an axis that has a mark and usually a label.
public struct Tick: Hashable, Identifiable, Sendable {
    /// Its exact place on the scale, which is the value except on logarithmic scales.
    ///
    /// The same tick has the same place at every step, so this is its identity.
    public var value: Double
    /// The exact value as it is shown: on an axis of another unit, and on a logarithmic scale, a
    /// round number even if `value` is not.
    public var shown: Double
    /// The number of the tick on its step's grid, constant while the view moves: every n-th tick is
    /// one whose ordinal is divisible by n.
    ///
    /// In a repeated hour two ticks share one.
    public var ordinal: Int
    /// On a time axis the largest unit that begins here, compared with the tick before: `.year` for
    /// the first tick in a new year, `.month`, `.week` or `.day` likewise, `.hour` or `.minute` for
    /// the time of day alone.
    ///
    /// Nil on other axes.
    ///
    /// A label includes the larger unit if one begins ("Mar 2026" among days, "Tue 3" among hours).
    public var begins: CalendarUnit?

    /// Creates a tick.
    ///
    /// - Parameter shown: nil if the value is shown unchanged.
    public init(
        value: Double, shown: Double? = nil, ordinal: Int, begins: CalendarUnit? = nil
    ) {
        self.value = value == 0 ? 0 : value  // one zero only
        self.shown = shown.map { $0 == 0 ? 0 : $0 } ?? self.value
        self.ordinal = ordinal
        self.begins = begins
    }

    /// The value, which is the same at every step.
    public var id: Double { value }
}

/// The step of the ticks of an axis of any kind.
public enum AxisStep: Hashable, Sendable {
    /// Round numbers: 1, 2 or 5 times a power of ten.
    case decimal(DecimalStep)
    /// Round lengths of time, for values in seconds.
    case duration(DurationStep)
    /// Round numbers of a unit that is shown in two, such as feet and inches.
    case compound(CompoundStep)
    /// Borders of the calendar, which need not be equally long.
    case calendar(CalendarStep)
    /// Steps of a logarithmic scale, or a symmetric one.
    case logarithmic(LogarithmicStep)
    /// Every category.
    case category
    /// `anchor + n · interval`.
    case fixed(IntervalTicks)

    /// The distance of neighbouring ticks in the unit that is shown (the mean for steps of the
    /// calendar); in decades on a logarithmic scale; nil for categories.
    public var length: Double? {
        switch self {
        case .decimal(let step): step.length
        case .duration(let step): step.length
        case .compound(let step): step.length
        case .calendar(let step): step.length
        case .logarithmic(let step): step.length
        case .fixed(let ticks): ticks.interval
        case .category: nil
        }
    }

    /// The mean distance of ticks divided by the shortest: 1 if they are evenly spaced.
    public var unevenness: Double {
        switch self {
        case .calendar(let step): step.length / step.shortest
        case .logarithmic(let step): step.length / step.shortest
        default: 1
        }
    }

    /// The distance of neighbouring ticks in units of the scale, whose values are shown in a unit.
    public func length(in unit: ShownUnit) -> Double? {
        switch self {
        case .calendar, .logarithmic: length
        default: length.map { unit.difference(ofShown: $0) }
        }
    }

    /// Whether its ticks are at even distances of the values.
    var isOfValues: Bool {
        switch self {
        case .decimal, .duration, .compound, .fixed: true
        case .calendar, .logarithmic, .category: false
        }
    }

    /// The ticks of a step of values in a closed range of the scale, whose values are shown in a unit;
    /// none for steps of another kind.
    public func ticks(over range: Extent, in unit: ShownUnit = .same) -> [Tick] {
        switch self {
        case .decimal(let step): step.ticks(over: range, in: unit)
        case .duration(let step): step.ticks(over: range, in: unit)
        case .compound(let step): step.ticks(over: range, in: unit)
        case .logarithmic(let step): step.ticks(over: range, in: unit)
        case .fixed(let interval):
            interval.major(over: unit.shown(range)).map {
                Tick(
                    value: unit.value(ofShown: $0.value), shown: $0.value, ordinal: $0.ordinal)
            }
        case .calendar, .category: []
        }
    }
}

/// Ticks at a fixed interval that the caller gives.
public struct IntervalTicks: Hashable, Sendable {
    /// One of the ticks.
    public var anchor: Double
    /// The distance of the ticks.
    public var interval: Double

    /// Ticks at an interval.
    public init(interval: Double, anchor: Double = 0) {
        precondition(interval > 0, "ticks need an interval above zero")
        self.interval = interval
        self.anchor = anchor
    }

    /// The interval that is a multiple of `base` and leaves at most `maximumTicks` ticks over a
    /// length: `base · ceil((length / (maximumTicks - 1)) / base)`, at least `base`.
    public init(base: Double, length: Double, maximumTicks: Int, anchor: Double = 0) {
        precondition(base > 0 && maximumTicks >= 2, "an interval needs a base and two ticks")
        let bases = (length / Double(maximumTicks - 1) / base).nearlyRounded(.up)
        self.init(interval: base * Swift.max(1, bases), anchor: anchor)
    }

    /// The ticks `anchor + n · interval` in a closed range.
    ///
    /// At most a million.
    public func major(over range: Extent) -> [Tick] {
        guard range.isProper, range.length / interval < 1e6,
            abs((range.min - anchor) / interval) < 1e15,
            abs((range.max - anchor) / interval) < 1e15
        else { return [] }
        let first = Int(((range.min - anchor) / interval).nearlyRounded(.up))
        let count = Int((range.length / interval).rounded()) + 1
        let slack = 4 * Swift.max(range.min.ulp, range.max.ulp)
        return (first...(first + count)).compactMap { n in
            let value = anchor + Double(n) * interval
            return value >= range.min - slack && value <= range.max + slack
                ? Tick(value: value, ordinal: n) : nil
        }
    }

    /// The minor ticks in a closed range: for each major tick n those at n + i/f - (f - 1)/f for i
    /// from 0 to f - 1, the last of which is the major tick.
    public func minor(over range: Extent, perMajor f: Int) -> [Double] {
        precondition(f > 0, "a major tick needs at least one minor tick")
        let fine = IntervalTicks(interval: interval / Double(f), anchor: anchor)
        return fine.major(over: range).map(\.value)
    }
}
