import CLinux
import Glibc

/// The restrictions that the kernel supports.
package struct SandboxSupport: Hashable, Sendable {
    /// The version of Landlock's interface; 0 if there is none.
    package let landlockVersion: Int
    /// Why files cannot be restricted, as a clause; nil if they can.
    package let landlockProblem: String?
    /// Why system calls cannot be filtered, as a clause; nil if they can.
    package let filterProblem: String?

    /// Queries the kernel with two system calls that change nothing.
    package static func detected() -> SandboxSupport {
        let version = landlock_version()
        let problem = version > 0 ? nil : SandboxSupport.landlockProblem(errno)
        return SandboxSupport(
            landlockVersion: max(0, Int(version)), landlockProblem: problem,
            filterProblem: SandboxSupport.filterProblem())
    }

    /// The available layers, in a line for `--version --verbose`.
    package var description: String {
        let files =
            landlockProblem.map { "Landlock is not available (\($0))" }
            ?? "Landlock ABI \(landlockVersion)"
        let calls =
            filterProblem.map { "seccomp filters are not available (\($0))" } ?? "seccomp filters"
        return "\(files), \(calls)"
    }

    private static func landlockProblem(_ code: Int32) -> String {
        switch code {
        case ENOSYS: "this kernel was built without it, or is older than 5.13"
        case EOPNOTSUPP: "it was turned off when the system was started"
        default: String(cString: strerror(code))
        }
    }

    private static func filterProblem() -> String? {
        guard SystemCallFilter.processor != nil else {
            return "this version of Oresen does not know the system calls of this processor"
        }
        guard filters_can_refuse() == 0 else { return nil }
        return errno == ENOSYS
            ? "this kernel was built without them" : String(cString: strerror(errno))
    }
}
