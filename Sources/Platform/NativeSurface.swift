/// The connection to a window system, as the GPU's platform layer wants it.
///
/// It does not own what it points to, but knows who does: whatever is made from it holds the owner, so
/// that what a driver has to say at its end is still heard.
public struct NativeDisplay: @unchecked Sendable {
    /// The kind of window system, which decides the EGL platform.
    public enum System: Sendable {
        /// A Wayland compositor; `pointer` is a `wl_display *`.
        case wayland
    }

    /// Which window system it is.
    public let system: System
    /// The native display (`wl_display *`).
    public let pointer: UnsafeMutableRawPointer
    /// What keeps the connection open; nil where whoever made this value sees to it.
    public let owner: AnyObject?

    /// A connection as somebody has opened it.
    ///
    /// - Parameters:
    ///   - pointer: must stay valid for as long as anything made from this value is in use.
    ///   - owner: what sees to that, by staying alive.
    public init(system: System, pointer: UnsafeMutableRawPointer, owner: AnyObject? = nil) {
        self.system = system
        self.pointer = pointer
        self.owner = owner
    }
}

/// The window system's connection and one of its windows, as the GPU's platform layer wants them.
///
/// This value and `NativeDisplay` are all that passes between `Wayland` and `GPU`, which do not know
/// each other: the one fills it with a `wl_display` and a `wl_egl_window`, the other hands both to
/// EGL. It does not own what it points to; whoever made it keeps it alive for as long as a surface
/// made from it lives.
public struct NativeSurface: @unchecked Sendable {
    /// The connection that the window belongs to.
    public let display: NativeDisplay
    /// The native window (`wl_egl_window *`).
    public let window: UnsafeMutableRawPointer

    /// A window of a connection, valid for as long as whoever made it keeps it.
    public init(display: NativeDisplay, window: UnsafeMutableRawPointer) {
        self.display = display
        self.window = window
    }
}
