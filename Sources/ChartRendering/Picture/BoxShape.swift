import ChartScene
import Geometry
import Painting

/// A rectangle with round corners and a border inside its edge, in device pixels.
struct BoxShape {
    let place: Rect
    /// The border's width; 0 for none.
    let borderWidth: Double
    /// The radii of the corners, in sixteenths of a device pixel.
    let radii: SIMD4<UInt16>

    /// Creates a box at its place, with corners and a border in points.
    init(_ place: Rect, _ corners: Corners, _ border: Border?, scale: Double) {
        self.place = place
        borderWidth =
            border.map { $0.width <= 0 ? 1 : max(1, ($0.width * scale).rounded()) } ?? 0
        let most = min(place.width, place.height) / 2
        func radius(_ points: Double) -> UInt16 {
            UInt16(min(max(min(points * scale, most), 0) * 16, 65535).rounded())
        }
        radii = SIMD4(
            radius(corners.leftTop), radius(corners.rightTop), radius(corners.rightBottom),
            radius(corners.leftBottom))
    }

    /// Whether its corners are square, and there is no border.
    var isPlain: Bool { borderWidth == 0 && radii.max() == 0 }

    /// The area that no corner and no border touches: a cross.
    var cross: (middle: Rect, upper: Rect, lower: Rect) {
        let edge = borderWidth.rounded(.up)
        let corner = max((Double(radii.max()) / 16).rounded(.up), edge)
        let arm = Size(width: place.width - 2 * corner, height: corner - edge)
        return (
            middle: Rect(
                x: place.x + edge, y: place.y + corner, width: place.width - 2 * edge,
                height: place.height - 2 * corner),
            upper: Rect(
                x: place.x + corner, y: place.y + edge, width: arm.width, height: arm.height),
            lower: Rect(
                x: place.x + corner, y: place.maxY - corner, width: arm.width, height: arm.height)
        )
    }

    /// The area around it and its corners, within another rectangle: as rectangles, none of them
    /// empty.
    func surroundings(in all: Rect) -> [Rect] {
        let cross = cross
        let (left, right) = (cross.middle.minX, cross.middle.maxX)
        let (top, bottom) = (cross.upper.minY, cross.lower.maxY)
        let corner = cornerSize
        var strips = [
            Rect(x: all.x, y: all.y, width: all.width, height: top - all.minY),
            Rect(x: all.x, y: bottom, width: all.width, height: all.maxY - bottom),
            Rect(x: all.x, y: top, width: left - all.minX, height: bottom - top),
            Rect(x: right, y: top, width: all.maxX - right, height: bottom - top),
        ]
        for x in [left, right - corner.width] {
            for y in [top, bottom - corner.height] {
                strips.append(Rect(x: x, y: y, width: corner.width, height: corner.height))
            }
        }
        strips.removeAll { $0.width <= 0 || $0.height <= 0 }
        return strips
    }

    /// The area between its corners along its edges, as rectangles, none of them empty.
    var edges: [Rect] {
        let cross = cross
        let width = cornerSize.width
        let sides = [cross.middle.minX, cross.middle.maxX - width].map { x in
            Rect(x: x, y: cross.middle.minY, width: width, height: cross.middle.height)
        }
        return ([cross.upper, cross.lower] + sides).filter { $0.width > 0 && $0.height > 0 }
    }

    /// The size of a corner, without the border.
    private var cornerSize: Size {
        let cross = cross
        return Size(
            width: cross.upper.minX - cross.middle.minX,
            height: cross.middle.minY - cross.upper.minY)
    }

    /// The box in the format of the shader.
    ///
    /// - Parameter angle: the angle of the gradient, in turns from 0 to 1.
    func instance(
        from: Color, to: Color, angle: Double, border: Color?, isHollow: Bool
    ) -> ShapeInstance {
        ShapeInstance(
            x: Float(place.x), y: Float(place.y), width: Float(place.width),
            height: Float(place.height), radii: radii, from: PackedColor(from),
            to: PackedColor(to), border: PackedColor(border ?? .clear),
            borderWidth: UInt16(min(borderWidth * 64, 65535)),
            angle: UInt16(truncatingIfNeeded: Int((angle * 65536).rounded())),
            flags: isHollow ? 1 : 0)
    }
}
