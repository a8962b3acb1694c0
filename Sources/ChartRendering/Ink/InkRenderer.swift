// Strokes of ink.
//
// Method: one instance per piece, an uneven capsule whose coverage is a distance in the fragment
// shader. Pieces are drawn into a mask that keeps the maximum, and painted through it once: joints
// and crossings are even, whatever the opacity, and no triangles are computed. Opaque strokes of one
// colour that follow one another share a mask, because their union looks the same.
// The mask of a stroke that grows is kept: a frame adds what is new, and paints only where the stroke
// is.
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
        if item.isGrowing, strokes.count == 1 {
            let color = strokes[0].color.opacity(Float(item.alpha))
            if color.alpha > 0 { try drawGrowing(item, color, copy, renderer) }
            return
        }
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
            try cover(stroke.vertices, offset, copy, renderer)
        }
    }

    /// Draws the coverage of the pieces from some vertices to the ones after them.
    private func cover(
        _ vertices: Range<Int>, _ offset: Vector, _ copy: ElementCopy<InkVertex>,
        _ renderer: Renderer
    ) throws(GPUError) {
        guard !vertices.isEmpty,
            let pipeline = try renderer.prepare(Self.shaders, .mask, blend: .maximum)
        else { return }
        pipeline.program.set(pipeline.uniform("uShift"), Float(offset.dx), Float(offset.dy))
        let box = try copy.vertexArray(Self.layout, first: vertices.lowerBound)
        try renderer.device.draw(
            .triangleStrip, vertices: 4, instances: vertices.count, program: pipeline.program,
            vertexArray: box.array)
    }

    /// Draws a stroke that grows: what is new of the part that lasts into its mask, and its end over
    /// a copy of the mask there.
    private func drawGrowing(
        _ item: InkItem, _ color: Color, _ copy: ElementCopy<InkVertex>, _ renderer: Renderer
    ) throws(GPUError) {
        let (buffer, offset) = (item.ink.content, item.offset)
        let vertices = buffer.strokes[0].vertices
        // The last vertex that lasts is the beginning of a piece of the tail.
        let lasting = vertices.lowerBound..<vertices.lowerBound + max(buffer.lasting - 1, 0)
        let known: GrowingCoverage? = renderer.copies.copy(of: buffer)
        let kept: GrowingCoverage
        if let known, known.isOf(item, renderer) {
            kept = known
        } else {
            kept = try GrowingCoverage(item, renderer)
            renderer.copies.keep(kept, of: buffer)
        }
        let new = kept.count..<max(lasting.count, kept.count)
        let added = buffer.bounds(of: new.lowerBound..<new.upperBound + 1, offset)
        try renderer.masks.draw(into: kept.mask, added, clearing: kept.count == 0, renderer) {
            () throws(GPUError) in
            try cover(new, offset, copy, renderer)
        }
        kept.add(buffer, new, offset)
        let tail = lasting.upperBound..<vertices.upperBound
        let end = buffer.bounds(of: tail, offset).intersection(renderer.clip.rect)
        let paint = color.premultiplied
        for part in kept.parts {
            for rest in part.intersection(renderer.clip.rect).without(end) {
                try renderer.masks.paint(paint, within: rest, through: kept.mask, with: renderer)
            }
        }
        try renderer.masks.paint(paint, within: end, over: kept.mask, with: renderer) {
            () throws(GPUError) in
            try cover(tail, offset, copy, renderer)
        }
    }
}

extension InkBuffer {
    /// The device pixels around vertices and the pieces between them; empty for none.
    fileprivate func bounds(of vertices: Range<Int>, _ offset: Vector) -> PixelRect {
        let elements = store.elements[vertices.clamped(to: 0..<store.count)]
        guard let first = elements.first, vertices.count > 0 else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        var (left, top) = (first.x, first.y)
        var (right, bottom) = (left, top)
        var reach: Float = 0
        for vertex in elements {
            (left, right) = (min(left, vertex.x), max(right, vertex.x))
            (top, bottom) = (min(top, vertex.y), max(bottom, vertex.y))
            reach = max(reach, abs(vertex.radius))
        }
        let rect = Rect(
            x: Double(left), y: Double(top), width: Double(right - left),
            height: Double(bottom - top))
        return PixelRect(enclosing: rect.inset(by: -Double(reach) - 1).offset(by: offset))
    }
}

extension PixelRect {
    /// The parts of it outside of another.
    fileprivate func without(_ other: PixelRect) -> [PixelRect] {
        let cut = intersection(other)
        guard !cut.isEmpty else { return isEmpty ? [] : [self] }
        return [
            PixelRect(x: x, y: y, width: width, height: cut.y - y),
            PixelRect(x: x, y: cut.maxY, width: width, height: maxY - cut.maxY),
            PixelRect(x: x, y: cut.y, width: cut.x - x, height: cut.height),
            PixelRect(x: cut.maxX, y: cut.y, width: maxX - cut.maxX, height: cut.height),
        ].filter { !$0.isEmpty }
    }
}
