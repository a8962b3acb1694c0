// Round steps for lengths of time.
//
// A length of time is read in hours, minutes and seconds, so its ticks are at the divisions of
// clocks: 1, 2, 5, 10, 15, 30 seconds and minutes, 1, 2, 3, 4, 6, 12, 24 hours, then 50, 100, 200,
// 500… hours (lengths are given in hours, however long they are: sleep is not measured in days),
// and below a second 0.5, 0.2, 0.1 and so on. Unlike `CalendarStep`, which is anchored in a
// calendar, ticks are plain multiples.

/// A round step for lengths of time in seconds.
public struct DurationStep: ValueStep {
    /// The smallest unit that is needed to write multiples of a step.
    public enum Unit: Hashable, Sendable {
        /// Multiples of a second, or of a part of one.
        case second
        /// Multiples of a minute, including those that are an hour.
        case minute
        /// Multiples of an hour, whatever their number: lengths are not given in days.
        case hour
    }

    /// The place on the ladder: 0 is one second, each step up is one coarser.
    public let level: Int

    /// In seconds.
    private static let ladder = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600,
        43_200, 86_400,
    ]
    /// A nanosecond.
    private static let finest = -27
    /// Fifty billion hours.
    private static let coarsest = ladder.count + 27

    init(level: Int) { self.level = min(max(level, Self.finest), Self.coarsest) }

    /// The smallest step of at least `length`, which must be above zero.
    public init(atLeast length: Double) {
        precondition(length > 0, "a round step needs a length above zero")
        var step = DurationStep(level: length > 1 ? 0 : Self.finest)
        while step.length < length, let next = step.coarser { step = next }
        self = step
    }

    /// The step as a round number of seconds, if it is below one.
    private var fraction: DecimalStep? {
        guard level < 0 else { return nil }
        let down = -level - 1
        return DecimalStep(mantissa: [5, 2, 1][down % 3], exponent: -1 - down / 3)
    }

    /// The step as a round number of hours, if it is more than a day.
    private var hours: DecimalStep? {
        let up = level - Self.ladder.count
        guard up >= 0 else { return nil }
        return DecimalStep(mantissa: [5, 1, 2][up % 3], exponent: 1 + (up + 2) / 3)
    }

    public func value(_ n: Int) -> Double {
        if let fraction { return fraction.value(n) }
        if let hours { return hours.value(n) * 3600 }
        return Double(n) * Double(Self.ladder[level])
    }

    /// The smallest unit that is needed to write its ticks.
    public var unit: Unit {
        if level < 6 { return .second }
        return level < 12 ? .minute : .hour
    }

    /// The digits after the decimal point of the second that a label needs.
    public var fractionDigits: Int { fraction?.fractionDigits ?? 0 }

    public var minorDivisions: Int { 3 }

    public var finer: DurationStep? {
        level > Self.finest ? DurationStep(level: level - 1) : nil
    }

    public var coarser: DurationStep? {
        level < Self.coarsest ? DurationStep(level: level + 1) : nil
    }
}
