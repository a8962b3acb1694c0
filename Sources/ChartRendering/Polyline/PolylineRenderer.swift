import ChartScene
import GPU
import Geometry
import Shaders

/// Draws lines through vertices of a plane: a draw call for each run of blocks that may be visible.
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
        let reach = max(item.width * renderer.scale, 1) / 2 + 2
        for segments in Self.visible(buffer, map, reach: reach, in: renderer.clip.rect) {
            let box = try copy.vertexArray(Self.layout, first: segments.lowerBound)
            try renderer.device.draw(
                .triangleStrip, vertices: 4, instances: segments.count, program: pipeline.program,
                vertexArray: box.array)
        }
    }

    /// The segments that may be within a rectangle of device pixels: whole blocks, as few ranges of them
    /// as possible.
    static func visible(
        _ buffer: PolylineBuffer, _ map: AffineTransform, reach: Double, in clip: PixelRect
    ) -> [Range<Int>] {
        let clip = Rect(
            x: Double(clip.x) - reach, y: Double(clip.y) - reach,
            width: Double(clip.width) + 2 * reach, height: Double(clip.height) + 2 * reach)
        var ranges: [Range<Int>] = []
        for (number, block) in buffer.blocks.enumerated() {
            let center = map(block.center)
            let across =
                (abs(map.a) * block.width + abs(map.c) * block.height) / 2
            let down = (abs(map.b) * block.width + abs(map.d) * block.height) / 2
            guard center.x + across >= clip.minX, center.x - across <= clip.maxX,
                center.y + down >= clip.minY, center.y - down <= clip.maxY
            else { continue }
            let first = number * PolylineBuffer.blockLength
            let end = min(first + PolylineBuffer.blockLength, buffer.count - 1)
            if let last = ranges.last, last.upperBound == first {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(first..<end)
            }
        }
        return ranges
    }
}
