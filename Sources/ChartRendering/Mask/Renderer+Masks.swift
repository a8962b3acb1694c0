// Coverage gathered in a texture before it is painted.
//
// One colour: coverage keeps its maximum in a mask of one channel, so what overlaps itself is one even
// tone, and the colour is painted through it once.
// Several colours: each gathers its coverage in a channel of its own of one mask, three at a time, and
// one fill paints them all; a colour takes of each pixel what those before it leave: max(m₁ … mₖ) −
// max(m₁ … mₖ₋₁). So no pixel is blended twice, none is left out where two meet, and the shares of a
// pixel at a border add up to its coverage. What the first three have taken is handed on to the next
// mask in its fourth channel.
// Limits: where a colour meets one of another three, the pixels that both cover in part are blended
// in two steps, and so by up to a quarter of the square of the alpha paler than they should be.
// Rejected: a mask and a fill for each colour (twice the passes, and the pixels of a border blended
// twice); a picture beside the target that is composed and then blended (four times the bytes).

import GPU
import Geometry
import Shaders

extension Renderer {
    /// Draws coverage into a mask with `body`, then paints `color` through it, within `rect`.
    ///
    /// Coverage keeps its maximum, so what overlaps itself is one even tone.
    func throughMask(
        within rect: PixelRect, color: [Float], _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(clip.rect)
        guard !part.isEmpty, let target = current else { return }
        let mask = try maskTarget()
        try draw(into: mask, part, clearing: true, body)
        try target.begin()
        guard let pipeline = try prepare(MaskTarget.painted, within: part) else { return }
        pipeline.program.set(pipeline.color, vector: color)
        try paint(part, pipeline, from: mask)
    }

    /// Paints colours (premultiplied), each through the coverage that `body` draws for it, within
    /// `rect`; of two on one pixel the earlier one covers.
    ///
    /// - Parameter body: Draws the coverage of the colour with a number, in the colour that it is
    ///   given and with the maximum as the blend.
    func throughShares(
        within rect: PixelRect, colors: [[Float]],
        _ body: (Int, [Float]) throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(clip.rect)
        guard !part.isEmpty, let target = current else { return }
        for first in stride(from: 0, to: colors.count, by: 3) {
            let number = first / 3
            let mask = try shareMask(number % 2)
            let before = number > 0 ? try shareMask((number - 1) % 2) : nil
            try draw(into: mask, part, clearing: before == nil) { () throws(GPUError) in
                if let before,
                    let claims = try prepare(MaskTarget.claims, blend: .none, within: part)
                {
                    try paint(part, claims, from: before)
                }
                for index in first..<min(first + 3, colors.count) {
                    var channel: [Float] = [0, 0, 0, 0]
                    channel[index - first] = 1
                    try body(index, channel)
                }
            }
            try target.begin()
            guard let pipeline = try prepare(MaskTarget.shares, within: part) else { return }
            let three = (first..<first + 3).flatMap {
                $0 < colors.count ? colors[$0] : [0, 0, 0, 0]
            }
            pipeline.program.set(pipeline.uniform("uColors"), vec4s: three)
            try paint(part, pipeline, from: mask)
        }
    }

    /// Draws what `body` draws by itself, and then that, see-through as a whole.
    ///
    /// Costs a clear and a fill of what the clip leaves of the target.
    func group(opacity: Double, _ body: () throws(GPUError) -> Void) throws(GPUError) {
        let part = clip.rect
        guard !part.isEmpty, opacity > 0, let target = current else { return }
        let held = device.heldPixels
        let mask: MaskTarget
        if let free = groupMasks.popLast(), free.holds(held) {
            mask = free
        } else {
            mask = try MaskTarget(device, .rgba8, held, nil)
        }
        let rows = device.targetRows
        let top = rows == .topDown ? held.y : held.maxY - mask.texture.height
        let inner = Target.mask(
            mask, size: device.targetSize, origin: (held.x, top), rows: rows)
        let before = (clip, clips)
        current = inner
        try inner.begin()
        device.setScissor(part)
        try device.clear(.clear)
        (clip, clips) = (Clip(rect: part, rounded: nil), [])
        do {
            try body()
        } catch {
            (current, clip, clips) = (target, before.0, before.1)
            throw error
        }
        (current, clip, clips) = (target, before.0, before.1)
        try target.begin()
        if let pipeline = try prepare(MaskTarget.grouped, within: part) {
            pipeline.program.set(pipeline.uniform("uOpacity"), Float(opacity))
            try paint(part, pipeline, from: mask)
        }
        groupMasks.append(mask)
    }

