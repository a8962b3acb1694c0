import Geometry
import Glibc
import Painting

extension ElementWalk {
    /// A rectangle without corners or border, at its place.
    func plain(_ rect: Rect, _ color: Color) {
        guard !rect.isEmpty, color.isVisible else { return }
        let (left, top) = (ExportLimits.clamped(rect.minX), ExportLimits.clamped(rect.minY))
        let clamped = Rect(
            x: left, y: top, width: ExportLimits.clamped(rect.maxX) - left,
            height: ExportLimits.clamped(rect.maxY) - top)
        if !clamped.isEmpty { surface.fill([.rectangle(clamped, 0)], .color(color), .nonZero) }
    }

    // MARK: Rectangles

    func rectangle(
        _ rect: Rect, _ paint: Paint, _ corners: Corners, _ border: Border?, isSnapped: Bool,
        _ place: Placement
    ) {
        guard let outer = place.rect(rect, isSnapped: isSnapped) else { return }
        let round = place.corners(corners, in: outer)
        let colors = ExportPaint(paint, across: outer, isMixedByAlpha: true, place)
        guard let border else {
            if colors.isVisible { surface.fill([.rectangle(outer, round)], colors, .nonZero) }
            return
        }
        let width =
            border.width > 0
            ? max(1, (border.width * place.factor * place.scale).rounded()) / place.scale
            : 1 / place.scale
        guard width < min(outer.width, outer.height) / 2 else {
            plainOutline(.rectangle(outer, round), border.color)
            return
        }
        let isEven = round.allSatisfy { $0 == 0 || $0 >= width / 2 }
        let middle = Outline.rectangle(
            outer.inset(by: width / 2), round.reduced(by: width / 2))
        // The fill continues under an opaque border, so that nothing shines through between the
        // two.
        if border.color.isOpaque, isEven, colors.isVisible {
            return surface.fill(middle, colors, strokedWith: border.color, .along(width))
        }
        let inner = Outline.rectangle(outer.inset(by: width), round.reduced(by: width))
        if colors.isVisible {
            surface.fill([border.color.isOpaque ? middle : inner], colors, .nonZero)
        }
        guard border.color.isVisible else { return }
        if isEven {
            surface.stroke(middle, border.color, .along(width))
        } else {
            surface.fill([.rectangle(outer, round), inner], .color(border.color), .evenOdd)
        }
    }

    private func plainOutline(_ outline: Outline, _ color: Color) {
        if color.isVisible { surface.fill([outline], .color(color), .nonZero) }
    }

    func shadow(
        _ rect: Rect, radius: Double, blur: Double, offset: Vector, _ color: Color,
        isHollow: Bool, _ place: Placement
    ) {
        guard let caster = place.rect(rect, isSnapped: true), color.isVisible,
            blur.isFinite, offset.dx.isFinite, offset.dy.isFinite
        else { return }
        let round = place.corners(Corners(radius), in: caster).leftTop
        // The largest rectangle with equal insets that is inside the rounded corners.
        let inset = ((0.2929 * round * place.scale).rounded(.up) + 1) / place.scale
        let hole = caster.inset(by: inset)
        // No page is as large as these bounds.
        func bounded(_ value: Double) -> Double { min(max(value * place.factor, -1e6), 1e6) }
        surface.shadow(
            ShadowShape(
                rect: caster, radius: round,
                sigma: max(min(bounded(blur) / 2, 1e5), 0.25 / place.scale),
                offset: Vector(dx: bounded(offset.dx), dy: bounded(offset.dy)), color: color,
                hole: isHollow && !hole.isEmpty ? hole : nil))
    }

    // MARK: Markers

    func marker(
        _ shape: MarkerShape, _ center: Point, _ radius: Double, _ fill: Color, _ stroke: Border?,
        _ place: Placement
    ) {
        let middle = place.map(center)
        let reach = radius * place.factor
        guard middle.isFinite, reach > 0, reach.isFinite else { return }
        let width =
            stroke.map { $0.width > 0 ? $0.width * place.factor : 1 / place.scale } ?? 0
        let center = ExportLimits.clamped(middle)
        let size = min(reach, ExportLimits.farthest)
        // A diamond's radius is measured along its diagonal.
        let slant = shape == .diamond ? 2.0.squareRoot() : 1
        func outline(_ inset: Double) -> Outline {
            let radius = size - inset * slant
            switch shape {
            case .disc: return .circle(center, radius: radius)
            case .square:
                return .rectangle(
                    Rect(
                        x: center.x - radius, y: center.y - radius, width: 2 * radius,
                        height: 2 * radius), 0)
            case .diamond:
                return .line(
                    [
                        Point(x: center.x, y: center.y - radius),
                        Point(x: center.x + radius, y: center.y),
                        Point(x: center.x, y: center.y + radius),
                        Point(x: center.x - radius, y: center.y),
                    ], isClosed: true)
            }
        }
        guard let stroke, width > 0 else { return plainOutline(outline(0), fill) }
        guard width * slant < size else { return plainOutline(outline(0), stroke.color) }
        if stroke.color.isOpaque, fill.isVisible {
            return surface.fill(
                outline(width / 2), .color(fill), strokedWith: stroke.color, .along(width))
        }
        plainOutline(outline(width), fill)
        if stroke.color.isVisible {
            surface.stroke(outline(width / 2), stroke.color, .along(width))
        }
    }

