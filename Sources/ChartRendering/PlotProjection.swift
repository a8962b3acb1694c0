import GPU
import Geometry
import Glibc

/// How data meet device pixels in one plot: a rectangle and the range that each of its sides shows.
///
/// The map is linear per axis; a scale that is not linear is applied to the data before. It is
/// evaluated in `Double`; a shader gets what is left after the subtraction of an origin.
public struct PlotProjection: Hashable, Sendable {
    /// The plot rectangle in device pixels, its edges whole numbers for crisp results.
    public var plot: Rect
    /// What the left and right edges show.
    public var x: ClosedRange<Double>
    /// What the bottom and top edges show.
    public var y: ClosedRange<Double>

    /// A projection of the ranges onto a rectangle in device pixels.
    public init(plot: Rect, x: ClosedRange<Double>, y: ClosedRange<Double>) {
        self.plot = plot
        self.x = x
        self.y = y
    }

    /// Device pixels per unit of x; 0 for an empty range.
    public var scaleX: Double {
        x.upperBound > x.lowerBound ? plot.width / (x.upperBound - x.lowerBound) : 0
    }

    /// Device pixels per unit of y, negative because y grows downwards; 0 for an empty range.
    public var scaleY: Double {
        y.upperBound > y.lowerBound ? -plot.height / (y.upperBound - y.lowerBound) : 0
    }

    /// Where a value is, in device pixels from the left of the target.
    public func pixelX(_ value: Double) -> Double { plot.minX + (value - x.lowerBound) * scaleX }

    /// Where a value is, in device pixels from the top of the target.
    public func pixelY(_ value: Double) -> Double { plot.maxY + (value - y.lowerBound) * scaleY }

    /// Where a sample is, in device pixels.
    public func pixel(x: Double, y: Double) -> Point { Point(x: pixelX(x), y: pixelY(y)) }

    /// The value at a device pixel; the lower bound for an empty plot.
    public func valueX(atPixel pixel: Double) -> Double {
        scaleX == 0 ? x.lowerBound : x.lowerBound + (pixel - plot.minX) / scaleX
    }

    /// The value at a device pixel; the lower bound for an empty plot.
    public func valueY(atPixel pixel: Double) -> Double {
        scaleY == 0 ? y.lowerBound : y.lowerBound + (pixel - plot.maxY) / scaleY
    }

    /// The values of x that can be seen in `clip`, with `reach` device pixels around what is both
    /// in the plot and in the clip; nil where that is nothing.
    func visibleX(in clip: PixelRect, reach: Double) -> ClosedRange<Double>? {
        guard scaleX > 0 else { return x }
        let left = max(plot.minX, Double(clip.x)) - reach
        let right = min(plot.maxX, Double(clip.maxX)) + reach
        return left <= right ? valueX(atPixel: left)...valueX(atPixel: right) : nil
    }

    /// The same for y.
    func visibleY(in clip: PixelRect, reach: Double) -> ClosedRange<Double>? {
        guard scaleY < 0 else { return y }
        let top = max(plot.minY, Double(clip.y)) - reach
        let bottom = min(plot.maxY, Double(clip.maxY)) + reach
        return top <= bottom ? valueY(atPixel: bottom)...valueY(atPixel: top) : nil
    }

    /// The plot's left, top, right and bottom edges.
    var edges: [Float] {
        [Float(plot.minX), Float(plot.minY), Float(plot.maxX), Float(plot.maxY)]
    }

    /// What a shader needs for x values stored relative to `origin`.
    func uniformX(origin: Double) -> [Float] {
        let (high, low) = split(x.lowerBound - origin)
        return [high, low, Float(scaleX), Float(plot.minX)]
    }

    /// What a shader needs for y values stored relative to `origin`.
    func uniformY(origin: Double) -> [Float] {
        let (high, low) = split(y.lowerBound - origin)
        return [high, low, Float(scaleY), Float(plot.maxY)]
    }
}

/// A double as the sum of two floats: 48 bits of it.
func split(_ value: Double) -> (high: Float, low: Float) {
    let high = Float(value)
    return (high, Float(value - Double(high)))
}
