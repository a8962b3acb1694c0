// Which samples of a series are on the GPU.
//
// A short series is kept whole. A long one keeps what is visible and at least as much again on each
// side, in whole blocks. So a pan inside it sends nothing, a pan back over its edge neither, and
// the memory of a hundred million samples is that of a few screens.

/// The samples of a series that are kept ready for drawing.
public struct SampleWindow: Hashable, Sendable {
    /// Series with up to this number of samples are kept whole.
    public static let whole = 16_384
    /// Windows begin and end at multiples of this.
    public static let block = 1_024
    /// The indices of the samples that are kept.
    public private(set) var indices = 0..<0

    /// An empty window, or one on some samples.
    public init(_ indices: Range<Int> = 0..<0) { self.indices = indices }

    /// Moves the window so that it contains what is visible; returns whether it moved.
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

    /// Takes samples that were added at the end of the series, if the window reached it; returns
    /// false if it would become too long and has to be moved instead.
    ///
    /// - Parameter visible: the number of samples that are drawn.
    mutating func extend(to count: Int, visible: Int) -> Bool {
        let most = Swift.max(SampleWindow.whole * 2, visible * 8)
        guard count >= indices.upperBound, count - indices.lowerBound <= most else { return false }
        indices = indices.lowerBound..<count
        return true
    }
}
