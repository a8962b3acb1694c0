import Streams

/// A file that generated records are written to, plain or as the only member of a zip.
final class RecordWriter {
    private enum Target {
        case plain(OutputFile)
        case zip(ArchiveWriter)
    }

    private let target: Target

    /// Begins the file; a path that ends in `.zip` becomes an archive with the member `member`.
    ///
    /// `-` is standard output.
    init(path: String, member: String) throws(ImportError) {
        let isZip = path.lowercased().hasSuffix(".zip")
        target = try ImportError.catching { () throws(StreamError) in
            isZip
                ? .zip(try ArchiveWriter(path: path, member: member))
                : .plain(try OutputFile(path: path))
        }
    }

    /// Writes the buffer and empties it, if it holds more than `least` bytes.
    func write(_ buffer: inout TextBuffer, least: Int = 0) throws(ImportError) {
        guard buffer.count > least else { return }
        let bytes = buffer.bytes
        try ImportError.catching { () throws(StreamError) in
            switch target {
            case .plain(let file): try file.write(bytes)
            case .zip(let archive): try archive.write(bytes)
            }
        }
        buffer.removeAll()
    }

    /// Completes the file and moves it to its path.
    func finish() throws(ImportError) {
        try ImportError.catching { () throws(StreamError) in
            switch target {
            case .plain(let file): try file.finish()
            case .zip(let archive): try archive.finish()
            }
        }
    }
}
