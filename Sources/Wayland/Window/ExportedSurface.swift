import WaylandClientProtocols

/// A window's name for other programs, with which they can open a dialog above it.
///
/// Source: xdg-foreign-unstable-v2, and its first version where a compositor has only that (GNOME of
/// Debian 12). The name is valid as long as this object is retained.
@MainActor
public final class ExportedSurface {
    /// The compositor's object for the name.
    private enum Proxy {
        case first(ZxdgExportedV1)
        case second(ZxdgExportedV2)
    }

    /// The name, when the compositor has assigned it.
    public private(set) var handle: String?

    private let connection: Connection
    private let proxy: Proxy
    private let completion: (String) -> Void

    init(
        _ connection: Connection, _ proxy: ZxdgExportedV2,
        _ completion: @escaping (String) -> Void
    ) {
        self.connection = connection
        self.proxy = .second(proxy)
        self.completion = completion
        proxy.events = { [weak self] event in
            switch event {
            case .handle(let handle): self?.take(handle)
            }
        }
    }

    init(
        _ connection: Connection, _ proxy: ZxdgExportedV1,
        _ completion: @escaping (String) -> Void
    ) {
        self.connection = connection
        self.proxy = .first(proxy)
        self.completion = completion
        proxy.events = { [weak self] event in
            switch event {
            case .handle(let handle): self?.take(handle)
            }
        }
    }

    /// Whether the second version of the protocol gave the name.
    var isOfSecondVersion: Bool {
        if case .second = proxy { true } else { false }
    }

    private func take(_ handle: String) {
        guard self.handle == nil else { return }
        self.handle = handle
        completion(handle)
    }

    isolated deinit {
        // The objects of an ended connection are already gone.
        guard connection.display != nil else { return }
        switch proxy {
        case .first(let proxy): proxy.destroy()
        case .second(let proxy): proxy.destroy()
        }
    }
}

extension Window {
    /// Requests a name for the window for other programs, and calls `completion` once in the loop
    /// when the compositor has assigned it.
    ///
    /// Nil if the compositor does not support this; then nothing is called.
    public func export(_ completion: @escaping (String) -> Void) -> ExportedSurface? {
        guard isUsable else { return nil }
        if let exporter = connection.exporter {
            return ExportedSurface(
                connection, exporter.exportToplevel(surface: surface), completion)
        }
        return connection.olderExporter.map {
            ExportedSurface(connection, $0.export(surface: surface), completion)
        }
    }
}
