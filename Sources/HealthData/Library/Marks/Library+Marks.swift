import GRDB

extension Library {
    package typealias Mark = LibraryMark
    package typealias Marks = LibraryMarkList

    /// All marks, and the changes that can be taken back.
    ///
    /// Cost: reads all of their bytes, some megabytes for ten thousand strokes.
    package func marks() throws(LibraryError) -> Marks {
        var list = try readBest {
            try StoredMarks.read($0)
        } isWhole: {
            $0.damages.isEmpty
        }
        list.damages += salvagedDamages.filter { $0.isMark }.map(\.text)
        return list
    }

    /// What identifies the marks that are there; costs one query.
    package func marksVersion() throws(LibraryError) -> Marks.Version {
        try read { try StoredMarks.version($0) }
    }

    /// Performs edits of marks in order, in one transaction.
    ///
    /// - Returns: what identifies the marks after it.
    /// - Throws: if nothing can be written; nothing is changed then.
    @discardableResult
    package func edit(_ edits: [LibraryMarkEdit]) throws(LibraryError) -> Marks.Version {
        let version = try write { database in
            // What is removed is overwritten, as with notes.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try StoredMarks.perform(edits, database)
            return try StoredMarks.version(database)
        }
        // While somebody is reading, the log is left, and emptied later.
        try? writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        return version
    }
}
