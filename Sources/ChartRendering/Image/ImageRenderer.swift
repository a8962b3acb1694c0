import ChartScene
import GPU
import Geometry
import Painting
import Shaders

/// Draws images, moved, stretched and turned, in one draw call each.
///
/// An image is sent when it is first drawn. One larger than the largest texture is drawn in parts.
struct ImageRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "image", vertex: [ShaderFiles.target, ShaderFiles.imageVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.imageFragment])

    func draw(_ item: ImageItem, with renderer: Renderer) throws(GPUError) {
        try Self.draw(
            item.image, in: item.rect,
            map: AffineTransform.scale(renderer.scale, renderer.scale).after(item.map),
            sampling: item.sampling, alpha: item.alpha, blend: .over, with: renderer)
    }

    /// Draws an image over a rectangle that a map converts to device pixels.
    static func draw(
        _ image: PaintedImage, in rect: Rect, map: AffineTransform, sampling: ImageSampling,
        alpha: Double, blend: Blend, with renderer: Renderer
    ) throws(GPUError) {
        guard alpha > 0, !rect.isEmpty else { return }
        let known: ImageTexture? = renderer.copies.copy(of: image)
        let copy = try ImageTexture.updated(known, image, on: renderer.device)
        if copy !== known { renderer.copies.keep(copy, of: image) }
        for part in copy.parts {
            let place = Rect(
                x: rect.x + rect.width * Double(part.place.x) / Double(image.width),
                y: rect.y + rect.height * Double(part.place.y) / Double(image.height),
                width: rect.width * Double(part.place.width) / Double(image.width),
                height: rect.height * Double(part.place.height) / Double(image.height))
            try draw(
                part.texture, part.place, in: place, map, sampling, alpha, blend, with: renderer)
        }
    }

    /// Draws a texture, or the pixels of it from its first on, over a rectangle that a map converts
    /// to device pixels.
    static func draw(
        _ texture: borrowing Texture, _ pixels: PixelRect, in rect: Rect, _ map: AffineTransform,
        _ sampling: ImageSampling, _ alpha: Double, _ blend: Blend, with renderer: Renderer
    ) throws(GPUError) {
        let corner = map(rect.origin)
        let along = map(Point(x: rect.maxX, y: rect.minY)) - corner
        let down = map(Point(x: rect.minX, y: rect.maxY)) - corner
        let corners = [corner, corner + along, corner + down, corner + along + down]
        guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        let bounds = Rect(x: left, y: top, width: right - left, height: bottom - top)
        guard
            let pipeline = try renderer.prepare(
                shaders, blend: blend,
                within: PixelRect(enclosing: bounds.inset(by: -1)))
        else { return }
        renderer.device.use(texture)
        pipeline.program.set(pipeline.uniform("uImage"), integer: 0)
        pipeline.program.set(pipeline.uniform("uCorner"), Float(corner.x), Float(corner.y))
        pipeline.program.set(
            pipeline.uniform("uSides"), Float(along.dx), Float(along.dy), Float(down.dx),
            Float(down.dy))
        pipeline.program.set(
            pipeline.uniform("uExtent"), Float(along.length), Float(down.length))
        pipeline.program.set(
            pipeline.uniform("uPixels"), Float(pixels.width), Float(pixels.height),
            sampling == .nearest ? 1 : 0, Float(alpha))
        try renderer.device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try renderer.vertexArrayOfNothing().array)
    }
}

/// The pixels of an image on one device, in as few textures as possible.
@MainActor
final class ImageTexture {
    /// A texture with a part of the pixels.
    @MainActor
    final class Part {
        /// The pixels that it contains.
        let place: PixelRect
        let texture: Texture

        init(_ device: Device, _ place: PixelRect) throws(GPUError) {
            self.place = place
            texture = try Texture(
                device, format: .rgba8, width: place.width, height: place.height)
        }
    }

    private let device: Device
    let parts: [Part]

    private init(_ image: PaintedImage, _ device: Device) throws(GPUError) {
        self.device = device
        let most = device.maximumTextureSize
        var parts: [Part] = []
        for y in stride(from: 0, to: image.height, by: most) {
            for x in stride(from: 0, to: image.width, by: most) {
                let place = PixelRect(
                    x: x, y: y, width: min(most, image.width - x),
                    height: min(most, image.height - y))
                let part = try Part(device, place)
                var bytes: [UInt8] = []
                if place.width == image.width {
                    let start = y * image.width * 4
                    bytes = Array(image.bytes[start..<start + place.width * place.height * 4])
                } else {
                    bytes.reserveCapacity(place.width * place.height * 4)
                    for row in y..<place.maxY {
                        let start = (row * image.width + x) * 4
                        bytes += image.bytes[start..<start + place.width * 4]
                    }
                }
                try part.texture.write(
                    bytes,
                    rect: PixelRect(x: 0, y: 0, width: place.width, height: place.height))
                parts.append(part)
            }
        }
        self.parts = parts
    }

    /// The textures of an image on a device: the known ones if they are on it.
    static func updated(
        _ known: ImageTexture?, _ image: PaintedImage, on device: Device
    ) throws(GPUError) -> ImageTexture {
        if let known, known.device === device { return known }
        return try ImageTexture(image, device)
    }
}
