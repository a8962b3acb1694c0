import Platform

/// An error between the program and the compositor.
public enum WaylandError: ReportableError, Equatable {
    /// Neither an argument nor the environment names a compositor.
    case noDisplay
    /// The compositor's socket cannot be reached; `reason` is the system's message.
    case unreachable(display: String, reason: String)
    /// The compositor does not offer `interface` at all.
    case missingGlobal(interface: String, needed: UInt32, unlocks: String)
    /// The compositor offers `interface`, in a version too old.
    case outdatedGlobal(interface: String, offered: UInt32, needed: UInt32, unlocks: String)
    /// The compositor ended the connection because of an invalid request.
    case protocolError(interface: String, code: UInt32, message: String)
    /// The connection was lost; `reason` is the system's message.
    case connectionLost(reason: String)
    /// The compositor sent invalid data.
    case badData(what: String, reason: String)
    /// The system provided no memory or descriptor for `what`.
    case refused(what: String, reason: String)

    public var place: String {
        switch self {
        case .noDisplay: ""
        case .unreachable(let display, _): display
        case .missingGlobal(let interface, _, _), .outdatedGlobal(let interface, _, _, _): interface
        case .protocolError(let interface, let code, _): "\(interface), error \(code)"
        case .connectionLost: ""
        case .badData(let what, _), .refused(let what, _): what
        }
    }

    public var problem: String {
        switch self {
        case .noDisplay:
            "there is no Wayland display: WAYLAND_DISPLAY is not set"
        case .unreachable(_, let reason):
            "the Wayland compositor cannot be reached (\(reason))"
        case .missingGlobal(_, let needed, let unlocks):
            "the compositor does not offer this protocol; version \(needed) is needed for \(unlocks)"
        case .outdatedGlobal(_, let offered, let needed, let unlocks):
            "the compositor offers version \(offered), and version \(needed) is needed for \(unlocks)"
        case .protocolError(_, _, let message):
            message.isEmpty
                ? "the compositor rejected a request and ended the connection"
                : "the compositor rejected a request and ended the connection (\(message))"
        case .connectionLost(let reason):
            reason.isEmpty
                ? "the connection to the Wayland compositor was lost"
                : "the connection to the Wayland compositor was lost (\(reason))"
        case .badData(_, let reason), .refused(_, let reason):
            reason
        }
    }

    public var remedy: String {
        switch self {
        case .noDisplay: "start the program from a Wayland session"
        case .unreachable:
            "check that the compositor runs and that WAYLAND_DISPLAY names its socket"
        case .missingGlobal, .outdatedGlobal: "use a newer compositor"
        case .protocolError: "please report this as a bug in this program"
        case .connectionLost: "start the program again"
        case .badData, .refused: ""
        }
    }
}
