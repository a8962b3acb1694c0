// A file that is written completely or not at all.
//
// Method: the contents are written to a file without a name in the same folder (O_TMPFILE, since
// Linux 3.11). The file gets its name when it is complete: by linkat(2) if the name is free;
// otherwise it first gets a temporary name in the folder, and rename(2) then puts it in place. So a
// killed program leaves nothing behind, and a reader finds either the old file or the complete new
// one. On file systems without nameless files (NFS, FAT), the draft has a name from the beginning
// and is removed on failure.
//
// One rule for links: a symbolic link at the path is replaced, and its target is not touched. A
// pipe, a terminal or /dev/null is written to directly. /dev/stdout, /dev/fd/3 and /proc/self/fd/3
// are the program's own descriptors.
//
// Rejected: truncating the existing file (a full disk leaves half a file), following links (in a
// folder that others can write to, a link chooses what is overwritten), a fixed name for the draft
// (the same reason).

import Glibc

/// A file that is written next to its final place and moved there when it is complete.
///
/// It has one owner, which uses it on one thread at a time.
public final class FileDraft: @unchecked Sendable {
    /// The users who may read the file.
    public enum Readers: Sendable {
        /// Only the user: for their measurements and settings and the files that they opened.
        case owner
        /// Everybody whom the umask allows.
        case everybody
    }

    /// The final path of the file.
    public let path: String
    private let folder: String
    /// Open for writing until `finish`; -1 afterwards.
    public private(set) var descriptor: Int32
    private var name: DraftName
    private let mode: mode_t
    /// The folder in which the system lists the program's descriptors; tests use another path.
    var descriptors = "/proc/self/fd"

    /// The name of the draft until it is finished.
    private enum DraftName {
        /// There is no draft: the data go to their place at once.
        case none
        /// A file without a name.
        case unnamed
        /// A file at this path.
        case path(String)
    }

    /// O_TMPFILE; fcntl.h declares it only with GNU's extensions.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Begins a file for a place; nothing appears there until `finish`.
    public convenience init(at path: String, readers: Readers) throws(FileError) {
        try self.init(at: path, readers: readers, isNamed: false)
    }

    /// The same; file systems without nameless files get a draft with a name.
    init(at path: String, readers: Readers, isNamed: Bool) throws(FileError) {
        self.path = path
        mode = readers == .owner ? 0o600 : 0o666
        name = .none
        let slash = path.lastIndex(of: "/")
        folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        descriptor = -1
        if let place = try SpecialFile.open(path) {
            descriptor = place
            return
        }
        if isNamed {
            try beginNamed()
            return
        }
        descriptor = open(folder, FileDraft.unnamed | O_RDWR | O_CLOEXEC, mode)
        // A sandbox may allow writing its output without allowing to read it.
        if descriptor < 0, errno == EACCES {
            descriptor = open(folder, FileDraft.unnamed | O_WRONLY | O_CLOEXEC, mode)
        }
        if descriptor >= 0 {
            name = .unnamed
        } else if [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
            try beginNamed()
        } else {
            throw FileError(place: path, code: errno)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if case .path(let draft) = name { unlink(draft) }
    }

    /// Writes bytes after those already written.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        precondition(descriptor >= 0, "write to a finished file")
        try check(Descriptor.write(bytes, to: descriptor))
    }

    /// Puts the file in its place.
    ///
    /// Without this call nothing appears there.
    ///
    /// - Parameter isLasting: Whether the file is on the disk when this returns, and not only in
    ///   the system's cache. For files that a user would miss; waits for the disk.
    public func finish(isLasting: Bool) throws(FileError) {
        precondition(descriptor >= 0, "the file is already finished")
        if case .none = name {
            let file = descriptor
            descriptor = -1
            return try check(Descriptor.close(file))
        }
        if isLasting, fsync(descriptor) != 0 { throw FileError(place: path, code: errno) }
        // Network file systems report a full disk only on close, and a file without a name
        // disappears when its last descriptor is closed. So a second descriptor is closed here.
        let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        if second >= 0 { try check(Descriptor.close(second)) }
        if case .unnamed = name, try link(to: path) {
            name = .none
        } else {
            if case .unnamed = name { try nameDraft() }
            if case .path(let draft) = name {
                guard rename(draft, path) == 0 else { throw FileError(place: path, code: errno) }
                name = .none
            }
        }
        close(descriptor)
        descriptor = -1
        guard isLasting else { return }
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        // Not every file system can sync its folders, and the file itself is on the disk.
        fsync(parent)
        close(parent)
    }

    /// Writes a whole file.
    public static func write(
        _ bytes: [UInt8], to path: String, readers: Readers, isLasting: Bool
    ) throws(FileError) {
        let draft = try FileDraft(at: path, readers: readers)
        try draft.write(bytes)
        try draft.finish(isLasting: isLasting)
    }

    private func check(_ code: Int32) throws(FileError) {
        if code != 0 { throw FileError(place: path, code: code) }
    }

    /// Begins a draft under a new name that is not in use.
    private func beginNamed() throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        for _ in 0..<16 {
            let draft = freshName()
            descriptor = open(draft, flags, mode)
            if descriptor >= 0 {
                name = .path(draft)
                return
            }
            if errno != EEXIST { break }
        }
        throw FileError(place: path, code: errno)
    }

    private func freshName() -> String {
        folder + "/.oresen-" + String(UInt64.random(in: 0...UInt64.max), radix: 36) + ".part"
    }

    /// Gives the nameless file a name; false if the name exists.
    private func link(to target: String) throws(FileError) -> Bool {
        let source = "\(descriptors)/\(descriptor)"
        if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
        if errno == EEXIST { return false }
        if [ENOSPC, EDQUOT, EROFS, EIO].contains(errno) {
            throw FileError(place: path, code: errno)
        }
        try copyToNamed()
        return false
    }

    /// Gives the nameless file a temporary name in its folder.
    private func nameDraft() throws(FileError) {
        for _ in 0..<16 {
            guard case .unnamed = name else { return }
            let draft = freshName()
            if try link(to: draft) { name = .path(draft) }
        }
        guard case .path = name else { throw FileError(place: path, code: EEXIST) }
    }

    /// Copies the data into a draft with a name: without /proc, a nameless file cannot get one.
    private func copyToNamed() throws(FileError) {
        let source = descriptor
        defer { close(source) }
        try beginNamed()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var place = 0
        while true {
            let got = pread(source, &buffer, buffer.count, place)
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw FileError(place: path, code: errno) }
            if got == 0 { break }
            try check(Descriptor.write(Array(buffer[..<got]), to: descriptor))
            place += got
        }
        if fsync(descriptor) != 0 { throw FileError(place: path, code: errno) }
    }
}
