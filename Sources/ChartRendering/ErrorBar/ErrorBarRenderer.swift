import ChartScene
import GPU
import Geometry
import Shaders

/// Draws values with their error bars in two draw calls; a pan, a zoom and a fade send nothing.
struct ErrorBarRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "errorBar",
        vertex: [ShaderFiles.target, ShaderFiles.projection, ShaderFiles.errorBarVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.ruleFragment])
    private static let attributes = (0..<3).map { VertexAttribute($0, .float(4), offset: 16 * $0) }
    private static let layout = VertexLayout(attributes)
    private static let pointLayout = VertexLayout([attributes[0]])

    func draw(_ item: ErrorBarItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, style, projection) = (item.values.content, item.style, item.projection)
        let scale = renderer.scale
        guard item.alpha > 0, projection.scaleX > 0,
            let shown = projection.visibleX(
                in: renderer.clip.rect, reach: style.reach * scale + 2)
        else { return }
        let visible = buffer.visible(shown)
        guard !visible.isEmpty, let copy = try renderer.copy(of: buffer.store) else { return }
        let width = max(1, (style.width * scale).rounded())
        if style.color.alpha > 0, let pipeline = try renderer.prepare(Self.shaders) {
            pipeline.set(projection, x: buffer.originX, y: buffer.originY)
            // The same number of pixels on both sides of the bar.
            let arm = max(0, ((style.cap * scale - width) / 2).rounded())
            pipeline.program.set(pipeline.uniform("uBar"), Float(width), Float(arm))
            pipeline.program.set(
                pipeline.color, vector: style.color.opacity(Float(item.alpha)).premultiplied)
            let box = try copy.vertexArray(Self.layout, first: visible.lowerBound)
            // A bar and two arms of each cap.
            try renderer.device.draw(
                .triangles, vertices: 5 * 6, instances: visible.count, program: pipeline.program,
                vertexArray: box.array)
        }
        guard let point = style.point,
            let pipeline = try renderer.prepare(PointRenderer.shaders, .onBars)
        else { return }
        pipeline.set(projection, x: buffer.originX, y: buffer.originY)
        pipeline.set(point, item.alpha, scale: scale)
        pipeline.program.set(pipeline.uniform("uBar"), Float(width))
        let box = try copy.vertexArray(Self.pointLayout, first: visible.lowerBound)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }
}
