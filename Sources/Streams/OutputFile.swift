import Glibc
import Localization

/// A new file that is written from its beginning.
public final class OutputFile {
    private let path: String
    private let descriptor: Int32

    /// Creates the file, or empties the one that is there; `-` is standard output.
    public init(path: String) throws(StreamTrouble) {
        self.path = path
        descriptor =
            path == "-" ? dup(1) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw OutputFile.trouble(path, errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func trouble(_ path: String, _ code: Int32) -> StreamTrouble {
        StreamTrouble(
            place: path, problem: tr("cannot be written ({1})", String(cString: strerror(code))),
            remedy: tr("choose another place"))
    }

    /// Writes all the bytes behind those already written.
    public func write(_ bytes: [UInt8]) throws(StreamTrouble) {
        var written = 0
        while written < bytes.count {
            let put = bytes.withUnsafeBytes { raw in
                Glibc.write(descriptor, raw[written...].baseAddressIfAny, bytes.count - written)
            }
            if put < 0, errno == EINTR { continue }
            if put <= 0 { throw OutputFile.trouble(path, errno) }
            written += put
        }
    }
}
