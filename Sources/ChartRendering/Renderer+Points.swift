import GPU
import Geometry

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
    public func drawPoints(
        _ buffer: SampleBuffer, _ style: PointStyle, in projection: PlotProjection,
        alpha: Double = 1
    ) throws(GPUError) {
        let visible = buffer.visible(projection, clip.rect, reach: style.radius * scale + 1)
        guard !visible.isEmpty, alpha > 0,
            let copy = try buffer.samples.resident(on: device),
            let pipeline = try prepare(.dataMarker)
        else { return }
        let box = try copy.vertexArray(
            .dataMarker, [VertexAttribute(0, .float(4), offset: 0)], first: visible.lowerBound + 1)
        pipeline.program.set(
            pipeline.projectionX, vector: projection.uniformX(origin: buffer.originX))
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.originY))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        let stroke = style.stroke.map { $0.width <= 0 ? 1 : $0.width * scale } ?? 0
        pipeline.program.set(
            pipeline.uniform("uMarker"), Float(style.radius * scale), Float(stroke),
            Float(style.shape.rawValue))
        pipeline.program.set(
            pipeline.uniform("uFill"), vector: style.fill.opacity(Float(alpha)).premultiplied)
        let strokeColor = style.stroke?.color ?? .clear
        pipeline.program.set(
            pipeline.uniform("uStroke"), vector: strokeColor.opacity(Float(alpha)).premultiplied)
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }
}
