import CArchive
import Glibc
import Localization
import Platform

/// The kind of archive that bytes begin, from their first bytes.
package enum ArchiveKind: Sendable, Hashable {
    /// Named members, each compressed separately.
    case zip
    /// Named members, one after the other; perhaps compressed as a whole.
    case tar
    /// A single compressed content: gzip, bzip2, xz or Zstandard; this includes compressed tar
    /// archives.
    case compressed

    /// The kind of archive that begins with these bytes; nil if there is none.
    package init?(_ head: [UInt8]) {
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: bytes)
        }
        if begins([0x50, 0x4b, 0x03, 0x04]) || begins([0x50, 0x4b, 0x05, 0x06])
            // A split archive with a single part.
            || begins([0x50, 0x4b, 0x07, 0x08, 0x50, 0x4b, 0x03, 0x04])
        {
            self = .zip
        } else if begins([0x1f, 0x8b]) || begins(Array("BZh".utf8))
            || begins([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]) || begins([0x28, 0xb5, 0x2f, 0xfd])
        {
            self = .compressed
        } else if begins(Array("ustar".utf8), at: 257) {
            self = .tar
        } else {
            return nil
        }
    }
}

/// An archive whose members are read one after the other.
///
/// A zip is also readable without the directory at its end, so that an interrupted download still
/// gives its data. ZIP64 is supported. All calls of libarchive are in this file.
package final class ArchiveReader {
    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private let file: InputFile
    private let kind: ArchiveKind
    private let limit: ExpansionLimit?
    private var entry: OpaquePointer?
    /// The positions of a zip's members, for those that are unpacked by a faster library.
    private lazy var directory = kind == .zip ? ZipDirectory(file) : nil
    private var fast: DeflatedMember?
    private var block: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    private var ended = false
    /// The current member's name; empty if it is unknown.
    package private(set) var name = ""
    /// The number of members found so far.
    package private(set) var members = 0

    /// Opens an archive at its beginning; one from a pipe when it is complete.
    ///
    /// - Parameter limit: the limit on unpacked data; nil for none.
    /// - Throws: that it cannot be read, or announces more members than the limit allows.
    package init(
        _ file: InputFile, _ kind: ArchiveKind = .zip, limit: ExpansionLimit? = nil
    ) throws(StreamError) {
        try file.waitForEnd()
        if kind == .zip, let limit, let count = ZipDirectory.announcedCount(file),
            !limit.hasRoom(forMembers: count)
        {
            throw ExpansionLimit.failure(file.path, announcing: count)
        }
        let library = try ArchiveLibrary.loaded(for: file.path)
        guard let archive = library.readNew() else {
            throw StreamError(
                place: file.path, problem: tr("there is no memory to read an archive"))
        }
        self.library = library
        self.archive = archive
        self.file = file
        self.kind = kind
        self.limit = limit
        switch kind {
        case .zip: _ = library.readSupportFormatZip(archive)
        case .tar: _ = library.readSupportFormatTar(archive)
        case .compressed:
            _ = library.readSupportFilterGzip(archive)
            _ = library.readSupportFilterBzip2(archive)
            _ = library.readSupportFilterXZ(archive)
            _ = library.readSupportFilterZstd(archive)
            _ = library.readSupportFormatTar(archive)
            _ = library.readSupportFormatRaw(archive)
            _ = library.readSupportFormatEmpty(archive)
        }
        lseek(file.descriptor, 0, SEEK_SET)
        if library.readOpenFD(archive, file.descriptor, 1 << 18) != ARCHIVE_OK {
            throw failure(tr("is not a readable archive"))
        }
    }

    deinit { _ = library.readFree(archive) }

    /// The number of bytes of the archive read so far.
    package var taken: Int { fast?.taken ?? Int(library.filterBytes(archive, -1)) }

    /// The size of the archive in bytes.
    package var size: Int { file.size }

    /// The fraction of the archive read so far, from 0 to 1.
    package var fraction: Double { file.size > 0 ? min(1, Double(taken) / Double(file.size)) : 1 }

    /// Advances to the next member that is a file; false if there is none.
    package func next() throws(StreamError) -> Bool {
        while true {
            block = UnsafeRawBufferPointer(start: nil, count: 0)
            ended = false
            fast = nil
            let code = library.readNextHeader(archive, &entry)
            if code == ARCHIVE_EOF { return false }
            if code == ARCHIVE_RETRY { continue }
            if code < ARCHIVE_WARN { throw failure(tr("the archive is damaged or cut off")) }
            members += 1
            if let limit, !limit.takeMember() { throw limit.failure(file.path) }
            let text = library.entryPathnameUTF8(entry) ?? library.entryPathname(entry)
            name = text.map { String(cString: $0) } ?? ""
            if kind == .compressed, name == "data" { name = contentName }
            // AE_IFREG, or no kind if the directory at the end is missing.
            let kind = library.entryFiletype(entry)
            if kind == 0o100000 || kind == 0 {
                if library.entryIsEncrypted(entry) != 0 {
                    throw StreamError(
                        place: place, problem: tr("the archive is locked with a password"),
                        remedy: tr("unpack it first and open what is in it"))
                }
                fast = fastMember()
                return true
            }
        }
    }

    /// The current member, if it is large and can be unpacked faster than by libarchive.
    private func fastMember() -> DeflatedMember? {
        guard kind == .zip, library.entrySize(entry) >= DeflatedMember.leastSize,
            let inflating = InflateLibrary.shared,
            let name = library.entryPathnameUTF8(entry) ?? library.entryPathname(entry),
            let found = directory?.member(
                Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))),
            found.member.size == library.entrySize(entry)
        else { return nil }
        return DeflatedMember(inflating, file, found)
    }

    /// The name of a compressed file's only content: the file's name without its last extension.
    private var contentName: String {
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
        return String(name[..<point])
    }

    private var place: String { name.isEmpty ? file.path : "\(file.path):\(name)" }

    private func failure(_ problem: String) -> StreamError {
        let detail = library.errorString(archive).map { " (" + String(cString: $0) + ")" } ?? ""
        return StreamError(
            place: place, problem: problem + detail, remedy: tr("copy or export it again"))
    }

    /// Reads the current member further into `buffer[range]` and returns the number of bytes; zero
    /// at its end.
    package func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        if ended { return 0 }
        if let fast {
            guard let count = fast.read(into: &buffer, range) else {
                ended = true
                throw failure(tr("the archive is damaged or cut off"))
            }
            try take(count)
            return count
        }
        while block.isEmpty {
            var start: UnsafeRawPointer?
            var count = 0
            var offset: la_int64_t = 0
            let code = library.readDataBlock(archive, &start, &count, &offset)
            if code == ARCHIVE_EOF {
                ended = true
                return 0
            }
            if code == ARCHIVE_RETRY { continue }
            if code < ARCHIVE_OK {
                ended = true
                throw failure(tr("the archive is damaged or cut off"))
            }
            try take(count)
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

    /// Counts bytes unpacked from the archive.
    private func take(_ count: Int) throws(StreamError) {
        guard let limit, !limit.take(bytes: count) else { return }
        ended = true
        throw limit.failure(place)
    }
}

