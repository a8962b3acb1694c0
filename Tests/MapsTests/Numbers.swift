import Foundation
import SeededRandom

/// Numbers that look random, the same in each run.
struct Numbers {
    private var numbers: LinearCongruence

    init(seed: UInt64) { numbers = LinearCongruence(seed: seed) }

    /// A number from 0 to less than 1.
    mutating func unit() -> Double { numbers.unit() }

    /// A number between two others.
    mutating func next(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A whole number from 0 to less than another.
    mutating func next(_ count: Int) -> Int { numbers.whole(below: count) }

    /// A number of the normal distribution (Box and Muller).
    mutating func normal() -> Double {
        // No logarithm of zero.
        let half = 0.5 / Double(1 << 53)
        return (-2 * log(unit() + half)).squareRoot() * cos(2 * .pi * (unit() + half))
    }
}
