import CEGL
import CGLES
import Geometry
import Platform

/// Somewhere to draw a frame: a window's buffers, an off-screen picture or what a host has bound.
///
/// The first two have 8 bits each of red, green, blue and alpha, premultiplied: what a compositor blends
/// with the windows below is exactly what an off-screen picture reads back.
@MainActor
public final class Surface {
    /// The device that draws to it.
    public let device: Device
    /// The size in device pixels.
    public private(set) var width: Int
    /// The height in device pixels.
    public private(set) var height: Int

    private enum Target {
        case window(EGLSurface)
        case offscreen(OffscreenTarget)
        /// From the column and the row of the host's framebuffer on, counted from its lower left.
        case host(x: Int, y: Int)
        case closed
    }

    private var target: Target

    /// A picture in memory of `width` × `height` device pixels.
    public init(device: Device, width: Int, height: Int) throws(GPUError) {
        self.device = device
        self.width = width
        self.height = height
        target = .offscreen(try OffscreenTarget(device, width: width, height: height))
    }

    /// The buffers of a native window that is `width` × `height` device pixels.
    ///
    /// The device must have been made for the same window system. Swaps never wait
    /// (interval 0): frame callbacks give the pace.
    public init(
        device: Device, native: NativeSurface, width: Int, height: Int
    ) throws(GPUError) {
        self.device = device
        self.width = width
        self.height = height
        target = .closed
        let display = device.connection.handle
        guard
            let surface = eglCreatePlatformWindowSurface(
                display, device.config, native.window, [EGLAttrib(EGL_NONE)])
        else { throw device.failure("eglCreatePlatformWindowSurface", eglGetError()) }
        target = .window(surface)
        try device.activate(surface)
        guard eglSwapInterval(display, 0) == EGL_TRUE else {
            throw device.failure("eglSwapInterval", eglGetError())
        }
    }

    /// The framebuffer that the host of a lent context has bound for drawing: its `width` × `height`
    /// pixels from column `x` and row `y` on, counted from the lower left as OpenGL does.
    ///
    /// It is asked anew in each frame which framebuffer that is. Nothing outside of these pixels is
    /// touched. The framebuffer has one colour buffer, of red, green, blue and best alpha too.
    public init(host device: Device, width: Int, height: Int, x: Int = 0, y: Int = 0) {
        precondition(device.isLent, "only a device on a lent context has a host")
        precondition(x >= 0 && y >= 0, "a framebuffer has no pixels from \(x), \(y) on")
        self.device = device
        self.width = width
        self.height = height
        target = .host(x: x, y: y)
    }

    deinit {
        // Runs on the main thread: the owner is bound to it.
        MainActor.assumeIsolated { close() }
    }

    /// Whether this is a window (and not a picture in memory).
    public var isWindow: Bool {
        if case .window = target { return true }
        return false
    }

    /// Lets go of the window's buffers; needed before another surface is made for the same window.
    public func close() {
        if case .window(let surface) = target {
            device.release(surface)
            eglDestroySurface(device.connection.handle, surface)
        }
        target = .closed
    }

    /// Takes a new size in device pixels.
    ///
    /// A window's native side is resized by whoever owns it; its buffers follow with the next
    /// frame. A picture in memory loses its content. Of a host's framebuffer another part is meant.
    public func resize(width: Int, height: Int) throws(GPUError) {
        guard width != self.width || height != self.height else { return }
        if case .offscreen = target {
            target = .offscreen(try OffscreenTarget(device, width: width, height: height))
        }
        self.width = width
        self.height = height
    }

    /// Makes this surface the target of what is drawn next.
    public func begin() throws(GPUError) {
        switch target {
        case .window(let surface):
            try device.activate(surface)
            device.bindFramebuffer(0)
        case .offscreen(let offscreen):
            try device.activate()
            device.bindFramebuffer(offscreen.framebuffer.name)
        case .host(let x, let y):
            try device.activate()
            device.beginHost(width: width, height: height, x: x, y: y)
            return
        case .closed:
            preconditionFailure("a closed surface cannot be drawn to")
        }
        device.setTarget(width: width, height: height)
    }

    /// How many frames ago the buffer now drawn to was last shown; 0 if its content is unknown.
    ///
    /// A picture in memory keeps its content, so its age is 1. Ask after `begin()`.
    public var bufferAge: Int {
        if case .host = target { return 0 }
        guard case .window(let surface) = target else { return 1 }
        guard device.functions.hasBufferAge else { return 0 }
        var age: EGLint = 0
        eglQuerySurface(device.connection.handle, surface, EGL_BUFFER_AGE_EXT, &age)
        return Int(age)
    }

    /// Shows what was drawn: swaps a window's buffers; does nothing for a picture in memory, and
    /// nothing for a host's framebuffer, which its host shows.
    ///
    /// `damage` lists what differs from the frame shown before; empty means everything. Throws
    /// `contextLost` when the driver was reset.
    public func present(damage: [PixelRect] = []) throws(GPUError) {
        guard case .window(let surface) = target else { return }
        let display = device.connection.handle
        try device.activate(surface)
        let done: EGLBoolean
        if let swap = device.functions.swapWithDamage, !damage.isEmpty {
            var rects: [EGLint] = []
            for rect in damage {
                rects += [rect.x, height - rect.maxY, rect.width, rect.height].map(EGLint.init)
            }
            done = swap(display, surface, &rects, EGLint(damage.count))
        } else {
            done = eglSwapBuffers(display, surface)
        }
        guard done == EGL_TRUE else { throw device.failure("eglSwapBuffers", eglGetError()) }
    }

    /// The pixels of `rect` (all by default): rows from the top, RGBA, premultiplied, 4 bytes each.
    ///
    /// Waits for the GPU. A window must be read before `present`, which gives its buffer away.
    public func readPixels(_ rect: PixelRect? = nil) throws(GPUError) -> [UInt8] {
        try begin()
        let whole = PixelRect(x: 0, y: 0, width: width, height: height)
        return try device.readPixels((rect ?? whole).intersection(whole))
    }
}

/// The texture and framebuffer of a picture in memory.
@MainActor
final class OffscreenTarget {
    let texture: Texture
    let framebuffer: Framebuffer

    init(_ device: Device, width: Int, height: Int) throws(GPUError) {
        texture = try Texture(device, format: .rgba8, width: width, height: height)
        framebuffer = try Framebuffer(device, texture: texture)
    }
}
