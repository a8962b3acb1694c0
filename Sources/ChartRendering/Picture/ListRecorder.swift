import ChartScene
import GPU
import Geometry
import Glibc
import Painting
import Text

/// Converts the elements of pictures to a `DisplayList`.
///
/// Rectangles, hairlines and text are moved to whole device pixels; circles, markers and strokes
/// are not moved and are anti-aliased.
@MainActor
final class ListRecorder {
    /// Device pixels per point.
    let scale: Double
    let atlas: GlyphAtlas
    var recording = ListRecording()
    var clip: DisplayList.ListClip?

    /// A recorder of lists that are drawn at `scale`, with glyphs from `atlas`.
    init(scale: Double, atlas: GlyphAtlas) {
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        self.scale = scale
        self.atlas = atlas
    }

    /// The recorded list.
    func finish() -> DisplayList { DisplayList(scale: scale, recording: recording) }

    /// Records elements in their order.
    func record(_ elements: [Picture.Element]) {
        for element in elements { record(element) }
    }

    private func record(_ element: Picture.Element) {
        switch element {
        case .rectangle(let rect, let paint, let corners, let border, let isSnapped):
            fill(rect, paint, corners, border, snapped: isSnapped, hasInside: true)
        case .ground(let rect, let color, let whole, let corners, let border, let under):
            ground(rect, color, in: whole, corners: corners, border: border, under: under)
        case .shadow(let rect, let radius, let blur, let offset, let color, let isHollow):
            shadow(rect, radius: radius, blur: blur, offset: offset, color: color, hollow: isHollow)
        case .horizontalLine(let from, let to, let y, let color, let pixels):
            horizontalLine(from: from, to: to, y: y, color: color, pixels: pixels)
        case .verticalLine(let x, let from, let to, let color, let pixels):
            verticalLine(x: x, from: from, to: to, color: color, pixels: pixels)
        case .marker(let shape, let center, let radius, let fill, let stroke):
            marker(shape, at: center, radius: radius, fill: fill, stroke: stroke)
        case .polyline(let points, let width, let color, let isClosed, let join, let cap):
            polyline(points, width: width, color: color, closed: isClosed, join: join, cap: cap)
        case .polygon(let points, let color): polygon(points, color: color)
        case .band(let first, let second, let isClosed, let color):
            band(first, second, isClosed: isClosed, color: color)
        case .sector(let center, let inner, let outer, let start, let end, let color):
            sector(
                center: center, inner: inner, outer: outer, from: start, to: end, color: color)
        case .text(let line, let x, let baseline, let color, let alignment):
            text(line, x: x, baseline: baseline, color: color, alignment: alignment)
        case .clip(let rect, let radius, let elements):
            clipped(to: rect, radius: radius) { record(elements) }
        case .fill(let path, let paint, let rule): fill(path, paint, rule)
        case .stroke(let path, let color, let style): stroke(path, color, style)
        case .image(let image, let rect, let sampling, let opacity):
            self.image(image, in: rect, sampling, opacity: opacity)
        case .group(let opacity, let elements): group(opacity: opacity, elements)
        case .transformed(let map, let elements): transformed(by: map, elements)
        case .tagged(_, let elements): record(elements)
        }
    }

    /// Limits what `body` records to `rect`, with rounded corners if `radius` is above 0.
    ///
    /// If clips are nested, all straight edges count, but only the corners of the innermost rounded
    /// one.
    func clipped(to rect: Rect, radius: Double = 0, _ body: () -> Void) {
        let outer = clip
        let pixels = PixelRect(snapping: rect, scale: scale)
        var inner = DisplayList.ListClip(
            rect: outer.map { $0.rect.intersection(pixels) } ?? pixels, rounded: outer?.rounded,
            radius: outer?.radius ?? 0)
        if radius > 0 {
            inner.rounded = pixels
            inner.radius = radius * scale
        }
        clip = inner
        body()
        clip = outer
    }

    // MARK: Rectangles

