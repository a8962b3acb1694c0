/// An error with an external cause: a file, the compositor, the driver, the command line.
///
/// Misuse by a programmer traps. An external error is thrown with its type, handled once, and shown
/// to the user as `PLACE: problem; remedy`.
public protocol ReportableError: Error, CustomStringConvertible, Sendable {
    /// Where it occurred: a file and a place in it, a protocol's name, a function. Empty if there
    /// is none.
    var place: String { get }
    /// The problem, in one clause without a final period.
    var problem: String { get }
    /// What the user can do about it. Empty if there is nothing to do.
    var remedy: String { get }
}

extension ReportableError {
    public var description: String {
        var text = place.isEmpty ? problem : "\(place): \(problem)"
        if !remedy.isEmpty { text += "; \(remedy)" }
        return text
    }
}
