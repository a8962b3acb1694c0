/// ReportableError that comes from outside: a file, the compositor, the driver, the command line.
///
/// Misuse by a programmer traps; trouble is thrown typed, handled once, and shown to the person as
/// `PLACE: what is wrong; what to do`.
public protocol ReportableError: Error, CustomStringConvertible, Sendable {
    /// Where: a file and a place in it, a protocol's name, a function. Empty where there is none.
    var place: String { get }
    /// What is wrong, in one clause without a closing period.
    var problem: String { get }
    /// What the person can do about it. Empty where there is nothing to do.
    var remedy: String { get }
}

extension ReportableError {
    public var description: String {
        var text = place.isEmpty ? problem : "\(place): \(problem)"
        if !remedy.isEmpty { text += "; \(remedy)" }
        return text
    }
}
