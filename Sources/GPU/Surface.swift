import CEGL
import CGLES
import Geometry
import Platform

/// A target for frames: a window's buffers, an off-screen picture, or the framebuffer that a host
/// has bound.
///
/// The first two have 8 bits each of red, green, blue and alpha, premultiplied. An off-screen
/// picture reads back exactly the pixels that a compositor blends with the windows below.
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
        /// At this column and row of the host's framebuffer, counted from its lower left.
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
    /// The device must have been made for the same window system. Swaps never wait (interval 0):
    /// frame callbacks set the pace.
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

    /// The framebuffer that the host of a lent context has bound for drawing: its `width` ×
    /// `height` pixels from column `x` and row `y` on, counted from the lower left as in OpenGL.
    ///
    /// The bound framebuffer is queried again in each frame. Pixels outside this area are not
    /// touched. The framebuffer has one colour buffer of red, green, blue and preferably alpha.
    public init(host device: Device, width: Int, height: Int, x: Int = 0, y: Int = 0) {
        precondition(device.isLent, "only a device on a lent context has a host")
        precondition(x >= 0 && y >= 0, "a framebuffer has no pixels at \(x), \(y)")
        self.device = device
        self.width = width
        self.height = height
        target = .host(x: x, y: y)
    }

    deinit {
        // Runs on the main thread, as the owner is bound to it.
        MainActor.assumeIsolated { close() }
    }

    /// Whether this is a window, rather than a picture in memory.
    public var isWindow: Bool {
        if case .window = target { return true }
        return false
    }

    /// Releases the window's buffers; required before another surface is made for the same window.
    public func close() {
        if case .window(let surface) = target {
            device.release(surface)
            eglDestroySurface(device.connection.handle, surface)
        }
        target = .closed
    }

    /// Sets a new size in device pixels.
    ///
    /// The owner of a window resizes its native side; its buffers follow with the next frame. A
    /// picture in memory loses its contents. For a host's framebuffer this selects another area.
    public func resize(width: Int, height: Int) throws(GPUError) {
        guard width != self.width || height != self.height else { return }
        if case .offscreen = target {
            target = .offscreen(try OffscreenTarget(device, width: width, height: height))
        }
        self.width = width
        self.height = height
    }

    /// Makes this surface the target of further drawing.
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

    /// The number of frames since the current buffer was last displayed; 0 if its contents are
    /// unknown.
    ///
    /// A picture in memory keeps its contents, so its age is 1. Valid after `begin()`.
    public var bufferAge: Int {
        if case .host = target { return 0 }
        guard case .window(let surface) = target else { return 1 }
        guard device.functions.hasBufferAge else { return 0 }
        var age: EGLint = 0
        eglQuerySurface(device.connection.handle, surface, EGL_BUFFER_AGE_EXT, &age)
        return Int(age)
    }

    /// Displays the frame: swaps a window's buffers.
    ///
    /// Does nothing for a picture in memory, and nothing for a host's framebuffer, which its host
    /// displays.
    ///
    /// `damage` lists the areas that differ from the previous frame; empty means everything. Throws
    /// `contextLost` if the driver was reset.
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
    /// Waits for the GPU. A window must be read before `present`, which gives up its buffer.
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
