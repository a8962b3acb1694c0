import ChartScene
import GPU
import Geometry
import Painting

/// An image of a list.
@MainActor
final class ListImage: ListItems {
    private let image: PaintedImage
    private let rect: Rect
    private let map: AffineTransform
    private let sampling: ImageSampling
    private let opacity: Double

    init(
        _ image: PaintedImage, _ rect: Rect, _ map: AffineTransform, _ sampling: ImageSampling,
        _ opacity: Double
    ) {
        (self.image, self.rect, self.map) = (image, rect, map)
        (self.sampling, self.opacity) = (sampling, opacity)
    }

    func draw(
        _ range: Range<Int>, at place: ListPlace, within shown: PixelRect, with renderer: Renderer
    ) throws(GPUError) {
        try ImageRenderer.draw(
            image, in: rect,
            map: .move(Vector(dx: Double(place.x), dy: Double(place.y))).after(map),
            sampling: sampling, alpha: opacity * Double(place.alpha), blend: place.blend,
            with: renderer)
    }
}

/// A part of a list that is translucent as a whole.
@MainActor
final class ListGroup: ListItems {
    private let list: DisplayList
    private let opacity: Double

    init(_ list: DisplayList, _ opacity: Double) { (self.list, self.opacity) = (list, opacity) }

    func draw(
        _ range: Range<Int>, at place: ListPlace, within shown: PixelRect, with renderer: Renderer
    ) throws(GPUError) {
        renderer.clips.push(shown)
        defer { renderer.clips.pop() }
        try renderer.masks.group(opacity: opacity * Double(place.alpha), with: renderer) {
            () throws(GPUError) in
            try list.draw(x: place.x, y: place.y, with: renderer)
        }
    }
}

/// A part of a list that is drawn separately, once, and then as an image that a map converts to
/// device pixels.
@MainActor
final class ListTurned: ListItems {
    private let list: DisplayList
    private let map: AffineTransform
    /// The area of the list, in its own device pixels.
    private let bounds: PixelRect
    private var picture: MaskTarget?

    init(_ list: DisplayList, _ map: AffineTransform) {
        (self.list, self.map) = (list, map)
        bounds = PixelRect(enclosing: list.pixelBounds.inset(by: -1))
    }

    func draw(
        _ range: Range<Int>, at place: ListPlace, within shown: PixelRect, with renderer: Renderer
    ) throws(GPUError) {
        let most = renderer.device.maximumTextureSize
        guard !bounds.isEmpty, bounds.width <= most, bounds.height <= most else { return }
        let target: MaskTarget
        if let known = picture, known.device === renderer.device {
            target = known
        } else {
            target = try MaskTarget(
                renderer.device, .rgba8,
                PixelRect(x: 0, y: 0, width: bounds.width, height: bounds.height), nil)
            try draw(into: target, renderer)
            picture = target
        }
        try ImageRenderer.draw(
            target.texture,
            PixelRect(x: 0, y: 0, width: bounds.width, height: bounds.height),
            in: Rect(
                x: Double(bounds.x), y: Double(bounds.y), width: Double(bounds.width),
                height: Double(bounds.height)),
            .move(Vector(dx: Double(place.x), dy: Double(place.y))).after(map), .linear,
            Double(place.alpha), place.blend, with: renderer)
    }

    /// Draws the list separately, its rows from the top down.
    private func draw(into mask: MaskTarget, _ renderer: Renderer) throws(GPUError) {
        let device = renderer.device
        let inner = DrawTarget.mask(
            mask, size: (bounds.width, bounds.height), origin: (0, 0), rows: .topDown)
        let whole = PixelRect(x: 0, y: 0, width: bounds.width, height: bounds.height)
        try renderer.detour(to: inner, whole) { () throws(GPUError) in
            device.setScissor(nil)
            try device.clear(.clear)
            try list.draw(x: -bounds.x, y: -bounds.y, with: renderer)
        }
    }
}

extension DisplayList {
    /// The drawn area, in device pixels.
    var pixelBounds: Rect {
        batches.dropFirst().reduce(batches.first?.bounds ?? .zero) { $0.union($1.bounds) }
    }
}
