import Glibc

extension Bitmap {
    /// The PNG picture in the file at `path`.
    public init(contentsOfFile path: String) throws(ImagingTrouble) {
        try self.init(png: Bitmap.read(path), name: path)
    }

    /// Writes the picture to the file at `path` as PNG.
    ///
    /// A plain file is replaced as a whole or not at all; what is no plain file (a pipe, a
    /// terminal) is written to as it is.
    public func writePNG(toFile path: String) throws(ImagingTrouble) {
        let bytes = try encodedPNG()
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            try Bitmap.write(bytes, path, named: path, flags: O_WRONLY)
            return
        }
        let draft = path + ".\(getpid()).part"
        do {
            try Bitmap.write(bytes, draft, named: path, flags: O_WRONLY | O_CREAT | O_TRUNC)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let code = errno
            unlink(draft)
            throw .writing(path: path, code: code)
        }
    }

    private static func read(_ path: String) throws(ImagingTrouble) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .reading(path: path, code: errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .reading(path: path, code: errno)
            }
            bytes += chunk[..<count]
        }
    }

    private static func write(
        _ bytes: [UInt8], _ path: String, named name: String, flags: Int32
    ) throws(ImagingTrouble) {
        let file = open(path, flags | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .writing(path: name, code: errno) }
        var code: Int32 = 0
        var done = 0
        bytes.withUnsafeBytes { source in
            while done < source.count, code == 0 {
                let rest = UnsafeRawBufferPointer(rebasing: source[done...])
                let count = Glibc.write(file, rest.baseAddress, rest.count)
                if count >= 0 {
                    done += count
                } else if errno != EINTR {
                    code = errno
                }
            }
        }
        if close(file) != 0, code == 0 { code = errno }
        guard code == 0 else { throw .writing(path: name, code: code) }
    }
}
