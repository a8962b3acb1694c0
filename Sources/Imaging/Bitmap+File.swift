import Glibc
import Platform

extension Bitmap {
    /// The PNG picture in the file at `path`.
    public init(contentsOfFile path: String) throws(ImagingError) {
        try self.init(png: Bitmap.read(path), name: path)
    }

    /// Writes the picture to the file at `path` as PNG.
    ///
    /// An existing file or link is replaced completely or not at all; a pipe or a terminal is
    /// written to directly. The umask determines who may read the file.
    public func writePNG(toFile path: String) throws(ImagingError) {
        try writePNG(toFile: path, readers: .everybody)
    }

    /// The same, with the given readers.
    public func writePNG(
        toFile path: String, readers: FileDraft.Readers
    ) throws(ImagingError) {
        let bytes = try encodedPNG()
        do throws(FileError) {
            try FileDraft.write(bytes, to: path, readers: readers, isLasting: false)
        } catch {
            throw .writing(path: path, code: error.code)
        }
    }

    private static func read(_ path: String) throws(ImagingError) -> [UInt8] {
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
}
