// Round steps for values that are shown in two units.
//
// 161 pounds are written as 11 stones and 7 pounds, so their ticks are at whole stones and at the
// parts that divide a stone: 1, 2, 7 and 14 pounds; for feet and inches at 1, 2, 3, 4, 6 and 12
// inches. Above that come 2, 5, 10, 20… of the larger unit, below it 0.5, 0.2, 0.1… of the smaller
// one. Values are in the smaller unit. Lengths of time have their own ladder (`DurationStep`),
// because clocks divide them differently.

/// A round step for values that are shown in two units, the larger a whole multiple of the smaller:
/// stones and pounds, feet and inches.
public struct CompoundStep: ValueStep {
    /// How many of the smaller unit make one of the larger.
    public let parts: Int
    /// The place on the ladder: 0 is one of the smaller unit, each step up is one coarser.
    public let level: Int
    /// The step is this multiple of `scale`.
    private let decimal: DecimalStep
    private let scale: Int

    /// How many steps there are below the smaller unit, and above the larger.
    private static let reach = 27

    private init(parts: Int, level: Int) {
        precondition(parts > 1, "the larger unit needs at least two of the smaller")
        let divisors = (1...parts).filter { parts.isMultiple(of: $0) }
        let last = divisors.count - 1
        let level = min(max(level, -Self.reach), last + Self.reach)
        var decimal = DecimalStep(mantissa: 1, exponent: 0)
        for _ in 0..<max(-level, 0) { decimal = decimal.finer ?? decimal }
        for _ in 0..<max(level - last, 0) { decimal = decimal.coarser ?? decimal }
        self.parts = parts
        self.level = level
        self.decimal = decimal
        scale = divisors[min(max(level, 0), last)]
    }

    /// The smallest step of at least `length`, which must be above zero.
    public init(parts: Int, atLeast length: Double) {
        precondition(length > 0, "a round step needs a length above zero")
        var step = CompoundStep(parts: parts, level: length > 1 ? 0 : -Self.reach)
        while step.length < length, let next = step.coarser { step = next }
        self = step
    }

    public func value(_ n: Int) -> Double { decimal.value(n) * Double(scale) }

    public var minorDivisions: Int { 2 }

    public var finer: CompoundStep? {
        let next = CompoundStep(parts: parts, level: level - 1)
        return next.level < level ? next : nil
    }

    public var coarser: CompoundStep? {
        let next = CompoundStep(parts: parts, level: level + 1)
        return next.level > level ? next : nil
    }
}