    /// Paints the ground of a whole picture that was cleared to its colour: removes it outside a
    /// rectangle and rounds the corners of that rectangle.
    ///
    /// The cost is only that of the area near the edge: a clear is the cheapest way to paint all
    /// the rest.
    ///
    /// - Parameters:
    ///   - rect: the area with a ground.
    ///   - whole: the picture.
    ///   - under: the elements under the edge, such as a shadow; they may extend as far inside as
    ///     the corners do.
    func ground(
        _ rect: Rect, _ color: Color, in whole: Rect, corners: Corners = 0, border: Border? = nil,
        under: [Picture.Element]? = nil
    ) {
        let all = devicePixels(whole, snapped: true)
        let box = BoxShape(devicePixels(rect, snapped: true), corners, border, scale: scale)
        let strips = box.surroundings(in: all)
        for strip in strips {
            add(SolidFill(rect: PixelRect(enclosing: strip), color: .clear), strip)
        }
        if let under {
            record(under)
            // Between the corners it is covered again as far inside as they may extend.
            for edge in box.edges {
                add(SolidFill(rect: PixelRect(enclosing: edge), color: color), edge)
            }
        }
        if !strips.isEmpty {
            fill(rect, .color(color), corners, border, snapped: true, hasInside: false)
        }
    }

    private func add(_ fill: SolidFill, _ bounds: Rect) {
        recording.add(fill, bounds: bounds, clip: clip)
    }

    private func fill(
        _ rect: Rect, _ paint: Paint, _ corners: Corners, _ border: Border?, snapped: Bool,
        hasInside: Bool
    ) {
        let place = devicePixels(rect, snapped: snapped)
        guard !place.isEmpty else { return }
        let box = BoxShape(place, corners, border, scale: scale)
        var from = Color.clear
        var to = Color.clear
        var angle = 0.0
        switch paint {
        case .color(let color):
            from = color
            to = color
        case .gradient(let first, let second, let turns):
            from = first
            to = second
            angle = turns - turns.rounded(.down)
        case .linear:
            // A rectangle that is not axis-aligned: as an outline with that paint.
            self.fill(
                Path(
                    Rect(
                        x: place.x / scale, y: place.y / scale, width: place.width / scale,
                        height: place.height / scale), corners: corners), paint, .nonZero)
            if border == nil { return }
        }
        var isHollow = !hasInside
        if isHollow {
            if box.isPlain { return }
        } else if snapped, case .color(let color) = paint, color.alpha >= 1 {
            let cross = box.cross
            if cross.middle.width > 0, cross.middle.height > 0,
                cross.middle.width * cross.middle.height >= Self.plainArea
            {
                for part in [cross.upper, cross.middle, cross.lower]
                where part.width > 0 && part.height > 0 {
                    let pixels = PixelRect(
                        x: Int(part.x), y: Int(part.y), width: Int(part.width),
                        height: Int(part.height))
                    add(SolidFill(rect: pixels, color: color), part)
                }
                if box.isPlain { return }
                isHollow = true
            }
        }
        let shape = box.instance(
            from: from, to: to, angle: angle, border: border?.color, isHollow: isHollow)
        add([shape], ShapeInstance.kind, place.inset(by: -0.5))
    }

    /// The number of device pixels from which a separate draw is worth its cost.
    private static let plainArea = 8192.0

    /// The shadow of a rounded rectangle: Gaussian, as wide as CSS's blur radius.
    ///
    /// Record it before the rectangle. If the rectangle is opaque (`hollow`), nothing is drawn
    /// below it, which saves most of the cost.
    func shadow(
        _ rect: Rect, radius: Double, blur: Double, offset: Vector, color: Color,
        hollow: Bool = true
    ) {
        let place = devicePixels(rect, snapped: true)
        guard !place.isEmpty, color.alpha > 0 else { return }
        let sigma = max(blur * scale / 2, 0.25)
        let most = min(place.width, place.height) / 2
        let shadow = ShadowInstance(
            x: Float(place.x), y: Float(place.y), width: Float(place.width),
            height: Float(place.height), offsetX: Float(offset.dx * scale),
            offsetY: Float(offset.dy * scale), radius: Float(min(radius * scale, most)),
            sigma: Float(sigma), color: PackedColor(color), flags: hollow ? 1 : 0)
        let reach = place.inset(by: -3 * sigma).offset(
            by: Vector(dx: offset.dx * scale, dy: offset.dy * scale))
        add([shadow], ShadowInstance.kind, reach)
    }

