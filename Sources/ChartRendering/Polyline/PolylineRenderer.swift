import ChartScene
import GPU
import Geometry
import Shaders

/// Draws lines through vertices of a plane: one draw call, whatever the number of vertices.
///
/// The division of corners and the coverage are those of lines (Shaders/Line/segment.glsl).
/// A pan, a zoom and a turn only change uniforms.
struct PolylineRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "polyline",
        vertex: [
            ShaderFiles.target, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.segment,
            ShaderFiles.polylineVertex,
        ],
        fragment: [
            ShaderFiles.clip, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.lineFragment,
        ], defines: ["OWN_COLOR", "SHAPED_ENDS"])
    /// A segment: the vertex before it, its own two, and the one after it.
    private static let layout: VertexLayout = {
        let stride = MemoryLayout<PolylineBuffer.Vertex>.stride
        return VertexLayout(
            (0..<4).map { .init($0, .float(2), offset: $0 * stride) }
                + (0..<3).map { .init(4 + $0, .unsigned16(2), offset: $0 * stride + 8) })
    }()

    func draw(_ item: PolylineItem, with renderer: Renderer) throws(GPUError) {
        let buffer = item.lines.content
        guard buffer.count > 1, item.alpha > 0, let copy = try renderer.copy(of: buffer.store),
            let pipeline = try renderer.prepare(Self.shaders)
        else { return }
        let map = AffineTransform.scale(renderer.scale, renderer.scale).after(item.map)
        pipeline.program.set(
            pipeline.uniform("uTurn"), Float(map.a), Float(map.b), Float(map.c), Float(map.d))
        pipeline.program.set(pipeline.offset, Float(map.tx), Float(map.ty), Float(item.alpha))
        pipeline.program.set(pipeline.uniform("uWidth"), Float(item.width * renderer.scale))
        let own = item.color.map { PackedColor($0) } ?? .clear
        pipeline.program.set(
            pipeline.color, Float(own.red), Float(own.green), Float(own.blue), Float(own.alpha))
        let box = try copy.vertexArray(Self.layout)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: buffer.count - 1, program: pipeline.program,
            vertexArray: box.array)
    }
}
