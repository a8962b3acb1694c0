import ChartCore
import Geometry

/// Samples with a low and a high value for areas, prepared for drawing.
///
/// On scales that are not linear, times and values are places (see `ScaleTransform`).
@MainActor
public final class BandBuffer: SceneContent {
    /// The number of samples, without gaps.
    public private(set) var count = 0
    package let store = ElementStore<BandVertex>()
    package private(set) var originX = 0.0
    package private(set) var originY = 0.0

    /// Increases with every change.
    public var revision: Int { store.revision }

    /// An empty buffer.
    public init() {}

    /// Replaces all samples; times ascend.
    ///
    /// Values that are not finite make a gap.
    public func replace(times: [Double], low: [Double], high: [Double]) {
        precondition(
            times.count == low.count && times.count == high.count,
            "\(times.count) times for \(low.count) low and \(high.count) high values")
        originX = times.first { $0.isFinite } ?? 0
        originY = high.first { $0.isFinite } ?? 0
        count = 0
        var list: [BandVertex] = []
        list.reserveCapacity(times.count)
        for index in times.indices where times[index].isFinite {
            guard low[index].isFinite && high[index].isFinite else {
                if list.last?.xLow != BandVertex.end {
                    let place = list.last?.xHigh ?? 0
                    list.append(BandVertex(xHigh: place, xLow: BandVertex.end, low: 0, high: 0))
                }
                continue
            }
            let (xHigh, xLow) = split(times[index] - originX)
            list.append(
                BandVertex(
                    xHigh: xHigh, xLow: xLow, low: Float(low[index] - originY),
                    high: Float(high[index] - originY)))
            count += 1
        }
        store.replace(list)
    }

    /// The pieces that overlap a range of x, by their starts.
    package func visible(_ range: ClosedRange<Double>) -> Range<Int> {
        // Rounding keeps the order, so that comparing only the high parts loses no piece.
        let left = Float(range.lowerBound - originX)
        let right = Float(range.upperBound - originX)
        let first = (0..<store.count).partitioningIndex { store.elements[$0].xHigh >= left }
        let end = (first..<store.count).partitioningIndex { store.elements[$0].xHigh > right }
        let start = max(first - 1, 0)
        return start..<max(start, min(end, store.count - 1))
    }

    /// Replaces all samples with those of a line; the low side is the style's base.
    public func replace(times: [Double], values: [Double]) {
        replace(times: times, low: values, high: values)
    }
}

/// A sample: see `Area/area.vert`; the end of a run has the place of the sample before.
package struct BandVertex: BitwiseCopyable {
    package var xHigh: Float
    package var xLow: Float
    package var low: Float
    package var high: Float

    /// An `xLow` that ends a run.
    package static let end: Float = 1e30
}

/// The style of an area.
public struct AreaStyle: Hashable, Sendable {
    /// The colour at the upper end of the gradient.
    public var upper: Color
    /// The colour at the lower end.
    public var lower: Color
    /// The values at which the gradient begins and ends; nil for the plot's height.
    public var gradient: ClosedRange<Double>?
    /// A value down (or up) to which the area extends; nil for the buffer's own low values.
    public var base: Double?

    /// A style from its parts.
    public init(
        upper: Color, lower: Color, gradient: ClosedRange<Double>? = nil, base: Double? = nil
    ) {
        self.upper = upper
        self.lower = lower
        self.gradient = gradient
        self.base = base
    }
}
