import Glibc

/// How many processors there are to work on.
public enum ProcessorCount {
    /// The processors that this process may use, from 1 to 16.
    public static var usable: Int { min(16, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
