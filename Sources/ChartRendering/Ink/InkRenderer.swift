// Strokes of ink.
//
// Method: one instance per piece, an uneven capsule whose coverage is a distance in the fragment
// shader. Pieces are drawn into a mask that keeps the maximum, and painted through it once: joints
// and crossings are even, whatever the opacity, and no triangles are computed. Opaque strokes of one
// colour that follow one another share a mask, because their union looks the same.
// Limits: where the soft edges of two parts of a stroke meet, the larger coverage counts.
// Rejected: triangulated outlines (spikes, and uneven where they overlap), the stencil (hard edges),
// stamps along the path (as many as there are pixels).

import ChartScene
import GPU
import Geometry
import Shaders

/// Draws strokes: for each group of the same opaque colour, and for each translucent one, a draw
/// call and a fill of its rectangle.
struct InkRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "ink", vertex: [ShaderFiles.target, ShaderFiles.inkVertex],
        fragment: [ShaderFiles.inkFragment])
    private static let layout = VertexLayout([
        .init(0, .float(3), offset: 0),
        .init(1, .float(3), offset: MemoryLayout<InkVertex>.stride),
    ])

    func draw(_ item: InkItem, with renderer: Renderer) throws(GPUError) {
        let buffer = item.ink.content
        let strokes = buffer.strokes
        guard item.alpha > 0, let copy = try renderer.copy(of: buffer.store) else { return }
        var index = 0
        while index < strokes.count {
            var group = strokes[index]
            index += 1
            let color = group.color.opacity(Float(item.alpha))
            while color.alpha >= 1, index < strokes.count, strokes[index].color == group.color {
                group.bounds = group.bounds.union(strokes[index].bounds)
                group.vertices = group.vertices.lowerBound..<strokes[index].vertices.upperBound
                index += 1
            }
            guard color.alpha > 0 else { continue }
            try draw(group, color, item.offset, copy, renderer)
        }
    }

    private func draw(
        _ stroke: InkBuffer.Stroke, _ color: Color, _ offset: Vector,
        _ copy: ElementCopy<InkVertex>,
        _ renderer: Renderer
    ) throws(GPUError) {
        let rect = PixelRect(enclosing: stroke.bounds.offset(by: offset).inset(by: -1))
        try renderer.masks.paint(color.premultiplied, within: rect, with: renderer) {
            () throws(GPUError) in
            guard let pipeline = try renderer.prepare(Self.shaders, .mask, blend: .maximum) else {
                return
            }
            pipeline.program.set(pipeline.uniform("uShift"), Float(offset.dx), Float(offset.dy))
            let box = try copy.vertexArray(Self.layout, first: stroke.vertices.lowerBound)
            try renderer.device.draw(
                .triangleStrip, vertices: 4, instances: stroke.vertices.count,
                program: pipeline.program, vertexArray: box.array)
        }
    }
}
