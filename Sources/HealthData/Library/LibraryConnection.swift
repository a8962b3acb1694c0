// Opens the database of a library.
//
// For reading: nothing is written, not even next to the file. While there is no log next to it, all
// of the library is in the file itself, so it is opened as immutable: SQLite then takes no locks
// and makes no files, which also works on a read-only disk and on a full one. A writer may begin in
// the meantime. It writes to its own log first, and changes the file only when it writes the log
// into it. So the file's state is compared before and after: if it changed, the body runs again
// with an ordinary read-only connection. That kind is also used while there is a log.
//
// For writing: a write-ahead log whose every commit waits for the disk. GRDB's DatabasePool sets
// `synchronous` to NORMAL after the configuration has run and writes to the file on opening; a
// DatabaseQueue does neither, and nothing here needs several readers on one connection.
//
// Rejected: locks that keep readers out of a writer's way (a stopped reader would stop all
// writers), an ordinary connection for all reading (it leaves its index and an empty log behind,
// and needs a folder that can be written to).

import GRDB
import Glibc
import Localization
import Streams

/// A connection to the database of a library.
final class LibraryConnection: Sendable {
    /// The file changed while it was read as immutable.
    struct Changed: Error {}

    private let owned: OwnedQueue
    private let path: String
    /// The state of the file when it was opened.
    private let file: FileState
    private let isImmutable: Bool

    private init(_ queue: DatabaseQueue, _ path: String, _ file: FileState, isImmutable: Bool) {
        owned = OwnedQueue(queue)
        self.path = path
        self.file = file
        self.isImmutable = isImmutable
    }

    var queue: DatabaseQueue { owned.queue }

    func close() { owned.close() }

    /// Writes the log next to the file into it, as far as nobody else is reading.
    func bringLogIn() {
        try? queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            _ = try database.checkpoint(.truncate)
        }
    }

    // MARK: Opening

    /// Opens a database only for reading.
    ///
    /// - Parameter isShared: whether others are known to be writing to it.
    static func reading(_ path: String, isShared: Bool = false) throws -> LibraryConnection {
        let file = FileState(path)
        let log = FileState(path + "-wal")
        let isImmutable = !isShared && (log?.size ?? 0) == 0 && !FileState.exists(path + "-journal")
        var configuration = common
        configuration.readonly = true
        let name = isImmutable ? "file:\(escaped(path))?immutable=1" : fileName(path)
        try expectOpening(name)
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        return LibraryConnection(
            queue, path, file ?? FileState(), isImmutable: isImmutable)
    }

    /// Opens a database for reading and writing.
    static func writing(_ path: String) throws -> LibraryConnection {
        let queue = try DatabaseQueue(path: fileName(path), configuration: common)
        let connection = LibraryConnection(
            queue, path, FileState(path) ?? FileState(), isImmutable: false)
        do {
            try queue.writeWithoutTransaction { try keepOnDisk($0, path) }
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    /// Makes every commit wait until its data is on the disk.
    private static func keepOnDisk(_ database: Database, _ path: String) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw LibraryError(
                place: path, problem: tr("a log cannot be written next to it"),
                remedy: tr("use a library on another disk with --library"))
        }
        try database.execute(sql: "PRAGMA synchronous = FULL")
        let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        precondition(level == 2, "commits to \(path) do not wait for the disk")
    }

    /// Throws the error that keeps SQLite from reading the schema of a file.
    ///
    /// GRDB throws the same, but it releases a connection that cannot be opened, which then wakes
    /// the process forever (`OwnedQueue`), and a window may show a damaged library all day.
    private static func expectOpening(_ name: String) throws {
        if let failure = DatabaseFailure(opening: name, patience: patience) {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: failure.code), message: failure.message)
        }
    }

    /// How long a connection waits for another program that writes, in seconds.
    private static let patience = 10.0

    private static var common: Configuration {
        var configuration = Configuration()
        configuration.label = "library"
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { database in
            // The file may come from somebody else: nothing in its schema may run functions, and
            // pages are read with checks.
            try database.execute(
                sql: """
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0
                    """)
        }
        return configuration
    }

    /// A path in the form that SQLite takes as a file name, whatever its beginning.
    ///
    /// A name that begins with `file:` would be a URI, and one with a colon means memory.
    static func fileName(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

    /// A path escaped as a part of a URI.
    private static func escaped(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }

    // MARK: Use

    /// Reads in one transaction, which ends without a commit.
    ///
    /// After damage SQLite fails a commit, although everything read before is good.
    ///
    /// - Throws: `Changed` if somebody wrote to the file in the meantime, so that it has to be read
    ///   again.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard isImmutable else {
            return try queue.unsafeRead { database in
                try database.execute(sql: "BEGIN")
                defer { try? database.execute(sql: "ROLLBACK") }
                return try body(database)
            }
        }
        let result = Swift.Result { try queue.unsafeRead(body) }
        guard FileState(path) == file else { throw Changed() }
        return try result.get()
    }

    /// Whether the path still leads to the file that was opened.
    var isCurrent: Bool { FileState(path)?.isSameFile(as: file) ?? false }
}

/// The file's state as the system reports it.
struct FileState: Equatable {
    private var device: UInt64 = 0
    private var number: UInt64 = 0
    private(set) var size = 0
    private var written = 0
    private var writtenPart = 0
    private var changed = 0
    private var changedPart = 0

    /// No file.
    init() {}

    /// Nil if there is no such file, or it cannot be examined.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int(status.st_size)
        (written, writtenPart) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
        (changed, changedPart) = (Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec))
    }

    static func exists(_ path: String) -> Bool { FileState(path) != nil }

    func isSameFile(as other: FileState) -> Bool {
        device == other.device && number == other.number
    }
}
