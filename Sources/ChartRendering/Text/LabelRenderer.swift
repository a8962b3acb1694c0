import ChartScene
import GPU
import Geometry
import Shaders

/// Draws labels in one draw call; a pan or a zoom sends nothing.
struct LabelRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "glyph", vertex: [ShaderFiles.target, ShaderFiles.projection, ShaderFiles.glyphVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.glyphFragment])

    func draw(_ item: LabelItem, with renderer: Renderer) throws(GPUError) {
        let (labels, projection) = (item.labels.content, item.projection)
        let copy: LabelCopy
        if let known: LabelCopy = renderer.copies.copy(of: labels) {
            copy = known
        } else {
            copy = LabelCopy(atlas: renderer.atlas)
            renderer.copies.keep(copy, of: labels)
        }
        copy.update(from: labels, scale: renderer.scale)
        guard item.alpha > 0, copy.store.count > 0, try renderer.bindGlyphs(),
            let elements = try renderer.copy(of: copy.store),
            let pipeline = try renderer.prepare(Self.shaders, within: item.strip)
        else { return }
        let box = try elements.vertexArray(GlyphVertex.layout)
        pipeline.setGlyphs(
            x: projection.uniformX(origin: copy.originX),
            y: projection.uniformY(origin: copy.originY), item.anchoring,
            limits: item.limits ?? projection.plot, ends: item.ends)
        pipeline.program.set(pipeline.offset, 0, 0, Float(item.alpha))
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: copy.store.count, program: pipeline.program,
            vertexArray: box.array)
    }
}

extension Pipeline {
    /// Sets the positions of glyphs in their program.
    ///
    /// - Parameters:
    ///   - x: How data become device pixels; `y` likewise.
    ///   - anchoring: The axis or axes that the glyphs follow.
    ///   - limits: Device pixels outside which an anchor hides its glyphs; nil for none. An axis
    ///     that is not anchored is not limited either.
    ///   - ends: How glyphs fade at the ends of the limits; nil to hide them all at once.
    func setGlyphs(
        x: [Float], y: [Float], _ anchoring: LabelAnchoring, limits: Rect?, ends: LabelEnds?
    ) {
        let far: Float = 1e9
        let (left, right, top, bottom) =
            limits.map {
                (
                    Float($0.minX - 0.01), Float($0.maxX + 0.01), Float($0.minY - 0.01),
                    Float($0.maxY + 0.01)
                )
            } ?? (-far, far, -far, far)
        program.set(projectionX, vector: x)
        program.set(projectionY, vector: y)
        program.set(uniform("uGlyphs"), integer: 1)
        if let ends {
            program.set(
                uniform("uEnds"), Float(ends.room.lowerBound), Float(ends.room.upperBound),
                Float(1 / ends.softness), 1)
        } else {
            program.set(uniform("uEnds"), -far, far, far, 0)
        }
        switch anchoring {
        case .x(let baseline):
            program.set(uniform("uAnchoring"), 1, 0, 0, Float(baseline.rounded()))
            program.set(uniform("uLimits"), left, -far, right, far)
        case .y(let place):
            program.set(uniform("uAnchoring"), 0, 1, Float(place.rounded()), 0)
            program.set(uniform("uLimits"), -far, top, far, bottom)
        case .both:
            program.set(uniform("uAnchoring"), 1, 1, 0, 0)
            program.set(uniform("uLimits"), left, top, right, bottom)
        }
    }
}
