import CWaylandServer

/// A global that the compositor advertises: binding it makes a `Resource`.
///
/// Exists until `remove()`; used on the compositor's thread.
public final class WaylandGlobal<Resource: WaylandResource>: @unchecked Sendable {
    private var global: OpaquePointer?

    /// Advertises a global of at most `Resource.knownVersion` on a `wl_display`.
    public init(display: OpaquePointer, version: UInt32, bind: @escaping (Resource) -> Void) {
        precondition(
            version >= 1 && version <= Resource.knownVersion,
            "\(Resource.interfaceName) is known up to version \(Resource.knownVersion), "
                + "not \(version)"
        )
        let binder = Binder { client, version, id in
            bind(Resource(client: client, version: version, id: id))
        }
        // The global can be bound during the life of the display, so its binder lives as long.
        global = wl_global_create(
            display, Resource.interface, Int32(version), Unmanaged.passRetained(binder).toOpaque(),
            bindGlobal)
        precondition(global != nil, "no memory for a global \(Resource.interfaceName)")
    }

    /// Withdraws the global: clients are notified, later binds are errors, bound objects remain.
    public func remove() {
        guard let global else { return }
        self.global = nil
        wl_global_destroy(global)
    }
}

/// The function that a global calls when a client binds it.
private final class Binder {
    let body: (WaylandClient, UInt32, UInt32) -> Void

    init(_ body: @escaping (WaylandClient, UInt32, UInt32) -> Void) { self.body = body }
}

private func bindGlobal(
    _ client: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ version: UInt32, _ id: UInt32
) {
    guard let client, let data else { return }
    Unmanaged<Binder>.fromOpaque(data).takeUnretainedValue()
        .body(WaylandClient(pointer: client), version, id)
}
