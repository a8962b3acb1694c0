import Geometry

/// Two scales and the rectangle in which they are drawn: values to points, and back.
///
/// "Value" here means a place of its scale, which differs from the value on logarithmic scales:
/// `pointX(_:)` and similar methods use the actual values.
///
/// A value (x, y) is at `plot.x + nx · plot.width`, `plot.y + plot.height - ny · plot.height`,
/// where nx and ny are the normalised values; the ends of the ranges are exactly on the rectangle's
/// edges.
public struct Projection: Hashable, Sendable {
    /// The horizontal scale.
    public var x: ScaleMapping
    /// The vertical scale.
    public var y: ScaleMapping
    /// In points (or any other unit of the picture); y grows downwards.
    public var plot: Rect

    /// A projection into a rectangle.
    public init(x: ScaleMapping, y: ScaleMapping, plot: Rect) {
        self.x = x
        self.y = y
        self.plot = plot
    }

    /// The horizontal position of an x value.
    public func px(_ value: Double) -> Double { plot.x + x.normalized(value) * plot.width }

    /// The vertical position of a y value.
    public func py(_ value: Double) -> Double {
        plot.y + plot.height - y.normalized(value) * plot.height
    }

    /// The position of a pair of values.
    public func point(x: Double, y: Double) -> Point { Point(x: px(x), y: py(y)) }

    /// The x value at a horizontal position.
    public func xValue(at px: Double) -> Double { x.value(at: (px - plot.x) / plot.width) }

    /// The y value at a vertical position.
    public func yValue(at py: Double) -> Double {
        y.value(at: (plot.y + plot.height - py) / plot.height)
    }

    /// The position of an actual value of a mark, in points from the left; NaN if it has no place.
    public func pointX(_ value: Double) -> Double { px(x.kind.transform.place(of: value)) }

    /// The position of an actual value of a mark, in points from the top; NaN if it has no place.
    public func pointY(_ value: Double) -> Double { py(y.kind.transform.place(of: value)) }

    /// The actual value, as used by marks, at a distance in points from the left.
    public func valueX(atPoint px: Double) -> Double { x.kind.transform.value(at: xValue(at: px)) }

    /// The actual value, as used by marks, at a distance in points from the top.
    public func valueY(atPoint py: Double) -> Double { y.kind.transform.value(at: yValue(at: py)) }

    /// Points for one unit of x; infinite for a range without length.
    public var pointsPerX: Double { plot.width / x.range.length }
    /// Points for one unit of y, as a positive number.
    public var pointsPerY: Double { plot.height / y.range.length }

    /// A position as a multiple of a distance from an origin, plus an offset.
    public struct Affine: Hashable, Sendable {
        /// Points for one unit.
        public var scale: Double
        /// The position of the origin, in points.
        public var offset: Double
    }

    /// The horizontal position of x values as a multiple of their distance from an origin.
    ///
    /// `px(v) = offset + scale * (v - origin)`: what a shader needs if values are stored relative
    /// to `origin` in single precision. All arithmetic here is in double precision.
    public func affineX(origin: Double) -> Affine {
        let length = x.range.length
        guard length != 0 else { return Affine(scale: 0, offset: plot.midX) }
        let scale = plot.width / length
        return Affine(scale: scale, offset: plot.x + (origin - x.range.min) * scale)
    }

    /// The vertical position of y values as a multiple of their distance from an origin.
    ///
    /// `py(v) = offset + scale * (v - origin)`; the scale is negative, since y grows downwards.
    public func affineY(origin: Double) -> Affine {
        let length = y.range.length
        guard length != 0 else { return Affine(scale: 0, offset: plot.midY) }
        let scale = plot.height / length
        return Affine(
            scale: -scale, offset: plot.y + plot.height - (origin - y.range.min) * scale)
    }
}
