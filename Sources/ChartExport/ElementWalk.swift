// The shapes of an element, and their positions.
//
// Method: as on the screen, in points. Edges that are on whole device pixels there are the same
// here, for the scale for which the picture was recorded: rectangles and clips are rounded edge by
// edge, a line of device pixels begins at the row or column that contains its place, a border is a
// whole number of device pixels wide and inside its edge, and texts begin at a whole device pixel
// and have their baseline on one. Maps that move and scale alike in both directions are applied to
// the coordinates; so are all maps of lines and plain areas. Everything else is drawn at its own
// size within a map.
// Limits: all corners of nested clips count (on the screen those of the innermost rounded one);
// lines below one device pixel keep their width (on the screen they become paler instead). A part
// with a coordinate that is not finite is omitted, and a coordinate beyond 4,000,000 points is
// moved there.

import Geometry
import Glibc
import Painting
import Text

/// Passes the shapes of elements to a surface.
@MainActor
struct ElementWalk<Surface: ExportSurface> {
    let surface: Surface

    /// The position of elements: a map, and the number of device pixels per point in its result.
    struct Placement {
        var map = AffineTransform.identity
        var scale: Double

        /// Whether the map only moves and scales alike in both directions.
        var isPlain: Bool { map.b == 0 && map.c == 0 && map.a == map.d && map.a > 0 }
        var factor: Double { map.magnification }

        func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }

