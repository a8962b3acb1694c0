import GPU
import Geometry
import Painting

extension Renderer {
    /// Draws a picture with its origin at `place` (points, rounded to device pixels) and its alpha
    /// multiplied by `alpha`.
    ///
    /// The first time costs its recording and sends it; after that it costs some draw calls.
    public func draw(
        _ picture: Picture, at place: Point = .zero, alpha: Double = 1
    ) throws(GPUError) {
        guard !picture.isEmpty else { return }
        // Also of one that cannot be seen yet: it is about to come, and its glyphs are there then.
        try draw(pictures.list(of: picture, atlas), at: place, alpha: alpha)
    }

    /// Draws a list with its origin at `place` (points, rounded to device pixels) and its alpha
    /// multiplied by `alpha`.
    ///
    /// Costs `list.batchCount` calls at most; sends nothing but what the list has not sent yet.
    func draw(
        _ list: DisplayList, at place: Point = .zero, alpha: Double = 1
    ) throws(GPUError) {
        guard !list.isEmpty, alpha > 0 else { return }
        let x = Int((place.x * scale).rounded())
        let y = Int((place.y * scale).rounded())
        for batch in list.batches {
            if let inner = batch.clip {
                pushClip(inner.rect.moved(x, y), radius: 0)
                if let rounded = inner.rounded {
                    pushClip(rounded.moved(x, y), radius: inner.radius)
                }
            }
            defer {
                if let inner = batch.clip {
                    popClip()
                    if inner.rounded != nil { popClip() }
                }
            }
            let shown = PixelRect(enclosing: batch.bounds).moved(x, y)
            if shown.intersection(clip.rect).isEmpty { continue }
            try draw(batch, of: list, x, y, Float(alpha), shown)
        }
    }

    /// Draws what a picture of bands, polygons and sectors covers in one even tone, wherever they lie
    /// on top of one another; the picture is recorded in white, and without clips.
    ///
    /// Costs a clear and a fill of its bounds in addition to the calls of the picture.
    public func draw(
        _ picture: Picture, evenlyIn color: Color, at place: Point = .zero, alpha: Double = 1
    ) throws(GPUError) {
        guard !picture.isEmpty, alpha > 0, color.alpha > 0 else { return }
        let list = pictures.list(of: picture, atlas)
        guard !list.isEmpty else { return }
        let x = Int((place.x * scale).rounded())
        let y = Int((place.y * scale).rounded())
        let bounds = list.batches.reduce(list.batches[0].bounds) { $0.union($1.bounds) }
        try throughMask(
            within: PixelRect(enclosing: bounds).moved(x, y),
            color: color.opacity(Float(alpha)).premultiplied
        ) { () throws(GPUError) in
            for batch in list.batches {
                try draw(
                    batch, of: list, x, y, 1, PixelRect(enclosing: batch.bounds).moved(x, y),
                    blend: .maximum)
            }
        }
    }

    private func draw(
        _ batch: DisplayList.Batch, of list: DisplayList, _ x: Int, _ y: Int, _ alpha: Float,
        _ shown: PixelRect, blend: Blend = .over
    ) throws(GPUError) {
        switch batch.kind {
        case .fill:
            for fill in list.fills[batch.range] {
                let rect = fill.rect.moved(x, y)
                if fill.color == .clear {
                    try erase(rect)
                } else {
                    try self.fill(pixels: rect, fill.color.opacity(alpha))
                }
            }
        case .shape:
            try draw(
                list.shapes, ShapeInstance.attributes, .shape, .shape, batch.range, vertices: 26, x,
                y, alpha,
                shown, blend: blend)
        case .shadow:
            try draw(
                list.shadows, ShadowInstance.attributes, .shadow, .shadow, batch.range,
                vertices: 10, x, y,
                alpha, shown)
        case .marker:
            try draw(
                list.markers, MarkerInstance.attributes, .marker, .marker, batch.range, vertices: 4,
                x, y,
                alpha, shown)
        case .glyph:
            guard try bindGlyphs() else { return }
            try draw(
                list.glyphs, GlyphVertex.attributes, .glyph, .glyph, batch.range, vertices: 4, x,
                y, alpha,
                shown)
        case .stroke:
            try draw(
                list.strokes, StrokeInstance.attributes, .stroke, .stroke, batch.range, vertices: 4,
                x, y,
                alpha, shown)
        case .mesh:
            try draw(
                list.mesh, MeshVertex.attributes, .mesh, .mesh, batch.range, vertices: 0, x, y,
                alpha, shown, blend: blend)
        }
    }

    /// Draws a run of a store: as instances of `vertices` vertices, or as triangles where 0.
    private func draw<Element>(
        _ store: VertexStore<Element>, _ attributes: [VertexAttribute], _ kind: Pipeline.Kind,
        _ use: VertexUse, _ range: Range<Int>, vertices: Int, _ x: Int, _ y: Int,
        _ alpha: Float, _ shown: PixelRect, blend: Blend = .over
    ) throws(GPUError) {
        guard let copy = try store.resident(on: device),
            let pipeline = try prepare(kind, blend: blend, within: shown)
        else { return }
        pipeline.program.set(pipeline.offset, Float(x), Float(y), alpha)
        if kind == .glyph {
            // Their places are device pixels, and nothing limits them.
            pipeline.setGlyphs(
                x: [0, 0, 1, 0], y: [0, 0, 1, 0], .both, limits: nil, ends: nil)
        }
        let box = try copy.vertexArray(
            use, attributes, first: range.lowerBound, perInstance: vertices > 0)
        if vertices > 0 {
            try device.draw(
                .triangleStrip, vertices: vertices, instances: range.count,
                program: pipeline.program, vertexArray: box.array)
        } else {
            try device.draw(
                .triangles, vertices: range.count, program: pipeline.program, vertexArray: box.array
            )
        }
    }
}

extension PixelRect {
    func moved(_ dx: Int, _ dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }
}
