import Platform

/// Why the rules of a time zone could not be loaded.
public enum ZoneError: ReportableError, Equatable {
    /// No zone of this name; `directory` was searched.
    case unknown(name: String, directory: String)
    /// There is no time-zone data at all at `directory`.
    case noDatabase(directory: String)
    /// The file exists but could not be read.
    case unreadable(path: String, reason: String)
    /// The file does not have the format of RFC 8536.
    case malformed(path: String, reason: String)

    public var place: String {
        switch self {
        case .unknown: ""
        case .noDatabase(let directory): directory
        case .unreadable(let path, _), .malformed(let path, _): path
        }
    }

    public var problem: String {
        switch self {
        case .unknown(let name, let directory):
            "there is no time zone named “\(name)” in \(directory)"
        case .noDatabase: "the time-zone data are not installed"
        case .unreadable(_, let reason): "the time-zone file cannot be read: \(reason)"
        case .malformed(_, let reason): "this is not a valid time-zone file: \(reason)"
        }
    }

    public var remedy: String {
        switch self {
        case .unknown:
            "name a zone such as Europe/Berlin, or install the package tzdata if it is a newer one"
        case .noDatabase: "install the package tzdata"
        case .unreadable, .malformed: "reinstall the package tzdata"
        }
    }
}
