// Round steps for logarithmic scales.
//
// Method: the ladder goes from every n-th decade (n = 1, 2, 5, 10…) through each decade, 1-2-5 in
// each and every whole multiple 1…9 to plain decimal steps of the values. A decimal step is not the
// same in a whole decade, where the last ticks would be ten times as close as the first, but in
// each of its parts 1…2, 2…5 and 5…10: three neighbours on the ladder of decimal steps, such as
// 0.2, 0.5 and 1. So the ticks of every step are about evenly spaced in every decade, the ticks of
// a step do not depend on the visible range, and each step has at most two and a half times as many
// ticks as the one before.
// On a symmetric scale the same ticks are on both sides of zero, down to where the straight part
// would crowd them. From there to zero they are multiples of one decimal step, which meets the
// others at the beginning of a part with the same step.
//
// A step's length is the mean distance of its ticks in decades; `shortest` is the least.
// Every tick is the correctly rounded decimal (see DecimalStep): the same number at every step.
// Limits: no ticks beyond 10^±290; steps down to 10^-13 of a value.
// Rejected: one linear step over the visible range (a pan would change it); powers of two.

import Glibc

/// A round step of a logarithmic scale, in decades.
public struct LogarithmicStep: TickStep {
    /// The place on the ladder: 0 is each decade; 1, 2, 3… are 2, 5, 10… decades; -1 is 1-2-5; -2
    /// is every whole multiple of the decade; below that are finer and finer decimal steps.
    public let level: Int
    /// The value up to which a symmetric scale is straight; nil for a logarithmic one.
    public let linearTo: Double?

    private static let coarsest = 8
    private static let finest = -39
    /// Decades beyond this have no ticks.
    private static let reach = 290

    /// A step of the ladder; each decade by default.
    public init(level: Int = 0, linearTo: Double? = nil) {
        precondition(
            linearTo.map { $0 > 0 && $0.isFinite } ?? true,
            "the linear part needs a size above zero")
        self.level = min(max(level, Self.finest), Self.coarsest)
        self.linearTo = linearTo
    }

    /// How values become places.
    public var transform: ScaleTransform {
        linearTo.map { .symmetricLogarithmic(linearTo: $0) } ?? .logarithmic
    }

    /// Whether it is a step of a kind of scale.
    func belongs(to kind: ScaleKind) -> Bool { kind.transform == transform }

    /// The number of decades from one tick to the next.
    public var decades: Int {
        guard level > 0 else { return 1 }
        return [1, 2, 5][level % 3] * (0..<level / 3).reduce(1) { power, _ in power * 10 }
    }

    /// The mean distance of ticks, in decades.
    public var length: Double {
        level >= 0 ? Double(decades) : 1 / Double(perDecade)
    }

    /// The least distance of neighbouring ticks, in decades.
    public var shortest: Double {
        guard linearTo != nil else { return level < 0 ? leastInDecade : length }
        // The first decade is nearer to zero than to the next one; and between two ticks around the
        // end of the straight part, whose slope is less than the logarithm's, there is a little
        // less room.
        return level < 0 ? 0.91 * leastInDecade : firstDecade * length
    }

    /// The least distance of ticks within a decade of a logarithmic scale.
    private var leastInDecade: Double {
        parts.reduce(.infinity) { shortest, part in
            let last = part.step.value(part.first + part.count - 1)
            return min(shortest, log10(part.end / last))
        }
    }

    /// How far from zero the first decade of a symmetric scale must be, as a fraction of the step:
    /// single decades come as near as the end of the straight part.
    private var firstDecade: Double { level > 0 ? 0.75 : 0.43 }

    public var finer: LogarithmicStep? {
        level > Self.finest ? LogarithmicStep(level: level - 1, linearTo: linearTo) : nil
    }

    public var coarser: LogarithmicStep? {
        level < Self.coarsest ? LogarithmicStep(level: level + 1, linearTo: linearTo) : nil
    }

    /// The step whose ticks are between those of this step, for minor ticks; nil if there is none.
    public var minor: LogarithmicStep? {
        let finer: Int
        switch level {
        case 1...: finer = 0
        case 0, -1: finer = -2
        case -2: finer = -3
        // Neighbours on the ladder of decimal steps need not divide one another; steps two apart
        // do.
        default: finer = level - 2
        }
        return finer >= Self.finest ? LogarithmicStep(level: finer, linearTo: linearTo) : nil
    }

    // MARK: A decade

    /// A part of a decade, in units of the start of the decade.
    private struct Part {
        /// Where it begins: 1, 2 or 5.
        var from: Int
        /// Where the next part begins.
        var end: Double
        /// Ticks are multiples of this.
        var step: DecimalStep
        /// The number of ticks up to the next part.
        var count: Int
        /// The multiple of the step that is the first tick.
        var first: Int { Int((Double(from) / step.length).rounded()) }
    }

