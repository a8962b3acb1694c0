import GRDB

extension Library {
    /// What a person has drawn.
    package var drawings: LibraryDrawings { LibraryDrawings(library: self) }
}

/// The drawings of a library.
package struct LibraryDrawings {
    fileprivate let library: Library

    /// All marks, and the changes that can be taken back.
    ///
    /// Cost: reads all of their bytes, some megabytes for ten thousand strokes.
    package func all() throws(LibraryError) -> LibraryMarkList {
        var list = try library.readBest {
            try StoredMarks.read($0)
        } isWhole: {
            $0.damages.isEmpty
        }
        list.damages += library.salvagedDamages.filter { $0.subject == .drawing }.map(\.text)
        return list
    }

    /// What identifies the marks that are there; costs one query.
    package func version() throws(LibraryError) -> LibraryMarkList.Version {
        try library.read { try StoredMarks.version($0) }
    }

    /// Performs edits of marks in order, in one transaction.
    ///
    /// - Returns: what identifies the marks after it.
    /// - Throws: if nothing can be written; nothing is changed then.
    @discardableResult
    package func edit(
        _ edits: [LibraryMarkEdit]
    ) throws(LibraryError) -> LibraryMarkList.Version {
        let version = try library.write { database in
            // What is removed is overwritten, as with notes.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try StoredMarks.perform(edits, database)
            return try StoredMarks.version(database)
        }
        // While somebody is reading, the log is left, and emptied later.
        try? library.writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        return version
    }
}
