import GRDB

/// Small texts that programs keep with the records of a person.
///
/// They are part of no dataset, so adding and removing files does not change them, and a backup has them.
package struct LibrarySettings {
    private let library: Library

    /// The texts of a library.
    package init(of library: Library) { self.library = library }

    /// The text that was kept under a name; nil if there is none.
    package func text(_ name: String) throws(LibraryError) -> String? {
        try library.read { database in
            try String.fetchOne(
                database, sql: "SELECT value FROM setting WHERE key = ?", arguments: [name])
        }
    }

    /// Keeps a text under a name in place of the one before; nil removes that.
    ///
    /// The former text is overwritten on the disk.
    package func keep(_ text: String?, as name: String) throws(LibraryError) {
        try OwnWriting(library: library).write { database in
            try database.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [name])
            guard let text else { return }
            try database.execute(
                sql: "INSERT INTO setting (key, value) VALUES (?, ?)", arguments: [name, text])
        }
    }
}
