import ChartScene
import GPU
import Geometry
import Painting

/// Draws pictures out of lists, which are made when a picture is first drawn.
///
/// The first time costs its recording and sends it; after that it costs some draw calls.
struct PictureRenderer: ItemRenderer {
    func draw(_ item: PictureItem, with renderer: Renderer) throws(GPUError) {
        // Also of one that cannot be seen yet: it is about to come, and its glyphs are there then.
        let list = renderer.list(of: item.picture)
        let x = Int((item.place.x * renderer.scale).rounded())
        let y = Int((item.place.y * renderer.scale).rounded())
        if let color = item.evenColor {
            try draw(list, evenlyIn: color.opacity(Float(item.alpha)), x, y, renderer)
        } else {
            try renderer.draw(list, x: x, y: y, alpha: item.alpha)
        }
    }

    /// Costs a clear and a fill of its bounds in addition to the calls of the list.
    private func draw(
        _ list: DisplayList, evenlyIn color: Color, _ x: Int, _ y: Int, _ renderer: Renderer
    ) throws(GPUError) {
        guard !list.isEmpty, color.alpha > 0 else { return }
        let bounds = list.batches.reduce(list.batches[0].bounds) { $0.union($1.bounds) }
        try renderer.throughMask(
            within: PixelRect(enclosing: bounds).moved(x, y), color: color.premultiplied
        ) { () throws(GPUError) in
            let place = ListPlace(x: x, y: y, alpha: 1, blend: .maximum)
            for batch in list.batches {
                try batch.items.draw(
                    batch.range, at: place,
                    within: PixelRect(enclosing: batch.bounds).moved(x, y), with: renderer)
            }
        }
    }
}

extension Renderer {
    /// The list of a picture.
    func list(of picture: Picture) -> DisplayList {
        if let known: DisplayList = copies.copy(of: picture) { return known }
        let recorder = ListRecorder(scale: picture.scale, atlas: atlas)
        recorder.record(picture.elements)
        let list = recorder.finish()
        copies.keep(list, of: picture)
        return list
    }

    /// Draws a list with its origin at a device pixel and its alpha multiplied by `alpha`.
    ///
    /// Costs `list.batchCount` calls at most; sends nothing but what the list has not sent yet.
    func draw(_ list: DisplayList, x: Int, y: Int, alpha: Double = 1) throws(GPUError) {
        guard !list.isEmpty, alpha > 0 else { return }
        let place = ListPlace(x: x, y: y, alpha: Float(alpha), blend: .over)
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
            try batch.items.draw(batch.range, at: place, within: shown, with: self)
        }
    }
}
