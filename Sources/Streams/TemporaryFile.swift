import Glibc
import Localization

/// A file for data that need random access and are too large for memory.
///
/// It is in `TMPDIR`, or in `/tmp`, and has no name: it is removed when its descriptor is closed,
/// however the program ends.
package struct TemporaryFile {
    /// `O_TMPFILE` of open(2); the headers declare it only with GNU's extensions.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY

    /// Open for reading and writing; its owner closes it.
    package let descriptor: Int32
    private let folder: String
    private let original: String

    private static var folder: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    /// Makes one, for bytes of the file at `original`.
    package init(for original: String) throws(StreamError) {
        self.original = original
        folder = TemporaryFile.folder
        let made = open(folder, O_RDWR | TemporaryFile.unnamed | O_EXCL | O_CLOEXEC, 0o600)
        guard made < 0 else {
            descriptor = made
            return
        }
        // Some file systems support only files with names.
        let name = Leftovers.name(folder + "/" + TemporaryFile.beginning)
        descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StreamError(
                place: original,
                problem:
                    tr(
                        "no temporary file can be made in {1} ({2})", folder,
                        String(cString: strerror(errno))),
                remedy: tr("set TMPDIR to a folder that can be written to"))
        }
        unlink(name)
    }

    /// Appends bytes.
    package func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) {
        var rest = bytes
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if put < 0, errno == EINTR { continue }
            if put <= 0 {
                throw StreamError(
                    place: original,
                    problem: tr("the temporary copy cannot be written in {1}", folder),
                    remedy: tr("make room there, or set TMPDIR to another folder"))
            }
            rest = rest.dropFirst(put)
        }
    }

    // MARK: Leftovers

    /// The prefix of temporary files' names.
    private static let beginning = "oresen-"

    /// Removes the files that interrupted earlier runs left in the folder of temporary files.
    ///
    /// That is at most an empty file, except for copies of databases that versions up to 0.1.0
    /// made, and temporary databases of SQLite. Such a copy is recognised by its name, its owner,
    /// its mode and its first bytes. It is removed only if it is older than a minute and no process
    /// has it open.
    ///
    /// Cost: one listing of the folder, and of the open files of all processes if there is a copy.
    ///
    /// - Parameter folder: the folder of temporary files; the one that this program uses if nil.
    /// - Returns: the names of the removed files.
    @discardableResult package static func sweepLeftovers(in folder: String? = nil) -> [String] {
        let folder = folder ?? TemporaryFile.folder
        var gone = Leftovers.sweep(folder, marker: beginning)
        for name in Leftovers.names(in: folder) where isEarlierName(name) {
            let path = folder + "/" + name
            if isEarlierCopy(path), Leftovers.isQuiet(path, 60), !isOpen(path),
                Leftovers.remove(path)
            {
                gone.append(name)
            }
        }
        for name in Leftovers.names(in: folder) where isDatabaseName(name) {
            if Leftovers.remove(folder + "/" + name) { gone.append(name) }
        }
        return gone
    }

    /// Whether a name is one that SQLite gives to a temporary database.
    ///
    /// SQLite removes the name as soon as it has opened the file, and keeps the file open. So only
    /// a program that was killed between these two calls leaves one, and removing the name of a
    /// file in use does no harm.
    ///
    /// The prefix is followed by a random number of 64 bits in hexadecimal without leading zeros,
    /// so one name in sixteen has fewer than 16 digits.
    private static func isDatabaseName(_ name: String) -> Bool {
        let beginning = "etilqs_"
        guard name.hasPrefix(beginning) else { return false }
        let number = name.utf8.dropFirst(beginning.utf8.count)
        let zero = UInt8(ascii: "0")
        return 1...16 ~= number.count && (number.first != zero || number.count == 1)
            && number.allSatisfy {
                zero...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// Whether a name is one that mkstemp(3) made: six letters and digits after the prefix.
    ///
    /// Only names with both small and capital letters count, as nine in ten have. A name with six
    /// small letters or six digits may be the user's own.
    private static func isEarlierName(_ name: String) -> Bool {
        guard name.hasPrefix(beginning), name.utf8.count == beginning.utf8.count + 6 else {
            return false
        }
        let random = name.dropFirst(beginning.count)
        return random.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && random.contains { $0.isLowercase } && random.contains { $0.isUppercase }
    }

    /// Whether a file is empty, or a copy of a foreign database whose header was changed so that it
    /// requests no log.
    private static func isEarlierCopy(_ path: String) -> Bool {
        var status = stat()
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        guard fstat(file, &status) == 0, status.st_mode == S_IFREG | 0o600 else { return false }
        if status.st_size == 0 { return true }
        var head = [UInt8](repeating: 0, count: 72)
        guard read(file, &head, head.count) == head.count else { return false }
        // The last four bytes are not zero in a library or a backup of one.
        return head.starts(with: "SQLite format 3\u{0}".utf8) && head[18...19] == [1, 1]
            && head[68..<72].allSatisfy { $0 == 0 }
    }

    /// Whether a process of this user has a file open; also true if that is unknown.
    private static func isOpen(_ path: String) -> Bool {
        var wanted = stat()
        let processes = Leftovers.names(in: "/proc")
        guard stat(path, &wanted) == 0, processes.contains("\(getpid())") else { return true }
        for process in processes where process.allSatisfy(\.isNumber) {
            let descriptors = "/proc/\(process)/fd"
            for name in Leftovers.names(in: descriptors) {
                var status = stat()
                if stat("\(descriptors)/\(name)", &status) == 0, status.st_ino == wanted.st_ino,
                    status.st_dev == wanted.st_dev
                {
                    return true
                }
            }
        }
        return false
    }
}
