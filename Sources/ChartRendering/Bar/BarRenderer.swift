import ChartScene
import GPU
import Geometry
import Painting
import Shaders

/// Draws bars in one draw call; a selection or a fade sends nothing.
struct BarRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "bar", vertex: [ShaderFiles.target, ShaderFiles.projection, ShaderFiles.barVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.box, ShaderFiles.barFragment])
    static let layout = VertexLayout([
        .init(0, .float(4), offset: 0), .init(1, .float(2), offset: 16),
    ])
    /// Up to this number of colours are uniforms; more are the texels of a small texture.
    private static let fewColors = 8

    func draw(_ item: BarItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, style, projection) = (item.bars.content, item.style, item.projection)
        let scale = renderer.scale
        let lying = style.isHorizontal
        let scaleAlong = abs(lying ? projection.scaleY : projection.scaleX)
        guard scaleAlong > 0, item.alpha > 0 else { return }
        var fixed = 0.0
        var fraction = 0.0
        switch style.width {
        case .fraction(let part): fraction = part
        case .points(let points): fixed = max(points * scale, 1)
        }
        let reach = fixed + 2
        guard
            let shown = lying
                ? projection.visibleY(in: renderer.clip.rect, reach: reach)
                : projection.visibleX(in: renderer.clip.rect, reach: reach)
        else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty, let copy = try renderer.copy(of: buffer.store),
            let pipeline = try renderer.prepare(
                Self.shaders,
                style.colors.count > Self.fewColors
                    ? .palette : style.hatching == nil ? [] : .hatched)
        else { return }
        let box = try copy.vertexArray(Self.layout, first: visible.lowerBound)
        pipeline.set(
            projection, x: lying ? buffer.originValue : buffer.originSlot,
            y: lying ? buffer.originSlot : buffer.originValue)
        pipeline.program.set(
            pipeline.uniform("uBar"), Float(fraction), Float(fixed), lying ? 1 : 0,
            style.isRange ? 1 : 0)
        let c = style.corners
        pipeline.program.set(
            pipeline.uniform("uRadii"), Float(c.leftTop * scale), Float(c.rightTop * scale),
            Float(c.leftBottom * scale), Float(c.rightBottom * scale))
        let selected = style.selected.map { Float($0 - visible.lowerBound) } ?? 0
        pipeline.program.set(
            pipeline.uniform("uSelection"), style.selected == nil ? 1 : Float(style.othersOpacity),
            selected)
        try setPalette(pipeline, buffer, style.colors, item.alpha, renderer)
        if let hatching = style.hatching {
            setHatching(pipeline, hatching, style.colors, item.alpha, scale)
            let anchor = lying ? projection.pixelX(ofPlace: 0) : projection.pixelY(ofPlace: 0)
            pipeline.program.set(
                pipeline.uniform("uAnchor"), Float(hatching.reduced(anchor, scale: scale)))
        }
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    private func setHatching(
        _ pipeline: Pipeline, _ hatching: Hatching, _ colors: [Color], _ alpha: Double,
        _ scale: Double
    ) {
        var gaps: [Float] = []
        for index in 0..<Self.fewColors {
            let number = min(index, colors.count - 1)
            let color = hatching.gap(number) ?? colors[number]
            gaps += color.opacity(Float(alpha)).premultiplied
        }
        pipeline.program.set(pipeline.uniform("uGaps"), vec4s: gaps)
        pipeline.program.set(
            pipeline.uniform("uHatching"), Float(hatching.period * scale),
            Float(hatching.width * scale))
    }

    private func setPalette(
        _ pipeline: Pipeline, _ buffer: BarBuffer, _ colors: [Color], _ alpha: Double,
        _ renderer: Renderer
    ) throws(GPUError) {
        guard colors.count > Self.fewColors else {
            var palette: [Float] = []
            for index in 0..<Self.fewColors {
                let color = colors[min(index, colors.count - 1)]
                palette += color.opacity(Float(alpha)).premultiplied
            }
            return pipeline.program.set(pipeline.uniform("uPalette"), vec4s: palette)
        }
        let known: PaletteTexture? = renderer.copies.copy(of: buffer)
        let palette = try PaletteTexture.updated(known, colors, on: renderer.device)
        if palette !== known { renderer.copies.keep(palette, of: buffer) }
        renderer.device.use(palette.texture)
        pipeline.program.set(pipeline.uniform("uPalette"), integer: 0)
        pipeline.program.set(pipeline.uniform("uColors"), Float(colors.count), Float(alpha))
    }
}
