// A map in SQLite that this program makes, in the form of MBTiles.
//
// It is written under a name of its own in the same folder, without a journal, and gets its final name when it
// is complete and on the disk. So a half-written one is never found under that name; what an ended program
// has left is removed by the next one.

import CSQLite
import Glibc
import Localization
import Platform

/// Writes tiles by zoom, column and row into a new database; one thread uses it.
package final class TileDatabaseWriter {
    private let path: String
    private let draft: String
    private let connection: OpaquePointer
    private var isFinished = false

    private static let marker = ".part-"

    /// Begins a database for a path, whose folder exists.
    package init(path: String) throws(StreamError) {
        self.path = path
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        Leftovers.sweep(folder, marker: Self.marker)
        draft = Leftovers.name(path + Self.marker)
        // Nobody else may read a person's maps.
        let made = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw StreamError(FileError(place: path, code: errno)) }
        close(made)
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            draft, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened, code == SQLITE_OK else {
            sqlite3_close_v2(opened)
            unlink(draft)
            throw Self.failure(path, code)
        }
        connection = opened
        try run(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY;
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE tiles (
                zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
            CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
            BEGIN;
            """)
    }

    deinit {
        sqlite3_close_v2(connection)
        if !isFinished {
            unlink(draft)
            unlink(draft + "-journal")
        }
    }

    /// Adds a row of metadata.
    package func say(_ name: String, _ value: String) throws(StreamError) {
        try run("INSERT INTO metadata VALUES (?1, ?2)") { statement in
            Self.bind(statement, 1, name)
            Self.bind(statement, 2, value)
        }
    }

    /// Adds a tile, or puts it in the place of another one.
    package func add(_ bytes: [UInt8], _ number: TileDatabase.Number) throws(StreamError) {
        try run("INSERT OR REPLACE INTO tiles VALUES (?1, ?2, ?3, ?4)") { statement in
            Self.bind(statement, number)
            // SQLite copies the bytes.
            sqlite3_bind_blob64(
                statement, 4, bytes, sqlite3_uint64(bytes.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    /// The bytes of a tile that was added; nil if there is none.
    package func tile(_ number: TileDatabase.Number) throws(StreamError) -> [UInt8]? {
        var found: [UInt8]?
        try run(
            """
            SELECT tile_data FROM tiles
            WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3
            """
        ) { statement in
            Self.bind(statement, number)
        } row: { statement in
            guard let blob = sqlite3_column_blob(statement, 0) else { return }
            let count = Int(sqlite3_column_bytes(statement, 0))
            found = Array(UnsafeRawBufferPointer(start: blob, count: count))
        }
        return found
    }

    /// Puts the database in its place, in that of one that was there.
    package func finish() throws(StreamError) {
        try run("COMMIT")
        let file = open(draft, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StreamError(FileError(place: path, code: errno)) }
        defer { close(file) }
        guard fsync(file) == 0, rename(draft, path) == 0 else {
            throw StreamError(FileError(place: path, code: errno))
        }
        isFinished = true
    }

    // MARK: Statements

    private func run(_ statements: String) throws(StreamError) {
        let code = sqlite3_exec(connection, statements, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.failure(path, code) }
    }

    private func run(
        _ sql: String, _ bind: (OpaquePointer) -> Void, row: (OpaquePointer) -> Void = { _ in }
    ) throws(StreamError) {
        var made: OpaquePointer?
        var code = sqlite3_prepare_v2(connection, sql, -1, &made, nil)
        guard code == SQLITE_OK, let made else { throw Self.failure(path, code) }
        defer { sqlite3_finalize(made) }
        bind(made)
        code = sqlite3_step(made)
        while code == SQLITE_ROW {
            row(made)
            code = sqlite3_step(made)
        }
        guard code == SQLITE_DONE else { throw Self.failure(path, code) }
    }

    private static func bind(_ statement: OpaquePointer, _ column: Int32, _ text: String) {
        sqlite3_bind_text(
            statement, column, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }

    private static func bind(_ statement: OpaquePointer, _ number: TileDatabase.Number) {
        for (column, value) in [(1, number.zoom), (2, number.column), (3, number.row)] {
            sqlite3_bind_int64(statement, Int32(column), sqlite3_int64(value))
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> StreamError {
        StreamError(
            place: path,
            problem: tr("cannot be written ({1})", String(cString: sqlite3_errstr(code))),
            remedy: code & 0xff == SQLITE_FULL
                ? tr("make room and try again") : tr("choose another place"))
    }
}
