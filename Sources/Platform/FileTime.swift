import Glibc

/// Modification times of files.
public enum FileTime {
    /// The time of a file's last change, in seconds since 1970; nil if it cannot be read or does
    /// not exist.
    public static func changed(_ path: String) -> Double? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Double(status.st_mtim.tv_sec)
    }

    /// The time of the latest change of several files; nil if none of them can be read.
    public static func newest(of paths: [String]) -> Double? {
        paths.compactMap(changed).max()
    }
}
