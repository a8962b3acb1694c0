// Coverage collected in a texture before it is painted.
//
// One colour: coverage keeps its maximum in a mask of one channel, so overlapping parts have one
// even tone, and the colour is painted through it once.
// Several colours: each collects its coverage in a separate channel of one mask, three at a time,
// and one fill paints them all; in each pixel a colour takes what those before it leave: max(m₁ …
// mₖ) − max(m₁ … mₖ₋₁). So no pixel is blended twice, none is left out where two meet, and the
// shares of a pixel at a border add up to its coverage. The coverage taken by the first three is
// passed to the next mask in its fourth channel.
// Limits: where a colour meets one of another group of three, the pixels that both cover in part
// are blended in two steps, and so are paler than they should be by up to a quarter of the square
// of the alpha.
// Rejected: a mask and a fill for each colour (twice the passes, and the pixels of a border blended
// twice); a separate picture that is composed and then blended (four times the bytes).

import GPU
import Geometry

/// The masks of a device, each made when it is first needed, and painting through them.
@MainActor
final class Masks {
    private var mask: MaskTarget?
    /// Two with four channels, which shares use in turn.
    private var shares: [MaskTarget] = []
    /// Those that groups use in turn.
    private var groups: [MaskTarget] = []

    /// Draws coverage into a mask with `body`, then paints `color` (premultiplied) through it, within
    /// `rect`.
    ///
    /// Coverage keeps its maximum, so overlapping parts have one even tone.
    func paint(
        _ color: [Float], within rect: PixelRect, with renderer: Renderer,
        _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(renderer.clip.rect)
        guard !part.isEmpty, let target = renderer.target else { return }
        let mask = try singleMask(renderer.device)
        try begin(mask, part, clearing: true, renderer, body)
        try target.begin()
        guard let pipeline = try renderer.prepare(MaskTarget.painted, within: part) else { return }
        pipeline.program.set(pipeline.color, vector: color)
        try paint(part, pipeline, from: mask, renderer)
    }

    /// Paints `color` (premultiplied) through a mask that was drawn before, within `rect`.
    func paint(
        _ color: [Float], within rect: PixelRect, through mask: MaskTarget,
        with renderer: Renderer
    ) throws(GPUError) {
        guard let pipeline = try renderer.prepare(MaskTarget.painted, within: rect) else { return }
        pipeline.program.set(pipeline.color, vector: color)
        try paint(rect, pipeline, from: mask, renderer)
    }

    /// Like `paint(_:within:with:_:)`, but the coverage is added to that of another mask, which stays
    /// as it is.
    func paint(
        _ color: [Float], within rect: PixelRect, over other: MaskTarget, with renderer: Renderer,
        _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(renderer.clip.rect)
        try paint(color, within: part, with: renderer) { () throws(GPUError) in
            if let pipeline = try renderer.prepare(
                MaskTarget.painted, blend: .none, within: part)
            {
                pipeline.program.set(pipeline.color, vector: [1, 1, 1, 1])
                try paint(part, pipeline, from: other, renderer)
            }
            try body()
        }
    }

    /// Draws more coverage into a mask that is kept, within `rect`.
    ///
    /// - Parameter clearing: whether all of the mask is empty before.
    func draw(
        into mask: MaskTarget, _ rect: PixelRect, clearing: Bool, _ renderer: Renderer,
        _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(renderer.clip.rect)
        guard let target = renderer.target, clearing || !part.isEmpty else { return }
        let whole = renderer.clip.rect
        if clearing {
            try begin(mask, whole, clearing: true, renderer) { () throws(GPUError) in }
        }
        if !part.isEmpty { try begin(mask, part, clearing: false, renderer, body) }
        try target.begin()
    }

