import Glibc
import Localization

/// A file that generated records are written to, plain or as the one member of a zip.
final class RecordWriter {
    private let path: String
    private let descriptor: Int32
    private let archive: ArchiveWriter?

    /// Creates the file; a path that ends in `.zip` becomes an archive with the member `member`.
    ///
    /// `-` is standard output.
    init(path: String, member: String) throws(ImportTrouble) {
        self.path = path
        if path.lowercased().hasSuffix(".zip") {
            archive = try ArchiveWriter(path: path, member: member)
            descriptor = -1
            return
        }
        archive = nil
        descriptor =
            path == "-" ? dup(1) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw RecordWriter.trouble(path, errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func trouble(_ path: String, _ code: Int32) -> ImportTrouble {
        ImportTrouble(
            place: path, problem: tr("cannot be written ({1})", String(cString: strerror(code))),
            remedy: tr("choose another place"))
    }

    /// Writes the buffer and empties it, once it holds `least` bytes.
    func write(_ buffer: inout TextBuffer, least: Int = 0) throws(ImportTrouble) {
        guard buffer.count > least else { return }
        if let archive {
            try archive.write(buffer.bytes)
        } else {
            var written = 0
            let bytes = buffer.bytes
            while written < bytes.count {
                let put = bytes.withUnsafeBytes { raw in
                    Glibc.write(descriptor, raw[written...].baseAddressIfAny, bytes.count - written)
                }
                if put < 0, errno == EINTR { continue }
                if put <= 0 { throw RecordWriter.trouble(path, errno) }
                written += put
            }
        }
        buffer.removeAll()
    }

    func finish() throws(ImportTrouble) {
        if let archive { try archive.finish() }
    }
}
