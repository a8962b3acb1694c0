import Foundation

/// Numbers that look random, the same in each run.
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func bits() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }

    /// A number from 0 to less than 1.
    mutating func unit() -> Double { Double(bits() >> 11) / Double(1 << 53) }

    /// A number between two others.
    mutating func next(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A whole number from 0 to less than another.
    mutating func next(_ count: Int) -> Int { Int(bits() >> 33) % count }

    /// A number of the normal distribution (Box and Muller).
    mutating func normal() -> Double {
        // No logarithm of zero.
        let half = 0.5 / Double(1 << 53)
        return (-2 * log(unit() + half)).squareRoot() * cos(2 * .pi * (unit() + half))
    }
}
