/// A random number generator with the same sequence on every machine.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Not for
/// secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number in 0..<1 with 53 random bits.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A whole number in a range.
    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.count))
    }

    /// A roughly normal number with mean 0 and deviation 1: a sum of twelve uniform ones, so that
    /// no library function is involved.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }

    /// Whether an event of this probability occurs.
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }
}