    func sector(
        _ center: Point, _ inner: Double, _ outer: Double, _ start: Double, _ end: Double,
        _ color: Color, _ place: Placement
    ) {
        let middle = place.map(center)
        let (hole, reach) = (max(inner, 0) * place.factor, outer * place.factor)
        guard middle.isFinite, reach > hole, end > start, reach.isFinite, start.isFinite,
            end.isFinite, color.isVisible
        else { return }
        // A hole smaller than a pixel cannot be seen.
        let isRing = hole * place.scale >= 0.5
        guard end - start < 2 * .pi - 1e-9 else {
            var outlines: [Outline] = [.circle(middle, radius: reach)]
            if isRing { outlines.append(.circle(middle, radius: hole)) }
            return surface.fill(outlines, .color(color), .evenOdd)
        }
        // Angles of a picture begin at 12 o'clock, those of an arc at 3 o'clock.
        let (from, to) = (start - .pi / 2, end - .pi / 2)
        func point(_ radius: Double, _ angle: Double) -> Point {
            Point(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
        }
        var path = Path()
        path.move(to: point(reach, from))
        path.arc(middle, reach, from: from, to: to)
        if isRing {
            path.line(to: point(hole, to))
            path.arc(middle, hole, from: to, to: from)
        } else {
            path.line(to: middle)
        }
        path.close()
        surface.fill([.path(path.sound)], .color(color), .nonZero)
    }

    // MARK: Lines and areas

    func polyline(
        _ points: [Point], _ width: Double, _ color: Color, isClosed: Bool, _ join: LineJoin,
        _ cap: LineCap, _ place: Placement
    ) {
        let thickness = width * place.factor
        guard thickness > 0, thickness.isFinite, color.isVisible else { return }
        let least = 1e-3 / place.scale
        var places: [Point] = []
        places.reserveCapacity(points.count)
        for point in points {
            let mapped = place.map(point)
            guard mapped.isFinite else { continue }
            let placed = ExportLimits.clamped(mapped)
            if let last = places.last, (placed - last).length < least { continue }
            places.append(placed)
        }
        if isClosed, let first = places.first, let last = places.last, places.count > 1,
            (last - first).length < least
        {
            places.removeLast()
        }
        guard let first = places.first else { return }
        // A single point is a dot.
        if places.count == 1 { places.append(first) }
        surface.stroke(
            .line(places, isClosed: isClosed && places.count > 2), color,
            StrokeStyle(width: min(thickness, ExportLimits.farthest), join: join, cap: cap))
    }

    func polygon(_ points: [Point], _ color: Color, _ place: Placement) {
        let places = points.lazy.map { place.map($0) }.filter(\.isFinite)
            .map(ExportLimits.clamped)
        area([Array(places)], color, .nonZero)
    }

    func band(
        _ first: [Point], _ second: [Point], isClosed: Bool, _ color: Color, _ place: Placement
    ) {
        guard first.count >= 2 else { return }
        let (a, b) = (first.map { place.map($0) }, second.map { place.map($0) })
        guard a.allSatisfy(\.isFinite), b.allSatisfy(\.isFinite) else { return }
        let (near, far) = (a.map(ExportLimits.clamped), b.map(ExportLimits.clamped))
        if isClosed {
            area(far.count > 1 ? [near, far] : [near], color, .evenOdd)
        } else {
            area([near + far.reversed()], color, .nonZero)
        }
    }

    private func area(_ rings: [[Point]], _ color: Color, _ rule: FillRule) {
        guard color.isVisible, rings.allSatisfy({ $0.count >= 3 }) || rings.count > 1 else {
            return
        }
        surface.fill(rings.map { .line($0, isClosed: true) }, .color(color), rule)
    }

    // MARK: Paths

    func fill(_ path: Path, _ paint: Paint, _ rule: FillRule, _ place: Placement) {
        let placed = path.transformed(by: place.map).sound
        guard let bounds = placed.bounds else { return }
        let colors = ExportPaint(paint, across: bounds, isMixedByAlpha: false, place)
        if colors.isVisible { surface.fill([.path(placed)], colors, rule) }
    }

    func stroke(_ path: Path, _ color: Color, _ style: StrokeStyle, _ place: Placement) {
        let placed = path.transformed(by: place.map).sound
        let width = style.width * place.factor
        guard !placed.isEmpty, color.isVisible, width > 0, width.isFinite else { return }
        var own = style
        own.width = min(width, ExportLimits.farthest)
        let dashes = style.dashes.map { ExportLimits.clamped($0 * place.factor) }
        // Dashes too short for the number of digits in the file are a solid line.
        own.dashes = style.isDashed && dashes.reduce(0, +) >= 0.01 ? dashes : []
        let start = style.dashStart * place.factor
        own.dashStart = start.isFinite ? ExportLimits.clamped(start) : 0
        surface.stroke(.path(placed), color, own)
    }
}

extension Corners {
    func allSatisfy(_ condition: (Double) -> Bool) -> Bool {
        condition(leftTop) && condition(rightTop) && condition(rightBottom)
            && condition(leftBottom)
    }

