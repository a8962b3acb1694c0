// Paths, images, groups and maps of pictures.
//
// An area is computed in memory, pixel by pixel, as a separate image: outlines may cross, contain
// one another and be curved, and its edges are exact. A stroke becomes segments, dash by dash. An
// element that a map turns or stretches is drawn with other coordinates if those are enough;
// otherwise, as for a turned text, it is drawn separately at its own size, and then as a turned
// image.
// Limits: of an area without a clip only the part within 8,192 device pixels of the origin is
// drawn.

import ChartScene
import Geometry
import Painting

extension ListRecorder {
    private static let farthest = 8_192
    /// How far a chord may be from a curve, in device pixels.
    private static let departure = 0.02

    /// The inside of outlines.
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
        let colors = PaintedPixels(paint, around: bounds, scale: scale)
        guard let painted = colors.image(of: part, coverage: raster.coverage(rule)) else { return }
        image(
            painted,
            in: Rect(
                x: Double(part.x), y: Double(part.y), width: Double(part.width),
                height: Double(part.height)), map: .identity, .nearest, opacity: 1)
    }

    /// Lines along outlines.
    func stroke(_ path: Path, _ color: Color, _ style: StrokeStyle) {
        guard color.alpha > 0, style.width > 0 || style.width == 0 else { return }
        let dashes = StrokeDashes(style)
        for outline in path.flattened(departure: Self.departure / scale) {
            guard let dashes else {
                polyline(
                    outline.points, width: style.width, color: color, closed: outline.isClosed,
                    join: style.join, cap: style.cap)
                continue
            }
            var points = outline.points
            if outline.isClosed, let first = points.first { points.append(first) }
            for dash in dashes.cut(points) {
                polyline(
                    dash, width: style.width, color: color, join: style.join, cap: style.cap)
            }
        }
    }

    /// An image over a rectangle in points.
    func image(_ image: PaintedImage, in rect: Rect, _ sampling: ImageSampling, opacity: Double) {
        self.image(
            image, in: rect, map: .scale(scale, scale), sampling, opacity: opacity)
    }

    /// An image over a rectangle that a map converts to device pixels.
    private func image(
        _ image: PaintedImage, in rect: Rect, map: AffineTransform, _ sampling: ImageSampling,
        opacity: Double
    ) {
        guard opacity > 0, let bounds = Path(rect).transformed(by: map).bounds else { return }
        recording.add(
            ListImage(image, rect, map, sampling, opacity), bounds: bounds.inset(by: -1), clip: clip
        )
    }

    /// Elements that are translucent as a whole.
    func group(opacity: Double, _ elements: [Picture.Element]) {
        guard opacity > 0 else { return }
        guard opacity < 1 else { return record(elements) }
        let inner = ListRecorder(scale: scale, atlas: atlas)
        inner.record(elements)
        let list = inner.finish()
        guard !list.isEmpty else { return }
        recording.add(ListGroup(list, opacity), bounds: list.pixelBounds, clip: clip)
    }

    /// Elements with a map applied.
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

    /// An element that is drawn separately, and then as an image.
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
