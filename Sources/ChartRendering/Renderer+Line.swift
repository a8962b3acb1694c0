// Lines of constant width.
//
// Method: one instance per segment, a quad placed in the vertex shader in device pixels, coverage by
// distance in the fragment shader (Shaders/Line/segment.glsl says how corners are shared out). An
// opaque line is drawn straight into the target. A see-through one is drawn as coverage into a mask
// that keeps the maximum, and painted through it once: crossings stay even.
// Limits: where a sample is repeated, place and value, the line turns and ends round.
// Rejected: triangles expanded on the CPU (sent again with every zoom), stencil (hard edges),
// multisampling (cost, and four shades where distance has 256).

import GPU
import Geometry
import Painting

extension Renderer {
    /// Draws samples as a line, within the plot rectangle and the clip.
    ///
    /// Costs one draw call for the line and one for its gaps; with alpha below 1 also a clear and a
    /// fill of the line's bounding box. Sends nothing unless the buffer changed, or the zoom of a
    /// dashed line. Of samples with attributes, and a style that has some for them, the same is
    /// spent for each style in use: see `Renderer+AttributedLine.swift`.
    public func drawLine(
        _ buffer: SampleBuffer, _ style: LineStyle, in projection: PlotProjection, alpha: Double = 1
    ) throws(GPUError) {
        if buffer.hasAttributes, !style.segments.isEmpty {
            return try drawAttributedLine(buffer, style, in: projection, alpha: alpha)
        }
        let reach = reach(of: style)
        let visible = buffer.visible(projection, clip.rect, reach: reach)
        guard !visible.isEmpty, alpha > 0 else { return }
        let color = painted(style, alpha)
        if color.alpha >= 1 {
            try drawSegments(buffer, visible, style, projection, color.premultiplied, [])
        } else if color.alpha > 0 {
            try throughMask(
                within: bounds(buffer, visible, projection, reach), color: color.premultiplied
            ) { () throws(GPUError) in
                try drawSegments(
                    buffer, visible, style, projection, [1, 1, 1, 1], [.mask, .overlap])
            }
        }
        try drawGaps(buffer, style, projection, color)
    }

    /// A line's width in device pixels.
    private func width(of style: LineStyle) -> Double { max(style.width * scale, 1) }

    /// How far a stroke reaches beyond its samples, in device pixels: a miter the furthest.
    func reach(of style: LineStyle) -> Double {
        0.5 * width(of: style) * (style.join.code == 2 ? max(style.join.limit, 1.5) : 1.5) + 1
    }

    /// The colour of a line: under a device pixel wide it is paler.
    func painted(_ style: LineStyle, _ alpha: Double) -> Color {
        style.color.opacity(Float(min(style.width * scale, 1) * alpha))
    }

    /// The device pixels that some samples of a line may cover.
    func bounds(
        _ buffer: SampleBuffer, _ visible: Range<Int>, _ projection: PlotProjection,
        _ reach: Double
    ) -> PixelRect {
        let bounds = buffer.bounds(visible, projection).inset(by: -reach)
        return PixelRect(enclosing: bounds.intersection(projection.plot.inset(by: -reach)))
    }