    /// The corners of an outline at a distance inside.
    func reduced(by distance: Double) -> Corners {
        Corners(
            leftTop: max(leftTop - distance, 0), rightTop: max(rightTop - distance, 0),
            rightBottom: max(rightBottom - distance, 0),
            leftBottom: max(leftBottom - distance, 0))
    }

    /// The radius of all corners; nil if they differ.
    var common: Double? { allSatisfy { $0 == leftTop } ? leftTop : nil }
}

extension StrokeStyle {
    /// A line along an edge that keeps its corners.
    fileprivate static func along(_ width: Double) -> StrokeStyle {
        StrokeStyle(width: width, join: .miter(limit: 4), cap: .butt)
    }
}

extension ExportPaint {
    /// A paint at its place.
    ///
    /// - Parameter isMixedByAlpha: whether colours are multiplied by alpha before they are mixed,
    ///   as in rectangles on the screen.
    @MainActor
    init<Surface>(
        _ paint: Paint, across bounds: Rect, isMixedByAlpha: Bool,
        _ place: ElementWalk<Surface>.Placement
    ) {
        switch paint {
        case .color(let color): self = .color(color)
        case .gradient(let first, let last, let turns):
            guard first != last, turns.isFinite else {
                self = .color(first)
                return
            }
            let direction = Vector(dx: cos(turns * 2 * .pi), dy: sin(turns * 2 * .pi))
            // The rectangle's extent along the direction.
            let reach =
                abs(direction.dx) * bounds.width / 2 + abs(direction.dy) * bounds.height / 2
            self = .linear(
                from: bounds.center + direction * -reach, to: bounds.center + direction * reach,
                Self.stops(first, last, isMixedByAlpha: isMixedByAlpha))
        case .linear(let gradient):
            let (start, end) = (place.map(gradient.start), place.map(gradient.end))
            guard gradient.first != gradient.last, start.isFinite, end.isFinite, start != end
            else {
                self = .color(gradient.first)
                return
            }
            self = .linear(
                from: ExportLimits.clamped(start), to: ExportLimits.clamped(end),
                Self.stops(gradient.first, gradient.last, isMixedByAlpha: false))
        }
    }

    /// Between the stops of a document, colour and alpha are mixed separately.
    private static func stops(
        _ first: Color, _ last: Color, isMixedByAlpha: Bool
    ) -> [GradientStop] {
        var (from, to) = (first, last)
        if isMixedByAlpha, first.alpha != last.alpha {
            if first.alpha <= 0 {
                from = last.opacity(0)
            } else if last.alpha <= 0 {
                to = first.opacity(0)
            } else {
                return (0...16).map { number in
                    let part = Float(number) / 16
                    let alpha = first.alpha + (last.alpha - first.alpha) * part
                    var color = first.mixed(with: last, part * last.alpha / alpha)
                    color.alpha = alpha
                    return GradientStop(offset: Double(part), color: color)
                }
            }
        }
        return [GradientStop(offset: 0, color: from), GradientStop(offset: 1, color: to)]
    }

    var isVisible: Bool {
        switch self {
        case .color(let color): color.isVisible
        case .linear(_, _, let stops): stops.contains { $0.color.isVisible }
        }
    }
}
