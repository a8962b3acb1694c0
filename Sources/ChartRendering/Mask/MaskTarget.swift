import GPU
import Geometry
import Shaders

/// The texture in which coverage is collected.
@MainActor
final class MaskTarget {
    /// One colour through a mask.
    static let painted = ShaderPair(
        "masked", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.maskedFragment])
    /// Several colours through the channels of a mask.
    static let shares = ShaderPair(
        "shares", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.sharesFragment])
    /// A separate drawing, translucent as a whole.
    static let grouped = ShaderPair(
        "group", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.groupFragment])
    /// The coverage taken by the colours of one mask, for the next.
    static let claims = ShaderPair(
        "claims", vertex: [ShaderFiles.target, ShaderFiles.maskedVertex],
        fragment: [ShaderFiles.claimsFragment])

    let device: Device
    let texture: Texture
    let framebuffer: Framebuffer

    /// A mask at least as large as a rectangle, and as another mask.
    init(
        _ device: Device, _ format: TexelFormat, _ rect: PixelRect, _ other: MaskTarget?
    ) throws(GPUError) {
        self.device = device
        texture = try Texture(
            device, format: format, width: max(rect.width, other?.texture.width ?? 0),
            height: max(rect.height, other?.texture.height ?? 0))
        framebuffer = try Framebuffer(device, texture: texture)
    }

    func holds(_ rect: PixelRect) -> Bool {
        texture.width >= rect.width && texture.height >= rect.height
    }
}
