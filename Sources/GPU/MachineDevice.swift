import CEGL

/// A device of the machine that EGL can draw on without a window system: a graphics card, or the
/// processor.
///
/// The order is the drivers' own and stays the same for the life of the process.
public struct MachineDevice: Hashable, Sendable {
    /// The device's number, counted from 0.
    public let index: Int
    /// The driver's name for the device, else its file in `/dev`, else a number.
    public let name: String
    /// The driver's handle; devices are never removed.
    let handle: UInt

    /// All devices; empty if no driver can list them.
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
        // Querying a property that a device does not have is an error.
        if extensions.contains("EGL_EXT_device_query_name"), let name = text(0x335F) {
            return name
        }
        if extensions.contains("EGL_EXT_device_drm"), let file = text(EGL_DRM_DEVICE_FILE_EXT) {
            return file
        }
        return extensions.contains("EGL_MESA_device_software") ? "the processor" : nil
    }
}
