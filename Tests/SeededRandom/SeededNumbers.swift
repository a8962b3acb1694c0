// Numbers that look random and are the same in every run, for tests.
//
// There are three generators, since each test keeps the numbers that it was written with.

/// Numbers from a state that a seed begins.
public protocol SeededNumbers: RandomNumberGenerator {
    /// Numbers that this seed begins.
    init(seed: UInt64)
}

extension SeededNumbers {
    /// A number from 0 to below 1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number between two others.
    public mutating func number(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// A whole number from 0 to below another, by the upper bits.
    public mutating func whole(below count: Int) -> Int { Int(next() >> 33) % count }
}

/// SplitMix64 of Steele, Lea and Flood (2014): all bits are good.
public struct SplitMix: SeededNumbers, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// The linear congruence of Knuth's MMIX.
///
/// Its lower bits repeat early: use `unit`, `number` and `whole`, which take the upper ones. The
/// functions `random(in:using:)` of the standard library take the lower ones.
public struct LinearCongruence: SeededNumbers, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

/// Xorshift of Marsaglia (2003) with 64 bits and the shifts 13, 7 and 17.
public struct Xorshift: SeededNumbers, Sendable {
    private var state: UInt64

    /// Numbers that this seed begins; it is spread over all bits, and is never zero.
    public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    public mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
