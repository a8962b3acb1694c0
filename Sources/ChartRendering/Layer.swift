import GPU

/// A picture of the target's size that is drawn once and copied in many frames.
///
/// Its content is lost with its size and its device: `isValid` says whether it has to be drawn
/// again.
@MainActor
public final class Layer {
    private var picture: Picture?
    private var width = 0
    private var height = 0

    @MainActor
    private final class Picture {
        let device: Device
        let texture: Texture
        let framebuffer: Framebuffer

        init(_ device: Device, _ width: Int, _ height: Int) throws(GPUError) {
            self.device = device
            texture = try Texture(device, format: .rgba8, width: width, height: height)
            framebuffer = try Framebuffer(device, texture: texture)
        }
    }

    /// A layer without a picture yet.
    public init() {}

    /// Whether the layer holds a picture of the size of `surface` on its device.
    public func isValid(for surface: Surface) -> Bool {
        picture?.device === surface.device && width == surface.width && height == surface.height
    }

    /// Throws the picture away: what it showed has changed.
    public func invalidate() { picture = nil }

    func prepare(_ device: Device, width: Int, height: Int) throws(GPUError) {
        if picture?.device === device && self.width == width && self.height == height { return }
        picture = nil
        picture = try Picture(device, width, height)
        self.width = width
        self.height = height
    }

    func begin(_ device: Device) throws(GPUError) {
        guard let picture else { preconditionFailure("a layer is prepared before it is drawn") }
        try device.begin(picture.framebuffer)
    }

    func copy(_ rect: PixelRect, _ device: Device) throws(GPUError) {
        guard let picture, picture.device === device else {
            preconditionFailure("a layer is drawn before it is copied; ask isValid(for:)")
        }
        try device.copy(rect, from: picture.framebuffer)
    }
}
