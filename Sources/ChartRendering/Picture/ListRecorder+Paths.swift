// Paths, images, groups and maps of pictures.
//
// An area is worked out in memory, pixel by pixel, as an image of its own: outlines may cross, hold one
// another and be curved, and its edges are exact. A stroke becomes segments, dash by dash. What a map turns
// or stretches is drawn with other coordinates where that says it all; what it cannot say, such as a text
// that is turned, is drawn by itself at the size that it has, and then as an image that is turned.
// Limits: of an area without a clip only what lies within 8,192 device pixels of the origin is drawn.

import ChartScene
import Geometry
import Glibc
import Painting

extension ListRecorder {
    private static let farthest = 8_192
    /// How far a chord may be from a curve, in device pixels.
    private static let departure = 0.02

    /// What lies inside of outlines.
    func fill(_ path: Path, _ paint: Paint, _ rule: FillRule) {
        let pixels = path.transformed(by: .scale(scale, scale))
        guard let bounds = pixels.bounds else { return }
        let all = PixelRect(
            x: -Self.farthest, y: -Self.farthest, width: 2 * Self.farthest,
            height: 2 * Self.farthest)
        let part = PixelRect(enclosing: bounds).intersection(clip?.rect ?? all)
        guard !part.isEmpty else { return }
        var raster = CoverageRaster(part)
        for outline in pixels.flattened(departure: Self.departure) { raster.add(outline.points) }
        let coverage = raster.coverage(rule)
        guard coverage.contains(where: { $0 > 0 }) else { return }
        let colors = PaintedPixels(paint, around: bounds, scale: scale)
        var bytes = [UInt8](repeating: 0, count: part.width * part.height * 4)
        for index in coverage.indices where coverage[index] > 0 {
            let color = colors.color(
                x: Double(part.x + index % part.width) + 0.5,
                y: Double(part.y + index / part.width) + 0.5)
            for (offset, value) in color.premultiplied.enumerated() {
                bytes[4 * index + offset] = UInt8(
                    (min(max(value * coverage[index], 0), 1) * 255).rounded())
            }
        }
        image(
            PaintedImage(width: part.width, height: part.height, bytes: bytes),
            in: Rect(
                x: Double(part.x), y: Double(part.y), width: Double(part.width),
                height: Double(part.height)), map: .identity, .nearest, opacity: 1)
    }

    /// Lines along outlines.
    func stroke(_ path: Path, _ color: Color, _ style: StrokeStyle) {
        guard color.alpha > 0, style.width > 0 || style.width == 0 else { return }
        for outline in path.flattened(departure: Self.departure / scale) {
            guard style.isDashed else {
                polyline(
                    outline.points, width: style.width, color: color, closed: outline.isClosed,
                    join: style.join, cap: style.cap)
                continue
            }
            var points = outline.points
            if outline.isClosed, let first = points.first { points.append(first) }
            for dash in Self.dashes(of: points, style) {
                polyline(
                    dash, width: style.width, color: color, join: style.join, cap: style.cap)
            }
        }
    }

    /// The dashes of a line, each as a line of its own.
    private static func dashes(of points: [Point], _ style: StrokeStyle) -> [[Point]] {
        // An odd number of lengths is gone through twice.
        let lengths =
            style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
        let period = lengths.reduce(0, +)
        var into = style.dashStart.truncatingRemainder(dividingBy: period)
        if into < 0 { into += period }
        var number = 0
        while into >= lengths[number], into > 0 {
            into -= lengths[number]
            number = (number + 1) % lengths.count
        }
        var left = lengths[number] - into
        var dashes: [[Point]] = []
        var current: [Point] = []
        if number % 2 == 0, let first = points.first { current = [first] }
        for (from, to) in zip(points, points.dropFirst()) {
            let length = (to - from).length
            guard length > 0, length.isFinite else { continue }
            // As many dashes as can be told apart on a screen.
            guard length / period < 100_000 else { continue }
            var done = 0.0
            while length - done > left {
                done += left
                let place = from + (to - from) * (done / length)
                if number % 2 == 0 {
                    current.append(place)
                    dashes.append(current)
                    current = []
                } else {
                    current = [place]
                }
                number = (number + 1) % lengths.count
                left = lengths[number]
            }
            left -= length - done
            if number % 2 == 0 { current.append(to) }
        }
        if current.count > 1 { dashes.append(current) }
        return dashes
    }

