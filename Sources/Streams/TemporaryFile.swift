import Glibc
import Localization

/// A file for what must be read at any place and is too much for memory.
///
/// It stands in `TMPDIR`, or in `/tmp`, and mostly has no name: then it is gone once its descriptor is
/// closed.
public struct TemporaryFile {
    /// Open for reading and writing; whoever has it closes it.
    public let descriptor: Int32
    /// Where it is, for one that has a name; whoever has it takes that away.
    public let path: String
    private let folder: String
    private let original: String

    /// Makes one, for bytes of the file at `original`.
    public init(for original: String, isNamed: Bool = false) throws(StreamTrouble) {
        self.original = original
        folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/oresen-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw StreamTrouble(
                place: original,
                problem:
                    tr(
                        "no temporary file can be made in {1} ({2})", folder,
                        String(cString: strerror(errno))),
                remedy: tr("set TMPDIR to a folder that can be written to"))
        }
        path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if !isNamed { unlink(template) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Writes bytes behind those already written.
    public func write(_ bytes: ArraySlice<UInt8>) throws(StreamTrouble) {
        var rest = bytes
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if put < 0, errno == EINTR { continue }
            if put <= 0 {
                throw StreamTrouble(
                    place: original,
                    problem: tr("the temporary copy cannot be written in {1}", folder),
                    remedy: tr("make room there, or set TMPDIR to another folder"))
            }
            rest = rest.dropFirst(put)
        }
    }
}
