import Glibc

/// The identity of the file at a path: it changes if the file is replaced.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt

    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }

    /// The file at a path; nil if there is none, or it is not an ordinary file.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }
}
