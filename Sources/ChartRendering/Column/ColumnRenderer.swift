import ChartCore
import ChartScene
import GPU
import Geometry
import Shaders

/// Draws columns in one draw call for each style.
///
/// Columns are on whole device pixels. Only columns that were replaced are sent, or, for a line
/// wider than a column, changed by the zoom of y. Only a translucent line with columns narrower
/// than a pixel costs a mask; translucent lines of several styles cost one for three styles.
struct ColumnRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "column", vertex: [ShaderFiles.target, ShaderFiles.projection, ShaderFiles.columnVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.columnFragment])
    private static let layout = VertexLayout([.init(0, .float(3), offset: 0)])
    private static let wideLayout = VertexLayout([.init(0, .float(3), offset: 0)])
    private static let sidedLayout = VertexLayout([
        .init(0, .float(3), offset: 0), .init(1, .float(2), offset: 12),
    ])

    func draw(_ item: ColumnItem, with renderer: Renderer) throws(GPUError) {
        let (projection, scale) = (item.projection, renderer.scale)
        let drawn = item.layers.map {
            (
                buffer: $0.columns.content, stroke: stroke(of: $0, projection, scale),
                color: painted($0, item.alpha, scale)
            )
        }
        .filter { $0.color.alpha > 0 && $0.stroke.column > 0 && $0.stroke.scale < 0 }
        guard item.isShared else {
            for layer in drawn {
                try draw(layer.buffer, layer.stroke, layer.color, projection, renderer)
            }
            return
        }
        if drawn.allSatisfy({ $0.color.alpha >= 1 }) {
            for layer in drawn {
                try drawSpans(
                    layer.buffer, layer.stroke, projection, layer.color.premultiplied, [], .over,
                    renderer)
            }
            return
        }
        let covering = Array(drawn.reversed())
        let reach = drawn.reduce(0) { max($0, 2 * $1.stroke.radius) }
        try renderer.masks.paint(
            covering.map(\.color.premultiplied),
            within: PixelRect(enclosing: projection.plot.inset(by: -reach)), with: renderer
        ) { (index, channel) throws(GPUError) in
            let layer = covering[index]
            try drawSpans(
                layer.buffer, layer.stroke, projection, channel, [], .maximum, renderer)
        }
    }

    /// Draws the columns of a line of one style.
    private func draw(
        _ buffer: ColumnBuffer, _ stroke: ColumnBuffer.Stroke, _ color: Color,
        _ projection: PlotProjection, _ renderer: Renderer
    ) throws(GPUError) {
        guard color.alpha < 1 && stroke.column < 0.999 else {
            return try drawSpans(
                buffer, stroke, projection, color.premultiplied, [], .over, renderer)
        }
        try renderer.masks.paint(
            color.premultiplied,
            within: PixelRect(enclosing: projection.plot.inset(by: -2 * stroke.radius)),
            with: renderer
        ) { () throws(GPUError) in
            try drawSpans(buffer, stroke, projection, [1, 1, 1, 1], .mask, .maximum, renderer)
        }
    }

    private func stroke(
        of layer: ColumnItem.Layer, _ projection: PlotProjection, _ scale: Double
    ) -> ColumnBuffer.Stroke {
        ColumnBuffer.Stroke(
            radius: max(layer.width * scale, 1) / 2,
            column: layer.columns.content.grid.width * projection.scaleX, scale: projection.scaleY)
    }

    private func painted(_ layer: ColumnItem.Layer, _ alpha: Double, _ scale: Double) -> Color {
        layer.color.opacity(Float(min(layer.width * scale, 1) * alpha))
    }

    private func drawSpans(
        _ buffer: ColumnBuffer, _ stroke: ColumnBuffer.Stroke, _ projection: PlotProjection,
        _ color: [Float], _ extra: Pipeline.Options, _ blend: Blend, _ renderer: Renderer
    ) throws(GPUError) {
        let reach = ColumnBuffer.reach(stroke)
        if reach.full == 0 && reach.part == 0 {
            try drawSpans(
                buffer, buffer.thin, Self.layout, { $0.number },
                grows: stroke.radius, stroke, projection, color, extra, blend, renderer)
            return
        }
        buffer.updateWide(stroke)
        // Without partly covered sides there is nothing to separate.
        try drawSpans(
            buffer, buffer.wide, reach.part > 0 ? Self.sidedLayout : Self.wideLayout,
            { $0.column.number }, grows: 0, stroke, projection, color,
            reach.part > 0 ? extra.union(.wide) : extra, blend, renderer)
    }

    private func drawSpans<Vertex>(
        _ buffer: ColumnBuffer, _ store: ElementStore<Vertex>, _ layout: VertexLayout,
        _ number: (Vertex) -> Float, grows: Double,
        _ stroke: ColumnBuffer.Stroke, _ projection: PlotProjection, _ color: [Float],
        _ options: Pipeline.Options, _ blend: Blend, _ renderer: Renderer
    ) throws(GPUError) {
        var first = projection.pixelX(ofPlace: buffer.grid.left(of: buffer.columns.lowerBound))
        var step = stroke.column
        var options = options
        if abs(step - 1) * Double(buffer.columns.count) < 0.25 {
            options.insert(.lines)
            (first, step) = ((first + 0.001).rounded(), 1)
        }
        // A column is drawn at its projected position, rounded to the nearest pixel.
        let clip = renderer.clip.rect
        let left = Float((Double(clip.x) - first - 1) / step - 1)
        let right = Float((Double(clip.maxX) - first + 1) / step)
        let start = (0..<store.count).partitioningIndex { number(store.elements[$0]) >= left }
        let end = (start..<store.count).partitioningIndex { number(store.elements[$0]) > right }
        guard start < end, let copy = try renderer.copy(of: store),
            let pipeline = try renderer.prepare(Self.shaders, options, blend: blend)
        else { return }
        let box = try copy.vertexArray(layout, first: start)
        pipeline.program.set(
            pipeline.uniform("uColumns"), Float(first), Float(step), Float(grows))
        if options.contains(.wide) {
            pipeline.program.set(
                pipeline.uniform("uSides"), Float(ColumnBuffer.reach(stroke).part))
        }
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.origin))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        pipeline.program.set(pipeline.color, vector: color)
        let isLines = options.contains(.lines)
        try renderer.device.draw(
            isLines ? .lines : .triangleStrip, vertices: isLines ? 2 : 4, instances: end - start,
            program: pipeline.program, vertexArray: box.array)
    }
}
