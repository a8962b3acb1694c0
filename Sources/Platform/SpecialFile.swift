import Glibc

/// A file that is written to directly, because it is not a regular file that could be replaced.
enum SpecialFile {
    /// Opens a special file at a path; nil if there is nothing, a regular file, or a link in an
    /// ordinary folder.
    ///
    /// Opening a named pipe waits for a reader.
    static func open(_ path: String) throws(FileError) -> Int32? {
        let (number, path) = resolve(path)
        if let number {
            let descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else { throw FileError(place: path, code: errno) }
            return descriptor
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFLNK: return nil
        case S_IFDIR: throw FileError(place: path, code: EISDIR)
        default: break
        }
        while true {
            let descriptor = Glibc.open(path, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw FileError(place: path, code: errno) }
        }
    }

    /// The number of the program's own descriptor that a path names, if any, and the target of the
    /// system's links in /dev.
    private static func resolve(_ path: String) -> (number: Int32?, path: String) {
        var path = path
        for _ in 0..<8 {
            guard let slash = path.lastIndex(of: "/") else { return (nil, path) }
            let name = String(path[path.index(after: slash)...])
            let folder = slash == path.startIndex ? "/" : String(path[..<slash])
            guard let real = realpath(folder, nil) else { return (nil, path) }
            let parent = String(cString: real)
            free(real)
            if parent == "/proc/\(getpid())/fd" { return (Int32(name), path) }
            guard parent == "/dev" else { return (nil, path) }
            var target = [CChar](repeating: 0, count: 4096)
            let length = readlink(path, &target, target.count)
            guard length > 0 else { return (nil, path) }
            let link = String(
                decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = link.hasPrefix("/") ? link : parent + "/" + link
        }
        return (nil, path)
    }
}
