import CGLES
import Geometry

/// The formats of texels.
public enum TexelFormat: Sendable {
    /// One byte: coverage.
    case r8
    /// Four bytes: red, green, blue, alpha, premultiplied.
    case rgba8
    /// Four bytes: blue, green, red, alpha, premultiplied, as in windows; only if
    /// `Device.layerLayout` has it.
    case bgra8

    var bytes: Int { self == .r8 ? 1 : 4 }
    /// The sized format of immutable storage; OpenGL ES 3.0 has none for `bgra8`.
    var storage: GLenum? {
        switch self {
        case .r8: GLenum(GL_R8)
        case .rgba8: GLenum(GL_RGBA8)
        case .bgra8: nil
        }
    }
    var transfer: GLenum {
        switch self {
        case .r8: GLenum(GL_RED)
        case .rgba8: GLenum(GL_RGBA)
        case .bgra8: GLenum(GL_BGRA_EXT)
        }
    }
}

/// Which row of a target is first in memory.
public enum RowOrder: Sendable {
    /// The lowest, as in OpenGL.
    case bottomUp
    /// The highest, as in window systems.
    case topDown

    /// The rows `top` to `bottom`, counted from the top of a target of `height`, in OpenGL's row
    /// numbers.
    func span(_ top: Int, _ bottom: Int, height: Int) -> (low: Int, high: Int) {
        self == .topDown ? (top, bottom) : (height - bottom, height - top)
    }
}

/// The memory layout of a target's pixels.
///
/// Copies between targets of the same layout move bytes; others are drawn.
public struct PixelLayout: Hashable, Sendable {
    /// The format of the texels.
    public var format: TexelFormat
    /// The order of the rows.
    public var rows: RowOrder

    /// A layout from its parts.
    public init(format: TexelFormat, rows: RowOrder) {
        self.format = format
        self.rows = rows
    }
}

/// A two-dimensional texture, or an array of equal ones, that deletes itself.
///
/// It is read texel by texel, so it is drawn 1 : 1, unless it is made for filtering; it has no
/// mipmaps.
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

    /// Makes a texture with undefined contents; with `layers` an array texture.
    ///
    /// - Parameter isFiltered: whether places between texels are mixtures of the nearest four.
    /// - Throws: `GPUError.tooLarge` above the driver's limit; another error if the driver fails.
    public init(
        _ device: Device, format: TexelFormat, width: Int, height: Int, layers: Int = 0,
        isFiltered: Bool = false
    ) throws(GPUError) {
        let limit = device.maximumTextureSize
        precondition(width > 0 && height > 0, "a texture of \(width) × \(height) has no texels")
        guard max(width, height) <= limit else {
            throw .tooLarge(width: width, height: height, limit: limit)
        }
        try device.activate()
        var name: GLuint = 0
        glGenTextures(1, &name)
        let owned = Name(device, .texture, name)
        device.bindTexture(name, array: layers > 0)
        let target = GLenum(layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D)
        if let storage = format.storage {
            if layers > 0 {
                glTexStorage3D(
                    target, 1, storage, GLsizei(width), GLsizei(height), GLsizei(layers))
            } else {
                glTexStorage2D(target, 1, storage, GLsizei(width), GLsizei(height))
            }
        } else {
            precondition(layers == 0, "an array of textures has one of the sized formats")
            glTexImage2D(
                target, 0, GLint(format.transfer), GLsizei(width), GLsizei(height), 0,
                format.transfer, GLenum(GL_UNSIGNED_BYTE), nil)
            glTexParameteri(target, GLenum(GL_TEXTURE_MAX_LEVEL), 0)
        }
        let filter = isFiltered ? GL_LINEAR : GL_NEAREST
        glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), filter)
        glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), filter)
        glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        try device.check("glTexStorage")
        self.owned = owned
        self.format = format
        self.width = width
        self.height = height
        self.layers = layers
    }

    /// Replaces the texels of `rect` (in `layer` of an array) with `texels`, row by row from the
    /// top without gaps between rows.
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

/// A framebuffer that draws into a texture, and deletes itself.
@MainActor
public struct Framebuffer: ~Copyable {
    private let owned: Name
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    /// The width in texels.
    public let width: Int
    /// The height in texels.
    public let height: Int
    /// The order of its rows.
    public let rows: RowOrder

    /// Makes a framebuffer over a plain texture, which must outlive it.
    public init(
        _ device: Device, texture: borrowing Texture, rows: RowOrder = .bottomUp
    ) throws(GPUError) {
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
        self.rows = rows
        width = texture.width
        height = texture.height
    }
}
