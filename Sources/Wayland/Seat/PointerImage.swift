import WaylandClientProtocols

/// The image of a pointer, which a mouse and each pen have: the cursor of the window below it.
@MainActor
final class PointerImage {
    /// The serial of the pointer's arrival, which setting its image requires; nil while it is
    /// nowhere.
    var serial: UInt32?
    private unowned let connection: Connection
    private var cursor: CursorSurface?
    private let set: (UInt32, WlSurface?, (x: Int32, y: Int32)) -> Void

    /// - Parameter set: sets the image of the pointer that arrived with a serial.
    init(
        _ connection: Connection,
        set:
            @escaping (
                _ serial: UInt32, _ surface: WlSurface?, _ hotspot: (x: Int32, y: Int32)
            ) -> Void
    ) {
        (self.connection, self.set) = (connection, set)
    }

    /// Shows the cursor of the window below the pointer.
    func show(_ window: Window) {
        guard let serial else { return }
        if cursor == nil { cursor = CursorSurface(connection) }
        cursor?.show(window.cursor, scale: window.surfaceScale) { surface, hotspot in
            set(serial, surface, hotspot)
        }
    }

    /// Shows the pointer, which is over a surface, in another theme.
    func updateTheme(over surface: WlSurface?) {
        guard let cursor else { return }
        cursor.use(connection.pointerTheme)
        if let surface, let window = connection.window(of: surface) { show(window) }
    }

    func destroy() {
        cursor?.destroy()
        cursor = nil
    }
}
