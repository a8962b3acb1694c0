import CEGL

/// Something in the machine that EGL draws on without a window system: a graphics card, or the processor.
///
/// The order is the drivers' own, and lasts as long as the process.
public struct MachineDevice: Hashable, Sendable {
    /// Which one it is, counted from 0.
    public let index: Int
    /// What it is called: its driver's name for it, else its file in `/dev`, else a number.
    public let name: String
    /// The driver's handle; devices are never taken away.
    let handle: UInt

    /// All that there are; none where no driver can tell.
    @MainActor
    public static func all() -> [MachineDevice] {
        guard
            let query = unsafeBitCast(
                eglGetProcAddress("eglQueryDevicesEXT"), to: PFNEGLQUERYDEVICESEXTPROC?.self)
        else { return [] }
        var count: EGLint = 0
        guard query(0, nil, &count) == EGL_TRUE, count > 0 else { return [] }
        var handles = [EGLDeviceEXT?](repeating: nil, count: Int(count))
        guard query(count, &handles, &count) == EGL_TRUE else { return [] }
        return handles.prefix(Int(count)).enumerated().compactMap { index, handle in
            handle.map {
                MachineDevice(
                    index: index, name: name(of: $0) ?? "device \(index)",
                    handle: UInt(bitPattern: $0))
            }
        }
    }

    private static func name(of handle: EGLDeviceEXT) -> String? {
        guard
            let query = unsafeBitCast(
                eglGetProcAddress("eglQueryDeviceStringEXT"),
                to: PFNEGLQUERYDEVICESTRINGEXTPROC?.self)
        else { return nil }
        func text(_ name: EGLint) -> String? { query(handle, name).map { String(cString: $0) } }
        let extensions = (text(EGL_EXTENSIONS) ?? "").split(separator: " ")
        // Of a property that a device has not, the question is an error of its own.
        if extensions.contains("EGL_EXT_device_query_name"), let name = text(0x335F) {
            return name
        }
        if extensions.contains("EGL_EXT_device_drm"), let file = text(EGL_DRM_DEVICE_FILE_EXT) {
            return file
        }
        return extensions.contains("EGL_MESA_device_software") ? "the processor" : nil
    }
}