    /// Paints colours (premultiplied), each through the coverage that `body` draws for it, within
    /// `rect`; if two are on one pixel, the earlier one covers.
    ///
    /// - Parameter body: Draws the coverage of the colour with a number, in the given colour and
    ///   with the maximum as the blend.
    func paint(
        _ colors: [[Float]], within rect: PixelRect, with renderer: Renderer,
        _ body: (Int, [Float]) throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = rect.intersection(renderer.clip.rect)
        guard !part.isEmpty, let target = renderer.target else { return }
        for first in stride(from: 0, to: colors.count, by: 3) {
            let number = first / 3
            let mask = try shareMask(number % 2, renderer.device)
            let before = number > 0 ? try shareMask((number - 1) % 2, renderer.device) : nil
            try begin(mask, part, clearing: before == nil, renderer) { () throws(GPUError) in
                if let before,
                    let claims = try renderer.prepare(
                        MaskTarget.claims, blend: .none, within: part)
                {
                    try paint(part, claims, from: before, renderer)
                }
                for index in first..<min(first + 3, colors.count) {
                    var channel: [Float] = [0, 0, 0, 0]
                    channel[index - first] = 1
                    try body(index, channel)
                }
            }
            try target.begin()
            guard let pipeline = try renderer.prepare(MaskTarget.shares, within: part) else {
                return
            }
            let three = (first..<first + 3).flatMap {
                $0 < colors.count ? colors[$0] : [0, 0, 0, 0]
            }
            pipeline.program.set(pipeline.uniform("uColors"), vec4s: three)
            try paint(part, pipeline, from: mask, renderer)
        }
    }

    /// Draws the output of `body` separately, and then that, translucent as a whole.
    ///
    /// Costs a clear and a fill of the part of the target within the clip.
    func group(
        opacity: Double, with renderer: Renderer, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let part = renderer.clip.rect
        guard !part.isEmpty, opacity > 0, renderer.target != nil else { return }
        let device = renderer.device
        let held = device.heldPixels
        let mask: MaskTarget
        if let free = groups.popLast(), free.holds(held) {
            mask = free
        } else {
            mask = try MaskTarget(device, .rgba8, held, nil)
        }
        let inner = DrawTarget.mask(
            mask, size: device.targetSize, origin: (held.x, top(of: mask, device)),
            rows: device.targetRows)
        try renderer.detour(to: inner, part) { () throws(GPUError) in
            device.setScissor(part)
            try device.clear(.clear)
            try body()
        }
        if let pipeline = try renderer.prepare(MaskTarget.grouped, within: part) {
            pipeline.program.set(pipeline.uniform("uOpacity"), Float(opacity))
            try paint(part, pipeline, from: mask, renderer)
        }
        groups.append(mask)
    }

    /// Draws into a mask, whose fragments have the same positions as in the target, counted from
    /// the beginning of its rows.
    private func begin(
        _ mask: MaskTarget, _ part: PixelRect, clearing: Bool, _ renderer: Renderer,
        _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let device = renderer.device
        try device.begin(
            mask.framebuffer, of: device.targetSize,
            origin: (device.heldPixels.x, top(of: mask, device)), rows: device.targetRows)
        if clearing {
            device.setScissor(part)
            try device.clear(.clear)
        }
        let outer = renderer.clips
        renderer.clips = ClipStack(part)
        defer { renderer.clips = outer }
        try body()
    }

    /// The row of the target at which a mask for the present target begins.
    private func top(of mask: MaskTarget, _ device: Device) -> Int {
        let held = device.heldPixels
        return device.targetRows == .topDown ? held.y : held.maxY - mask.texture.height
    }

    /// Fills a rectangle with the output of a pipeline for a mask.
    private func paint(
        _ part: PixelRect, _ pipeline: Pipeline, from mask: MaskTarget, _ renderer: Renderer
    ) throws(GPUError) {
        renderer.device.use(mask.texture)
        pipeline.program.set(pipeline.uniform("uMask"), integer: 0)
        pipeline.program.set(
            pipeline.uniform("uRect"), Float(part.x), Float(part.y), Float(part.maxX),
            Float(part.maxY))
        try renderer.device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try renderer.vertexArrayOfNothing().array)
    }

    /// A mask of one channel, at least as large as the present target.
    private func singleMask(_ device: Device) throws(GPUError) -> MaskTarget {
        let held = device.heldPixels
        if let mask, mask.holds(held) { return mask }
        let made = try MaskTarget(device, .r8, held, mask)
        mask = made
        return made
    }

    /// One of two masks of four channels.
    private func shareMask(_ number: Int, _ device: Device) throws(GPUError) -> MaskTarget {
        let held = device.heldPixels
        let known = number < shares.count ? shares[number] : nil
        if let known, known.holds(held) { return known }
        let made = try MaskTarget(device, .rgba8, held, known)
        if known == nil { shares.append(made) } else { shares[number] = made }
        return made
    }
}
