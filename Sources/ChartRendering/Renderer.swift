import ChartScene
import GPU
import Geometry
import Painting
import Text

/// Draws display lists and marks into a surface, one frame at a time.
///
/// It draws retained values (`Picture`, `SampleBuffer`, `BarBuffer`, …) that keep their content in
/// memory and a copy on the GPU, sent when it is first drawn and when it changed. A frame that
/// changes only positions costs uniforms and draw calls. After `GPUError.contextLost` make a new
/// device and surface, pass the device to `replaceDevice` and draw again: all copies are restored
/// automatically.
///
/// Colours blend premultiplied in sRGB values, like on desktops and in browsers, so a token at 60 %
/// over another looks the same as in any design program. Positions are in points from the top left
/// of the target unless a name contains device pixels.
@MainActor
public final class Renderer {
    /// The device in use.
    public private(set) var device: Device
    /// The glyphs for texts.
    public let atlas: GlyphAtlas
    /// Device pixels per point of the current frame.
    public private(set) var scale: Double = 1
    /// The target's size in points.
    public var size: Size {
        let target = device.targetSize
        return Size(width: Double(target.width) / scale, height: Double(target.height) / scale)
    }

    private var pipelines: Pipelines
    private var glyphs: GlyphTexture?
    /// One line, at the position given by the uniforms.
    private let lone = RuleBuffer([0])
    /// The copies of contents on the GPU.
    var copies = ContentCopies()
    /// The renderers of the types of items.
    private let items = ItemRenderers()
    private(set) var masks = Masks()
    /// The current target; nil between frames.
    private(set) var target: DrawTarget?
    var clips = ClipStack(PixelRect(x: 0, y: 0, width: 0, height: 0))
    /// The current limits of drawing.
    var clip: Clip { clips.current }

    /// A renderer on `device` that takes its glyphs from `atlas`.
    public init(device: Device, atlas: GlyphAtlas) {
        self.device = device
        self.atlas = atlas
        pipelines = Pipelines(device)
    }

    /// Continues with another device, after the first was lost.
    public func replaceDevice(_ device: Device) {
        pipelines = Pipelines(device)
        glyphs = nil
        copies.forget()
        masks = Masks()
        target = nil
        clips = ClipStack(clip.rect)
        self.device = device
    }

    // MARK: Frames

    /// Starts a frame on `surface` at `scale` device pixels per point, cleared to `color` if given.
    ///
    /// With `region` (device pixels) only that part is drawn: for a surface whose content is still
    /// present (`Surface.bufferAge`). Throws `contextLost` after a driver reset.
    public func beginFrame(
        _ surface: Surface, scale: Double, clear color: Color?, region: PixelRect? = nil
    ) throws(GPUError) {
        precondition(surface.device === device, "the surface belongs to another device")
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        try device.checkReset()
        // Any frame may fill a rectangle: the necessary data are ready before the first.
        _ = try copy(of: lone.store)
        device.resetStatistics()
        atlas.beginFrame()
        self.scale = scale
        let whole = PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
        let target = DrawTarget.surface(surface)
        self.target = target
        try target.begin()
        let part = region.map { $0.intersection(whole) } ?? whole
        clips = ClipStack(part)
        if let color { try replace(part, with: color) }
    }

    /// Ends the frame and returns its cost.
    ///
    /// `Surface.present` shows it.
    @discardableResult
    public func endFrame() throws(GPUError) -> FrameStatistics {
        precondition(clips.isEmpty, "a clip was pushed and not popped")
        precondition(target != nil, "endFrame without beginFrame")
        target = nil
        copies.sweep()
        try device.check("a frame's calls")
        return device.statistics
    }

    /// Draws into a region of another target temporarily.
    func detour(
        to other: DrawTarget, _ region: PixelRect, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        let before = (target, clips)
        do {
            (target, clips) = (other, ClipStack(region))
            try other.begin()
            try body()
        } catch {
            (target, clips) = before
            throw error
        }
        precondition(clips.isEmpty, "a clip was pushed and not popped")
        (target, clips) = before
        try target?.begin()
    }

    // MARK: Scenes

    /// Draws a scene into the frame; it must be for a target of this scale.
    public func draw(_ scene: Scene) throws(GPUError) {
        precondition(scene.scale == scale, "a scene is drawn at the scale it was made for")
        try draw(scene.nodes)
    }

    /// Draws the items that `encode` adds to a scene of the target's size and scale; only the
    /// missing parts of its kept pictures need be added.
    public func draw(_ encode: (SceneBuilder) -> Void) throws(GPUError) {
        let builder = SceneBuilder(size: size, scale: scale, keeper: self, clip: clip.rect)
        encode(builder)
        try draw(builder.finish().nodes)
    }

    /// Draws one item.
    public func draw(_ item: any SceneItem) throws(GPUError) { try items.draw(item, with: self) }

    func draw(_ nodes: [Scene.Node]) throws(GPUError) {
        for node in nodes {
            switch node {
            case .item(let item): try items.draw(item, with: self)
            case .layer(let layer): try draw(layer)
            }
        }
    }

