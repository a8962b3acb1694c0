import Glibc
import Platform

/// An error with one of the user's directories, or with a file that was passed by name.
public enum DesktopError: ReportableError, Hashable {
    /// A directory of the application cannot be created.
    case directory(path: String, code: Int32)
    /// There is no home directory for the program's files.
    case noHome
    /// The session bus in the environment is not on this machine, or would have to be started.
    case busElsewhere
    /// The name that was passed is not that of a file on this machine.
    case notAFile(uri: String, reason: String)

    public var place: String {
        switch self {
        case .directory(let path, _): path
        case .noHome: "HOME"
        case .busElsewhere: "DBUS_SESSION_BUS_ADDRESS"
        case .notAFile(let uri, _): uri
        }
    }

    public var problem: String {
        switch self {
        case .directory(_, let code):
            "the directory cannot be made (\(String(cString: strerror(code))))"
        case .noHome: "no home directory is set"
        case .busElsewhere: "it names no session bus on this machine, so there is no connection"
        case .notAFile(_, let reason): reason
        }
    }

    public var remedy: String {
        switch self {
        case .directory: "check the directory above it and its permissions"
        case .noHome: "set HOME to an absolute path"
        case .busElsewhere: "give an address that begins with unix:, or unset the variable"
        case .notAFile: "copy the file to this machine and open it there"
        }
    }
}