/// The current member of an archive as a stream, after bytes of it that were already read.
package struct ArchiveStream: ByteStream {
    private let reader: ArchiveReader
    private let head: [UInt8]
    private var headTaken = 0

    /// `head`, then the rest of the reader's current member.
    package init(_ reader: ArchiveReader, head: [UInt8]) {
        self.reader = reader
        self.head = head
    }

    package var taken: Int { reader.taken }

    package mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        if headTaken < head.count {
            let count = min(range.count, head.count - headTaken)
            for index in 0..<count { buffer[range.lowerBound + index] = head[headTaken + index] }
            headTaken += count
            return count
        }
        return try reader.read(into: &buffer, range)
    }
}

/// A new zip archive whose members are written one after the other, each of unknown length.
package final class ArchiveWriter {
    private let library: ArchiveLibrary
    private let archive: OpaquePointer
    private let path: String
    private let file: OutputFile

    /// Begins the file at `path` with a member that the caller then writes.
    package convenience init(path: String, member: String) throws(StreamError) {
        try self.init(path: path)
        try begin(member: member)
    }

    /// Begins the file at `path`; it appears when it is finished.
    package init(path: String) throws(StreamError) {
        let library = try ArchiveLibrary.loaded(for: path)
        file = try OutputFile(path: path)
        guard let archive = library.writeNew() else {
            throw StreamError(
                place: path, problem: tr("there is no memory to write an archive"))
        }
        self.library = library
        self.archive = archive
        self.path = path
        _ = library.writeSetFormatZip(archive)
        // The fastest level: it compresses health records to a twelfth, and generating stays fast.
        _ = library.writeSetOptions(archive, "zip:compression-level=1")
        _ = library.writeSetBytesInLastBlock(archive, 1)
        guard library.writeOpenFD(archive, file.descriptor) == ARCHIVE_OK else { throw failure() }
    }

    /// Ends the previous member and begins another one.
    package func begin(member: String) throws(StreamError) {
        guard let entry = library.entryNew() else { throw failure() }
        defer { library.entryFree(entry) }
        library.entrySetPathname(entry, member)
        // AE_IFREG of archive_entry.h, a macro with a cast.
        library.entrySetFiletype(entry, 0o100000)
        library.entrySetPerm(entry, 0o644)
        // A fixed date, so that the same records give the same file.
        library.entrySetMtime(entry, 1_767_225_600, 0)
        guard library.writeHeader(archive, entry) == ARCHIVE_OK else { throw failure() }
    }

    deinit { _ = library.writeFree(archive) }

    private func failure() -> StreamError {
        let file = FileError(place: path, code: library.errorNumber(archive))
        // The library only reports that the file could not be written, without a reason.
        if file.isFull || file.code == EIO { return StreamError(file) }
        let detail = library.errorString(archive).map { String(cString: $0) } ?? "?"
        return StreamError(
            place: path, problem: tr("cannot be written ({1})", detail),
            remedy: tr("choose another place"))
    }

    /// Appends bytes to the member.
    package func write(_ bytes: [UInt8]) throws(StreamError) {
        var written = 0
        while written < bytes.count {
            let put = bytes.withUnsafeBytes { raw in
                library.writeData(archive, raw[written...].baseAddressIfAny, bytes.count - written)
            }
            guard put > 0 else { throw failure() }
            written += put
        }
    }

    /// Writes the directory of the archive, and puts the file in its place.
    ///
    /// Nothing may be written afterwards.
    package func finish() throws(StreamError) {
        guard library.writeClose(archive) == ARCHIVE_OK else { throw failure() }
        try file.finish()
    }
}
