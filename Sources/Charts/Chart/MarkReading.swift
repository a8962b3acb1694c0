import ChartCore
import Geometry

/// What a mark tells of one of its samples.
public struct MarkReading: Hashable, Sendable {
    /// The sample's place on the x axis; of a bar the middle of its slot.
    public var x: Double
    /// The true values: one, or a low and a high one; of error bars the value, the low and the high
    /// one, of bars of several series one for each, NaN where it is missing.
    public var values: [Double]
    /// Where the mark's picture stands at `x`, to be ringed: mostly the values themselves, and
    /// nothing for a bar.
    public var drawn: [Double]
    /// Of a bar, the value at its end, where a line from above ends too; nil for other marks.
    public var end: Double?
    /// Of a bar, the slot that it stands for; nil for other marks.
    public var span: Extent?
    /// The sample's number among those of the mark.
    public var index: Int

    /// A reading put together; `drawn` are the values where it says nothing else.
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
    /// The sample nearest to a place of x; of two as near, the earlier one.
    public func nearest(to x: Double) -> MarkReading? {
        nearest(to: x, within: Extent(min: -.infinity, max: .infinity))
    }
}
