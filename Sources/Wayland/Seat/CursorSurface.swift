// The pointer's image, from a cursor theme.
//
// Names are looked up in the theme of XCURSOR_THEME at XCURSOR_SIZE points; where these are not set,
// in the theme and the size that the program got from the desktop (`Connection.pointerTheme`). The images are loaded
// at the whole scale at or above the window's and displayed at that buffer scale. An image whose
// size is not divisible by the scale (themes have only a few sizes) is displayed at scale 1, since
// the compositor would treat it as an error. If the theme has no image for any of the names, the
// shape does not change: a machine without cursor themes, or without the library that reads them,
// is not an error. An animated cursor shows its first image.

import CWaylandClient
import CWaylandCursor
import Glibc
import WaylandClientProtocols

/// The surface of a seat's pointer.
@MainActor
final class CursorSurface {
    private struct Shown: Hashable {
        let name: CursorName
        let scale: Int
    }

    private unowned let connection: Connection
    private let library = CursorLibrary.shared
    private var themeName: String?
    private var size: Int
    /// Themes by whole scale, each loaded once.
    private var themes: [Int: OpaquePointer] = [:]
    private var surface: WlSurface?
    private var shown: Shown?
    private var hotspot: (x: Int32, y: Int32) = (0, 0)

    init(_ connection: Connection) {
        self.connection = connection
        let theme = CursorSurface.theme(connection.pointerTheme)
        (themeName, size) = (theme.name, theme.size ?? 24)
    }

    /// The theme to use: what the environment says, and otherwise what the desktop says.
    private static func theme(_ desktop: PointerTheme) -> PointerTheme {
        let name = getenv("XCURSOR_THEME").map { String(cString: $0) }
        let size = getenv("XCURSOR_SIZE").flatMap { Int(String(cString: $0)) }
        func sound(_ size: Int?) -> Int? { size.flatMap { (8...512).contains($0) ? $0 : nil } }
        return PointerTheme(name: name ?? desktop.name, size: sound(size) ?? sound(desktop.size))
    }

    /// Uses another theme from the next picture on.
    func use(_ desktop: PointerTheme) {
        let theme = CursorSurface.theme(desktop)
        guard theme.name != themeName || (theme.size ?? 24) != size else { return }
        (themeName, size) = (theme.name, theme.size ?? 24)
        forgetThemes()
        shown = nil
    }

    func destroy() {
        surface?.destroy()
        surface = nil
        forgetThemes()
    }

    private func forgetThemes() {
        // The surface may still have a picture of a theme.
        surface?.attach(buffer: nil, x: 0, y: 0)
        surface?.commit()
        for theme in themes.values { library?.themeDestroy(theme) }
        themes = [:]
    }

    /// Prepares the shape `name`, and passes the surface and the hotspot to `set`.
    func show(
        _ name: CursorName, scale: SurfaceScale,
        set: (_ surface: WlSurface?, _ hotspot: (x: Int32, y: Int32)) -> Void
    ) {
        let wanted = Shown(name: name, scale: (scale.numerator + 119) / 120)
        if wanted != shown {
            guard let image = image(wanted), prepare(image, wanted.scale) else { return }
            shown = wanted
        }
        set(surface, hotspot)
    }

    private func image(_ wanted: Shown) -> UnsafeMutablePointer<wl_cursor_image>? {
        guard let library, let theme = theme(wanted.scale) else { return nil }
        for name in wanted.name.themeNames + CursorName.default.themeNames {
            guard let cursor = library.themeGetCursor(theme, name) else { continue }
            if cursor.pointee.image_count > 0 { return cursor.pointee.images[0] }
        }
        return nil
    }

    private func theme(_ scale: Int) -> OpaquePointer? {
        if let theme = themes[scale] { return theme }
        guard let library, let shm = connection.shm else { return nil }
        let theme = library.themeLoad(themeName, Int32(size * scale), shm.pointer)
        themes[scale] = theme
        return theme
    }

    private func prepare(_ image: UnsafeMutablePointer<wl_cursor_image>, _ scale: Int) -> Bool {
        guard let buffer = library?.imageGetBuffer(image) else { return false }
        if surface == nil { surface = connection.compositor?.createSurface() }
        guard let surface else { return false }
        let picture = image.pointee
        let divides = picture.width % UInt32(scale) == 0 && picture.height % UInt32(scale) == 0
        // A theme without large images returns a small one, which must not be made even smaller.
        let isLarge = Int(picture.width) * 4 >= size * scale * 3
        let shownScale = divides && isLarge ? Int32(scale) : 1
        surface.setBufferScale(scale: shownScale)
        surface.attach(buffer: WlBuffer(borrowing: buffer), x: 0, y: 0)
        surface.damageBuffer(
            x: 0, y: 0, width: Int32(picture.width), height: Int32(picture.height))
        surface.commit()
        hotspot = (Int32(picture.hotspot_x) / shownScale, Int32(picture.hotspot_y) / shownScale)
        return true
    }
}
