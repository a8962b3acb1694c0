/// A round step between the ticks of values: tick n stands at n times its length.
public protocol ValueStep: TickStep, Comparable {
    /// The value of tick `n`, as exact as a Double can be.
    func value(_ n: Int) -> Double
    /// Into how many parts minor ticks should divide the step at least.
    var minorDivisions: Int { get }
}

extension ValueStep {
    public var length: Double { value(1) }

    public static func < (a: Self, b: Self) -> Bool { a.length < b.length }

    /// The step whose ticks divide this one's into parts, for minor ticks; nil where there is none.
    public var minor: Self? {
        var fine = finer
        while let step = fine {
            let parts = length / step.length
            if parts > 12.5 { return nil }
            if parts.rounded() >= Double(minorDivisions), abs(parts - parts.rounded()) < 1e-6 {
                return step
            }
            fine = step.finer
        }
        return nil
    }

    /// The numbers n of the ticks in a closed range.
    ///
    /// Empty where the range has no length worth the name at its distance from zero, or would need
    /// more than a million ticks.
    public func indices(over range: Extent) -> Range<Int> {
        let length = length
        let low = range.min / length
        let high = range.max / length
        guard range.min <= range.max, abs(low) < 1e15, abs(high) < 1e15, high - low < 1e6 else {
            return 0..<0
        }
        var first = Int(low.rounded(.up))
        var last = Int(high.rounded(.down))
        // The quotient is rounded: look at the values themselves.
        if value(first - 1) >= range.min { first -= 1 }
        if value(first) < range.min { first += 1 }
        if value(last + 1) <= range.max { last += 1 }
        if value(last) > range.max { last -= 1 }
        return first..<max(first, last + 1)
    }

    /// The ticks in a closed range of a scale whose values are shown in a unit.
    func ticks(over range: Extent, in unit: ShownUnit) -> [Tick] {
        guard unit != .same else {
            return indices(over: range).map { Tick(value: value($0), ordinal: $0) }
        }
        // Converted ends are rounded: which tick is the first and which the last, their own values say.
        return indices(over: unit.shown(range).expanded(by: length / 2)).compactMap { n in
            let shown = value(n)
            let value = unit.value(ofShown: shown)
            return range.contains(value) ? Tick(value: value, shown: shown, ordinal: n) : nil
        }
    }

    /// Both ends of a range moved outwards to multiples of the smallest step that makes at most
    /// `maximumTicks` ticks (Heckbert's loose labelling), and no smaller one than `finest`.
    ///
    /// - Parameter atLeast: the smallest step of at least a length.
    static func niceRange(
        _ range: Extent, maximumTicks: Int, finest: Self? = nil, atLeast: (Double) -> Self
    ) -> (Extent, Self) {
        precondition(maximumTicks >= 2, "a labelled range has at least two ticks")
        if range.length == 0 {
            // One value has no scale of its own: a twentieth of it to both sides, at least a half.
            return niceRange(
                range.expanded(by: max(abs(range.min) / 20, 0.5)), maximumTicks: maximumTicks,
                finest: finest, atLeast: atLeast)
        }
        var step = atLeast(range.length / Double(maximumTicks - 1))
        if let finest { step = max(step, finest) }
        while true {
            let low = (range.min / step.length).nearlyRounded(.down)
            let high = (range.max / step.length).nearlyRounded(.up)
            let top = max(high, low + 1)
            guard abs(low) < 1e15, abs(top) < 1e15 else { return (range, step) }
            if Int(top - low) + 1 <= maximumTicks {
                return (Extent(min: step.value(Int(low)), max: step.value(Int(top))), step)
            }
            guard let next = step.coarser else { return (range, step) }
            step = next
        }
    }
}

/// The round steps that the ticks of an axis of values may have.
public enum ValueLadder: Hashable, Sendable {
    /// 1, 2 or 5 times a power of ten.
    case decimal
    /// Of lengths of time in seconds: as clocks divide them.
    case duration
    /// Of values that are said in two units: as the larger one is divided into `parts` of the smaller,
    /// in which they are.
    case compound(parts: Int)

    /// Both ends of a range moved outwards to multiples of the smallest step that makes at most
    /// `maximumTicks` ticks, with that step.
    ///
    /// - Parameter finest: no finer step on the decimal ladder.
    public func niceRange(
        _ range: Extent, maximumTicks: Int, finest: DecimalStep? = nil
    ) -> (range: Extent, step: AxisStep) {
        switch self {
        case .decimal:
            let (nice, step) = DecimalStep.niceRange(
                range, maximumTicks: maximumTicks, finest: finest
            ) { DecimalStep(atLeast: $0) }
            return (nice, .decimal(step))
        case .duration:
            let (nice, step) = DurationStep.niceRange(range, maximumTicks: maximumTicks) {
                DurationStep(atLeast: $0)
            }
            return (nice, .duration(step))
        case .compound(let parts):
            let (nice, step) = CompoundStep.niceRange(range, maximumTicks: maximumTicks) {
                CompoundStep(parts: parts, atLeast: $0)
            }
            return (nice, .compound(step))
        }
    }
}

/// How far apart the ticks of an axis of values should stand.
///
/// About as many whatever its length, as far as their labels can be read and the eye does not lose
/// its way between them.
public struct TickSpacing: Hashable, Sendable {
    /// The most ticks on an axis that is neither very short nor very long.
    public var most: Int
    /// Never nearer than this, in points: the height of a label.
    public var least: Double
    /// Never required to be further apart than this, in points.
    public var widest: Double

    /// A spacing for at most so many ticks.
    public init(most: Int = 6, least: Double = 22, widest: Double = 140) {
        precondition(most >= 2 && least > 0 && widest >= least, "ticks need room between them")
        self.most = most
        self.least = least
        self.widest = widest
    }

    /// The least distance of ticks on an axis of `length` points.
    public func distance(length: Double) -> Double {
        min(max(length / Double(most - 1), least), widest)
    }

    /// The most ticks on an axis of `length` points, two at least.
    public func count(length: Double) -> Int {
        max(2, Int((length / distance(length: length)).nearlyRounded(.down)) + 1)
    }
}
