// A document that is an SQLite database, opened read-only.
//
// Its content comes from an unknown author and is treated as data: see `ForeignDatabase`. A file is
// read in place. A member of an archive is read from the unnamed file that it was copied to. No
// file is created next to either.

import GRDB
import Glibc
import Localization
import Streams

/// The tables of a document that is a database.
struct DatabaseFile {
    /// Whether the bytes are the beginning of a database.
    static func begins(_ head: DocumentHead) -> Bool {
        head.begins(Array("SQLite format 3\u{0}".utf8))
    }

    let database: ForeignDatabase
    /// A warning about a file next to it that belongs to it but is not read; nil if there is none.
    let warning: String?

    /// Removes the copies that versions up to 0.1.0 left when they were ended; runs once, when a
    /// database is first opened.
    private static let sweep: Void = { TemporaryFile.sweepLeftovers() }()

    init(_ document: Document) throws(ImportError) {
        DatabaseFile.sweep
        let file = try document.file()
        _ = file.wait(beyond: .max)
        warning = file.identity == nil ? nil : DatabaseFile.warning(file.path, document.head)
        database = try ImportError.catching { () throws(StreamError) in
            try ForeignDatabase(file, cancellation: document.cancellation)
        }
    }

    private static func warning(_ path: String, _ head: DocumentHead) -> String? {
        var status = stat()
        let usesLog = head.bytes.dropFirst(18).prefix(2).contains(2)
        if usesLog, stat(path + "-wal", &status) == 0, status.st_size > 0 {
            return tr(
                "it has a log, and what is only in the log is not read; close the program that writes it"
            )
        }
        // A journal contains the steps to undo an unfinished transaction.
        let journal = Array("\u{d9}\u{d5}\u{05}\u{f9}".unicodeScalars.map { UInt8($0.value) })
        if !usesLog, let file = try? InputFile(path: path + "-journal"),
            (try? file.head(journal.count)) == journal
        {
            return tr(
                "it has a journal, so a program has not finished writing it; close that program and copy the file again"
            )
        }
        return nil
    }
}

extension Configuration {
    /// Makes the connection treat the content of the file as data: for a library or backup of
    /// unknown origin.
    ///
    /// Views, triggers and extensions are off, the limits of the watch apply, and statements end
    /// when the watch ends them. Nothing can be attached, so `VACUUM INTO` fails. One connection
    /// has one watch; keep it as long as the connection is open.
    mutating func distrust(_ watch: DatabaseWatch) {
        prepareDatabase { database in
            try watch.guardConnection(database.sqliteConnection)
            // Makes SQLite read the definitions, which have a limit of their own.
            _ = try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_master")
            watch.beginRows(database.sqliteConnection)
        }
    }
}
