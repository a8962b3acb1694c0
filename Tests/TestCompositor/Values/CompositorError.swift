/// An error in a test's use of the compositor, as a sentence for the test's report.
public struct CompositorError: Error, CustomStringConvertible, Sendable {
    public let description: String

    public init(_ description: String) { self.description = description }
}

/// A protocol error that the compositor (or libwayland itself) sent to a client that broke a rule.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The interface of the object with the error.
    public let interface: String
    /// The object's number.
    public let objectID: UInt32
    /// The error's code in that interface's `error` enumeration.
    public let code: UInt32
    /// The message that was sent to the client.
    public let message: String

    public var description: String { "\(interface)#\(objectID): error \(code): \(message)" }
}
