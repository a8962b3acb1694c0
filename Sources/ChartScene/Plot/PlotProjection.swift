import ChartCore
import Geometry
import Glibc

/// The map from data to device pixels in one plot: a rectangle and the range that each of its sides
/// shows.
///
/// Values become places by the transforms of the scales (the identity on linear ones), and places
/// become pixels by a linear map. The map is evaluated in `Double`; a shader gets places minus an
/// origin. Buffers contain places.
public struct PlotProjection: Hashable, Sendable {
    /// The plot rectangle in device pixels, its edges whole numbers for crisp results.
    public var plot: Rect
    /// The places at the left and right edges.
    public var x: ClosedRange<Double>
    /// The places at the bottom and top edges.
    public var y: ClosedRange<Double>
    /// How values of x become places.
    public var xTransform: ScaleTransform
    /// How values of y become places.
    public var yTransform: ScaleTransform

    /// A projection of ranges of places onto a rectangle in device pixels.
    ///
    /// - Parameters:
    ///   - xTransform: how values of x become places; the identity by default.
    ///   - yTransform: the same for y.
    public init(
        plot: Rect, x: ClosedRange<Double>, y: ClosedRange<Double>,
        xTransform: ScaleTransform = .identity, yTransform: ScaleTransform = .identity
    ) {
        self.plot = plot
        self.x = x
        self.y = y
        self.xTransform = xTransform
        self.yTransform = yTransform
    }

    /// The transforms of values to places on both axes: buffers filled for other ones must be
    /// filled again.
    public var transforms: ScaleTransforms { ScaleTransforms(x: xTransform, y: yTransform) }

    /// Device pixels per place of x; 0 for an empty range.
    public var scaleX: Double {
        x.upperBound > x.lowerBound ? plot.width / (x.upperBound - x.lowerBound) : 0
    }

    /// Device pixels per place of y, negative because y grows downwards; 0 for an empty range.
    public var scaleY: Double {
        y.upperBound > y.lowerBound ? -plot.height / (y.upperBound - y.lowerBound) : 0
    }

    /// The position of a value, in device pixels from the left of the target; NaN if it has no
    /// place.
    public func pixelX(_ value: Double) -> Double { pixelX(ofPlace: xTransform.place(of: value)) }

    /// The position of a value, in device pixels from the top of the target; NaN if it has no
    /// place.
    public func pixelY(_ value: Double) -> Double { pixelY(ofPlace: yTransform.place(of: value)) }

    /// The position of a place, in device pixels from the left of the target.
    public func pixelX(ofPlace place: Double) -> Double {
        plot.minX + (place - x.lowerBound) * scaleX
    }

    /// The position of a place, in device pixels from the top of the target.
    public func pixelY(ofPlace place: Double) -> Double {
        plot.maxY + (place - y.lowerBound) * scaleY
    }

    /// The position of the begin or end at a value, in device pixels from the left: far beyond the
    /// plot if the value is too low for a place.
    public func boundX(_ value: Double) -> Double { pixelX(ofPlace: xTransform.bound(of: value)) }

    /// The same for y, in device pixels from the top.
    public func boundY(_ value: Double) -> Double { pixelY(ofPlace: yTransform.bound(of: value)) }

    /// The position of a sample, in device pixels.
    public func pixel(x: Double, y: Double) -> Point { Point(x: pixelX(x), y: pixelY(y)) }

    /// The value at a device pixel; for an empty plot, that at the lower bound.
    public func valueX(atPixel pixel: Double) -> Double {
        xTransform.value(at: placeX(atPixel: pixel))
    }

    /// The value at a device pixel; for an empty plot, that at the lower bound.
    public func valueY(atPixel pixel: Double) -> Double {
        yTransform.value(at: placeY(atPixel: pixel))
    }

    /// The place at a device pixel; for an empty plot, the lower bound.
    public func placeX(atPixel pixel: Double) -> Double {
        scaleX == 0 ? x.lowerBound : x.lowerBound + (pixel - plot.minX) / scaleX
    }

    /// The place at a device pixel; for an empty plot, the lower bound.
    public func placeY(atPixel pixel: Double) -> Double {
        scaleY == 0 ? y.lowerBound : y.lowerBound + (pixel - plot.maxY) / scaleY
    }

    /// The values of x that the plot shows.
    public var valuesX: Extent {
        xTransform.values(of: Extent(min: x.lowerBound, max: x.upperBound))
    }

    /// The values of y that the plot shows.
    public var valuesY: Extent {
        yTransform.values(of: Extent(min: y.lowerBound, max: y.upperBound))
    }

    /// The places of x that can be seen in `clip`, with `reach` device pixels around the part both
    /// in the plot and in the clip; nil if there is none.
    package func visibleX(in clip: PixelRect, reach: Double) -> ClosedRange<Double>? {
        guard scaleX > 0 else { return x }
        let left = max(plot.minX, Double(clip.x)) - reach
        let right = min(plot.maxX, Double(clip.maxX)) + reach
        return left <= right ? placeX(atPixel: left)...placeX(atPixel: right) : nil
    }

    /// The same for y.
    package func visibleY(in clip: PixelRect, reach: Double) -> ClosedRange<Double>? {
        guard scaleY < 0 else { return y }
        let top = max(plot.minY, Double(clip.y)) - reach
        let bottom = min(plot.maxY, Double(clip.maxY)) + reach
        return top <= bottom ? placeY(atPixel: bottom)...placeY(atPixel: top) : nil
    }

    /// The plot's left, top, right and bottom edges.
    package var edges: [Float] {
        [Float(plot.minX), Float(plot.minY), Float(plot.maxX), Float(plot.maxY)]
    }

    /// The uniform of a shader for places of x stored relative to `origin`.
    package func uniformX(origin: Double) -> [Float] {
        let (high, low) = split(x.lowerBound - origin)
        return [high, low, Float(scaleX), Float(plot.minX)]
    }

    /// The uniform of a shader for places of y stored relative to `origin`.
    package func uniformY(origin: Double) -> [Float] {
        let (high, low) = split(y.lowerBound - origin)
        return [high, low, Float(scaleY), Float(plot.maxY)]
    }
}

/// A double as the sum of two floats: 48 bits of it.
package func split(_ value: Double) -> (high: Float, low: Float) {
    let high = Float(value)
    return (high, Float(value - Double(high)))
}
