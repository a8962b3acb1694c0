import CEGL
import Platform

/// An initialised EGL display, shared by all devices on the same native display.
///
/// `eglGetPlatformDisplay` returns the same handle for the same native display, and `eglTerminate`
/// ends it for all users. So a connection is kept in a table and terminated with its last user,
/// unless other code uses the display too.
final class EGLConnection: @unchecked Sendable {
    nonisolated(unsafe) let handle: EGLDisplay
    let extensions: Set<String>
    let key: Key
    /// Whether other code uses the display too and will terminate it.
    private var isShared: Bool
    /// Keeps the native display open until EGL is done with it.
    private let owner: AnyObject?

    struct Key: Hashable {
        var platform: Int32
        var native: UInt
    }

    private struct Entry {
        weak var connection: EGLConnection?
    }

    @MainActor private static var open: [Key: Entry] = [:]

    private init(handle: EGLDisplay, key: Key, isShared: Bool, owner: AnyObject? = nil) {
        self.owner = owner
        self.handle = handle
        self.key = key
        self.isShared = isShared
        let words = eglQueryString(handle, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
        extensions = Set(words.split(separator: " ").map(String.init))
    }

    deinit {
        if !isShared { eglTerminate(handle) }
    }

    /// The connection for a display that other code has initialised and will terminate.
    @MainActor static func adopt(_ handle: EGLDisplay) -> EGLConnection {
        for entry in open.values {
            guard let known = entry.connection, known.handle == handle else { continue }
            known.isShared = true
            return known
        }
        let key = Key(platform: 0, native: UInt(bitPattern: handle))
        return EGLConnection(handle: handle, key: key, isShared: true)
    }

    /// The connection for a window system, or the one without any if `native` is nil.
    ///
    /// Without a window system the driver chooses; drivers that support only devices use the first
    /// one.
    @MainActor static func connect(to native: NativeDisplay?) throws(GPUError) -> EGLConnection {
        switch native?.system {
        case .wayland?:
            return try connect(
                EGL_PLATFORM_WAYLAND_KHR, native?.pointer, owner: native?.owner, name: "Wayland")
        case nil:
            let name = "off-screen drawing"
            do {
                return try connect(EGL_PLATFORM_SURFACELESS_MESA, nil, name: name)
            } catch {
                guard let device = MachineDevice.all().first else { throw error }
                return try connect(to: device)
            }
        }
    }

    /// The connection for a device of the machine.
    @MainActor static func connect(to device: MachineDevice) throws(GPUError) -> EGLConnection {
        try connect(
            EGL_PLATFORM_DEVICE_EXT, UnsafeMutableRawPointer(bitPattern: device.handle),
            name: device.name)
    }

    @MainActor private static func connect(
        _ platform: Int32, _ native: UnsafeMutableRawPointer?, owner: AnyObject? = nil, name: String
    ) throws(GPUError) -> EGLConnection {
        let key = Key(platform: platform, native: UInt(bitPattern: native))
        if let connection = open[key]?.connection { return connection }
        // This loads the driver.
        let opened = DynamicLibrary.takingTurn { () -> (handle: EGLDisplay, isShared: Bool)? in
            guard let handle = eglGetPlatformDisplay(EGLenum(platform), native, nil)
            else { return nil }
            // Code that has initialised it earlier also terminates it.
            let isShared = eglQueryString(handle, EGL_VENDOR) != nil
            return eglInitialize(handle, nil, nil) == EGL_TRUE ? (handle, isShared) : nil
        }
        guard let (handle, isShared) = opened else { throw .driverMissing(platform: name) }
        // Terminates an owned display even if the next call fails.
        let connection = EGLConnection(
            handle: handle, key: key, isShared: isShared, owner: owner)
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
            throw .unsupported("OpenGL ES")
        }
        open[key] = Entry(connection: connection)
        return connection
    }

    /// The configuration with 8 bits each of red, green, blue and alpha that windows can use.
    ///
    /// `eglChooseConfig` sorts deeper colours first, so the exact depth is searched for.
    func windowConfig() throws(GPUError) -> EGLConfig {
        let wanted: [EGLint] = [
            EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
            EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
        ]
        for config in matching(wanted) where depth(of: config) == [8, 8, 8, 8] { return config }
        throw .unsupported("window configuration with 8-bit red, green, blue and alpha")
    }

    /// A configuration for a context without a window; nil if the driver needs none.
    func offscreenConfig() throws(GPUError) -> EGLConfig? {
        if extensions.contains("EGL_KHR_no_config_context") { return nil }
        let wanted: [EGLint] = [
            EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE,
        ]
        guard let first = matching(wanted).first else { throw .unsupported("OpenGL ES 3.0") }
        return first
    }

    private func matching(_ wanted: [EGLint]) -> [EGLConfig] {
        var count: EGLint = 0
        guard eglChooseConfig(handle, wanted, nil, 0, &count) == EGL_TRUE, count > 0 else {
            return []
        }
        var configs = [EGLConfig?](repeating: nil, count: Int(count))
        guard eglChooseConfig(handle, wanted, &configs, count, &count) == EGL_TRUE else {
            return []
        }
        return configs.prefix(Int(count)).compactMap { $0 }
    }

    private func depth(of config: EGLConfig) -> [EGLint] {
        [EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE].map { attribute in
            var value: EGLint = 0
            eglGetConfigAttrib(handle, config, attribute, &value)
            return value
        }
    }
}
