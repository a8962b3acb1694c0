import ChartScene
import GPU
import Geometry
import Painting
import Shaders

/// Draws straight lines from uniforms alone.
struct RulerRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "ruler",
        vertex: [
            ShaderFiles.target, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.segment,
            ShaderFiles.rulerVertex,
        ],
        fragment: [
            ShaderFiles.clip, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.lineFragment,
        ])

    func draw(_ item: RulerItem, with renderer: Renderer) throws(GPUError) {
        let (start, end, color) = (item.start, item.end, item.color)
        let reach = max(item.width * renderer.scale, 1)
        let bounds = Rect(
            x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
            height: abs(end.y - start.y)
        ).inset(by: -reach)
        var options: Pipeline.Options = item.cap == .round ? [] : .shapedEnds
        if item.dash != nil { options.insert(.dashed) }
        guard color.alpha > 0,
            let pipeline = try renderer.prepare(
                Self.shaders, options, within: PixelRect(enclosing: bounds))
        else { return }
        pipeline.program.set(
            pipeline.uniform("uEndpoints"), Float(start.x), Float(start.y), Float(end.x),
            Float(end.y))
        pipeline.program.set(pipeline.stroke, Float(reach / 2), 0, 1, Float(item.cap.rawValue))
        if let dash = item.dash {
            pipeline.program.set(
                pipeline.dash, vector: dash.uniform(width: reach, length: (end - start).length))
        }
        let paleness = Float(min(item.width * renderer.scale, 1))
        pipeline.program.set(pipeline.color, vector: color.opacity(paleness).premultiplied)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try renderer.vertexArrayOfNothing().array)
    }
}