        /// A rectangle mapped by a plain map; nil if it is not finite or has no area.
        func rect(_ rect: Rect, isSnapped: Bool) -> Rect? {
            guard rect.isFinite else { return nil }
            let low = map(rect.origin)
            let high = map(Point(x: rect.maxX, y: rect.maxY))
            guard low.isFinite, high.isFinite else { return nil }
            var (a, b) = (ExportLimits.clamped(low), ExportLimits.clamped(high))
            if isSnapped {
                (a.x, a.y) = (snapped(a.x), snapped(a.y))
                (b.x, b.y) = (snapped(b.x), snapped(b.y))
            }
            let placed = Rect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y)
            return placed.isEmpty ? nil : placed
        }

        func corners(_ corners: Corners, in rect: Rect) -> Corners {
            let most = min(rect.width, rect.height) / 2
            func radius(_ points: Double) -> Double {
                points > 0 ? min(points * factor, most) : 0
            }
            return Corners(
                leftTop: radius(corners.leftTop), rightTop: radius(corners.rightTop),
                rightBottom: radius(corners.rightBottom), leftBottom: radius(corners.leftBottom))
        }
    }

    /// Draws the elements of a picture.
    func draw(_ picture: Picture) throws(Surface.Failure) {
        try draw(picture.elements, Placement(scale: picture.scale))
    }

    func draw(_ elements: [Picture.Element], _ place: Placement) throws(Surface.Failure) {
        for element in elements { try draw(element, place) }
    }

    private func draw(_ element: Picture.Element, _ place: Placement) throws(Surface.Failure) {
        guard place.factor > 0, place.factor.isFinite else { return }
        switch element {
        case .tagged(let tag, let elements):
            try within(.tag(tag, elements), elements, place)
        case .transformed(let map, let elements):
            var inner = place
            inner.map = place.map.after(map)
            try draw(elements, inner)
        case .group(let opacity, let elements): try group(opacity, elements, place)
        case .polyline(let points, let width, let color, let isClosed, let join, let cap):
            polyline(points, width, color, isClosed: isClosed, join, cap, place)
        case .polygon(let points, let color): polygon(points, color, place)
        case .band(let first, let second, let isClosed, let color):
            band(first, second, isClosed: isClosed, color, place)
        case .stroke(let path, let color, let style): stroke(path, color, style, place)
        case .fill(let path, let paint, let rule) where place.isPlain || paint.isColor:
            fill(path, paint, rule, place)
        case .rectangle(let rect, .color(let color), let corners, nil, _) where !place.isPlain:
            // As a turned outline, and so not on device pixels.
            guard rect.isFinite, !rect.isEmpty else { return }
            fill(Path(rect, corners: corners), .color(color), .nonZero, place)
        default:
            guard place.isPlain else { return try turned(element, place) }
            try drawUpright(element, place)
        }
    }

    /// An element at its own size, within the map.
    private func turned(_ element: Picture.Element, _ place: Placement) throws(Surface.Failure) {
        guard place.map.tx.isFinite, place.map.ty.isFinite else { return }
        try within(
            .map(place.map), [element], Placement(scale: place.scale * place.factor))
    }

    private func within(
        _ container: ExportContainer, _ elements: [Picture.Element], _ place: Placement
    ) throws(Surface.Failure) {
        surface.begin(container)
        try draw(elements, place)
        surface.end(container)
    }

    private func drawUpright(
        _ element: Picture.Element, _ place: Placement
    ) throws(Surface.Failure) {
        switch element {
        case .rectangle(let rect, let paint, let corners, let border, let isSnapped):
            rectangle(rect, paint, corners, border, isSnapped: isSnapped, place)
        case .ground(let rect, let color, _, let corners, let border, let under):
            if let under { try draw(under, place) }
            rectangle(rect, .color(color), corners, border, isSnapped: true, place)
        case .shadow(let rect, let radius, let blur, let offset, let color, let isHollow):
            shadow(
                rect, radius: radius, blur: blur, offset: offset, color, isHollow: isHollow, place)
        case .horizontalLine(let from, let to, let y, let color, let pixels):
            let (start, end) = (place.map(Point(x: from, y: y)), place.map(Point(x: to, y: y)))
            guard start.isFinite, end.isFinite else { return }
            let left = place.snapped(min(start.x, end.x))
            plain(
                Rect(
                    x: left, y: (start.y * place.scale).rounded(.down) / place.scale,
                    width: place.snapped(max(start.x, end.x)) - left,
                    height: Double(pixels) / place.scale), color)
        case .verticalLine(let x, let from, let to, let color, let pixels):
            let (start, end) = (place.map(Point(x: x, y: from)), place.map(Point(x: x, y: to)))
            guard start.isFinite, end.isFinite else { return }
            let top = place.snapped(min(start.y, end.y))
            plain(
                Rect(
                    x: (start.x * place.scale).rounded(.down) / place.scale, y: top,
                    width: Double(pixels) / place.scale,
                    height: place.snapped(max(start.y, end.y)) - top), color)
        case .marker(let shape, let center, let radius, let fill, let stroke):
            marker(shape, center, radius, fill, stroke, place)
        case .sector(let center, let inner, let outer, let from, let to, let color):
            sector(center, inner, outer, from, to, color, place)
        case .text(let line, let x, let baseline, let color, let alignment):
            let start = place.map(
                Point(x: x - line.width * alignment.rawValue, y: baseline))
            guard start.isFinite, color.isVisible, !line.glyphs.isEmpty,
                line.style.size.isFinite
            else { return }
            let origin = ExportLimits.clamped(
                Point(x: place.snapped(start.x), y: place.snapped(start.y)))
            try surface.text(line, at: origin, factor: place.factor, color)
        case .clip(let rect, let radius, let elements):
            guard let clip = place.rect(rect, isSnapped: true) else { return }
            let round = place.corners(Corners(radius), in: clip).leftTop
            try within(.clip(clip, radius: round), elements, place)
        case .image(let image, let rect, let sampling, let opacity):
            guard let placed = place.rect(rect, isSnapped: false), opacity > 0 else { return }
            try surface.image(image, in: placed, sampling, opacity: min(opacity, 1))
        case .fill, .polyline, .polygon, .band, .stroke, .group, .transformed, .tagged: break
        }
    }

    // MARK: Groups

    private func group(
        _ opacity: Double, _ elements: [Picture.Element], _ place: Placement
    ) throws(Surface.Failure) {
        guard opacity > 0 else { return }
        guard opacity < 1 else { return try draw(elements, place) }
        if surface.putsGroupsIntoTags, elements.contains(where: \.holdsTags) {
            return try draw(Self.divided(opacity, elements), place)
        }
        try within(.group(opacity: opacity), elements, place)
    }

    /// A group split into several: one within each tag, and one for each stretch between tags.
    private static func divided(
        _ opacity: Double, _ elements: [Picture.Element]
    ) -> [Picture.Element] {
        var parts: [Picture.Element] = []
        var rest: [Picture.Element] = []
        func finishRest() {
            if !rest.isEmpty { parts.append(.group(opacity: opacity, rest)) }
            rest = []
        }
        for element in elements {
            guard element.holdsTags else {
                rest.append(element)
                continue
            }
            finishRest()
            switch element {
            case .tagged(let tag, let inner):
                parts.append(.tagged(tag, [.group(opacity: opacity, inner)]))
            case .clip(let rect, let radius, let inner):
                parts.append(.clip(rect, radius: radius, [.group(opacity: opacity, inner)]))
            case .transformed(let map, let inner):
                parts.append(.transformed(map, [.group(opacity: opacity, inner)]))
            case .group(let own, let inner):
                parts.append(.group(opacity: opacity * min(own, 1), inner))
            default: parts.append(.group(opacity: opacity, [element]))
            }
        }
        finishRest()
        return parts
    }
}

extension Picture.Element {
    /// Whether it contains a tag.
    var holdsTags: Bool {
        switch self {
        case .tagged: true
        case .clip(_, _, let elements), .group(_, let elements), .transformed(_, let elements):
            elements.contains(where: \.holdsTags)
        default: false
        }
    }

    /// Whether a part of it has a role.
    func holds(_ role: PictureRole) -> Bool {
        switch self {
        case .tagged(let tag, let elements):
            tag.role == role || elements.contains { $0.holds(role) }
        case .clip(_, _, let elements), .group(_, let elements), .transformed(_, let elements):
            elements.contains { $0.holds(role) }
        default: false
        }
    }

    /// Its texts, in their order.
    var texts: [String] {
        switch self {
        case .text(let line, _, _, _, _): [line.text]
        case .tagged(_, let elements), .clip(_, _, let elements), .group(_, let elements),
            .transformed(_, let elements):
            elements.flatMap(\.texts)
        default: []
        }
    }
}

extension Paint {
    fileprivate var isColor: Bool {
        if case .color = self { return true }
        return false
    }
}

extension Color {
    /// Whether it is not fully transparent.
    var isVisible: Bool { alpha > 0 }
    var isOpaque: Bool { alpha >= 1 }
}
