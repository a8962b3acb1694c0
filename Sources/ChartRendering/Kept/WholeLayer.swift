import GPU

/// The kept picture of a layer that stays the same.
///
/// Its content is lost with its size and its device.
@MainActor
final class WholeLayer {
    /// The stamp of the last frame, whether kept or not.
    var stamp: AnyHashable?
    /// Whether the picture has that content.
    var isDrawn = false
    private(set) var picture: LayerPicture?

    /// The picture to draw into; a new one if the old one does not fit.
    func prepare(
        _ device: Device, width: Int, height: Int
    ) throws(GPUError) -> LayerPicture {
        if let picture, picture.fits(device, width, height) { return picture }
        picture = nil
        let made = try LayerPicture(device, width, height)
        picture = made
        return made
    }
}

/// A texture on one device that can be drawn into, and copied cheaply to its surfaces.
@MainActor
final class LayerPicture {
    let device: Device
    let texture: Texture
    let framebuffer: Framebuffer

    init(_ device: Device, _ width: Int, _ height: Int) throws(GPUError) {
        self.device = device
        let layout = device.layerLayout
        texture = try Texture(device, format: layout.format, width: width, height: height)
        framebuffer = try Framebuffer(device, texture: texture, rows: layout.rows)
    }

    func fits(_ device: Device, _ width: Int, _ height: Int) -> Bool {
        self.device === device && texture.width == width && texture.height == height
    }
}
