// libwayland-cursor, loaded when the pointer first comes over a window.
//
// A window that opens elsewhere needs none of it, and what is linked costs time at every start
// (`DynamicLibrary`). The types of the functions are those of its header, so a call is checked as
// any other is.

import CWaylandCursor
import Platform

/// The functions of libwayland-cursor that are called.
struct CursorLibrary: Sendable {
    let imageGetBuffer: CursorImageGetBufferCall
    let themeDestroy: CursorThemeDestroyCall
    let themeGetCursor: CursorThemeGetCursorCall
    let themeLoad: CursorThemeLoadCall

    /// The library; nil where the machine has none that fits.
    static let shared = DynamicLibrary("libwayland-cursor.so.0").flatMap { try? CursorLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        imageGetBuffer = try library.function("wl_cursor_image_get_buffer")
        themeDestroy = try library.function("wl_cursor_theme_destroy")
        themeGetCursor = try library.function("wl_cursor_theme_get_cursor")
        themeLoad = try library.function("wl_cursor_theme_load")
    }
}
