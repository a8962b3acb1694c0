import Glibc
import Platform

/// An error of the kernel in the event loop.
public enum EventLoopError: ReportableError, Equatable {
    /// A system call that the loop requires failed with this `errno`.
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
