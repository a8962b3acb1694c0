import GPU

/// A picture of the target's size that is drawn once and copied in many frames.
///
/// Its content is lost with its size and its device: `isValid` says whether it has to be drawn
/// again.
@MainActor
public final class Layer {
    private var picture: LayerPicture?

    /// A layer without a picture yet.
    public init() {}

    /// Whether the layer holds a picture of the size of `surface` on its device.
    public func isValid(for surface: Surface) -> Bool {
        picture?.fits(surface.device, surface.width, surface.height) == true
    }

    /// Throws the picture away: what it showed has changed.
    public func invalidate() { picture = nil }

    /// The picture to draw into, made anew where it does not fit.
    func prepare(
        _ device: Device, width: Int, height: Int
    ) throws(GPUError) -> LayerPicture {
        if let picture, picture.fits(device, width, height) { return picture }
        picture = nil
        let made = try LayerPicture(device, width, height)
        picture = made
        return made
    }

    func copy(_ rect: PixelRect, _ device: Device) throws(GPUError) {
        guard let picture, picture.device === device else {
            preconditionFailure("a layer is drawn before it is copied; ask isValid(for:)")
        }
        try device.copy(rect, from: picture.framebuffer)
    }
}

/// A texture that can be drawn into, on one device, and copied cheaply to its surfaces.
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
