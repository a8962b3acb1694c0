// Which samples of a series are on the GPU.
//
// A short series is there as a whole. Of a long one it is what is visible and at least as much again
// on each side, from block to block, so that a pan inside of it sends nothing, a pan back over its
// edge neither, and the memory of a hundred million samples stays that of a few screens.

/// The samples of a series that are kept ready for drawing.
public struct SampleWindow: Hashable, Sendable {
    /// Series up to so many samples are there as a whole.
    public static let whole = 16_384
    /// Windows begin and end at multiples of this.
    public static let block = 1_024
    /// The indices that are there.
    public private(set) var indices = 0..<0

    /// A window on nothing, or on some samples.
    public init(_ indices: Range<Int> = 0..<0) { self.indices = indices }

    /// Moves the window where it has to be to hold what is visible; whether it moved.
    ///
    /// - Parameters:
    ///   - visible: the samples that are drawn, neighbours included.
    ///   - count: of the samples in the series.
    public mutating func update(visible: Range<Int>, count: Int) -> Bool {
        let visible = visible.clamped(to: 0..<count)
        let isHeld =
            indices.upperBound <= count
            && (visible.isEmpty
                || (indices.lowerBound <= visible.lowerBound
                    && visible.upperBound <= indices.upperBound))
        if count <= SampleWindow.whole {
            guard indices != 0..<count else { return false }
            indices = 0..<count
            return true
        }
        guard !isHeld else { return false }
        let margin = Swift.max(visible.count, SampleWindow.whole / 4)
        let block = SampleWindow.block
        let lower = Swift.max(0, visible.lowerBound - margin) / block * block
        let upper = Swift.min(count, (visible.upperBound + margin + block - 1) / block * block)
        indices = lower..<upper
        return true
    }

    /// Takes over samples that were added to the series at its end, where the window reached it;
    /// false where it would become too long and has to be moved instead.
    ///
    /// - Parameter visible: how many samples are drawn.
    mutating func extend(to count: Int, visible: Int) -> Bool {
        let most = Swift.max(SampleWindow.whole * 2, visible * 8)
        guard count >= indices.upperBound, count - indices.lowerBound <= most else { return false }
        indices = indices.lowerBound..<count
        return true
    }
}
