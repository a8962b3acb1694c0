import CEGL
import CGLES
import Platform
import Synchronization

/// A graphics context of OpenGL ES 3.0 or later.
///
/// It makes GPU objects, keeps the pipeline's state and issues draws.
///
/// There is one device per connection to a window system, one without a window system for
/// off-screen drawing, or one in a context that another part of the program has made
/// (`onCurrentContext`). All have the same type and draw the same pixels. All use is on the main
/// thread. GPU objects (`Buffer`, `Texture`, …) retain their device and return their names to it;
/// the device deletes those names the next time that it is active.
///
/// **Loss.** After a driver reset every throwing call throws `GPUError.contextLost`. The owner then
/// makes a new device (and new surfaces) and rebuilds its objects from its own state.
@MainActor
public final class Device {
    let connection: EGLConnection
    let config: EGLConfig?
    nonisolated(unsafe) let context: EGLContext
    nonisolated let deletions = DeletionQueue()
    private let contextExtensions: Set<String>
    private var serials = 0
    var functions: Functions
    var state = PipelineState()

    /// Counters since `resetStatistics()`.
    public internal(set) var statistics = FrameStatistics()
    /// Whether the context was lost; then nothing of this device is usable.
    public private(set) var isLost = false
    /// The driver's messages through KHR_debug (debug builds only; the last 64).
    public var debugMessages: [String] { debugLog.messages }
    nonisolated let debugLog = DebugLog()

    /// The cache that programs are loaded from and saved to.
    ///
    /// Set it before making the first program.
    public var programCache: ProgramCache? {
        didSet { programCache?.use(driver: rendererName + "\n" + versionName) }
    }

    /// The driver's name, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public let rendererName: String
    /// The version string of the context, such as `OpenGL ES 3.2 Mesa 22.3.6`.
    public let versionName: String
    /// The largest side of a texture or framebuffer, in texels.
    public let maximumTextureSize: Int
    /// The largest side of the squares that `Primitive.points` draws, in device pixels.
    public let maximumPointSize: Double
    /// The longest side in device pixels of a surface that can be drawn to.
    public let maximumSurfaceSide: Int
    /// The memory layout of its surfaces' pixels (of its windows, if it has any).
    ///
    /// Pictures that are copied to them have the same layout.
    public private(set) var layerLayout: PixelLayout

    /// Whether another part of the program owns the context and has lent it (`onCurrentContext`).
    let isLent: Bool
    /// The saved state of a lent context's owner; nil outside `drawWithinHost`.
    var host: HostState?
    /// The switches of a lent context that would affect the drawing.
    let hostFeatures: HostFeatures
    private var activeSurface: EGLSurface?

    /// Makes a device for the window system `native`, or for none.
    ///
    /// Costs some 50 ms on a software driver. Throws `driverMissing` if no driver is available.
    public convenience init(for native: NativeDisplay? = nil) throws(GPUError) {
        try self.init(EGLConnection.connect(to: native), isWindowed: native != nil)
    }

    /// Makes a device for off-screen drawing on one of the machine's devices.
    public convenience init(on device: MachineDevice) throws(GPUError) {
        try self.init(EGLConnection.connect(to: device), isWindowed: false)
    }

    private convenience init(_ connection: EGLConnection, isWindowed: Bool) throws(GPUError) {
        guard connection.extensions.contains("EGL_KHR_surfaceless_context") else {
            throw .unsupported("EGL_KHR_surfaceless_context")
        }
        let config: EGLConfig? =
            isWindowed ? try connection.windowConfig() : try connection.offscreenConfig()
        let context = try Self.makeContext(connection, config)
        guard eglMakeCurrent(connection.handle, nil, nil, context) == EGL_TRUE else {
            let code = eglGetError()
            eglDestroyContext(connection.handle, context)
            throw .egl(function: "eglMakeCurrent", code: code)
        }
        self.init(connection, config, context, isLent: false)
        if isWindowed {
            let hasBlueFirst = contextExtensions.contains("GL_EXT_texture_format_BGRA8888")
            layerLayout = PixelLayout(format: hasBlueFirst ? .bgra8 : .rgba8, rows: .topDown)
        }
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
        #if DEBUG
            functions.listen(debugLog)
        #endif
        // A driver may have such textures without being able to draw into them.
        if layerLayout.format == .bgra8, !canDraw(into: .bgra8) { layerLayout.format = .rgba8 }
    }

