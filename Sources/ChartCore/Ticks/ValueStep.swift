/// A round step between the ticks of values: tick n is at n times its length.
public protocol ValueStep: TickStep, Comparable {
    /// The value of tick `n`, as exact as a Double can be.
    func value(_ n: Int) -> Double
    /// The minimum number of parts into which minor ticks should divide the step.
    var minorDivisions: Int { get }
}

extension ValueStep {
    public var length: Double { value(1) }

    public static func < (a: Self, b: Self) -> Bool { a.length < b.length }

    /// The step whose ticks divide this step into parts, for minor ticks; nil if there is none.
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
    /// Empty if the range is too short at its distance from zero, or would need more than a million
    /// ticks.
    public func indices(over range: Extent) -> Range<Int> {
        let length = length
        let low = range.min / length
        let high = range.max / length
        guard range.min <= range.max, abs(low) < 1e15, abs(high) < 1e15, high - low < 1e6 else {
            return 0..<0
        }
        var first = Int(low.rounded(.up))
        var last = Int(high.rounded(.down))
        // The quotient is rounded: compare the values instead.
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
        // Converted ends are rounded: compare the values to find the first and the last tick.
        return indices(over: unit.shown(range).expanded(by: length / 2)).compactMap { n in
            let shown = value(n)
            let value = unit.value(ofShown: shown)
            return range.contains(value) ? Tick(value: value, shown: shown, ordinal: n) : nil
        }
    }

    /// Moves both ends of a range outwards to multiples of the smallest step that makes at most
    /// `maximumTicks` ticks (Heckbert's loose labelling) and that is not below `finest`.
    ///
    /// - Parameters:
    ///   - halves: whether an end may be half a step within the outermost multiple.
    ///   - atLeast: returns the smallest step of at least a given length.
    static func niceRange(
        _ range: Extent, maximumTicks: Int, finest: Self? = nil, halves: Bool = false,
        atLeast: (Double) -> Self
    ) -> (Extent, Self) {
        precondition(maximumTicks >= 2, "a labelled range has at least two ticks")
        if range.length <= 64 * max(abs(range.min), abs(range.max)).ulp {
            // One value, or several that differ by no more than errors of rounding, has no scale: add a
            // twentieth of it on both sides, at least a half.
            return niceRange(
                range.expanded(by: max(abs(range.min) / 20, 0.5)), maximumTicks: maximumTicks,
                finest: finest, halves: halves, atLeast: atLeast)
        }
        var step = atLeast(range.length / Double(maximumTicks - 1))
        if let finest { step = max(step, finest) }
        while true {
            let low = (range.min / step.length).nearlyRounded(.down)
            let high = (range.max / step.length).nearlyRounded(.up)
            let top = max(high, low + 1)
            guard abs(low) < 1e15, abs(top) < 1e15 else { return (range, step) }
            if Int(top - low) + 1 <= maximumTicks {
                var nice = Extent(min: step.value(Int(low)), max: step.value(Int(top)))
                guard halves else { return (nice, step) }
                // The emptier end first; at least three ticks are left.
                let (half, inner) = (step.length / 2, nice)
                var count = Int(top - low) + 1
                func trimMax() {
                    guard count > 3, range.max <= inner.max - half else { return }
                    nice.max -= half
                    count -= 1
                }
                func trimMin() {
                    guard count > 3, range.min >= inner.min + half else { return }
                    nice.min += half
                    count -= 1
                }
                if inner.max - range.max >= range.min - inner.min {
                    trimMax()
                    trimMin()
                } else {
                    trimMin()
                    trimMax()
                }
                return (nice, step)
            }
            guard let next = step.coarser else { return (range, step) }
            step = next
        }
    }
}

/// The round steps for the ticks of an axis of values.
public enum ValueLadder: Hashable, Sendable {
    /// 1, 2 or 5 times a power of ten.
    case decimal
    /// Lengths of time in seconds, divided as on clocks.
    case duration
    /// Values that are shown in two units, divided as the larger unit is divided into `parts` of
    /// the smaller one. Values are in the smaller unit.
    case compound(parts: Int)

    /// Moves both ends of a range outwards to multiples of the smallest step that makes at most
    /// `maximumTicks` ticks; also returns that step.
    ///
    /// - Parameters:
    ///   - finest: the finest step on the decimal ladder.
    ///   - halves: whether an end may be half a step within the outermost multiple.
    public func niceRange(
        _ range: Extent, maximumTicks: Int, finest: DecimalStep? = nil, halves: Bool = false
    ) -> (range: Extent, step: AxisStep) {
        switch self {
        case .decimal:
            let (nice, step) = DecimalStep.niceRange(
                range, maximumTicks: maximumTicks, finest: finest, halves: halves
            ) { DecimalStep(atLeast: $0) }
            return (nice, .decimal(step))
        case .duration:
            let (nice, step) = DurationStep.niceRange(
                range, maximumTicks: maximumTicks, halves: halves
            ) { DurationStep(atLeast: $0) }
            return (nice, .duration(step))
        case .compound(let parts):
            let (nice, step) = CompoundStep.niceRange(
                range, maximumTicks: maximumTicks, halves: halves
            ) { CompoundStep(parts: parts, atLeast: $0) }
            return (nice, .compound(step))
        }
    }
}

/// The distance that the ticks of an axis of values should have.
///
/// The number of ticks hardly depends on the length of the axis, as long as the labels can be read
/// and the distances between them are easy to follow.
public struct TickSpacing: Hashable, Sendable {
    /// The most ticks on an axis that is neither very short nor very long.
    public var most: Int
    /// The least distance, in points: the height of a label.
    public var least: Double
    /// The largest distance ever required, in points.
    public var widest: Double

    /// A spacing for a given maximum number of ticks.
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
