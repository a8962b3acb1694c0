import Glibc

/// A file that is read while it is written, such as a log.
///
/// It is at its path from the beginning, and only the user may read it. An existing file of the
/// user is truncated rather than replaced, because it may be being read. A symbolic link, a file of
/// another user and a file with several names are replaced; the target of a link is not touched. A
/// pipe, a terminal or /dev/stdout is written to directly. It has one owner, which uses it on one
/// thread at a time.
public final class LiveFile: @unchecked Sendable {
    private let path: String
    private var descriptor: Int32

    /// Opens the file and truncates it.
    public init(path: String) throws(FileError) {
        self.path = path
        descriptor = -1
        if let place = try SpecialFile.open(path) {
            descriptor = place
            return
        }
        // Another process may take or free the name in between, but not indefinitely.
        for _ in 0..<16 {
            descriptor = LiveFile.emptied(path)
            if descriptor >= 0 { return }
            unlink(path)
            descriptor = open(
                path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return }
            if errno != EEXIST { break }
        }
        throw FileError(place: path, code: errno)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens the user's own file at a path and truncates it; -1 if there is none.
    private static func emptied(_ path: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_nlink == 1, fchmod(descriptor, 0o600) == 0,
            ftruncate(descriptor, 0) == 0
        else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    /// Writes bytes after those already written; they can be read when this returns.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        precondition(descriptor >= 0, "write to a finished file")
        let code = Descriptor.write(bytes, to: descriptor)
        if code != 0 { throw FileError(place: path, code: code) }
    }

    /// Closes the file.
    public func finish() throws(FileError) {
        guard descriptor >= 0 else { return }
        let file = descriptor
        descriptor = -1
        let code = Descriptor.close(file)
        if code != 0 { throw FileError(place: path, code: code) }
    }
}
