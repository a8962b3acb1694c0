import WaylandClientProtocols

/// A window under a name by which another program can put its dialog over it.
///
/// Source: xdg-foreign-unstable-v2. The name is good for as long as somebody holds the object.
@MainActor
public final class ExportedSurface {
    /// The name, once the compositor has given it.
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
        // With the connection its objects went as well.
        if connection.display != nil { proxy.destroy() }
    }
}

extension Window {
    /// Gives the window a name for other programs, and calls `completion` once in the loop when the
    /// compositor has said which.
    ///
    /// Nil where the compositor does not offer this; then nothing is called.
    public func export(_ completion: @escaping (String) -> Void) -> ExportedSurface? {
        guard isUsable, let exporter = connection.exporter else { return nil }
        return ExportedSurface(
            connection, exporter.exportToplevel(surface: surface), completion)
    }
}
