import ChartScene
import GPU
import Geometry
import Shaders

/// Draws cells in one draw call; those of invisible columns are omitted.
struct HeatRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "heat", vertex: [ShaderFiles.target, ShaderFiles.projection, ShaderFiles.heatVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.box, ShaderFiles.barFragment])
    private static let layout = VertexLayout([
        .init(0, .float(4), offset: 0), .init(1, .float(2), offset: 16),
        .init(2, .color, offset: 24),
    ])

    func draw(_ item: HeatItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, style, projection) = (item.cells.content, item.style, item.projection)
        guard item.alpha > 0, let shown = projection.visibleX(in: renderer.clip.rect, reach: 1)
        else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty, let copy = try renderer.copy(of: buffer.store),
            let pipeline = try renderer.prepare(Self.shaders)
        else { return }
        let box = try copy.vertexArray(Self.layout, first: visible.lowerBound)
        pipeline.set(projection, x: buffer.originX, y: buffer.originY)
        pipeline.program.set(
            pipeline.uniform("uCell"), Float(style.gapX), Float(style.gapY),
            Float(style.corner * renderer.scale), Float(item.alpha))
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }
}
