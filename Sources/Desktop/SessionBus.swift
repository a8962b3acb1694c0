import EventLoop
import Glibc

/// The session's message bus: one connection for all that ask the desktop something.
///
/// The connection ends with `close`, or with the last that has it. Where there is no bus, whoever asks
/// hears at once that nobody will answer. No bus is started.
@MainActor
public final class SessionBus {
    let loop: EventLoop
    /// Nil where there is no bus that can be connected to.
    let connection: BusConnection?
    /// Why the bus that was named is not connected to; nil where nothing prevents it.
    public let failure: DesktopError?

    /// Connects, which waits for nothing, and is driven by `loop`.
    ///
    /// - Parameter address: the bus; nil takes it from `DBUS_SESSION_BUS_ADDRESS`, else from the
    ///   person's runtime directory.
    public init(loop: EventLoop, address: String? = nil) {
        self.loop = loop
        let address = address ?? SessionBus.address
        connection = address.flatMap { BusConnection(address: $0, loop: loop) }
        let isElsewhere = address.map { BusConnection.local($0).isEmpty } ?? false
        failure = isElsewhere ? .busElsewhere : nil
    }

    /// Ends the connection and takes everything of it out of the loop.
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

/// Where the desktop's portals are on the bus.
enum Portal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
}
