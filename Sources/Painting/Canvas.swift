import Geometry
import Text

/// Records shapes and text into a `Picture`; later ones are on top.
///
/// Everything is in points. Rectangles, hairlines and text are drawn on whole device pixels;
/// circles, markers and strokes are not moved and are anti-aliased.
@MainActor
public final class Canvas {
    /// Device pixels per point in the drawing.
    public let scale: Double
    private var elements: [Picture.Element] = []

    /// A canvas for pictures that are drawn at `scale` device pixels per point.
    public init(scale: Double) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        self.scale = scale
    }

    /// The recorded picture; the canvas is empty afterwards.
    public func finish() -> Picture {
        defer { elements = [] }
        return Picture(scale: scale, elements)
    }

    /// Limits what `body` records to `rect`, with rounded corners if `radius` is above 0.
    ///
    /// If clips are nested, all straight edges count, but only the corners of the innermost rounded
    /// one.
    public func clipped(to rect: Rect, radius: Double = 0, _ body: () -> Void) {
        let inner = recorded(body)
        if !inner.isEmpty { elements.append(.clip(rect, radius: radius, inner)) }
    }

    /// Makes everything that `body` records translucent as a whole: areas covered twice are as
    /// translucent as the others.
    public func group(opacity: Double, _ body: () -> Void) {
        let inner = recorded(body)
        if !inner.isEmpty { elements.append(.group(opacity: opacity, inner)) }
    }

    /// Draws everything that `body` records at the place given by a map.
    ///
    /// Lines of whole device pixels and text are then no longer moved to device pixels, unless the
    /// map is only a translation.
    public func transformed(by map: AffineTransform, _ body: () -> Void) {
        let inner = recorded(body)
        if !inner.isEmpty { elements.append(.transformed(map, inner)) }
    }

    /// Describes what `body` records.
    public func tagged(_ tag: PictureTag, _ body: () -> Void) {
        let inner = recorded(body)
        if !inner.isEmpty { elements.append(.tagged(tag, inner)) }
    }

    /// Adds elements that were recorded elsewhere, moved by a vector.
    public func append(_ other: [Picture.Element], movedBy vector: Vector = .zero) {
        guard !other.isEmpty else { return }
        if vector == .zero {
            elements.append(contentsOf: other)
        } else {
            elements.append(.transformed(.move(vector), other))
        }
    }

    /// The elements that `body` records, removed from the canvas.
    private func recorded(_ body: () -> Void) -> [Picture.Element] {
        let outer = elements
        elements = []
        body()
        defer { elements = outer }
        return elements
    }

    // MARK: Rectangles

    /// Fills a rectangle with its edges on device pixels unless `snapped` is false.
    public func fill(
        _ rect: Rect, _ color: Color, corners: Corners = 0, border: Border? = nil,
        snapped: Bool = true
    ) {
        fill(rect, .color(color), corners: corners, border: border, snapped: snapped)
    }

    /// Fills a rectangle with a colour or gradient, optionally with a border inside its edge.
    public func fill(
        _ rect: Rect, _ paint: Paint, corners: Corners = 0, border: Border? = nil,
        snapped: Bool = true
    ) {
        elements.append(
            .rectangle(rect, paint, corners: corners, border: border, isSnapped: snapped))
    }

    /// Paints the ground of a whole picture that was cleared to its colour: removes it outside a
    /// rectangle and rounds the corners of that rectangle.
    ///
    /// The cost is only that of the area near the edge: a clear is the cheapest way to paint all
    /// the rest.
    ///
    /// - Parameters:
    ///   - rect: the area with a ground.
    ///   - whole: the picture.
    ///   - under: records the elements under the edge, such as a shadow; they may extend as far
    ///     inside as the corners do.
    public func ground(
        _ rect: Rect, _ color: Color, in whole: Rect, corners: Corners = 0, border: Border? = nil,
        under: (() -> Void)? = nil
    ) {
        elements.append(
            .ground(
                rect, color, whole: whole, corners: corners, border: border,
                under: under.map { recorded($0) }))
    }

    /// The shadow of a rounded rectangle: Gaussian, as wide as CSS's blur radius.
    ///
    /// Record it before the rectangle. If the rectangle is opaque (`hollow`), nothing is drawn
    /// below it, which saves most of the cost.
    public func shadow(
        _ rect: Rect, radius: Double, blur: Double, offset: Vector, color: Color,
        hollow: Bool = true
    ) {
        elements.append(
            .shadow(
                rect, radius: radius, blur: blur, offset: offset, color: color, isHollow: hollow))
    }

    /// A horizontal line `pixels` device pixels high, whose first row contains `y`.
    public func horizontalLine(
        from x1: Double, to x2: Double, y: Double, color: Color, pixels: Int = 1
    ) {
        elements.append(
            .horizontalLine(from: x1, to: x2, y: y, color: color, devicePixels: pixels))
    }

    /// A vertical line `pixels` device pixels wide, whose first column contains `x`.
    public func verticalLine(
        x: Double, from y1: Double, to y2: Double, color: Color, pixels: Int = 1
    ) {
        elements.append(.verticalLine(x: x, from: y1, to: y2, color: color, devicePixels: pixels))
    }

    // MARK: Markers

    /// A disc, diamond or square of `radius` around `center`, optionally with a stroke inside its
    /// edge.
    ///
    /// The radius of a diamond is half the diagonal, that of a square half the side.
    public func marker(
        _ shape: MarkerShape, at center: Point, radius: Double, fill: Color, stroke: Border? = nil
    ) {
        elements.append(.marker(shape, at: center, radius: radius, fill: fill, stroke: stroke))
    }

    /// A filled circle, optionally with a ring inside its edge.
    public func circle(at center: Point, radius: Double, fill: Color, stroke: Border? = nil) {
        marker(.disc, at: center, radius: radius, fill: fill, stroke: stroke)
    }

    // MARK: Lines and areas

    /// A straight line of `width` points.
    public func line(
        from start: Point, to end: Point, width: Double, color: Color, cap: LineCap = .round
    ) {
        polyline([start, end], width: width, color: color, cap: cap)
    }

    /// A line through `points`, optionally closed to a ring: for icons and small charts.
    ///
    /// For a series use a `SampleBuffer`. A translucent line may darken where it crosses itself
    /// (corners stay even). Points that are not finite, or repeated, are omitted.
    public func polyline(
        _ points: [Point], width: Double, color: Color, closed: Bool = false,
        join: LineJoin = .round, cap: LineCap = .round
    ) {
        elements.append(
            .polyline(points, width: width, color: color, isClosed: closed, join: join, cap: cap))
    }

    /// A filled polygon without holes whose edges do not cross, in either direction of turning.
    ///
    /// For icons: it is cut into triangles (ears) in quadratic time. Points that are not finite, or
    /// repeated, are omitted; fewer than three draw nothing.
    public func polygon(_ points: [Point], color: Color) {
        elements.append(.polygon(points, color: color))
    }

    /// The area between two lines that run next to each other and do not cross: between a series
    /// and its base in a curved space.
    ///
    /// In linear time. If it turns back on itself, a translucent colour darkens; `Renderer` can
    /// draw an entire picture in one even tone. The parts at points that are not finite are not
    /// drawn.
    /// - Parameters:
    ///   - second: as many points as in the first line, or one point that the first line goes
    ///     around.
    ///   - isClosed: whether the ends of each line are joined; otherwise the ends of one are joined
    ///     to those of the other.
    public func band(
        _ first: [Point], _ second: [Point], isClosed: Bool = false, color: Color
    ) {
        precondition(
            second.count == first.count || second.count == 1,
            "a band has as many points on both sides, or one on its second side")
        elements.append(.band(first, second, isClosed: isClosed, color: color))
    }

    /// A sector of a disc or of a ring.
    ///
    /// Draws nothing if the angle or the outer radius is not above zero, or the inner radius is not
    /// below the outer.
    /// - Parameters:
    ///   - center: the centre of the arcs, in points.
    ///   - inner: the radius of the hole in points; 0 for none.
    ///   - outer: the radius in points.
    ///   - start: where it begins, in radians clockwise from 12 o'clock.
    ///   - end: where it ends; a turn or more later is the whole disc.
    public func sector(
        center: Point, inner: Double, outer: Double, from start: Double, to end: Double,
        color: Color
    ) {
        elements.append(
            .sector(
                center: center, inner: inner, outer: outer, from: start, to: end, color: color))
    }

    // MARK: Paths

    /// Fills the inside of outlines, which may have holes.
    public func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) {
        if !path.isEmpty { elements.append(.fill(path, paint, rule: rule)) }
    }

    /// Draws lines along outlines.
    public func stroke(_ path: Path, _ color: Color, _ style: StrokeStyle) {
        if !path.isEmpty { elements.append(.stroke(path, color, style)) }
    }

    // MARK: Images

    /// Stretches an image over a rectangle.
    public func image(
        _ image: PaintedImage, in rect: Rect, sampling: ImageSampling = .linear,
        opacity: Double = 1
    ) {
        elements.append(.image(image, in: rect, sampling: sampling, opacity: opacity))
    }

    // MARK: Text

    /// A shaped line with its baseline at `y` and its left end, middle or right end at `x`.
    ///
    /// The baseline and the line's left end are rounded to device pixels.
    public func text(
        _ line: ShapedLine, x: Double, baseline y: Double, color: Color,
        alignment: TextAlignment = .leading
    ) {
        elements.append(.text(line, x: x, baseline: y, color: color, alignment: alignment))
    }

    /// A shaped line in `rect`: its ascent and descent vertically centred, and aligned
    /// horizontally.
    public func text(
        _ line: ShapedLine, in rect: Rect, color: Color, alignment: TextAlignment = .leading
    ) {
        let x = rect.minX + rect.width * alignment.rawValue
        let baseline = rect.midY + (line.ascent - line.descent) / 2
        text(line, x: x, baseline: baseline, color: color, alignment: alignment)
    }
}