    /// Draws the segments of a line, or those of one of its styles; where they may overlap, as
    /// coverage of which the maximum is kept.
    func drawSegments(
        _ buffer: SampleBuffer, _ visible: Range<Int>, _ style: LineStyle,
        _ projection: PlotProjection, _ color: [Float], _ extra: Pipeline.Options,
        attribute: LineAttribute? = nil
    ) throws(GPUError) {
        var options = extra
        if attribute != nil { options.insert(.attributed) }
        if style.join != .round || style.cap != .round { options.insert(.shapedEnds) }
        if style.dash != nil { options.insert(.dashed) }
        guard let copy = try buffer.samples.resident(on: device),
            let pipeline = try prepare(
                .line, options, blend: extra.contains(.overlap) ? .maximum : .over)
        else { return }
        let use: VertexUse =
            attribute == nil
            ? style.dash == nil ? .line : .dashedLine
            : style.dash == nil ? .attributedLine : .attributedDashedLine
        let box = try copy.vertexArray(use, SampleVertex.segment, first: visible.lowerBound)
        if let attribute {
            guard let numbers = try buffer.attributes.resident(on: device) else { return }
            box.array.feed(
                SegmentAttributes.layout, from: numbers.buffer, stride: 4,
                first: visible.lowerBound)
            set(pipeline, attribute)
        }
        if let dash = style.dash {
            buffer.updateDistances(projection)
            guard let lengths = try buffer.distances.resident(on: device) else { return }
            box.array.feed(
                [VertexAttribute(4, .float(1), offset: 0)], from: lengths.buffer, stride: 4,
                first: visible.lowerBound)
            pipeline.program.set(
                pipeline.dash,
                vector: dash.uniform(
                    width: width(of: style), length: Double(buffer.totalDistance)))
        }
        set(pipeline, buffer, style, projection, color)
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    /// Draws the gaps of a line, or those that begin with one of its styles.
    func drawGaps(
        _ buffer: SampleBuffer, _ style: LineStyle, _ projection: PlotProjection, _ color: Color,
        attribute: LineAttribute? = nil
    ) throws(GPUError) {
        let width = width(of: style)
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
        let visible = buffer.visibleGaps(projection, clip.rect, reach: width + 1)
        guard !visible.isEmpty, let copy = try buffer.gaps.resident(on: device),
            let pipeline = try prepare(.line, options)
        else { return }
        let box = try copy.vertexArray(
            attribute == nil ? .gaps : .attributedGaps, SampleVertex.segment,
            first: visible.lowerBound)
        if let attribute {
            guard let numbers = try buffer.gapAttributes.resident(on: device) else { return }
            box.array.feed(
                SegmentAttributes.layout, from: numbers.buffer,
                stride: MemoryLayout<SegmentAttributes>.stride, first: visible.lowerBound)
            set(pipeline, attribute)
        }
        if let pattern {
            pipeline.program.set(
                pipeline.dash, vector: pattern.uniform(width: width, length: 0))
        }
        var plain = style
        plain.join = .round
        plain.cap = .round
        set(pipeline, buffer, plain, projection, painted.premultiplied)
        try device.draw(
            .triangleStrip, vertices: 4, instances: visible.count, program: pipeline.program,
            vertexArray: box.array)
    }

    private func set(
        _ pipeline: Pipeline, _ buffer: SampleBuffer, _ style: LineStyle,
        _ projection: PlotProjection, _ color: [Float]
    ) {
        pipeline.program.set(
            pipeline.projectionX, vector: projection.uniformX(origin: buffer.originX))
        pipeline.program.set(
            pipeline.projectionY, vector: projection.uniformY(origin: buffer.originY))
        pipeline.program.set(pipeline.plot, vector: projection.edges)
        pipeline.program.set(
            pipeline.stroke, Float(width(of: style) / 2), Float(style.join.code),
            Float(style.join.limit),
            Float(style.cap.rawValue))
        pipeline.program.set(pipeline.color, vector: color)
    }

    /// Draws one straight line between two places in device pixels, from nothing but uniforms: for
    /// crosshairs and reference lines.
    ///
    /// `width` is in points.
    public func drawRuler(
        from start: Point, to end: Point, width: Double, color: Color, dash: DashPattern? = nil,
        cap: LineCap = .butt
    ) throws(GPUError) {
        let reach = max(width * scale, 1)
        let bounds = Rect(
            x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
            height: abs(end.y - start.y)
        ).inset(by: -reach)
        var options: Pipeline.Options = cap == .round ? [] : .shapedEnds
        if dash != nil { options.insert(.dashed) }
        guard color.alpha > 0,
            let pipeline = try prepare(.ruler, options, within: PixelRect(enclosing: bounds))
        else { return }
        pipeline.program.set(
            pipeline.uniform("uEndpoints"), Float(start.x), Float(start.y), Float(end.x),
            Float(end.y))
        pipeline.program.set(pipeline.stroke, Float(reach / 2), 0, 1, Float(cap.rawValue))
        if let dash {
            pipeline.program.set(
                pipeline.dash, vector: dash.uniform(width: reach, length: (end - start).length))
        }
        let paleness = Float(min(width * scale, 1))
        pipeline.program.set(pipeline.color, vector: color.opacity(paleness).premultiplied)
        try device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try vertexArrayOfNothing().array)
    }

    /// Draws a line across the plot at a value: horizontal for `.y`, vertical for `.x`; none where the
    /// value has no place on its scale.
    ///
    /// Its middle is moved so that a width of whole device pixels is crisp, and so are its dashes.
    public func drawReferenceLine(
        at value: Double, axis: PlotAxis, width: Double, color: Color, dash: DashPattern? = nil,
        in projection: PlotProjection
    ) throws(GPUError) {
        guard value.isFinite else { return }
        let place = axis == .x ? projection.pixelX(value) : projection.pixelY(value)
        let odd = Int(max(1, (width * scale).rounded())) % 2 == 1
        let middle = odd ? place.rounded(.down) + 0.5 : place.rounded()
        let plot = projection.plot
        guard middle > (axis == .x ? plot.minX : plot.minY) - 1,
            middle < (axis == .x ? plot.maxX : plot.maxY) + 1
        else { return }
        let start = axis == .x ? Point(x: middle, y: plot.maxY) : Point(x: plot.minX, y: middle)
        let end = axis == .x ? Point(x: middle, y: plot.minY) : Point(x: plot.maxX, y: middle)
        let pattern = dash.map { $0.snapped(width: max(width * scale, 1)) }
        try drawRuler(from: start, to: end, width: width, color: color, dash: pattern)
    }

    /// Fills the band between two values across the plot, its edges on device pixels.
    public func drawZone(
        _ range: ClosedRange<Double>, axis: PlotAxis = .y, color: Color,
        in projection: PlotProjection
    ) throws(GPUError) {
        let plot = projection.plot
        let rect: Rect
        switch axis {
        case .x:
            let left = max(projection.boundX(range.lowerBound), plot.minX)
            let right = min(projection.boundX(range.upperBound), plot.maxX)
            rect = Rect(x: left, y: plot.minY, width: right - left, height: plot.height)
        case .y:
            let top = max(projection.boundY(range.upperBound), plot.minY)
            let bottom = min(projection.boundY(range.lowerBound), plot.maxY)
            rect = Rect(x: plot.minX, y: top, width: plot.width, height: bottom - top)
        }
        guard !rect.isEmpty else { return }
        try fill(pixels: PixelRect(snapping: rect, scale: 1), color)
    }
}

/// One of a plot's two axes.
public enum PlotAxis: Hashable, Sendable {
    /// Along the width of the plot.
    case x
    /// Along the height of the plot.
    case y
}
