/// The readiness to wait for on a descriptor.
public struct Interest: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Data can be read, or the other side has closed.
    public static let read = Interest(rawValue: 1)
    /// Data can be written without blocking.
    public static let write = Interest(rawValue: 2)
}

/// The result of poll(2) for a descriptor.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Data can be read.
    public static let readable = Readiness(rawValue: 1)
    /// Data can be written.
    public static let writable = Readiness(rawValue: 2)
    /// The other side has closed; data that it sent before can still be read.
    public static let hungUp = Readiness(rawValue: 4)
    /// The descriptor is in an error state or is not open.
    public static let failed = Readiness(rawValue: 8)
}

/// How a source takes part in the next wait.
public enum Preparation: Hashable, Sendable {
    /// Wait for the descriptor with this interest.
    case wait(Interest)
    /// Do not block: events are already there, and `dispatch` will deliver them.
    case pending(Interest)
}

/// A client library with its own queue behind a descriptor, such as libwayland-client or libdbus.
///
/// Each turn of the loop has four steps: `beginWaiting` on every source, poll(2), `endWaiting` on
/// every source, and only then `dispatch`. Between the first and the third no other code runs, as
/// `wl_display_prepare_read` requires: a thread that has announced a read and then waits for
/// another reader would wait for ever.
@MainActor
public protocol EventSource: AnyObject {
    /// The descriptor to poll.
    var descriptor: Int32 { get }

    /// Sends the queue and announces the read. Must not call other code back.
    func beginWaiting() -> Preparation

    /// Reads what has arrived, or withdraws the announcement. Must not call other code back.
    func endWaiting(_ readiness: Readiness)

    /// Delivers what was read.
    func dispatch()
}
