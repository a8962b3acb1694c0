// A document that is an SQLite database, opened for reading alone.
//
// What somebody else wrote is data: see `ForeignDatabase`. The file is read where it is, a member of
// an archive in the unnamed file that it was copied to; nothing stands beside either.

import GRDB
import Glibc
import Localization
import Streams

/// The tables of a document that is a database.
struct DatabaseFile {
    /// Whether bytes are the beginning of a database.
    static func begins(_ head: DocumentHead) -> Bool {
        head.begins(Array("SQLite format 3\u{0}".utf8))
    }

    let database: ForeignDatabase
    /// What is beside the file and belongs into it, but is not read; nil where nothing is.
    let warning: String?

    /// Versions up to 0.1.0 left copies behind when they were ended; they go when a database is
    /// opened for the first time.
    private static let sweep: Void = { TemporaryFile.sweepLeftovers() }()

    init(_ document: Document) throws(ImportTrouble) {
        DatabaseFile.sweep
        let file = try document.file()
        _ = file.wait(beyond: .max)
        warning = file.identity == nil ? nil : DatabaseFile.warning(file.path, document.head)
        database = try ImportTrouble.catching { () throws(StreamTrouble) in
            try ForeignDatabase(file, cancellation: document.cancellation)
        }
    }

    private static func warning(_ path: String, _ head: DocumentHead) -> String? {
        var status = stat()
        let usesLog = head.bytes.dropFirst(18).prefix(2).contains(2)
        if usesLog, stat(path + "-wal", &status) == 0, status.st_size > 0 {
            return tr(
                "a log stands beside it, and what is in that alone is not read; close the program that writes it"
            )
        }
        // A journal that says how to undo what was not finished.
        let journal = Array("\u{d9}\u{d5}\u{05}\u{f9}".unicodeScalars.map { UInt8($0.value) })
        if !usesLog, let file = try? InputFile(path: path + "-journal"),
            (try? file.head(journal.count)) == journal
        {
            return tr(
                "a journal is beside it, so a program has not finished writing it; close that program and copy the file again"
            )
        }
        return nil
    }
}

extension Configuration {
    /// Has the connection treat what the file says as data: for a library or a backup that came from
    /// elsewhere.
    ///
    /// Views, triggers and extensions are off, the limits of the watch hold, and statements end when
    /// it ends. Nothing can be attached, so `VACUUM INTO` fails. One connection has one watch; keep
    /// it as long as the connection is open.
    mutating func distrust(_ watch: DatabaseWatch) {
        prepareDatabase { database in
            try watch.guardConnection(database.sqliteConnection)
            // Has SQLite read the definitions, which are bounded by a limit of their own.
            _ = try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_master")
            watch.beginRows(database.sqliteConnection)
        }
    }
}
