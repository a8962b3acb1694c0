// A picture as values: what to draw, but not how.
//
// Everything is in points from the picture's origin, in double precision. Text is a shaped line,
// with its string, its font and its glyphs, so that a document can keep it as text. A renderer
// converts the elements into its own form and may keep that as long as the picture exists: a
// picture never changes. Rejected: instances for the GPU, as in a display list (no other renderer
// can read them), and calls of a protocol at drawing time (nothing can be inspected, compared or
// drawn twice).

import Geometry
import Text

/// The recording of a `Canvas`: elements in drawing order, later ones on top.
///
/// It never changes, and belongs to the scale for which it was recorded: lines of whole device
/// pixels are as wide as a device pixel of that scale.
public final class Picture: Sendable {
    /// One thing that is drawn.
    public enum Element: Hashable, Sendable {
        /// A rectangle with a fill, optionally with a border inside its edge. Its edges are on
        /// device pixels if `isSnapped`.
        case rectangle(Rect, Paint, corners: Corners, border: Border?, isSnapped: Bool)
        /// The ground of a whole picture that was cleared to its colour: the area between `rect`
        /// and the edge of `whole` is removed again, and the corners are rounded. `under` is drawn
        /// below the edge, such as a shadow.
        case ground(
            Rect, Color, whole: Rect, corners: Corners, border: Border?, under: [Element]?)
        /// The shadow of a rectangle with rounded corners; not below the rectangle if `isHollow`.
        case shadow(
            Rect, radius: Double, blur: Double, offset: Vector, color: Color, isHollow: Bool)
        /// A horizontal line whose first row of device pixels contains `y`.
        case horizontalLine(
            from: Double, to: Double, y: Double, color: Color, devicePixels: Int)
        /// A vertical line whose first column of device pixels contains `x`.
        case verticalLine(
            x: Double, from: Double, to: Double, color: Color, devicePixels: Int)
        /// A marker with a fill, optionally with a stroke inside its edge.
        case marker(MarkerShape, at: Point, radius: Double, fill: Color, stroke: Border?)
        /// A line through points, closed to a ring if `isClosed`.
        case polyline(
            [Point], width: Double, color: Color, isClosed: Bool, join: LineJoin, cap: LineCap)
        /// A filled polygon without holes whose edges do not cross.
        case polygon([Point], color: Color)
        /// The area between two lines that run next to each other and do not cross.
        case band([Point], [Point], isClosed: Bool, color: Color)
        /// A sector of a disc or of a ring. Angles are in radians, clockwise from 12 o'clock.
        case sector(
            center: Point, inner: Double, outer: Double, from: Double, to: Double, color: Color)
        /// A shaped line with its baseline at `y`.
        case text(
            ShapedLine, x: Double, baseline: Double, color: Color, alignment: TextAlignment)
        /// Elements of which only the part in a rectangle with rounded corners is drawn.
        case clip(Rect, radius: Double, [Element])
        /// The inside of outlines, which may have holes.
        case fill(Path, Paint, rule: FillRule)
        /// Lines along outlines.
        case stroke(Path, Color, StrokeStyle)
        /// An image stretched over a rectangle.
        case image(PaintedImage, in: Rect, sampling: ImageSampling, opacity: Double)
        /// Elements that are drawn as a whole and then made transparent together.
        case group(opacity: Double, [Element])
        /// Elements that are drawn with a map applied.
        case transformed(AffineTransform, [Element])
        /// Elements with their role and name, for documents; drawn unchanged.
        case tagged(PictureTag, [Element])
    }

    /// Device pixels per point for which it was recorded.
    public let scale: Double
    /// The elements, in drawing order.
    public let elements: [Element]

    /// A picture of elements.
    public init(scale: Double, _ elements: [Element]) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        self.scale = scale
        self.elements = elements
    }

    /// Whether there is nothing to draw.
    public var isEmpty: Bool { elements.isEmpty }
}