    /// A device on the context that is current on this thread, which stays its owner's.
    ///
    /// Such a device is used only within `drawWithinHost`, which restores the owner's state. It
    /// never makes a context current and never destroys one. Its owner releases the device and all
    /// its objects before destroying the context, while the context is current, so that their names
    /// are freed. Several devices may share one context.
    ///
    /// Throws `unfitContext` if no context is current, or one other than OpenGL ES 3.0 or later.
    public static func onCurrentContext() throws(GPUError) -> Device {
        guard let display = eglGetCurrentDisplay(), let context = eglGetCurrentContext() else {
            throw .unfitContext("missing: none is current")
        }
        let version = text(GL_VERSION)
        guard OpenGLVersion(version).isAtLeast(3, 0) else {
            throw .unfitContext("one of \(version.isEmpty ? "an unknown kind" : version)")
        }
        return Device(EGLConnection.adopt(display), nil, context, isLent: true)
    }

    /// A device on the current context.
    private init(
        _ connection: EGLConnection, _ config: EGLConfig?, _ context: EGLContext, isLent: Bool
    ) {
        self.connection = connection
        self.config = config
        self.context = context
        self.isLent = isLent
        rendererName = Self.text(GL_RENDERER)
        versionName = Self.text(GL_VERSION)
        var size: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &size)
        maximumTextureSize = Int(size)
        var pointSizes: [GLfloat] = [1, 1]
        glGetFloatv(GLenum(GL_ALIASED_POINT_SIZE_RANGE), &pointSizes)
        maximumPointSize = Double(pointSizes[1])
        var sides: [GLint] = [size, size]
        glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &sides)
        maximumSurfaceSide = Int(min(sides[0], sides[1]))
        contextExtensions = Set(Self.text(GL_EXTENSIONS).split(separator: " ").map(String.init))
        functions = Functions(display: connection.extensions, context: contextExtensions)
        hostFeatures = HostFeatures(version: OpenGLVersion(versionName), contextExtensions)
        layerLayout = PixelLayout(format: .rgba8, rows: .bottomUp)
    }

    /// Whether the context has an extension, such as `GL_EXT_disjoint_timer_query`.
    func has(_ name: String) -> Bool { contextExtensions.contains(name) }

    /// A string of the current context.
    private static func text(_ name: Int32) -> String {
        glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
    }

    private func canDraw(into format: TexelFormat) -> Bool {
        do throws(GPUError) {
            let texture = try Texture(self, format: format, width: 1, height: 1)
            let framebuffer = try Framebuffer(self, texture: texture)
            return framebuffer.width == 1
        } catch {
            return false
        }
    }

    deinit {
        guard !isLent else {
            // If another context is current, or its owner has destroyed this one, the names must
            // not be freed.
            if eglGetCurrentContext() == context { deletions.deleteAll() }
            return
        }
        // Another device may be the current one, and remains so.
        if eglGetCurrentContext() == context {
            functions.stopListening()
            eglMakeCurrent(connection.handle, nil, nil, nil)
        }
        eglDestroyContext(connection.handle, context)
    }

    private static func makeContext(
        _ connection: EGLConnection, _ config: EGLConfig?
    ) throws(GPUError) -> EGLContext {
        let version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0]
        var debug: [EGLint] = []
        #if DEBUG
            debug = [EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE]
        #endif
        var robust: [EGLint] = []
        if connection.extensions.contains("EGL_EXT_create_context_robustness") {
            robust = [
                EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
                EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
            ]
        }
        // A driver may list robustness and still refuse it; the options are dropped one by one.
        for wishes in [debug + robust, robust, debug, []] {
            let attributes = version + wishes + [EGL_NONE]
            if let context = eglCreateContext(connection.handle, config, nil, attributes) {
                return context
            }
        }
        throw .egl(function: "eglCreateContext", code: eglGetError())
    }

    // MARK: The current context

    /// Makes this device's context current on the thread, with the given window surface if any, and
    /// deletes the names that its objects returned.
    ///
    /// A lent context must be current already; otherwise the call throws `unfitContext`.
    func activate(_ surface: EGLSurface? = nil) throws(GPUError) {
        if isLost { throw .contextLost }
        if isLent {
            precondition(host != nil, "a device on a lent context is used within drawWithinHost")
            try checkIsCurrent()
        } else if eglGetCurrentContext() != context
            || (surface != nil && surface != activeSurface)
        {
            let target = surface ?? activeSurface
            guard eglMakeCurrent(connection.handle, target, target, context) == EGL_TRUE else {
                throw failure("eglMakeCurrent", eglGetError())
            }
            activeSurface = target
        }
        if !deletions.isEmpty { deletions.deleteAll { state.forget($0, $1) } }
    }

    /// Throws if the device's context is not current.
    func checkIsCurrent() throws(GPUError) {
        guard eglGetCurrentContext() == context else {
            throw .unfitContext("not current any more, or another is")
        }
    }

    /// Takes the context from this thread, so that the next call may come from another one.
    ///
    /// Costs a flush of the commands; does nothing for a lent context.
    public func release() {
        guard !isLent, eglGetCurrentContext() == context else { return }
        eglMakeCurrent(connection.handle, nil, nil, nil)
    }

    /// Unbinds a window surface that is about to be destroyed.
    func release(_ surface: EGLSurface) {
        guard activeSurface == surface else { return }
        activeSurface = nil
        if eglGetCurrentContext() == context {
            eglMakeCurrent(connection.handle, nil, nil, isLost ? nil : context)
        }
    }

    /// A number that is unique in this device.
    func nextSerial() -> Int {
        serials += 1
        return serials
    }

    // MARK: Checking

    /// Throws if a GL error is pending, naming the function that was just called.
    public func check(_ function: StaticString) throws(GPUError) {
        let code = glGetError()
        guard code != GL_NO_ERROR else { return }
        // At most a handful of flags can be pending; they are cleared so that the next check is
        // accurate.
        for _ in 0..<8 where glGetError() == GL_NO_ERROR { break }
        if code == GL_CONTEXT_LOST_KHR {
            isLost = true
            throw .contextLost
        }
        throw .gl(function: function.description, code: code)
    }

    /// Like `check`, in debug builds only: for calls on the hot path.
    func checkDraw(_ function: StaticString) throws(GPUError) {
        #if DEBUG
            try check(function)
        #endif
    }

    /// The error for an EGL failure; records a lost context.
    func failure(_ function: String, _ code: EGLint) -> GPUError {
        if code == EGL_CONTEXT_LOST {
            isLost = true
            return .contextLost
        }
        return .egl(function: function, code: code)
    }

    /// Throws `contextLost` if the driver was reset since the last call.
    ///
    /// Call this once per frame.
    public func checkReset() throws(GPUError) {
        try activate()
        if functions.resetStatus() != GL_NO_ERROR {
            isLost = true
            throw .contextLost
        }
    }

    /// Behaves from now on as if the driver had been reset, to test the recovery.
    public func loseContext() { isLost = true }

    /// Lets the driver free its compiler, which takes several megabytes, until the next
    /// compilation.
    public func releaseCompiler() throws(GPUError) {
        try activate()
        glReleaseShaderCompiler()
        try check("glReleaseShaderCompiler")
    }

    /// Sets the counters to zero.
    public func resetStatistics() { statistics = FrameStatistics() }

    /// Waits until the GPU has finished all commands: for measurements, never in a frame.
    public func finish() throws(GPUError) {
        try activate()
        glFinish()
        try check("glFinish")
    }
}

/// The kinds of GL names that owners return.
enum ObjectKind {
    case buffer
    case texture
    case framebuffer
    case vertexArray
    case program
}

/// Names of GL objects without an owner, to be deleted when their context is current.
final class DeletionQueue: Sendable {
    private let names = Mutex<[(ObjectKind, UInt32)]>([])

    var isEmpty: Bool { names.withLock { $0.isEmpty } }

    func add(_ kind: ObjectKind, _ name: UInt32) { names.withLock { $0.append((kind, name)) } }

    /// Deletes all of them from the current context; `noting` is called before each.
    func deleteAll(noting: (ObjectKind, UInt32) -> Void = { _, _ in }) {
        let all = names.withLock { list in
            defer { list = [] }
            return list
        }
        for (kind, name) in all {
            var name = name
            noting(kind, name)
            switch kind {
            case .buffer: glDeleteBuffers(1, &name)
            case .texture: glDeleteTextures(1, &name)
            case .framebuffer: glDeleteFramebuffers(1, &name)
            case .vertexArray: glDeleteVertexArrays(1, &name)
            case .program: glDeleteProgram(name)
            }
        }
    }
}
