import GRDB

/// Small texts that programs keep with the records of a person.
extension Library {
    /// A text that was kept under a name; nil if there is none.
    package func setting(_ name: String) throws(LibraryError) -> String? {
        try read { database in
            try String.fetchOne(
                database, sql: "SELECT value FROM setting WHERE key = ?", arguments: [name])
        }
    }

    /// Keeps a text under a name in place of the one before; nil removes that.
    ///
    /// The former text is overwritten on the disk. It is no part of a dataset, so adding and removing
    /// files does not change it, and a backup has it.
    package func keep(_ text: String?, as name: String) throws(LibraryError) {
        try write { database in
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [name])
            guard let text else { return }
            try database.execute(
                sql: "INSERT INTO setting (key, value) VALUES (?, ?)", arguments: [name, text])
        }
        // While somebody is reading, the log is left, and emptied later.
        try? writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
}