    /// An image over a rectangle in points.
    func image(_ image: PaintedImage, in rect: Rect, _ sampling: ImageSampling, opacity: Double) {
        self.image(
            image, in: rect, map: .scale(scale, scale), sampling, opacity: opacity)
    }

    /// An image over a rectangle that a map puts into device pixels.
    private func image(
        _ image: PaintedImage, in rect: Rect, map: AffineTransform, _ sampling: ImageSampling,
        opacity: Double
    ) {
        guard opacity > 0, let bounds = Path(rect).transformed(by: map).bounds else { return }
        recording.add(
            ListImage(image, rect, map, sampling, opacity), bounds: bounds.inset(by: -1), clip: clip
        )
    }

    /// Elements that are see-through as a whole.
    func group(opacity: Double, _ elements: [Picture.Element]) {
        guard opacity > 0 else { return }
        guard opacity < 1 else { return record(elements) }
        let inner = ListRecorder(scale: scale, atlas: atlas)
        inner.record(elements)
        let list = inner.finish()
        guard !list.isEmpty else { return }
        recording.add(ListGroup(list, opacity), bounds: list.pixelBounds, clip: clip)
    }

    /// Elements where a map puts them.
    func transformed(by map: AffineTransform, _ elements: [Picture.Element]) {
        for element in elements {
            switch element {
            case .transformed(let inner, let parts):
                transformed(by: map.after(inner), parts)
            case .image(let image, let rect, let sampling, let opacity):
                self.image(
                    image, in: rect, map: AffineTransform.scale(scale, scale).after(map),
                    sampling, opacity: opacity)
            default:
                if let mapped = element.mapped(by: map) {
                    record([mapped])
                } else {
                    turned(by: map, element)
                }
            }
        }
    }

    /// An element that is drawn by itself, and then as an image.
    private func turned(by map: AffineTransform, _ element: Picture.Element) {
        let factor = map.magnification
        guard factor > 0, factor.isFinite else { return }
        let inner = ListRecorder(scale: scale * factor, atlas: atlas)
        inner.record([element])
        let list = inner.finish()
        guard !list.isEmpty else { return }
        let whole = AffineTransform.scale(scale, scale).after(map)
            .after(.scale(1 / (scale * factor), 1 / (scale * factor)))
        guard let bounds = Path(list.pixelBounds).transformed(by: whole).bounds else { return }
        recording.add(ListTurned(list, whole), bounds: bounds.inset(by: -1), clip: clip)
    }
}

/// What is painted at each device pixel.
private struct PaintedPixels {
    private let first: Color
    private let last: Color
    private let start: Point
    /// From the start to where the last colour is, over the square of its length.
    private let along: Vector

    init(_ paint: Paint, around bounds: Rect, scale: Double) {
        var end: Point
        switch paint {
        case .color(let color):
            (first, last, start) = (color, color, .zero)
            end = .zero
        case .gradient(let from, let to, let turns):
            let angle = turns * 2 * .pi
            let direction = Vector(dx: cos(angle), dy: sin(angle))
            // The rectangle's reach along the direction.
            let reach = abs(direction.dx) * bounds.width / 2 + abs(direction.dy) * bounds.height / 2
            (first, last) = (from, to)
            start = bounds.center + direction * -reach
            end = bounds.center + direction * reach
        case .linear(let gradient):
            (first, last) = (gradient.first, gradient.last)
            start = Point(x: gradient.start.x * scale, y: gradient.start.y * scale)
            end = Point(x: gradient.end.x * scale, y: gradient.end.y * scale)
        }
        let way = end - start
        let square = way.dx * way.dx + way.dy * way.dy
        along = square > 0 ? way * (1 / square) : .zero
    }

    func color(x: Double, y: Double) -> Color {
        if first == last { return first }
        let part = (x - start.x) * along.dx + (y - start.y) * along.dy
        return first.mixed(with: last, Float(min(max(part, 0), 1)))
    }
}
