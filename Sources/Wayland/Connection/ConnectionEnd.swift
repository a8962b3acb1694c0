import Glibc

/// Why a connection ended, as far as this side can determine.
///
/// On the socket, a compositor that ends looks like one that closes a single connection, because
/// the program does not read its events or for another reason. If it answers a new connection, it
/// still runs. Accepting one is not enough, since a compositor that is about to end still does
/// that.
enum ConnectionEnd: Equatable {
    /// The compositor still runs and accepts other connections.
    case closedAlone
    /// No process listens any more.
    case ended
    /// The socket was inherited, so no other connection can be tried.
    case closed
    /// It accepts no more requests.
    case full
    /// The system's message.
    case other(String)

    /// - Parameters:
    ///   - code: libwayland's error, as in errno(3).
    ///   - displayName: the name or path of the socket.
    init(code: Int32, displayName: String) {
        switch code {
        case 0, EPIPE, ECONNRESET: self = Self.look(displayName)
        case EAGAIN, ENOBUFS: self = .full
        default: self = .other(String(cString: strerror(code)))
        }
    }

    var description: String {
        switch self {
        case .closedAlone:
            "it still runs and has closed only this connection, as it does with a program that does not read its events"
        case .ended: "it has ended"
        case .closed: "it has ended, or has closed this connection"
        case .full: "it does not accept any more requests"
        case .other(let reason): reason
        }
    }

    private static func look(_ displayName: String) -> ConnectionEnd {
        var path = displayName
        if !path.hasPrefix("/") {
            guard path != "WAYLAND_SOCKET", let folder = getenv("XDG_RUNTIME_DIR") else {
                return .closed
            }
            path = String(cString: folder) + "/" + path
        }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0)
        guard descriptor >= 0 else { return .closed }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard path.utf8.count < place.count else { return false }
            place.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { return .closed }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            return [ECONNREFUSED, ENOENT].contains(errno) ? .ended : .closed
        }
        return answers(descriptor)
    }

    /// Sends a request and waits for the answer: the program is about to end and has nothing else
    /// to do.
    private static func answers(_ descriptor: Int32) -> ConnectionEnd {
        // wl_display.sync: the object, the length and number of the request, the new object.
        let request: [UInt32] = [1, 12 << 16, 2]
        let sent = request.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == 12 else { return .ended }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, patience) > 0 else { return .closed }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) > 0 ? .closedAlone : .ended
    }

    /// The number of milliseconds that an answer may take.
    private static let patience: Int32 = 1000
}
