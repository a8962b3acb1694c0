import GRDB
import Localization

/// Changes the notes of a library, each time in one transaction.
struct NoteWriting {
    let library: Library

    static func noNote(_ id: Int64, _ path: String) -> LibraryError {
        LibraryError(
            place: path, problem: tr("holds no note {1}", "\(id)"),
            remedy: tr("see oresen library notes"), isRefusal: true)
    }

    /// Changes notes in one transaction; removes the former content from the disk as well.
    func write<Result>(
        _ body: (Database) throws -> Result
    ) throws(LibraryError) -> Result {
        try OwnWriting(library: library).write { database in
            let result = try body(database)
            try StoredCopies.updateNotes(database)
            return result
        }
    }
}

/// What a person has made in a library: notes, drawings and targets.
enum OwnContent {
    /// Whether there is any of it, or any dataset, including damaged ones.
    static func isThere(_ library: Library) throws(LibraryError) -> Bool {
        if try !library.datasets().isEmpty { return true }
        return try library.read {
            try StoredNotes.count($0) > 0 || StoredMarks.count($0) > 0
                || StoredTargets.count($0) > 0
        }
    }
}

/// Changes what a person has made in a library, each time in one transaction.
struct OwnWriting {
    let library: Library

    /// Changes something in one transaction; removes the former content from the disk as well.
    func write<Result>(
        _ body: (Database) throws -> Result
    ) throws(LibraryError) -> Result {
        let result = try library.write { database in
            // What is removed is overwritten, not only freed. Unlike the removal of a dataset, this
            // does not rewrite the whole file.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            return try body(database)
        }
        // While somebody is reading, the log is left, and emptied later.
        try? library.writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        return result
    }
}
