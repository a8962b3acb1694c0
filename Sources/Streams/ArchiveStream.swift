import CArchive
import Glibc
import Localization

/// A zip archive whose members are read one after the other.
///
/// Works without the directory at the end of the archive as well, so that a download that broke off
/// still gives what there is of it; ZIP64 is read. Every call into libarchive stands in this file.
public final class ArchiveReader {
    private let archive: OpaquePointer
    private let file: InputFile
    private var entry: OpaquePointer?
    private var block: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    private var ended = false
    /// The current member's name; empty where it cannot be told.
    public private(set) var name = ""
    /// How many members have been met.
    public private(set) var members = 0

    /// Opens an archive at its beginning.
    public init(_ file: InputFile) throws(StreamTrouble) {
        guard let archive = archive_read_new() else {
            throw StreamTrouble(place: file.path, problem: tr("there is no memory to read a zip"))
        }
        self.archive = archive
        self.file = file
        archive_read_support_format_zip(archive)
        lseek(file.descriptor, 0, SEEK_SET)
        if archive_read_open_fd(archive, file.descriptor, 1 << 18) != ARCHIVE_OK {
            throw trouble(tr("is not a readable zip"))
        }
    }

    deinit { archive_read_free(archive) }

    /// How many bytes of the archive have been taken.
    public var taken: Int { Int(archive_filter_bytes(archive, -1)) }

    /// Goes to the next member that is a file; false where there is none.
    public func next() throws(StreamTrouble) -> Bool {
        while true {
            block = UnsafeRawBufferPointer(start: nil, count: 0)
            ended = false
            let code = archive_read_next_header(archive, &entry)
            if code == ARCHIVE_EOF { return false }
            if code == ARCHIVE_RETRY { continue }
            if code < ARCHIVE_WARN { throw trouble(tr("the zip is damaged or cut off")) }
            members += 1
            let text = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
            name = text.map { String(cString: $0) } ?? ""
            // AE_IFREG, or no kind at all where the directory at the end is missing.
            let kind = archive_entry_filetype(entry)
            if kind == 0o100000 || kind == 0 {
                if archive_entry_is_encrypted(entry) != 0 {
                    throw StreamTrouble(
                        place: place, problem: tr("the zip is locked with a password"),
                        remedy: tr("unpack it first and open what is in it"))
                }
                return true
            }
        }
    }

    private var place: String { name.isEmpty ? file.path : "\(file.path):\(name)" }

    private func trouble(_ problem: String) -> StreamTrouble {
        let detail = archive_error_string(archive).map { " (" + String(cString: $0) + ")" } ?? ""
        return StreamTrouble(
            place: place, problem: problem + detail, remedy: tr("copy or export it anew"))
    }

    /// Reads the current member on into `buffer[range]` and says how many bytes; zero at its end.
    public func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamTrouble) -> Int {
        while block.isEmpty {
            if ended { return 0 }
            var start: UnsafeRawPointer?
            var count = 0
            var offset: la_int64_t = 0
            let code = archive_read_data_block(archive, &start, &count, &offset)
            if code == ARCHIVE_EOF {
                ended = true
                return 0
            }
            if code == ARCHIVE_RETRY { continue }
            if code < ARCHIVE_OK {
                ended = true
                throw trouble(tr("the zip is damaged or cut off"))
            }
            block = UnsafeRawBufferPointer(start: start, count: count)
        }
        let count = min(range.count, block.count)
        let piece = UnsafeRawBufferPointer(rebasing: block[..<count])
        buffer.withUnsafeMutableBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[range]).copyMemory(from: piece)
        }
        block = UnsafeRawBufferPointer(rebasing: block[count...])
        return count
    }
}

/// The current member of an archive as a stream, behind bytes of it that were already taken.
public struct ArchiveStream: ByteStream {
    private let reader: ArchiveReader
    private let head: [UInt8]
    private var headTaken = 0

    /// `head`, then what the reader still has of its current member.
    public init(_ reader: ArchiveReader, head: [UInt8]) {
        self.reader = reader
        self.head = head
    }

    public var taken: Int { reader.taken }

    public mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamTrouble) -> Int {
        if headTaken < head.count {
            let count = min(range.count, head.count - headTaken)
            for index in 0..<count { buffer[range.lowerBound + index] = head[headTaken + index] }
            headTaken += count
            return count
        }
        return try reader.read(into: &buffer, range)
    }
}

/// A new zip archive with one member, written as a stream of unknown length.
public final class ArchiveWriter {
    private let archive: OpaquePointer
    private let path: String

    /// Creates the file at `path` with a member that the caller then writes.
    public init(path: String, member: String) throws(StreamTrouble) {
        guard let archive = archive_write_new() else {
            throw StreamTrouble(place: path, problem: tr("there is no memory to write a zip"))
        }
        self.archive = archive
        self.path = path
        archive_write_set_format_zip(archive)
        // The fastest level: health records shrink twelve times with it, and generating stays
        // quick.
        archive_write_set_options(archive, "zip:compression-level=1")
        archive_write_set_bytes_in_last_block(archive, 1)
        guard archive_write_open_filename(archive, path) == ARCHIVE_OK,
            let entry = archive_entry_new()
        else { throw trouble() }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, member)
        // AE_IFREG of archive_entry.h, a macro with a cast.
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        // A fixed date, so that the same records give the same file.
        archive_entry_set_mtime(entry, 1_767_225_600, 0)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw trouble() }
    }

    deinit { archive_write_free(archive) }

    private func trouble() -> StreamTrouble {
        let detail = archive_error_string(archive).map { String(cString: $0) } ?? "?"
        return StreamTrouble(
            place: path, problem: tr("cannot be written ({1})", detail),
            remedy: tr("choose another place"))
    }

    /// Writes bytes of the member behind those already written.
    public func write(_ bytes: [UInt8]) throws(StreamTrouble) {
        var written = 0
        while written < bytes.count {
            let put = bytes.withUnsafeBytes { raw in
                archive_write_data(archive, raw[written...].baseAddressIfAny, bytes.count - written)
            }
            guard put > 0 else { throw trouble() }
            written += put
        }
    }

    /// Writes the directory of the archive.
    ///
    /// Nothing may be written afterwards.
    public func finish() throws(StreamTrouble) {
        guard archive_write_close(archive) == ARCHIVE_OK else { throw trouble() }
    }
}
