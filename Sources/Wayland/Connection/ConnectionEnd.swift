import Glibc

/// Why a connection broke off, as far as that can be known from this end of it.
///
/// A compositor that closes one connection, because its window does not take what it is sent or for any
/// other reason, and one that ends look the same on the socket. Whether it answers another connection
/// tells them apart; one that is just about to end still takes connections, so that is not enough.
enum ConnectionEnd: Equatable {
    /// The compositor is there, and others can connect to it.
    case closedAlone
    /// Nobody listens any more.
    case ended
    /// The socket was given to the program, and nobody can look.
    case closed
    /// It takes no more requests.
    case full
    /// The system's word.
    case other(String)

    /// - Parameters:
    ///   - code: libwayland's, as in errno(3).
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
            "it still runs and has closed this connection alone, as it does with a program that does not take what it is sent"
        case .ended: "it has ended"
        case .closed: "it has ended, or has closed this connection"
        case .full: "it takes nothing more that is sent to it"
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

    /// Asks for a sign of life and waits for it: the program is at its end and has nothing else to do.
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

    /// How many milliseconds it may take to answer.
    private static let patience: Int32 = 1000
}
