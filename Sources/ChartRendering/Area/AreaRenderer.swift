import ChartScene
import GPU
import Geometry
import Shaders

/// Draws areas in one draw call each; neighbouring pieces meet without a seam, so a translucent
/// area is even.
struct AreaRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "area", vertex: [ShaderFiles.target, ShaderFiles.projection, ShaderFiles.areaVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.areaFragment])
    /// A piece: a sample and the next one.
    static let layout = VertexLayout([
        .init(0, .float(4), offset: 0),
        .init(1, .float(4), offset: MemoryLayout<BandVertex>.stride),
    ])

    func draw(_ item: AreaItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, style, projection) = (item.band.content, item.style, item.projection)
        guard item.alpha > 0,
            let shown = projection.visibleX(in: renderer.clip.rect, reach: 1)
        else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty, let copy = try renderer.copy(of: buffer.store),
            let pipeline = try renderer.prepare(Self.shaders)
        else { return }
        let box = try copy.vertexArray(Self.layout, first: visible.lowerBound)
        pipeline.set(projection, x: buffer.originX, y: buffer.originY)
        let base = style.base.map { projection.boundY($0).rounded() }
        pipeline.program.set(pipeline.uniform("uBase"), base == nil ? 0 : 1, Float(base ?? 0))
        let top = style.gradient.map { projection.boundY($0.upperBound) } ?? projection.plot.minY
        let bottom = style.gradient.map { projection.boundY($0.lowerBound) } ?? projection.plot.maxY
        pipeline.program.set(pipeline.uniform("uGradient"), Float(top), Float(bottom))
        let alpha = Float(item.alpha)
        pipeline.program.set(
            pipeline.uniform("uUpper"), vector: style.upper.opacity(alpha).premultiplied)
        pipeline.program.set(
            pipeline.uniform("uLower"), vector: style.lower.opacity(alpha).premultiplied)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }
}

extension Pipeline {
    /// Sets how data relative to an origin become device pixels, and the position of the plot.
    func set(_ projection: PlotProjection, x: Double, y: Double) {
        program.set(projectionX, vector: projection.uniformX(origin: x))
        program.set(projectionY, vector: projection.uniformY(origin: y))
        program.set(plot, vector: projection.edges)
    }
}
