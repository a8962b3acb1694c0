import CSQLite

/// Why SQLite cannot read a database.
package struct DatabaseFailure: Hashable, Sendable {
    /// SQLite's extended result code.
    package let code: Int32
    /// SQLite's message.
    package let message: String

    /// Opens a database for reading, reads its schema and closes it again; nil if that succeeds.
    ///
    /// - Parameters:
    ///   - name: the path of the file, or an SQLite URI (<https://www.sqlite.org/uri.html>).
    ///   - patience: the seconds to wait for a program that is writing.
    package init?(opening name: String, patience: Double) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        var result = sqlite3_open_v2(name, &opened, flags, nil)
        defer { sqlite3_close_v2(opened) }
        if result == SQLITE_OK {
            sqlite3_busy_timeout(opened, CInt(patience * 1_000))
            result = sqlite3_exec(
                opened, "PRAGMA trusted_schema = OFF; SELECT * FROM sqlite_master LIMIT 1", nil,
                nil,
                nil)
        }
        if result == SQLITE_OK { return nil }
        code = opened.map { sqlite3_extended_errcode($0) } ?? result
        message = opened.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
    }
}
