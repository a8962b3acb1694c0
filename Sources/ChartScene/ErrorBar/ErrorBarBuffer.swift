// Values with error bars.
//
// Layout: 48 bytes a value: its place along x, the value, the bar's two ends and the caps' two
// values, each as two floats. A missing one has a special number, so that shaders do not need NaN.
// Method: the shader puts bars and caps on whole device pixels, at any zoom, so a pan and a zoom of
// either axis send nothing. The pieces of a bar and of its caps do not overlap: translucent colours
// stay even. Two floats a value keep 48 bits of it, as for a time, so that short bars around large
// values are exact too.
// Limits: all values are on the GPU, including those far from the visible range.
// Rejected: lists of rectangles, recorded again for each zoom; the shader of bars, whose caps would
// need a length in device pixels and three instances a value, and which cannot end a bar at a cap.

import ChartCore
import Geometry

/// Values with a low and a high value around each, prepared for drawing.
///
/// On scales that are not linear, times and values are places (see `ScaleTransform`); a value that
/// is too low for a place is `ScaleTransform.lowest`.
@MainActor
public final class ErrorBarBuffer: SceneContent {
    /// The number of values; those without a place along x are omitted.
    public var count: Int { store.count }
    package let store = ElementStore<ErrorBarVertex>()
    package private(set) var originX = 0.0
    package private(set) var originY = 0.0

    /// Increases with every change.
    public var revision: Int { store.revision }

    /// An empty buffer.
    public init() {}

    /// Replaces all values, in the order of their times.
    ///
    /// A bar extends from the lowest to the highest of the three numbers that are finite, if there
    /// are at least two, and has a cap at the low and at the high one.
    /// - Parameters:
    ///   - times: x of each; the bar is omitted if it is not finite.
    ///   - values: y of each point; NaN for none.
    ///   - lows: The low end of each bar; NaN if it has no cap. `highs` likewise.
    public func replace(times: [Double], values: [Double], lows: [Double], highs: [Double]) {
        precondition(
            values.count == times.count && lows.count == times.count && highs.count == times.count,
            "\(times.count) times need as many values, lows and highs")
        originX = times.first(where: \.isFinite) ?? 0
        func isNear(_ value: Double) -> Bool { value.isFinite && value > ScaleTransform.lowest }
        originY = values.first(where: isNear) ?? lows.first(where: isNear) ?? 0
        store.replace(
            times.indices.filter { times[$0].isFinite }.map {
                vertex(times[$0], values[$0], lows[$0], highs[$0])
            })
    }

    private func vertex(
        _ time: Double, _ value: Double, _ low: Double, _ high: Double
    ) -> ErrorBarVertex {
        let (xHigh, xLow) = split(time - originX)
        let ends = [value, low, high].filter(\.isFinite)
        let isBar = ends.count > 1
        return ErrorBarVertex(
            xHigh: xHigh, xLow: xLow, value: .init(value, originY),
            bottom: .init(isBar ? ends.min() : nil, originY),
            top: .init(isBar ? ends.max() : nil, originY), low: .init(low, originY),
            high: .init(high, originY))
    }

    /// The values in a range of x.
    package func visible(_ range: ClosedRange<Double>) -> Range<Int> {
        func x(_ index: Int) -> Double {
            originX + (Double(store.elements[index].xHigh) + Double(store.elements[index].xLow))
        }
        let first = (0..<count).partitioningIndex { x($0) >= range.lowerBound }
        return first..<(first..<count).partitioningIndex { x($0) > range.upperBound }
    }
}

/// A value with its error bar: see `ErrorBar/errorbar.vert`.
package struct ErrorBarVertex: BitwiseCopyable {
    package var xHigh: Float
    package var xLow: Float
    package var value: SplitValue
    package var bottom: SplitValue
    package var top: SplitValue
    package var low: SplitValue
    package var high: SplitValue

    /// A value relative to an origin, as the sum of two floats.
    package struct SplitValue: BitwiseCopyable {
        var high: Float
        var low: Float

        /// A `high` that marks a missing value.
        private static let missing: Float = 1e30

        /// The value, relative to an origin; nil if it is missing.
        func value(from origin: Double) -> Double? {
            high > Self.missing / 2 ? nil : origin + (Double(high) + Double(low))
        }

        /// Missing if the value is nil or not finite.
        init(_ value: Double?, _ origin: Double) {
            guard let value, value.isFinite else {
                (high, low) = (Self.missing, 0)
                return
            }
            // Beyond this the exact position is not visible.
            (high, low) = split(min(max(value - origin, -1e29), 1e29))
        }
    }
}

/// The style of error bars.
public struct ErrorBarStyle: Hashable, Sendable {
    /// The colour of the bars and their caps.
    public var color: Color
    /// The width of a bar and the height of a cap in points; at least one device pixel.
    public var width: Double
    /// The width of a cap in points; at least the width of the bar.
    public var cap: Double
    /// The point at the value; nil for none.
    public var point: PointStyle?

    /// A style from its parts.
    public init(color: Color, width: Double = 1, cap: Double = 8, point: PointStyle? = nil) {
        self.color = color
        self.width = width
        self.cap = cap
        self.point = point
    }

    /// How far it extends to either side of a value's place, in points.
    public var reach: Double { max(cap / 2, width / 2, point?.radius ?? 0) }
}
