import GPU
import Geometry

extension Renderer {
    /// Draws coverage into a mask with `body`, then paints `color` through it, within `rect`.
    ///
    /// Coverage keeps its maximum, so what overlaps itself is one even tone.
    func throughMask(
        within rect: PixelRect, color: [Float], _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(clip.rect)
        guard !part.isEmpty, let target = current else { return }
        let held = device.heldPixels
        let mask = try maskTarget(held.width, held.height)
        // The mask's fragments lie where the target's do, counted from where its rows begin.
        let rows = device.targetRows
        let top = rows == .topDown ? held.y : held.maxY - mask.texture.height
        try device.begin(
            mask.framebuffer, of: device.targetSize, origin: (held.x, top), rows: rows)
        device.setScissor(part)
        try device.clear(.clear)
        let outer = clip
        clip = Clip(rect: part, rounded: nil)
        defer { clip = outer }
        try body()
        clip = outer
        try target.begin()
        guard let pipeline = try prepare(.masked, within: part) else { return }
        device.use(mask.texture)
        pipeline.program.set(pipeline.uniform("uMask"), integer: 0)
        pipeline.program.set(pipeline.color, vector: color)
        pipeline.program.set(
            pipeline.uniform("uRect"), Float(part.x), Float(part.y), Float(part.maxX),
            Float(part.maxY))
        try device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try vertexArrayOfNothing().array)
    }

    /// A mask of at least a size.
    private func maskTarget(_ width: Int, _ height: Int) throws(GPUError) -> MaskTarget {
        if let mask, mask.texture.width >= width, mask.texture.height >= height { return mask }
        let made = try MaskTarget(
            device, width: max(width, mask?.texture.width ?? 0),
            height: max(height, mask?.texture.height ?? 0))
        mask = made
        return made
    }
}

/// The texture that coverage is gathered in.
@MainActor
final class MaskTarget {
    let texture: Texture
    let framebuffer: Framebuffer

    init(_ device: Device, width: Int, height: Int) throws(GPUError) {
        texture = try Texture(device, format: .r8, width: width, height: height)
        framebuffer = try Framebuffer(device, texture: texture)
    }
}