    /// A horizontal line `pixels` device pixels high, whose first row contains `y`.
    func horizontalLine(
        from x1: Double, to x2: Double, y: Double, color: Color, pixels: Int = 1
    ) {
        let top = (y * scale).rounded(.down)
        let left = (min(x1, x2) * scale).rounded()
        let right = (max(x1, x2) * scale).rounded()
        rectangle(Rect(x: left, y: top, width: right - left, height: Double(pixels)), color)
    }

    /// A vertical line `pixels` device pixels wide, whose first column contains `x`.
    func verticalLine(
        x: Double, from y1: Double, to y2: Double, color: Color, pixels: Int = 1
    ) {
        let left = (x * scale).rounded(.down)
        let top = (min(y1, y2) * scale).rounded()
        let bottom = (max(y1, y2) * scale).rounded()
        rectangle(Rect(x: left, y: top, width: Double(pixels), height: bottom - top), color)
    }

    /// A plain rectangle of device pixels.
    private func rectangle(_ place: Rect, _ color: Color) {
        guard !place.isEmpty else { return }
        let shape = ShapeInstance(
            x: Float(place.x), y: Float(place.y), width: Float(place.width),
            height: Float(place.height), radii: SIMD4(repeating: 0), from: PackedColor(color),
            to: PackedColor(color), border: .clear, borderWidth: 0, angle: 0, flags: 0)
        add([shape], ShapeInstance.kind, place)
    }

    // MARK: Markers

    /// A disc, diamond or square of `radius` around `center`, optionally with a stroke inside its
    /// edge.
    ///
    /// The radius of a diamond is half the diagonal, that of a square half the side.
    func marker(
        _ shape: MarkerShape, at center: Point, radius: Double, fill: Color, stroke: Border? = nil
    ) {
        guard radius > 0 else { return }
        let width = stroke.map { $0.width <= 0 ? 1 : $0.width * scale } ?? 0
        if shape == .disc {
            return disc(
                center, radius, fill: fill, width: width, stroke: stroke?.color ?? .clear)
        }
        let marker = MarkerInstance(
            x: Float(center.x * scale), y: Float(center.y * scale),
            radius: Float(radius * scale), strokeWidth: Float(width), fill: PackedColor(fill),
            stroke: PackedColor(stroke?.color ?? .clear), shape: UInt16(shape.rawValue))
        let reach = radius * scale + 0.5
        add(
            [marker], MarkerInstance.kind,
            Rect(
                x: center.x * scale - reach, y: center.y * scale - reach, width: 2 * reach,
                height: 2 * reach))
    }

    /// A filled circle, optionally with a ring inside its edge.
    func circle(at center: Point, radius: Double, fill: Color, stroke: Border? = nil) {
        marker(.disc, at: center, radius: radius, fill: fill, stroke: stroke)
    }

    /// A disc as a rounded rectangle: the elements around it are mostly those too, and are drawn in
    /// one call with it.
    private func disc(
        _ center: Point, _ radius: Double, fill: Color, width: Double, stroke: Color
    ) {
        let reach = radius * scale
        let place = Rect(
            x: center.x * scale - reach, y: center.y * scale - reach, width: 2 * reach,
            height: 2 * reach)
        let shape = ShapeInstance(
            x: Float(place.x), y: Float(place.y), width: Float(place.width),
            height: Float(place.height),
            radii: SIMD4(repeating: UInt16(min(reach * 16, 65535))), from: PackedColor(fill),
            to: PackedColor(fill), border: PackedColor(stroke),
            borderWidth: UInt16(min(width * 64, 65535).rounded()), angle: 0, flags: 0)
        add([shape], ShapeInstance.kind, place.inset(by: -0.5))
    }

    // MARK: Places

    /// A rectangle of points in device pixels, optionally with rounded edges.
    private func devicePixels(_ rect: Rect, snapped: Bool) -> Rect {
        if snapped {
            let pixels = PixelRect(snapping: rect, scale: scale)
            return Rect(
                x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width),
                height: Double(pixels.height))
        }
        return Rect(
            x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
            height: rect.height * scale)
    }

    func add<Element>(_ items: [Element], _ kind: ListKind<Element>, _ bounds: Rect) {
        recording.add(items, of: kind, bounds: bounds, clip: clip)
    }
}
