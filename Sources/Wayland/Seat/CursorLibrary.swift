// libwayland-cursor, loaded when the pointer first enters a window.
//
// A window that opens elsewhere does not need it, and linked libraries cost time at every start
// (`DynamicLibrary`). The types of the functions are those of its header, so a call is checked like
// any other.

import CWaylandCursor
import Platform

/// The functions of libwayland-cursor in use.
struct CursorLibrary: Sendable {
    let imageGetBuffer: CursorImageGetBufferCall
    let themeDestroy: CursorThemeDestroyCall
    let themeGetCursor: CursorThemeGetCursorCall
    let themeLoad: CursorThemeLoadCall

    /// The library; nil if the machine has no suitable one.
    static let shared = DynamicLibrary("libwayland-cursor.so.0").flatMap { try? CursorLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        imageGetBuffer = try library.function("wl_cursor_image_get_buffer")
        themeDestroy = try library.function("wl_cursor_theme_destroy")
        themeGetCursor = try library.function("wl_cursor_theme_get_cursor")
        themeLoad = try library.function("wl_cursor_theme_load")
    }
}
