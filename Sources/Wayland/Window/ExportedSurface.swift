import WaylandClientProtocols

/// A window's name for other programs, with which they can open a dialog above it.
///
/// Source: xdg-foreign-unstable-v2. The name is valid as long as this object is retained.
@MainActor
public final class ExportedSurface {
    /// The name, when the compositor has assigned it.
    public private(set) var handle: String?

    private let connection: Connection
    private let proxy: ZxdgExportedV2

    init(
        _ connection: Connection, _ proxy: ZxdgExportedV2,
        _ completion: @escaping (String) -> Void
    ) {
        self.connection = connection
        self.proxy = proxy
        proxy.events = { [weak self] event in
            switch event {
            case .handle(let handle):
                guard let self, self.handle == nil else { return }
                self.handle = handle
                completion(handle)
            }
        }
    }

    isolated deinit {
        // The objects of an ended connection are already gone.
        if connection.display != nil { proxy.destroy() }
    }
}

extension Window {
    /// Requests a name for the window for other programs, and calls `completion` once in the loop
    /// when the compositor has assigned it.
    ///
    /// Nil if the compositor does not support this; then nothing is called.
    public func export(_ completion: @escaping (String) -> Void) -> ExportedSurface? {
        guard isUsable, let exporter = connection.exporter else { return nil }
        return ExportedSurface(
            connection, exporter.exportToplevel(surface: surface), completion)
    }
}
