import ChartCore
import Geometry

/// The reading of one of a mark's samples.
public struct MarkReading: Hashable, Sendable {
    /// The sample's position on the x axis; for a bar the middle of its slot.
    public var x: Double
    /// The true values: one, or a low and a high one; for error bars the value, the low and the
    /// high one; for bars of several series one for each, NaN if it is missing.
    public var values: [Double]
    /// The values of the mark's picture at `x` that get a ring: usually the values themselves, and
    /// none for a bar.
    public var drawn: [Double]
    /// For a bar, the value at its end, where a line from above ends too; nil for other marks.
    public var end: Double?
    /// For a bar, its slot; nil for other marks.
    public var span: Extent?
    /// The sample's index in the mark.
    public var index: Int

    /// Creates a reading; `drawn` defaults to the values.
    public init(
        x: Double, values: [Double], drawn: [Double]? = nil, end: Double? = nil,
        span: Extent? = nil, index: Int
    ) {
        self.span = span
        self.x = x
        self.values = values
        self.drawn = drawn ?? values
        self.end = end
        self.index = index
    }
}

extension ReadableMark {
    /// The sample nearest to a position of x; the earlier one of two at the same distance.
    public func nearest(to x: Double) -> MarkReading? {
        nearest(to: x, within: Extent(min: -.infinity, max: .infinity))
    }
}
