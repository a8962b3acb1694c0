/// When frames are drawn in a replay without a screen.
package struct FramePacing: Hashable, Sendable {
    /// Frames per second.
    package var rate: Double
    /// The fraction of the frames that is not drawn, 0 to less than 1.
    package var dropped: Double
    /// Determines which frames those are; the same seed gives the same ones.
    package var seed: UInt64

    /// Creates a pacing.
    ///
    /// - Precondition: the rate is positive, and not all frames are dropped.
    package init(rate: Double, dropped: Double = 0, seed: UInt64 = 1) {
        precondition(rate > 0, "the rate \(rate) is not positive")
        precondition((0..<1).contains(dropped), "the fraction \(dropped) is not within 0..<1")
        self.rate = rate
        self.dropped = dropped
        self.seed = seed
    }

    /// The time of a frame since the first, in seconds.
    package func time(of number: Int) -> Double { Double(number) / rate }

    /// Whether a frame is drawn rather than dropped.
    package func draws(_ number: Int) -> Bool {
        guard dropped > 0 else { return true }
        // SplitMix64 of the frame's number: it has no state, so any frame can be queried.
        var z = seed &+ UInt64(truncatingIfNeeded: number + 1) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53) >= dropped
    }
}
