// Lines of constant width.
//
// Method: one instance per segment, a quad placed in the vertex shader in device pixels, coverage
// by distance in the fragment shader (Shaders/Line/segment.glsl describes how corners are divided).
// An opaque line is drawn directly into the target. A translucent one is drawn as coverage into a
// mask that keeps the maximum, and painted through it once: crossings stay even.
// Limits: at a repeated sample (same place and value) the line joins and ends round.
// Rejected: triangles expanded on the CPU (sent again with every zoom), stencil (hard edges),
// multisampling (cost, and four shades instead of 256 with the distance).

import ChartScene
import GPU
import Geometry
import Painting
import Shaders

/// Draws samples as lines.
struct LineRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "line",
        vertex: [
            ShaderFiles.target, ShaderFiles.projection, ShaderFiles.color, ShaderFiles.ends,
            ShaderFiles.segment, ShaderFiles.lineVertex,
        ],
        fragment: [
            ShaderFiles.clip, ShaderFiles.color, ShaderFiles.ends, ShaderFiles.lineFragment,
        ])
    /// A segment: the sample before it, its own two samples and the one after it.
    private static let segment = (0..<4).map {
        VertexAttribute($0, .float(4), offset: $0 * MemoryLayout<SampleVertex>.stride)
    }
    /// The line's length up to a segment.
    private static let distance: [VertexAttribute] = [.init(4, .float(1), offset: 0)]
    /// How a segment reads attributes, from its own store or from those of the samples, of which it
    /// reads three in a row.
    private static let attribute: [VertexAttribute] = [.init(5, .float(3), offset: 0)]
    private static let layout = VertexLayout(segment)
    private static let dashedLayout = VertexLayout(segment)
    private static let attributedLayout = VertexLayout(segment)
    private static let attributedDashedLayout = VertexLayout(segment)
    private static let gapLayout = VertexLayout(segment)
    private static let attributedGapLayout = VertexLayout(segment)

    /// Draws samples as a line, within the plot rectangle and the clip.
    ///
    /// Costs one draw call for the line and one for its gaps; with alpha below 1 also a clear and a
    /// fill of the line's bounding box. Sends nothing unless the buffer changed, or the zoom of a
    /// dashed line. For samples with attributes and a style with segment styles, this is the cost
    /// for each style in use: see `LineRenderer+Attributes.swift`.
    func draw(_ item: LineItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, style, projection) = (item.samples.content, item.style, item.projection)
        if buffer.hasAttributes, !style.segments.isEmpty {
            return try drawAttributed(item, with: renderer)
        }
        let reach = style.reach(scale: renderer.scale)
        let visible = buffer.visible(projection, renderer.clip.rect, reach: reach)
        guard !visible.isEmpty, item.alpha > 0 else { return }
        let color = painted(style, item.alpha, renderer)
        if color.alpha >= 1 {
            try drawSegments(buffer, visible, style, projection, color.premultiplied, [], renderer)
        } else if color.alpha > 0 {
            try renderer.masks.paint(
                color.premultiplied, within: bounds(buffer, visible, projection, reach),
                with: renderer
            ) { () throws(GPUError) in
                try drawSegments(
                    buffer, visible, style, projection, [1, 1, 1, 1], [.mask, .overlap], renderer)
            }
        }
        try drawGaps(buffer, style, projection, color, renderer)
    }

    /// A line's width in device pixels.
    private func width(of style: LineStyle, _ renderer: Renderer) -> Double {
        max(style.width * renderer.scale, 1)
    }

    /// The colour of a line: a line below a device pixel wide is paler.
    func painted(_ style: LineStyle, _ alpha: Double, _ renderer: Renderer) -> Color {
        style.color.opacity(Float(min(style.width * renderer.scale, 1) * alpha))
    }

    /// The device pixels that the segments of some samples may cover.
    func bounds(
        _ buffer: SampleBuffer, _ visible: Range<Int>, _ projection: PlotProjection,
        _ reach: Double
    ) -> PixelRect {
        let bounds = buffer.bounds(visible, projection).inset(by: -reach)
        return PixelRect(enclosing: bounds.intersection(projection.plot.inset(by: -reach)))
    }

    /// Draws the segments of a line, or those of one of its styles; if they may overlap, as
    /// coverage that keeps the maximum.
    func drawSegments(
        _ buffer: SampleBuffer, _ visible: Range<Int>, _ style: LineStyle,
        _ projection: PlotProjection, _ color: [Float], _ extra: Pipeline.Options,
        _ renderer: Renderer, attribute: LineAttribute? = nil
    ) throws(GPUError) {
        var options = extra
        if attribute != nil { options.insert(.attributed) }
        if style.join != .round || style.cap != .round { options.insert(.shapedEnds) }
        if style.dash != nil { options.insert(.dashed) }
        guard let copy = try renderer.copy(of: buffer.samples),
            let pipeline = try renderer.prepare(
                Self.shaders, options, blend: extra.contains(.overlap) ? .maximum : .over)
        else { return }
        let layout =
            attribute == nil
            ? style.dash == nil ? Self.layout : Self.dashedLayout
            : style.dash == nil ? Self.attributedLayout : Self.attributedDashedLayout
        let box = try copy.vertexArray(layout, first: visible.lowerBound)
        if let attribute {
            guard let numbers = try renderer.copy(of: buffer.attributes) else { return }
            box.array.feed(
                Self.attribute, from: numbers.buffer, stride: 4,
                first: visible.lowerBound)
            pipeline.set(attribute)
        }
        if let dash = style.dash {
            buffer.updateDistances(projection)
            guard let lengths = try renderer.copy(of: buffer.distances) else { return }
            box.array.feed(
                Self.distance, from: lengths.buffer, stride: 4,
                first: visible.lowerBound)
            pipeline.program.set(
                pipeline.dash,
                vector: dash.uniform(
                    width: width(of: style, renderer), length: Double(buffer.totalDistance)))
        }
        set(pipeline, buffer, style, projection, color, renderer)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    /// Draws the gaps of a line, or those that begin with one of its styles.
    func drawGaps(
        _ buffer: SampleBuffer, _ style: LineStyle, _ projection: PlotProjection, _ color: Color,
        _ renderer: Renderer, attribute: LineAttribute? = nil
    ) throws(GPUError) {
        let width = width(of: style, renderer)
        var options: Pipeline.Options = []
        var painted = color
        var pattern: DashPattern?
        switch style.gap {
        case .none: return
        case .solid: break
        case .dashed(let dash, let opacity):
            pattern = dash
            painted = color.opacity(Float(opacity))
            options = .dashed
        }
        if attribute != nil { options.insert(.attributed) }
        let visible = buffer.visibleGaps(projection, renderer.clip.rect, reach: width + 1)
        guard !visible.isEmpty, let copy = try renderer.copy(of: buffer.gaps),
            let pipeline = try renderer.prepare(Self.shaders, options)
        else { return }
        let box = try copy.vertexArray(
            attribute == nil ? Self.gapLayout : Self.attributedGapLayout,
            first: visible.lowerBound)
        if let attribute {
            guard let numbers = try renderer.copy(of: buffer.gapAttributes) else { return }
            box.array.feed(
                Self.attribute, from: numbers.buffer,
                stride: MemoryLayout<SegmentAttributes>.stride, first: visible.lowerBound)
            pipeline.set(attribute)
        }
        if let pattern {
            pipeline.program.set(
                pipeline.dash, vector: pattern.uniform(width: width, length: 0))
        }
        var plain = style
        plain.join = .round
        plain.cap = .round
        set(pipeline, buffer, plain, projection, painted.premultiplied, renderer)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    private func set(
        _ pipeline: Pipeline, _ buffer: SampleBuffer, _ style: LineStyle,
        _ projection: PlotProjection, _ color: [Float], _ renderer: Renderer
    ) {
        pipeline.set(projection, x: buffer.originX, y: buffer.originY)
        pipeline.program.set(
            pipeline.stroke, Float(width(of: style, renderer) / 2), Float(style.join.code),
            Float(style.join.limit),
            Float(style.cap.rawValue))
        pipeline.program.set(pipeline.color, vector: color)
    }
}
