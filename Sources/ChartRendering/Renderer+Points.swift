import GPU
import Geometry
import Painting

/// How samples are drawn as points.
public struct PointStyle: Hashable, Sendable {
    /// The points' shape.
    public var shape: MarkerShape
    /// In points, to the outside of the stroke.
    public var radius: Double
    /// The colour inside.
    public var fill: Color
    /// A stroke along the inside of the edge: with a fill in the ground's colour, a ring.
    public var stroke: Border?

    /// A style from its parts; the radius is above zero.
    public init(
        _ shape: MarkerShape = .disc, radius: Double, fill: Color, stroke: Border? = nil
    ) {
        precondition(
            radius > 0 && radius.isFinite, "a point needs a radius above zero, not \(radius)")
        self.shape = shape
        self.radius = radius
        self.fill = fill
        self.stroke = stroke
    }
}

extension Renderer {
    /// Draws samples as points of a constant size in one draw call.
    ///
    /// Samples with attributes may have points of different styles: then one call for each style in
    /// use, those of higher attributes over the others.
    /// - Parameter others: The styles of attributes 1, 2 and so on; attribute 0, and any beyond the
    ///   last style, has `style`.
    public func drawPoints(
        _ buffer: SampleBuffer, _ style: PointStyle, others: [PointStyle] = [],
        in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        guard buffer.hasAttributes, !others.isEmpty else {
            return try drawPoints(buffer, style, nil, projection, alpha)
        }
        let used = Set(buffer.usedAttributes.map { $0 <= others.count ? $0 : 0 })
        for attribute in used.sorted() {
            try drawPoints(
                buffer, attribute == 0 ? style : others[attribute - 1],
                (attribute, others.count + 1), projection, alpha)
        }
    }

    /// Draws the points of all samples, or of those with one of several attributes.
    private func drawPoints(
        _ buffer: SampleBuffer, _ style: PointStyle, _ attribute: (number: Int, count: Int)?,
        _ projection: PlotProjection, _ alpha: Double
    ) throws(GPUError) {
        let visible = buffer.visible(projection, clip.rect, reach: style.radius * scale + 1)
        guard !visible.isEmpty, alpha > 0,
            let copy = try buffer.samples.resident(on: device),
            let pipeline = try prepare(.dataMarker, attribute == nil ? [] : .attributed)
        else { return }
        let box = try copy.vertexArray(
            attribute == nil ? .dataMarker : .attributedMarker,
            [VertexAttribute(0, .float(4), offset: 0)], first: visible.lowerBound + 1)
        if let attribute {
            guard let numbers = try buffer.attributes.resident(on: device) else { return }
            box.array.feed(
                [VertexAttribute(5, .float(1), offset: 0)], from: numbers.buffer, stride: 4,
                first: visible.lowerBound + 1)
            pipeline.program.set(
                pipeline.uniform("uAttribute"), Float(attribute.number), Float(attribute.count))
        }
        pipeline.program.set(
            pipeline.projectionX, vector: projection.uniformX(origin: buffer.originX))
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.originY))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        set(style, alpha, in: pipeline)
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    /// Tells a pipeline of markers how points look.
    func set(_ style: PointStyle, _ alpha: Double, in pipeline: Pipeline) {
        let stroke = style.stroke.map { $0.width <= 0 ? 1 : $0.width * scale } ?? 0
        pipeline.program.set(
            pipeline.uniform("uMarker"), Float(style.radius * scale), Float(stroke),
            Float(style.shape.rawValue))
        pipeline.program.set(
            pipeline.uniform("uFill"), vector: style.fill.opacity(Float(alpha)).premultiplied)
        let strokeColor = style.stroke?.color ?? .clear
        pipeline.program.set(
            pipeline.uniform("uStroke"), vector: strokeColor.opacity(Float(alpha)).premultiplied)
    }
}
