import Foundation
import GRDB
import Glibc
import Localization

/// Creates libraries, and keeps other databases from being taken for libraries.
enum LibraryOpening {
    static func prepare(_ directory: String, _ path: String) throws(LibraryError) {
        try makeFolders(directory)
        // The file is created here, so that nobody else can read even its first byte. The
        // database's other files get the same rights.
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if file >= 0 {
            Glibc.close(file)
        } else if errno != EACCES, errno != EROFS {
            throw LibraryError(
                place: path, problem: tr("cannot be opened: {1}", String(cString: strerror(errno))),
                remedy: tr("name another directory with --library"))
        }
    }

    /// Creates a missing directory and those above it, readable by nobody else.
    static func makeFolders(_ directory: String) throws(LibraryError) {
        var upTo = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            upTo += "/" + part
            if mkdir(upTo, 0o700) != 0, errno != EEXIST {
                throw LibraryError(
                    place: upTo,
                    problem: tr("cannot be made: {1}", String(cString: strerror(errno))),
                    remedy: tr("see the permissions there, or use another with --library"))
            }
        }
    }

    /// Opens a database for writing that is a library of this version, or becomes one.
    static func openForWriting(_ path: String, _ lock: FolderLock) throws -> LibraryConnection {
        // A database of another program is not touched.
        if try isCurrent(path) {
            return try connection(path)
        }
        // Several processes that migrate it to this version at once would each begin with steps
        // that others have already done.
        return try lock.alone { try connection(path) }
    }

    /// Whether a database is a library of this version; throws if another program made it.
    private static func isCurrent(_ path: String, isShared: Bool = false) throws -> Bool {
        do {
            let connection = try LibraryConnection.reading(path, isShared: isShared)
            defer { connection.close() }
            return try connection.read { database in
                try check(database, path)
                return try LibrarySchema.migrator.hasCompletedMigrations(database)
            }
        } catch is LibraryConnection.Changed {
            return try isCurrent(path, isShared: true)
        } catch  where LibraryError.needsIndex(error) {
            // A writer has to repair an interrupted operation.
            return false
        }
    }

    private static func connection(_ path: String) throws -> LibraryConnection {
        let connection = try LibraryConnection.writing(path)
        do {
            try connection.queue.read { try check($0, path) }
            try LibrarySchema.migrator.migrate(connection.queue)
            try connection.queue.read { try LibrarySchema.expectOwn($0, path) }
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    /// Ensures that a database is a library, and not one of a later version.
    static func check(_ database: Database, _ path: String) throws {
        let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard try id == LibrarySchema.applicationID || isBlank(database) else {
            throw LibraryError(
                place: path, problem: tr("is a database of another program"),
                remedy: tr("name another one"), isRefusal: true)
        }
        try LibrarySchema.expectTables(database)
        guard try !LibrarySchema.migrator.hasBeenSuperseded(database) else {
            throw LibraryError(
                place: path, problem: tr("was written by a later version of Oresen"),
                remedy: tr("install that version, or use another library with --library"),
                isRefusal: true)
        }
    }

    /// Whether a database is still empty.
    ///
    /// An interrupted first opening may have left a list of versions, which is written before the
    /// application id.
    static func isBlank(_ database: Database) throws -> Bool {
        let others =
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
        return try others == 0
            && LibrarySchema.migrator.appliedIdentifiers(database).isEmpty
    }
}
