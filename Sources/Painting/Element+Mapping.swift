import Geometry
import Text

extension Picture.Element {
    /// The element with a map applied to its coordinates; nil if coordinates are not enough: for
    /// texts, gradients, shadows and the ground if they are turned, stretched in one direction or
    /// mirrored, and for containers of such elements.
    ///
    /// Edges that were moved to device pixels still are, at the new place.
    package func mapped(by map: AffineTransform) -> Picture.Element? {
        let factor = map.magnification
        guard factor > 0, factor.isFinite else { return nil }
        // Moved and scaled alike in both directions: every element keeps its kind.
        let isPlain = map.b == 0 && map.c == 0 && map.a == map.d && map.a > 0
        func place(_ rect: Rect) -> Rect {
            let origin = map(rect.origin)
            return Rect(
                x: origin.x, y: origin.y, width: rect.width * factor, height: rect.height * factor)
        }
        func corners(_ corners: Corners) -> Corners {
            Corners(
                leftTop: corners.leftTop * factor, rightTop: corners.rightTop * factor,
                rightBottom: corners.rightBottom * factor, leftBottom: corners.leftBottom * factor)
        }
        func border(_ border: Border?) -> Border? {
            border.map { Border(width: $0.width * factor, color: $0.color) }
        }
        func all(_ elements: [Picture.Element]) -> [Picture.Element]? {
            let inner = elements.compactMap { $0.mapped(by: map) }
            return inner.count == elements.count ? inner : nil
        }
        switch self {
        case .polyline(let points, let width, let color, let isClosed, let join, let cap):
            return .polyline(
                points.map { map($0) }, width: width * factor, color: color, isClosed: isClosed,
                join: join, cap: cap)
        case .polygon(let points, let color):
            return .polygon(points.map { map($0) }, color: color)
        case .band(let first, let second, let isClosed, let color):
            return .band(
                first.map { map($0) }, second.map { map($0) }, isClosed: isClosed, color: color)
        case .fill(let path, let paint, let rule):
            guard let paint = paint.mapped(by: map, isPlain) else { return nil }
            return .fill(path.transformed(by: map), paint, rule: rule)
        case .stroke(let path, let color, var style):
            style.width *= factor
            style.dashes = style.dashes.map { $0 * factor }
            style.dashStart *= factor
            return .stroke(path.transformed(by: map), color, style)
        case .image, .transformed: return .transformed(map, [self])
        case .group(let opacity, let elements):
            return all(elements).map { .group(opacity: opacity, $0) }
        case .tagged(let tag, let elements): return all(elements).map { .tagged(tag, $0) }
        case .rectangle(let rect, let paint, let round, let line, let isSnapped):
            guard isPlain else { return turned(rect, paint, round, line, by: map) }
            guard let paint = paint.mapped(by: map, isPlain) else { return nil }
            return .rectangle(
                place(rect), paint, corners: corners(round), border: border(line),
                isSnapped: isSnapped)
        default: break
        }
        guard isPlain else { return nil }
        switch self {
        case .ground(let rect, let color, let whole, let round, let line, let under):
            var below: [Picture.Element]?
            if let under {
                guard let inner = all(under) else { return nil }
                below = inner
            }
            return .ground(
                place(rect), color, whole: place(whole), corners: corners(round),
                border: border(line), under: below)
        case .shadow(let rect, let radius, let blur, let offset, let color, let isHollow):
            return .shadow(
                place(rect), radius: radius * factor, blur: blur * factor,
                offset: offset * factor, color: color, isHollow: isHollow)
        case .horizontalLine(let from, let to, let y, let color, let pixels):
            let (start, end) = (map(Point(x: from, y: y)), map(Point(x: to, y: y)))
            return .horizontalLine(
                from: start.x, to: end.x, y: start.y, color: color, devicePixels: pixels)
        case .verticalLine(let x, let from, let to, let color, let pixels):
            let (start, end) = (map(Point(x: x, y: from)), map(Point(x: x, y: to)))
            return .verticalLine(
                x: start.x, from: start.y, to: end.y, color: color, devicePixels: pixels)
        case .marker(let shape, let center, let radius, let fill, let stroke):
            return .marker(
                shape, at: map(center), radius: radius * factor, fill: fill,
                stroke: border(stroke))
        case .sector(let center, let inner, let outer, let from, let to, let color):
            return .sector(
                center: map(center), inner: inner * factor, outer: outer * factor, from: from,
                to: to, color: color)
        case .text(let line, let x, let baseline, let color, let alignment):
            let place = map(Point(x: x, y: baseline))
            return .text(
                line.scaled(by: factor), x: place.x, baseline: place.y, color: color,
                alignment: alignment)
        case .clip(let rect, let radius, let elements):
            return all(elements).map { .clip(place(rect), radius: radius * factor, $0) }
        default: return nil
        }
    }

    /// A rectangle as an outline, with the border as another outline around it.
    private func turned(
        _ rect: Rect, _ paint: Paint, _ corners: Corners, _ border: Border?,
        by map: AffineTransform
    ) -> Picture.Element? {
        guard border == nil, case .color(let color) = paint else { return nil }
        return .fill(
            Path(rect, corners: corners).transformed(by: map), .color(color), rule: .nonZero)
    }
}

extension Paint {
    fileprivate func mapped(by map: AffineTransform, _ isPlain: Bool) -> Paint? {
        switch self {
        case .color: self
        case .gradient: isPlain ? self : nil
        case .linear(let gradient):
            // The lines of equal colour stay perpendicular to the direction if nothing is
            // stretched.
            isPlain
                ? .linear(
                    LinearGradient(
                        from: gradient.first, at: map(gradient.start), to: gradient.last,
                        at: map(gradient.end))) : nil
        }
    }
}
