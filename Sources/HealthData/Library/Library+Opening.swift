import Foundation
import GRDB
import Glibc
import Localization

/// How a library comes to be, and what keeps it from taking a database for one that is none.
extension Library {
    static func prepare(_ directory: String, _ path: String) throws(LibraryTrouble) {
        var upTo = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            upTo += "/" + part
            if mkdir(upTo, 0o700) != 0, errno != EEXIST {
                throw LibraryTrouble(
                    place: upTo,
                    problem: tr("cannot be made: {1}", String(cString: strerror(errno))),
                    remedy: tr("see the permissions there, or use another with --library"))
            }
        }
        // Made here, so that nobody else may read it from its first byte on; the database's other
        // files follow it in that.
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if file >= 0 {
            Glibc.close(file)
        } else if errno != EACCES, errno != EROFS {
            throw LibraryTrouble(
                place: path, problem: tr("cannot be opened: {1}", String(cString: strerror(errno))),
                remedy: tr("name another directory with --library"))
        }
    }

    /// Does what only one program at a time may do to the library in a directory: several that bring
    /// it to this version at once would each begin with what the others have done already.
    ///
    /// Where a directory cannot be locked, as on some network disks, it is done all the same.
    static func alone<Result>(
        in directory: String, _ body: () throws -> Result
    ) throws -> Result {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Whoever ends lets go of it, however that happens.
        defer { if descriptor >= 0 { Glibc.close(descriptor) } }
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return try body()
    }

    /// Sees to it that a database is a library, and none of a later version.
    static func check(_ database: some DatabaseReader, _ path: String) throws {
        try database.read { database in
            let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            guard try id == LibrarySchema.applicationID || isBlank(database) else {
                throw LibraryTrouble(
                    place: path, problem: tr("is a database of another program"),
                    remedy: tr("name another one"), isRefusal: true)
            }
            guard try !LibrarySchema.migrator.hasBeenSuperseded(database) else {
                throw LibraryTrouble(
                    place: path, problem: tr("was written by a later version of Oresen"),
                    remedy: tr("install that version, or use another library with --library"),
                    isRefusal: true)
            }
        }
    }

    /// Whether nothing is in a database yet: a first opening that was interrupted may have left a list
    /// of versions, which is made before it is said whose database it is.
    private static func isBlank(_ database: Database) throws -> Bool {
        let others =
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
        return try others == 0
            && LibrarySchema.migrator.appliedIdentifiers(database).isEmpty
    }
}
