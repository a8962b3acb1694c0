/// What a descriptor is waited for.
public struct Interest: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something can be read, or the other side has closed.
    public static let read = Interest(rawValue: 1)
    /// Something can be written without blocking.
    public static let write = Interest(rawValue: 2)
}

/// What poll(2) said of a descriptor.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something can be read.
    public static let readable = Readiness(rawValue: 1)
    /// Something can be written.
    public static let writable = Readiness(rawValue: 2)
    /// The other side has closed; what it sent before may still be read.
    public static let hungUp = Readiness(rawValue: 4)
    /// The descriptor is in an error state or is not open.
    public static let failed = Readiness(rawValue: 8)
}

/// What a source wants of the coming wait.
public enum Preparation: Hashable, Sendable {
    /// Wait for the descriptor with this interest.
    case wait(Interest)
    /// Do not block: events are already there, and `dispatch` will deliver them.
    case pending(Interest)
}

/// A client library with a queue of its own behind a descriptor, such as libwayland-client or libdbus.
///
/// Each turn of the loop has four steps: `beginWaiting` on every source, poll(2), `endWaiting` on
/// every source, and only then `dispatch`. Between the first and the third nobody else's code runs,
/// which is what `wl_display_prepare_read` needs: whoever has announced a read and then waits for
/// another reader of the same thread would wait for ever.
@MainActor
public protocol EventSource: AnyObject {
    /// The descriptor to poll.
    var descriptor: Int32 { get }

    /// Sends what is queued and announces the read. Must call nobody back.
    func beginWaiting() -> Preparation

    /// Takes in what has arrived, or withdraws the announcement. Must call nobody back.
    func endWaiting(_ readiness: Readiness)

    /// Delivers what was taken in.
    func dispatch()
}
