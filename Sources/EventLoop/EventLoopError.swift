import Glibc
import Platform

/// ReportableError the kernel makes for the event loop.
public enum EventLoopError: ReportableError, Equatable {
    /// A system call the loop cannot do without was refused with this `errno`.
    case systemCall(name: String, code: Int32)

    public var place: String {
        switch self {
        case .systemCall(let name, _): name
        }
    }

    public var problem: String {
        switch self {
        case .systemCall(_, let code): String(cString: strerror(code))
        }
    }

    public var remedy: String {
        switch self {
        case .systemCall(_, EMFILE), .systemCall(_, ENFILE):
            "close other programs or raise the limit of open files (ulimit -n)"
        case .systemCall: ""
        }
    }
}
