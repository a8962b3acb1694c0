import Platform
import Streams

/// A unit that may contain records: a file, or a member of an archive or a folder.
final class Document {
    /// The source of its bytes.
    enum Content {
        case file(InputFile)
        /// The current member of an archive, whose head has been read.
        case member(ArchiveReader)
    }

    let head: DocumentHead
    /// Its name in errors: `export.zip:apple_health_export/export.xml`.
    let place: String
    /// Whether it is in an archive or a folder, and not a separate file.
    let isMember: Bool
    private let content: Content
    /// Whether it comes from an archive.
    var isArchived: Bool {
        if case .member = content { true } else { false }
    }
    /// Its share of the whole input.
    private let share: ClosedRange<Double>
    /// Ends the reading.
    let cancellation: Cancellation
    private var copy: InputFile?

    init(
        _ content: Content, head: DocumentHead, place: String, isMember: Bool,
        share: ClosedRange<Double>, cancellation: Cancellation
    ) {
        self.content = content
        self.head = head
        self.place = place
        self.isMember = isMember
        self.share = share
        self.cancellation = cancellation
    }

    /// Its bytes from the first one on, to be read once.
    ///
    /// Only one of this and `file` may be used for a member.
    var stream: DocumentStream {
        switch content {
        case .file(let file): .file(FileStream(file))
        case .member(let archive):
            copy.map { .file(FileStream($0)) } ?? .member(ArchiveStream(archive, head: head.bytes))
        }
    }

    /// Its bytes with random access; a member is copied to an unnamed file first.
    func file() throws(ImportError) -> InputFile {
        switch content {
        case .file(let file): return file
        case .member(let archive):
            if let copy { return copy }
            let made = try ImportError.catching { () throws(StreamError) in
                var stream = ArchiveStream(archive, head: head.bytes)
                return try InputFile(copying: &stream, path: place, cancellation: cancellation)
            }
            copy = made
            return made
        }
    }

    /// The size in bytes of the file that holds it: its own, or that of its archive.
    var size: Int {
        switch content {
        case .file(let file): file.size
        case .member(let archive): archive.size
        }
    }

    /// The part of the whole input that is done once `taken` bytes of this are read; nil while a
    /// pipe may still bring something.
    func fraction(taken: Int) -> Double? {
        let part: Double
        switch content {
        case .file(let file):
            guard file.isWhole else { return nil }
            part = file.size > 0 ? min(1, Double(taken) / Double(file.size)) : 0
        case .member(let archive):
            // While it is unpacked only the reading thread may use the archive.
            part =
                copy == nil && archive.size > 0
                ? min(1, Double(taken) / Double(archive.size)) : archive.fraction
        }
        return share.lowerBound + part * (share.upperBound - share.lowerBound)
    }
}

/// The bytes of a document in one direction.
enum DocumentStream: ByteStream {
    case file(FileStream)
    case member(ArchiveStream)

    var taken: Int {
        switch self {
        case .file(let stream): stream.taken
        case .member(let stream): stream.taken
        }
    }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        switch self {
        case .file(var stream):
            let got = try stream.read(into: &buffer, range)
            self = .file(stream)
            return got
        case .member(var stream):
            let got = try stream.read(into: &buffer, range)
            self = .member(stream)
            return got
        }
    }
}
