import CGLES

/// The formats of texels.
public enum TexelFormat: Sendable {
    /// One byte: coverage.
    case r8
    /// Four bytes: red, green, blue, alpha, premultiplied.
    case rgba8

    var bytes: Int { self == .r8 ? 1 : 4 }
    var storage: GLenum { GLenum(self == .r8 ? GL_R8 : GL_RGBA8) }
    var transfer: GLenum { GLenum(self == .r8 ? GL_RED : GL_RGBA) }
}

/// A two-dimensional texture, or an array of equal ones, that frees itself.
///
/// It is read texel by texel (no filtering, no mipmaps): what is drawn from it is drawn 1 : 1.
@MainActor
public struct Texture: ~Copyable {
    private let owned: Name
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    /// The format of its texels.
    public let format: TexelFormat
    /// The width in texels.
    public let width: Int
    /// The height in texels.
    public let height: Int
    /// The number of layers; 0 for a plain texture.
    public let layers: Int

    /// Makes a texture with undefined content; with `layers` an array texture.
    public init(
        _ device: Device, format: TexelFormat, width: Int, height: Int, layers: Int = 0
    ) throws(GPUError) {
        let limit = device.maximumTextureSize
        precondition(
            width > 0 && height > 0 && width <= limit && height <= limit,
            "a texture of \(width) × \(height) is outside 1…\(limit)")
        try device.activate()
        var name: GLuint = 0
        glGenTextures(1, &name)
        let owned = Name(device, .texture, name)
        device.bindTexture(name, array: layers > 0)
        let target = GLenum(layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D)
        if layers > 0 {
            glTexStorage3D(
                target, 1, format.storage, GLsizei(width), GLsizei(height), GLsizei(layers))
        } else {
            glTexStorage2D(target, 1, format.storage, GLsizei(width), GLsizei(height))
        }
        glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
        glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
        glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        try device.check("glTexStorage")
        self.owned = owned
        self.format = format
        self.width = width
        self.height = height
        self.layers = layers
    }

    /// Replaces the texels of `rect` (in `layer` of an array) with `texels`, row by row from the top
    /// without gaps between rows.
    public func write(_ texels: [UInt8], rect: PixelRect, layer: Int = 0) throws(GPUError) {
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.maxX <= width && rect.maxY <= height
                && texels.count == rect.width * rect.height * format.bytes,
            "\(texels.count) bytes for \(rect) do not fit a texture of \(width) × \(height)")
        guard !rect.isEmpty else { return }
        try device.activate()
        device.bindTexture(name, array: layers > 0)
        if layers > 0 {
            glTexSubImage3D(
                GLenum(GL_TEXTURE_2D_ARRAY), 0, GLint(rect.x), GLint(rect.y), GLint(layer),
                GLsizei(rect.width), GLsizei(rect.height), 1, format.transfer,
                GLenum(GL_UNSIGNED_BYTE), texels)
        } else {
            glTexSubImage2D(
                GLenum(GL_TEXTURE_2D), 0, GLint(rect.x), GLint(rect.y), GLsizei(rect.width),
                GLsizei(rect.height), format.transfer, GLenum(GL_UNSIGNED_BYTE), texels)
        }
        device.statistics.uploadedBytes += texels.count
        try device.check("glTexSubImage")
    }
}

/// A framebuffer that draws into a texture, and frees itself.
@MainActor
public struct Framebuffer: ~Copyable {
    private let owned: Name
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    /// The width in texels.
    public let width: Int
    /// The height in texels.
    public let height: Int

    /// Makes a framebuffer over a plain texture, which must outlive it.
    public init(_ device: Device, texture: borrowing Texture) throws(GPUError) {
        try device.activate()
        var name: GLuint = 0
        glGenFramebuffers(1, &name)
        let owned = Name(device, .framebuffer, name)
        let before = device.state.framebuffer
        device.bindFramebuffer(name)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D),
            texture.name, 0)
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        if let before { device.bindFramebuffer(before) }
        try device.check("glFramebufferTexture2D")
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .unsupported("framebuffer over such a texture (0x\(String(status, radix: 16)))")
        }
        self.owned = owned
        width = texture.width
        height = texture.height
    }
}