    /// The parts of each decade.
    private var parts: [Part] {
        switch level {
        case 0...:
            return [Part(from: 1, end: 10, step: DecimalStep(mantissa: 1, exponent: 0), count: 1)]
        case -1:
            return [(1, 2.0), (2, 5), (5, 10)].map {
                Part(from: $0, end: $1, step: DecimalStep(mantissa: $0, exponent: 0), count: 1)
            }
        case -2:
            return [Part(from: 1, end: 10, step: DecimalStep(mantissa: 1, exponent: 0), count: 9)]
        default:
            return [(1, 2), (2, 5), (5, 10)].enumerated().map { number, ends in
                // The ladder upwards from 0.2, 0.1, 0.05…: the second part has the next one, the
                // third the one after that.
                let down = -3 - level - number
                let turns = (down + 300) % 3
                let step = DecimalStep(
                    mantissa: [2, 1, 5][turns], exponent: -1 - (down + 301) / 3 + 100)
                let count = (Double(ends.1 - ends.0) / step.length).rounded()
                return Part(from: ends.0, end: Double(ends.1), step: step, count: Int(count))
            }
        }
    }

    /// The smallest difference of neighbouring ticks, in units of the start of their decade; 1 if a
    /// decade is not divided.
    public var finestPart: Double { parts[0].step.length }

    private var perDecade: Int { parts.reduce(0) { $0 + $1.count } }

    // MARK: Ticks

    /// A number with a tick.
    private struct Number {
        var shown: Double
        var ordinal: Int
    }

    /// The ticks in a closed range of places, of a scale whose values are shown in a unit.
    ///
    /// Numbers are round in that unit, whose zero must be the same as that of the values. None if
    /// there would be more than a million.
    public func ticks(over range: Extent, in unit: ShownUnit = .same) -> [Tick] {
        guard range.min.isFinite, range.max.isFinite, range.min <= range.max,
            range.length / length < 1e6
        else { return [] }
        let transform = transform
        let seen = unit.shown(transform.values(of: range.expanded(by: 1e-9 + range.length * 1e-9)))
        var numbers: [Number] = []
        if let linearTo {
            let meeting = meeting(linearTo: unit.shown(difference: linearTo))
            if seen.min < 0 {
                let mirrored = Extent(min: max(0, -seen.max), max: -seen.min)
                numbers += symmetric(over: mirrored, meeting).reversed().map {
                    Number(shown: -$0.shown, ordinal: -$0.ordinal)
                }
            }
            if seen.contains(0) { numbers.append(Number(shown: 0, ordinal: 0)) }
            if seen.max > 0 {
                numbers += symmetric(over: Extent(min: max(0, seen.min), max: seen.max), meeting)
            }
        } else {
            numbers = logarithmic(over: seen)
        }
        return numbers.compactMap { number in
            let place = transform.place(of: unit.value(ofShown: number.shown))
            return range.contains(place)
                ? Tick(value: place, shown: number.shown, ordinal: number.ordinal) : nil
        }
    }

    /// The numbers of a logarithmic scale near a range above zero: all in the range, and possibly
    /// others.
    private func logarithmic(over seen: Extent) -> [Number] {
        guard seen.max > 0 else { return [] }
        let least = max(seen.min, pow(10, Double(-Self.reach)))
        let most = min(seen.max, pow(10, Double(Self.reach)))
        guard least <= most else { return [] }
        let decades = decades
        let (parts, perDecade) = (parts, perDecade)
        var numbers: [Number] = []
        for decade in Int(log10(least).rounded(.down)) - 1...Int(log10(most).rounded(.up)) {
            guard decade % decades == 0 else { continue }
            var ordinal = decade / decades * perDecade
            for part in parts {
                let step = DecimalStep(
                    mantissa: part.step.mantissa, exponent: part.step.exponent + decade)
                let last = part.first + part.count - 1
                let low = max((least / step.length).rounded(.down), Double(part.first))
                let high = min((most / step.length).rounded(.up), Double(last))
                if low <= high {
                    for n in Int(low)...Int(high) {
                        numbers.append(
                            Number(shown: step.value(n), ordinal: ordinal + n - part.first))
                    }
                }
                ordinal += part.count
            }
        }
        return numbers
    }

    /// Where the ticks of decades on a symmetric scale meet those of the straight part.
    private struct Meeting {
        /// The step of the straight part.
        var step: DecimalStep
        /// The number of steps from zero to the first number of the decades.
        var count: Int
        /// The ordinal of that number on a logarithmic scale.
        var ordinal: Int
        var number: Double { step.value(count) }
    }

