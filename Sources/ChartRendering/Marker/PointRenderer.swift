import ChartScene
import GPU
import Geometry
import Painting
import Shaders

/// Draws samples as points in one draw call; if samples with attributes have points of different
/// styles, in one for each style in use.
///
/// A point is one vertex if the GPU draws squares of its size around vertices: a quarter of the
/// vertices and half of the primitives of two triangles (without a GPU a scatter of a million points
/// costs half as much). Squares around vertices outside of the target are not drawn at all, so points
/// that may be there are triangles.
struct PointRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "dataMarker",
        vertex: [
            ShaderFiles.target, ShaderFiles.projection, ShaderFiles.color,
            ShaderFiles.markerVertex,
        ], fragment: [ShaderFiles.clip, ShaderFiles.color, ShaderFiles.markerFragment],
        defines: ["DATA"])
    private static let layout = VertexLayout([.init(0, .float(4), offset: 0)])
    private static let attributedLayout = VertexLayout([.init(0, .float(4), offset: 0)])
    private static let attribute: [VertexAttribute] = [.init(5, .float(1), offset: 0)]

    func draw(_ item: PointItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, others) = (item.samples.content, item.others)
        guard buffer.hasAttributes, !others.isEmpty else {
            return try draw(item, item.style, nil, renderer)
        }
        let used = Set(buffer.usedAttributes.map { $0 <= others.count ? $0 : 0 })
        for attribute in used.sorted() {
            try draw(
                item, attribute == 0 ? item.style : others[attribute - 1],
                (attribute, others.count + 1), renderer)
        }
    }

    /// Draws the points of all samples, or of those with one of several attributes.
    private func draw(
        _ item: PointItem, _ style: PointStyle, _ attribute: (number: Int, count: Int)?,
        _ renderer: Renderer
    ) throws(GPUError) {
        let (buffer, projection) = (item.samples.content, item.projection)
        let visible = buffer.visible(
            projection, renderer.clip.rect, reach: style.radius * renderer.scale + 1)
        let areSprites = areSprites(style, projection, renderer)
        var options: Pipeline.Options = areSprites ? .sprites : []
        if attribute != nil { options.insert(.attributed) }
        guard !visible.isEmpty, item.alpha > 0, let copy = try renderer.copy(of: buffer.samples),
            let pipeline = try renderer.prepare(Self.shaders, options)
        else { return }
        let box = try copy.vertexArray(
            attribute == nil ? Self.layout : Self.attributedLayout, first: visible.lowerBound + 1,
            perInstance: !areSprites)
        if let attribute {
            guard let numbers = try renderer.copy(of: buffer.attributes) else { return }
            box.array.feed(
                Self.attribute, from: numbers.buffer, stride: 4, first: visible.lowerBound + 1,
                perInstance: !areSprites)
            pipeline.program.set(
                pipeline.uniform("uAttribute"), Float(attribute.number), Float(attribute.count))
        }
        pipeline.set(projection, x: buffer.originX, y: buffer.originY)
        pipeline.set(style, item.alpha, scale: renderer.scale)
        if areSprites {
            try renderer.device.draw(
                .points, vertices: visible.count, program: pipeline.program,
                vertexArray: box.array)
        } else {
            try renderer.device.draw(
                .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
                vertexArray: box.array)
        }
    }

    /// Whether points are squares around vertices: they are small enough, and all of the plot is in
    /// the target, with a pixel for points that are on its edge.
    private func areSprites(
        _ style: PointStyle, _ projection: PlotProjection, _ renderer: Renderer
    ) -> Bool {
        let target = renderer.device.targetSize
        let plot = projection.plot
        return 2 * style.radius * renderer.scale + 1 <= renderer.device.maximumPointSize
            && plot.minX >= 1 && plot.minY >= 1 && plot.maxX <= Double(target.width) - 1
            && plot.maxY <= Double(target.height) - 1
    }
}

extension Pipeline {
    /// Sets the style of points in a program of markers.
    func set(_ style: PointStyle, _ alpha: Double, scale: Double) {
        let stroke = style.stroke.map { $0.width <= 0 ? 1 : $0.width * scale } ?? 0
        program.set(
            uniform("uMarker"), Float(style.radius * scale), Float(stroke),
            Float(style.shape.rawValue))
        program.set(
            uniform("uFill"), vector: style.fill.opacity(Float(alpha)).premultiplied)
        let strokeColor = style.stroke?.color ?? .clear
        program.set(
            uniform("uStroke"), vector: strokeColor.opacity(Float(alpha)).premultiplied)
    }
}