    /// Draws into a mask, whose fragments lie where the target's do, counted from where its rows
    /// begin.
    private func draw(
        into mask: MaskTarget, _ part: PixelRect, clearing: Bool,
        _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let held = device.heldPixels
        let rows = device.targetRows
        let top = rows == .topDown ? held.y : held.maxY - mask.texture.height
        try device.begin(
            mask.framebuffer, of: device.targetSize, origin: (held.x, top), rows: rows)
        if clearing {
            device.setScissor(part)
            try device.clear(.clear)
        }
        let outer = clip
        clip = Clip(rect: part, rounded: nil)
        defer { clip = outer }
        try body()
    }

    /// Fills a rectangle with what a pipeline makes of a mask.
    private func paint(
        _ part: PixelRect, _ pipeline: Pipeline, from mask: MaskTarget
    ) throws(GPUError) {
        device.use(mask.texture)
        pipeline.program.set(pipeline.uniform("uMask"), integer: 0)
        pipeline.program.set(
            pipeline.uniform("uRect"), Float(part.x), Float(part.y), Float(part.maxX),
            Float(part.maxY))
        try device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try vertexArrayOfNothing().array)
    }

    /// A mask of one channel, at least as large as what is drawn into.
    private func maskTarget() throws(GPUError) -> MaskTarget {
        let held = device.heldPixels
        if let mask, mask.holds(held) { return mask }
        let made = try MaskTarget(device, .r8, held, mask)
        mask = made
        return made
    }

    /// One of two masks of four channels, made when first needed.
    private func shareMask(_ number: Int) throws(GPUError) -> MaskTarget {
        let held = device.heldPixels
        if number < shareMasks.count, shareMasks[number].holds(held) { return shareMasks[number] }
        let old = number < shareMasks.count ? shareMasks[number] : nil
        let made = try MaskTarget(device, .rgba8, held, old)
        if old == nil { shareMasks.append(made) } else { shareMasks[number] = made }
        return made
    }
}

/// The texture that coverage is gathered in.
@MainActor
final class MaskTarget {
    /// One colour through a mask.
    static let painted = ShaderPair(
        "masked", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.maskedFragment])
    /// Several colours through the channels of a mask.
    static let shares = ShaderPair(
        "shares", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.sharesFragment])
    /// What was drawn by itself, see-through as a whole.
    static let grouped = ShaderPair(
        "group", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.groupFragment])
    /// What colours of one mask have taken, for the next.
    static let claims = ShaderPair(
        "claims", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.claimsFragment])

    let device: Device
    let texture: Texture
    let framebuffer: Framebuffer

    /// A mask at least as large as a rectangle, and as another mask.
    init(
        _ device: Device, _ format: TexelFormat, _ rect: PixelRect, _ other: MaskTarget?
    ) throws(GPUError) {
        self.device = device
        texture = try Texture(
            device, format: format, width: max(rect.width, other?.texture.width ?? 0),
            height: max(rect.height, other?.texture.height ?? 0))
        framebuffer = try Framebuffer(device, texture: texture)
    }

    func holds(_ rect: PixelRect) -> Bool {
        texture.width >= rect.width && texture.height >= rect.height
    }
}
