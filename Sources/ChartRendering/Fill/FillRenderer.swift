import ChartScene
import GPU

/// Draws rectangles of device pixels.
struct FillRenderer: ItemRenderer {
    func draw(_ item: FillItem, with renderer: Renderer) throws(GPUError) {
        try renderer.fill(pixels: item.rect, item.color)
    }
}
