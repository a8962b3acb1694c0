/// The window system's connection and one of its windows, as the GPU's platform layer wants them.
///
/// This value is all that passes between `Wayland` and `GPU`, which do not know each other: the one
/// fills it with a `wl_display` and a `wl_egl_window`, the other hands both to EGL. It does not own
/// what it points to; whoever made it keeps it alive for as long as a surface made from it lives.
public struct NativeSurface: @unchecked Sendable {
    /// The kind of window system, which decides the EGL platform.
    public enum System: Sendable {
        case wayland
    }

    public let system: System
    /// The native display (`wl_display *`).
    public let display: UnsafeMutableRawPointer
    /// The native window (`wl_egl_window *`).
    public let window: UnsafeMutableRawPointer

    public init(
        system: System, display: UnsafeMutableRawPointer, window: UnsafeMutableRawPointer
    ) {
        self.system = system
        self.display = display
        self.window = window
    }
}