    private func meeting(linearTo size: Double) -> Meeting {
        guard level < 0 else {
            // The first decade that is far enough from zero.
            let transform = ScaleTransform.symmetricLogarithmic(linearTo: size)
            let decades = decades
            var decade = max(
                -Self.reach, Int((log10(size) / Double(decades)).rounded(.down)) * decades)
            while decade < Self.reach,
                transform.place(of: pow(10, Double(decade))) < firstDecade * Double(decades)
            {
                decade += decades
            }
            return Meeting(
                step: DecimalStep(mantissa: 1, exponent: decade), count: 1,
                ordinal: decade / decades)
        }
        // Multiples of the step are as far apart as the nearest ticks of a decade. It moves down
        // the ladder together with the steps of the parts, so that minor ticks divide it as they
        // divide those.
        let known = LogarithmicStep(level: max(level, -3), linearTo: linearTo)
        var step = DecimalStep(atLeast: known.leastInDecade * size * Glibc.log(10.0))
        for _ in level..<known.level { step = step.finer ?? step }
        if level == -2 {
            let decade = step.mantissa == 1 ? step.exponent : step.exponent + 1
            return Meeting(
                step: step, count: step.mantissa == 1 ? 1 : 10 / step.mantissa,
                ordinal: decade * perDecade)
        }
        // The part of a decade that has this step.
        var ordinal = 0
        for part in parts {
            if part.step.mantissa == step.mantissa {
                let decade = step.exponent - part.step.exponent
                return Meeting(
                    step: step, count: part.first, ordinal: ordinal + decade * perDecade)
            }
            ordinal += part.count
        }
        preconditionFailure("the parts of a decade have steps of 1, 2 and 5")
    }

    /// The numbers above zero of a symmetric scale near a range.
    private func symmetric(over seen: Extent, _ meeting: Meeting) -> [Number] {
        var numbers: [Number] = []
        if seen.min < meeting.number {
            let low = max((seen.min / meeting.step.length).rounded(.down), 1)
            let high = min(
                (seen.max / meeting.step.length).rounded(.up), Double(meeting.count - 1))
            if low <= high {
                for n in Int(low)...Int(high) {
                    numbers.append(Number(shown: meeting.step.value(n), ordinal: n))
                }
            }
        }
        let beyond = Extent(min: max(seen.min, meeting.number), max: seen.max)
        guard beyond.min <= beyond.max else { return numbers }
        for number in logarithmic(over: beyond) where number.ordinal >= meeting.ordinal {
            numbers.append(
                Number(
                    shown: number.shown,
                    ordinal: number.ordinal - meeting.ordinal + meeting.count))
        }
        return numbers
    }

    // MARK: Ranges

    /// Moves both ends of a range of places outwards to ticks of the finest step that makes at most
    /// `maximumTicks` of them; also returns that step.
    ///
    /// A range without length gets a quarter of a decade on both sides. A range around a number
    /// that is round at every step gets three ticks even if only two are requested.
    public static func niceRange(
        _ range: Extent, maximumTicks: Int, transform: ScaleTransform, unit: ShownUnit = .same
    ) -> (range: Extent, step: LogarithmicStep) {
        precondition(maximumTicks >= 2, "a labelled range has at least two ticks")
        precondition(!transform.isIdentity, "a scale without decades has decimal steps")
        let range = range.length > 0 ? range : range.expanded(by: 0.25)
        func rounded(_ step: LogarithmicStep) -> (range: Extent, count: Int)? {
            // No two neighbours are further apart than this.
            let ticks = step.ticks(over: range.expanded(by: 3 * step.length), in: unit)
            let slack = range.length * 1e-9
            guard let low = ticks.lastIndex(where: { $0.value <= range.min + slack }),
                let high = ticks.firstIndex(where: { $0.value >= range.max - slack }), low < high
            else { return nil }
            return (Extent(min: ticks[low].value, max: ticks[high].value), high - low + 1)
        }
        func fits(_ step: LogarithmicStep) -> Bool {
            guard range.length / step.length < Double(maximumTicks) + 1 else { return false }
            return rounded(step).map { $0.count <= maximumTicks } ?? false
        }
        var step = LogarithmicStep(linearTo: transform.linearTo)
        while !fits(step), step.length < range.length, let next = step.coarser { step = next }
        while step.level <= 0, let next = step.finer, fits(next) { step = next }
        return (rounded(step)?.range ?? range, step)
    }
}

extension LogarithmicStep: CustomStringConvertible {
    public var description: String {
        switch level {
        case 0...: "\(decades) decades"
        case -1: "1-2-5"
        default: "\(perDecade) a decade"
        }
    }
}
