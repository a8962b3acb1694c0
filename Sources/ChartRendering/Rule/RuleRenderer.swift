import ChartScene
import GPU
import Geometry
import Shaders

/// Draws rules in one draw call.
struct RuleRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "rule", vertex: [ShaderFiles.target, ShaderFiles.ruleVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.ruleFragment])
    static let layout = VertexLayout([
        .init(0, .float(2), offset: 0), .init(1, .float(1), offset: 8),
    ])

    func draw(_ item: RuleItem, with renderer: Renderer) throws(GPUError) {
        let (rules, projection) = (item.rules.content, item.projection)
        let painted = item.color.opacity(Float(item.alpha))
        guard painted.alpha > 0 else { return }
        let plot = projection.plot
        let isUpright = item.axis == .x
        let along = item.span ?? (isUpright ? plot.minY...plot.maxY : plot.minX...plot.maxX)
        // A value at the very end of the range is included, despite rounding to float.
        let low = (isUpright ? plot.minX : plot.minY) - 0.01
        let high = (isUpright ? plot.maxX : plot.maxY) + 0.01
        let from =
            isUpright
            ? projection.uniformX(origin: rules.origin) : projection.uniformY(origin: rules.origin)
        let part = renderer.clip.rect
        try Self.draw(
            rules, from, isUpright ? 0 : 1,
            Float(along.lowerBound.rounded())...Float(along.upperBound.rounded()),
            max(item.pixels, 1), Float(low)...Float(high), painted.premultiplied,
            painted.alpha >= 1 && rules.isOpaque ? renderer.opaqueBlend(part) : .over, part,
            with: renderer)
    }

    /// Draws rules with the parameters of the shader: see `Rule/rule.vert`.
    static func draw(
        _ rules: RuleBuffer, _ axis: [Float], _ lying: Float, _ span: ClosedRange<Float>,
        _ width: Int, _ limits: ClosedRange<Float>?, _ color: [Float], _ blend: Blend,
        _ part: PixelRect, with renderer: Renderer
    ) throws(GPUError) {
        guard let copy = try renderer.copy(of: rules.store),
            let pipeline = try renderer.prepare(shaders, blend: blend, within: part)
        else { return }
        let box = try copy.vertexArray(layout)
        pipeline.program.set(pipeline.uniform("uAxis"), vector: axis)
        pipeline.program.set(
            pipeline.uniform("uSpan"), span.lowerBound, span.upperBound, Float(width), lying)
        pipeline.program.set(
            pipeline.uniform("uLimits"), limits?.lowerBound ?? -1e9, limits?.upperBound ?? 1e9)
        pipeline.program.set(pipeline.color, vector: color)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: rules.store.count, program: pipeline.program,
            vertexArray: box.array)
    }
}
