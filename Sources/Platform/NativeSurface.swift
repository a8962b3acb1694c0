/// The connection to a window system, in the form that the GPU's platform layer needs.
///
/// It does not own the object it points to, but has a reference to its owner. Objects made from it
/// retain the owner, so that a driver's last requests are still delivered.
public struct NativeDisplay: @unchecked Sendable {
    /// The kind of window system, which determines the EGL platform.
    public enum System: Sendable {
        /// A Wayland compositor; `pointer` is a `wl_display *`.
        case wayland
    }

    /// The kind of this window system.
    public let system: System
    /// The native display (`wl_display *`).
    public let pointer: UnsafeMutableRawPointer
    /// The object that keeps the connection open; nil if the creator of this value does so.
    public let owner: AnyObject?

    /// An open connection.
    ///
    /// - Parameters:
    ///   - pointer: must stay valid while anything made from this value is in use.
    ///   - owner: keeps it valid while it is alive.
    public init(system: System, pointer: UnsafeMutableRawPointer, owner: AnyObject? = nil) {
        self.system = system
        self.pointer = pointer
        self.owner = owner
    }
}

/// The window system's connection and one of its windows, in the form that the GPU's platform layer
/// needs.
///
/// Only this value and `NativeDisplay` are passed between `Wayland` and `GPU`, which do not depend
/// on each other: the former fills it with a `wl_display` and a `wl_egl_window`, the latter passes
/// both to EGL. It does not own the objects it points to; its creator keeps them alive as long as
/// any surface made from it.
public struct NativeSurface: @unchecked Sendable {
    /// The connection that the window belongs to.
    public let display: NativeDisplay
    /// The native window (`wl_egl_window *`).
    public let window: UnsafeMutableRawPointer

    /// A window of a connection, valid as long as its creator keeps it.
    public init(display: NativeDisplay, window: UnsafeMutableRawPointer) {
        self.display = display
        self.window = window
    }
}
