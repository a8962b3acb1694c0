import Glibc

/// When files were changed.
public enum FileTime {
    /// When a file was last changed, in seconds since 1970; nil where it cannot be looked at, or is none.
    public static func changed(_ path: String) -> Double? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Double(status.st_mtim.tv_sec)
    }

    /// When the newest of some files was changed; nil where none of them can be looked at.
    public static func newest(of paths: [String]) -> Double? {
        paths.compactMap(changed).max()
    }
}
