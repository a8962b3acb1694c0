import ChartScene
import GPU
import Geometry

/// Draws layers that stay the same, from their kept pictures if there are any.
@MainActor
enum WholePictureRenderer {
    /// Draws a layer.
    ///
    /// Content may be shown only once, so the first frame keeps nothing; the second frame makes the
    /// picture, which is copied at a tenth of the cost of a fill.
    static func draw(
        _ kept: WholePicture, _ nodes: [Scene.Node], with renderer: Renderer
    ) throws(GPUError) {
        let device = renderer.device
        let layer = layer(of: kept.key, renderer)
        guard case .surface? = renderer.target, device.targetTakesCopies, layer.stamp == kept.stamp
        else {
            layer.stamp = kept.stamp
            layer.isDrawn = false
            return try renderer.draw(nodes)
        }
        let (width, height) = device.targetSize
        if !layer.isDrawn || layer.picture?.fits(device, width, height) != true {
            let picture = try layer.prepare(device, width: width, height: height)
            let whole = PixelRect(x: 0, y: 0, width: width, height: height)
            try renderer.detour(
                to: .picture(picture, width: width, height: height, x: 0, y: 0), whole
            ) { () throws(GPUError) in
                try renderer.replace(whole, with: kept.ground)
                try renderer.draw(nodes)
            }
            layer.isDrawn = true
        }
        if let picture = layer.picture {
            try device.copy(renderer.clip.rect, from: picture.framebuffer)
        }
    }

    private static func layer(of key: PictureKey, _ renderer: Renderer) -> WholeLayer {
        if let known: WholeLayer = renderer.copies.copy(of: key) { return known }
        let made = WholeLayer()
        renderer.copies.keep(made, of: key)
        return made
    }
}
