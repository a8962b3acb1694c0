import Geometry
import Painting

/// Device pixels and points of a canvas.
extension Canvas {
    /// A place in device pixels, in points.
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x / scale, y: y / scale) }

    /// A rectangle in device pixels, in points.
    func rect(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Rect {
        Rect(
            x: left / scale, y: top / scale, width: (right - left) / scale,
            height: (bottom - top) / scale)
    }

    /// A rectangle of whole device pixels, in points.
    func rect(_ pixels: PixelRect) -> Rect {
        rect(Double(pixels.x), Double(pixels.y), Double(pixels.maxX), Double(pixels.maxY))
    }

    /// A rectangle in device pixels, in points.
    func rect(_ pixels: Rect) -> Rect {
        rect(pixels.minX, pixels.minY, pixels.maxX, pixels.maxY)
    }

    /// A width in points and a colour as drawn for a line of at least one device pixel: a thinner
    /// line is paler instead.
    func stroke(_ width: Double, _ color: Color, _ alpha: Double) -> (width: Double, color: Color) {
        (
            max(width * scale, 1) / scale,
            color.opacity(Float(min(width * scale, 1) * alpha))
        )
    }
}

/// The whole device pixel nearest to a place; the later one of two equally near.
///
/// The same as in shaders, with tolerance for the float rounding of a half.
package func toEdge(_ place: Double) -> Double { (place + 0.501953125).rounded(.down) }
