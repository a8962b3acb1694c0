// The file system through which SQLite reads a foreign database: one open file, and nothing else.
//
// Method: a custom file system (`sqlite3_vfs`) opens only databases that were offered to it, reads
// them through the descriptor that is already open, and reports that they never change. So SQLite
// makes no lock, no journal and no log next to the file. Members of archives and pipes need no copy
// with a name, and no file name is interpreted as a URI. A header that requests a log is read as
// one that requests none. Rejected: `file:…?immutable=1`, which cannot open a file without a name
// (SQLite resolves /proc/self/fd/N to the removed name); a copy in memory, as large as the file;
// mapped memory, which ends the program if the file is truncated meanwhile.

import CSQLite
import Glibc
import Synchronization

/// The bytes of a database that is being opened.
final class DatabaseSource: Sendable {
    let file: InputFile
    let watch: DatabaseWatch
    private let size: Int
    private let taken = Atomic(0)

    /// The number of bytes read so far.
    var bytesRead: Int { taken.load(ordering: .relaxed) }

    init(_ file: InputFile, _ watch: DatabaseWatch) {
        self.file = file
        self.watch = watch
        size = file.currentSize
    }

    fileprivate var bytes: Int64 { Int64(size) }

    /// Reads `count` bytes at `offset`; those past the end are zeros.
    ///
    /// - Returns: a result code of SQLite.
    fileprivate func read(
        _ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int
    ) -> Int32 {
        guard watch.allowsReading(behind: bytesRead) else { return SQLITE_INTERRUPT }
        var have = 0
        while have < count {
            let got = pread(
                file.descriptor, buffer + have, count - have, off_t(offset + have))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return SQLITE_IOERR | (1 << 8) }
            if got == 0 { break }
            have += got
        }
        taken.add(have, ordering: .relaxed)
        // The two bytes that request a log next to the file.
        for place in 18...19 where offset <= place && place < offset + have {
            let byte = (buffer + (place - offset)).assumingMemoryBound(to: UInt8.self)
            if byte.pointee == 2 { byte.pointee = 1 }
        }
        guard have < count else { return SQLITE_OK }
        memset(buffer + have, 0, count - have)
        return SQLITE_IOERR | (2 << 8)
    }
}

/// Opens the databases that were offered to it.
enum DatabaseFileSystem {
    /// Its name in SQLite.
    static let name = "oresen-foreign"

    /// The databases to be opened, by the name that SQLite receives.
    private static let waiting = Mutex<(next: Int, sources: [String: DatabaseSource])>((0, [:]))

    /// Whether it was registered with SQLite.
    static let isRegistered: Bool = register()

    /// Offers a database; the name opens it once.
    static func offer(_ source: DatabaseSource) -> String {
        waiting.withLock { waiting in
            waiting.next += 1
            let name = "foreign-\(waiting.next)"
            waiting.sources[name] = source
            return name
        }
    }

    /// Withdraws a database that was not opened.
    static func withdraw(_ name: String) {
        _ = take(name)
    }

    private static func take(_ name: String) -> DatabaseSource? {
        waiting.withLock { $0.sources.removeValue(forKey: name) }
    }

    private static func register() -> Bool {
        // SQLite keeps both for the life of the process.
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: fileMethods())
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        system.initialize(to: sqlite3_vfs())
        system.pointee.iVersion = 1
        system.pointee.szOsFile = Int32(MemoryLayout<oresen_sqlite_file>.size)
        system.pointee.mxPathname = 64
        system.pointee.zName = UnsafePointer(strdup(name))
        system.pointee.pAppData = UnsafeMutableRawPointer(methods)
        system.pointee.xOpen = { system, name, file, flags, flagsSet in
            guard let file else { return SQLITE_CANTOPEN }
            file.pointee.pMethods = nil
            // Only a main database, for reading: no journal, no log, no temporary file.
            guard flags & SQLITE_OPEN_MAIN_DB != 0, flags & SQLITE_OPEN_READONLY != 0, let name,
                let methods = system?.pointee.pAppData,
                let source = DatabaseFileSystem.take(String(cString: name))
            else { return SQLITE_CANTOPEN }
            DatabaseFileSystem.opened(file).pointee.source = UnsafeRawPointer(
                Unmanaged.passRetained(source).toOpaque())
            file.pointee.pMethods = UnsafePointer(
                methods.assumingMemoryBound(to: sqlite3_io_methods.self))
            flagsSet?.pointee = flags
            return SQLITE_OK
        }
        system.pointee.xDelete = { _, _, _ in SQLITE_IOERR | (10 << 8) }
        system.pointee.xAccess = { _, _, _, isThere in
            isThere?.pointee = 0
            return SQLITE_OK
        }
        system.pointee.xFullPathname = { _, name, size, full in
            guard let name, let full, strlen(name) < Int(size) else { return SQLITE_CANTOPEN }
            strcpy(full, name)
            return SQLITE_OK
        }
        // SQLite calls these only on its default file system; they are implemented anyway.
        system.pointee.xRandomness = { _, count, bytes in
            if let bytes { memset(bytes, 0, Int(count)) }
            return count
        }
        system.pointee.xSleep = { _, _ in 0 }
        system.pointee.xCurrentTime = { _, days in
            days?.pointee = 0
            return SQLITE_OK
        }
        system.pointee.xGetLastError = { _, _, _ in 0 }
        return sqlite3_vfs_register(system, 0) == SQLITE_OK
    }

    /// This file system's data of an open file.
    private static func opened(
        _ file: UnsafeMutablePointer<sqlite3_file>
    ) -> UnsafeMutablePointer<oresen_sqlite_file> {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: oresen_sqlite_file.self)
    }

    private static func source(_ file: UnsafeMutablePointer<sqlite3_file>?) -> DatabaseSource? {
        guard let file, let source = opened(file).pointee.source else { return nil }
        return Unmanaged<DatabaseSource>.fromOpaque(source).takeUnretainedValue()
    }

    private static func fileMethods() -> sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        methods.xClose = { file in
            guard let file, let source = DatabaseFileSystem.opened(file).pointee.source else {
                return SQLITE_OK
            }
            DatabaseFileSystem.opened(file).pointee.source = nil
            Unmanaged<DatabaseSource>.fromOpaque(source).release()
            return SQLITE_OK
        }
        methods.xRead = { file, buffer, count, offset in
            guard let source = DatabaseFileSystem.source(file), let buffer, count >= 0, offset >= 0
            else { return SQLITE_IOERR | (1 << 8) }
            return source.read(buffer, Int(count), at: Int(offset))
        }
        methods.xWrite = { _, _, _, _ in SQLITE_READONLY }
        methods.xTruncate = { _, _ in SQLITE_READONLY }
        methods.xSync = { _, _ in SQLITE_OK }
        methods.xFileSize = { file, size in
            guard let source = DatabaseFileSystem.source(file) else { return SQLITE_IOERR }
            size?.pointee = source.bytes
            return SQLITE_OK
        }
        methods.xLock = { _, _ in SQLITE_OK }
        methods.xUnlock = { _, _ in SQLITE_OK }
        methods.xCheckReservedLock = { _, isReserved in
            isReserved?.pointee = 0
            return SQLITE_OK
        }
        methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        methods.xSectorSize = { _ in 4_096 }
        methods.xDeviceCharacteristics = { _ in Int32(SQLITE_IOCAP_IMMUTABLE) }
        return methods
    }
}
