import ChartScene
import GPU
import Geometry
import Painting

/// Draws pictures from lists, which are made when a picture is first drawn.
///
/// The first time costs recording and sending; after that it costs some draw calls.
struct PictureRenderer: ItemRenderer {
    func draw(_ item: PictureItem, with renderer: Renderer) throws(GPUError) {
        // Also for a picture that is not visible yet: it is about to appear, and its glyphs are
        // ready then.
        let list = list(of: item.picture, renderer)
        let x = Int((item.place.x * renderer.scale).rounded())
        let y = Int((item.place.y * renderer.scale).rounded())
        if let color = item.evenColor {
            try draw(list, evenlyIn: color.opacity(Float(item.alpha)), x, y, renderer)
        } else {
            try list.draw(x: x, y: y, alpha: item.alpha, with: renderer)
        }
    }

    /// Costs a clear and a fill of its bounds in addition to the calls of the list.
    private func draw(
        _ list: DisplayList, evenlyIn color: Color, _ x: Int, _ y: Int, _ renderer: Renderer
    ) throws(GPUError) {
        guard !list.isEmpty, color.alpha > 0 else { return }
        let bounds = list.batches.reduce(list.batches[0].bounds) { $0.union($1.bounds) }
        try renderer.masks.paint(
            color.premultiplied, within: PixelRect(enclosing: bounds).moved(x, y), with: renderer
        ) { () throws(GPUError) in
            let place = ListPlace(x: x, y: y, alpha: 1, blend: .maximum)
            for batch in list.batches {
                try batch.items.draw(
                    batch.range, at: place,
                    within: PixelRect(enclosing: batch.bounds).moved(x, y), with: renderer)
            }
        }
    }

    /// The list of a picture.
    private func list(of picture: Picture, _ renderer: Renderer) -> DisplayList {
        if let known: DisplayList = renderer.copies.copy(of: picture) { return known }
        let recorder = ListRecorder(scale: picture.scale, atlas: renderer.atlas)
        recorder.record(picture.elements)
        let list = recorder.finish()
        renderer.copies.keep(list, of: picture)
        return list
    }
}
