import EventLoop
import Glibc

/// The session's message bus: one connection for all clients of the desktop's services.
///
/// The connection ends with `close` or with its last owner. Without a bus, requests fail at once.
/// No bus is started.
@MainActor
public final class SessionBus {
    let loop: EventLoop
    /// Nil if no bus can be connected to.
    let connection: BusConnection?
    /// Why the named bus is not connected to; nil if there is no error.
    public let failure: DesktopError?

    /// Connects without waiting; `loop` drives the connection.
    ///
    /// - Parameter address: the bus; nil takes it from `DBUS_SESSION_BUS_ADDRESS`, else from the
    ///   user's runtime directory.
    public init(loop: EventLoop, address: String? = nil) {
        self.loop = loop
        let address = address ?? SessionBus.address
        connection = address.flatMap { BusConnection(address: $0, loop: loop) }
        let isElsewhere = address.map { BusConnection.local($0).isEmpty } ?? false
        failure = isElsewhere ? .busElsewhere : nil
    }

    /// Ends the connection and removes all its parts from the loop.
    public func close() { connection?.close() }

    private static var address: String? {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }),
            !address.isEmpty
        {
            return address
        }
        guard let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }),
            runtime.hasPrefix("/"), access(runtime + "/bus", F_OK) == 0
        else { return nil }
        return "unix:path=" + runtime + "/bus"
    }
}

/// The names of the desktop's portals on the bus.
enum Portal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
}
