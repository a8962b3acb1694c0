/// What went wrong in a test's dealings with the compositor, as a sentence for the test's report.
public struct CompositorError: Error, CustomStringConvertible, Sendable {
    public let description: String

    public init(_ description: String) { self.description = description }
}

/// A protocol error that the compositor (or libwayland itself) sent to a client that broke a rule.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The interface of the object that the error is about.
    public let interface: String
    /// The object's number.
    public let objectID: UInt32
    /// The error's code in that interface's `error` enumeration.
    public let code: UInt32
    /// What the client was told.
    public let message: String

    public var description: String { "\(interface)#\(objectID): error \(code): \(message)" }
}