    private func draw(_ layer: SceneLayer) throws(GPUError) {
        guard layer.opacity > 0 else { return }
        if let limit = layer.clip {
            clips.push(limit.rect, radius: limit.radius)
        }
        defer { if layer.clip != nil { clips.pop() } }
        if clip.rect.isEmpty { return }
        guard layer.opacity >= 1 else {
            return try masks.group(opacity: layer.opacity, with: self) { () throws(GPUError) in
                try drawKept(layer)
            }
        }
        try drawKept(layer)
    }

    private func drawKept(_ layer: SceneLayer) throws(GPUError) {
        switch layer.keeping {
        case .nothing: try draw(layer.nodes)
        case .scrolled(let picture):
            try ScrolledPictureRenderer.draw(picture, layer.nodes, with: self)
        case .whole(let picture): try WholePictureRenderer.draw(picture, layer.nodes, with: self)
        }
    }

    // MARK: Clips

    /// The device pixels that are currently drawn into: the part of the target within the clips.
    public var clipRect: PixelRect { clip.rect }

    /// Limits what `body` draws to `rect` (points, snapped to device pixels) with rounded corners.
    ///
    /// Corners of an enclosing clip are not cut again: only the innermost rounded clip counts.
    public func clipped(
        to rect: Rect, radius: Double = 0, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        try clipped(toPixels: pixels(rect), radius: radius * scale, body)
    }

    /// Like `clipped(to:radius:)`, all in device pixels.
    public func clipped(
        toPixels rect: PixelRect, radius: Double = 0, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        clips.push(rect, radius: radius)
        defer { clips.pop() }
        try body()
    }

    /// A rectangle of points as device pixels, each edge rounded.
    public func pixels(_ rect: Rect) -> PixelRect {
        PixelRect(snapping: rect, scale: scale)
    }

    // MARK: Pipelines

    /// Sets scissor, blend and the uniforms that all shaders share; nil if the clip is empty.
    func prepare(
        _ shaders: ShaderPair, _ options: Pipeline.Options = [], blend: Blend = .over,
        within rect: PixelRect? = nil
    ) throws(GPUError) -> Pipeline? {
        try pipelines.prepare(shaders, options, blend: blend, within: rect, clip)
    }

    /// The vertex array of drawings from uniforms alone.
    func vertexArrayOfNothing() throws(GPUError) -> VertexArrayBox {
        try pipelines.vertexArrayOfNothing()
    }

    /// The up-to-date copy of a content's elements; nil while there are none.
    func copy<Element>(of store: ElementStore<Element>) throws(GPUError) -> ElementCopy<Element>? {
        let known: ElementCopy<Element>? = copies.copy(of: store)
        let copy = try ElementCopy.updated(known, from: store, on: device)
        if let copy, copy !== known { copies.keep(copy, of: store) }
        return copy
    }

    /// Binds the up-to-date glyphs; false while there are none.
    func bindGlyphs() throws(GPUError) -> Bool {
        glyphs = try GlyphTexture.updated(glyphs, from: atlas, on: device)
        guard let glyphs else { return false }
        device.use(glyphs.texture)
        return true
    }

    // MARK: Rectangles

    /// Fills a rectangle of device pixels, at once and from uniforms.
    ///
    /// An opaque one without rounded corners is not blended, which is cheaper.
    public func fill(pixels rect: PixelRect, _ color: Color) throws(GPUError) {
        let part = rect.intersection(clip.rect)
        guard !part.isEmpty, color.alpha > 0 else { return }
        try paint(part, color, blend: color.alpha >= 1 ? opaqueBlend(part) : .over)
    }

    /// Erases a rectangle of device pixels.
    func erase(_ rect: PixelRect) throws(GPUError) {
        let part = rect.intersection(clip.rect)
        if !part.isEmpty { try replace(part, with: .clear) }
    }

    /// The blend for an opaque colour: it replaces the present content, unless a round corner cuts
    /// it.
    func opaqueBlend(_ part: PixelRect) -> Blend {
        clip.rounded?.cuts(part) == true ? .over : .none
    }

    private func paint(_ part: PixelRect, _ color: Color, blend: Blend) throws(GPUError) {
        // A rule as wide as the rectangle.
        try RuleRenderer.draw(
            lone, [0, 0, 1, Float(part.x) + 0.5 * Float(part.width)], 0,
            Float(part.y)...Float(part.maxY), part.width, nil, color.premultiplied, blend, part,
            with: self)
    }

    /// Replaces the content of a rectangle of device pixels: with a clear if it is all of the
    /// target.
    ///
    /// Software drivers implement a partial clear as a draw, with its own program and set-up.
    func replace(_ rect: PixelRect, with color: Color) throws(GPUError) {
        let held = device.heldPixels
        guard rect.intersection(held) == held else {
            return try paint(rect, color, blend: .none)
        }
        device.setScissor(nil)
        try device.clear(color)
    }

    /// Fills a rectangle, its edges rounded to device pixels.
    public func fill(_ rect: Rect, _ color: Color) throws(GPUError) {
        try fill(pixels: pixels(rect), color)
    }
}

extension Renderer: PictureKeeper {
    public func missingParts(
        of kept: ScrolledPicture, in clip: PixelRect, corners: SceneLayer.Clip?
    ) -> [PixelRect] {
        ScrolledPictureRenderer.missingParts(of: kept, in: clip, corners: corners, with: self)
    }

    public func holds(_ content: any SceneContent) -> Bool { copies.has(content) }
}
