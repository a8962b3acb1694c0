// A database written by another program, read as data.
//
// Method: SQLite reads the file, but never runs any of its contents. Only ordinary tables are used,
// from their own definitions. A reading names one table and its columns, all of them quoted, so
// every statement is `SELECT columns FROM table NOT INDEXED` and nothing else. The caller joins
// tables itself, so that the rows of one table do not multiply those of another. Limits: a file can
// hold one row per six bytes. A table with more rows is damaged or misleading, and so are tables
// that have more together. A log next to the file is not read. Rejected: statements that the
// formats build from texts, because one unquoted name is a program; `count(*)`, which visits all
// pages in one instruction that nothing can interrupt.

import CSQLite
import Platform

/// The tables of a foreign database, and their rows.
///
/// Only one thread at a time uses it. Nothing is written to the file or next to it, and no view,
/// trigger, function or virtual table of the file runs.
package final class ForeignDatabase {
    /// The smallest number of bytes of a row: its pointer on the page, its size, and its contents.
    static let smallestRow = 6
    /// Programs for health records make about two hundred tables.
    static let mostTables = 2_000

    /// The ordinary tables by their names in lower case.
    package private(set) var tables: [String: ForeignTable] = [:]
    /// The tables' names as in `tables`, sorted.
    package var names: [String] { tables.keys.sorted() }
    /// Whether a reading was ended because it took too much work or memory, or was cancelled; every
    /// later one ends at once.
    package var isSpent: Bool { watch.end != nil }
    /// The number of instructions of SQLite's virtual machine since the definitions were read.
    package var instructions: Int { watch.instructions }
    /// The size of the file in bytes when it was opened.
    package let size: Int
    /// The number of bytes read from the file so far; bytes read again count again.
    package var bytesRead: Int { source.bytesRead }

    private let place: String
    private let watch: DatabaseWatch
    private let authority = DatabaseAuthority()
    private let source: DatabaseSource
    private let connection: OpaquePointer
    private let mostRows: Int
    private var rowsPassed = 0

    /// Opens the database in a file.
    ///
    /// - Parameters:
    ///   - file: the file; it need not have a name. A pipe must have ended.
    ///   - cancellation: ends any reading.
    /// - Throws: that it is not a complete database, or its definitions exceed the limits.
    package init(_ file: InputFile, cancellation: Cancellation) throws(StreamError) {
        place = file.path
        size = file.currentSize
        let head = try file.head(18)
        // A size of 1 means 65,536, which does not fit into the field.
        let stored = head.count == 18 ? Int(head[16]) << 8 | Int(head[17]) : 0
        let limits = DatabaseLimits.foreign(bytes: size, pageSize: stored == 1 ? 1 << 16 : stored)
        mostRows = size / ForeignDatabase.smallestRow
        watch = DatabaseWatch(limits, cancellation: cancellation)
        guard DatabaseFileSystem.isRegistered else { throw DatabaseProblem.missing(place) }
        source = DatabaseSource(file, watch)
        let name = DatabaseFileSystem.offer(source)
        defer { DatabaseFileSystem.withdraw(name) }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
            DatabaseFileSystem.name)
        guard let opened, code == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw DatabaseProblem.of(code, "", end: watch.end, place: place)
        }
        connection = opened
        try watch.guardConnection(connection, place: place)
        // A quoted word that is not a column is not interpreted as a text.
        oresen_sqlite_switch(connection, SQLITE_DBCONFIG_DQS_DML, 0)
        authority.guardConnection(connection)
        sqlite3_extended_result_codes(connection, 1)
        authority.table = "sqlite_master"
        do throws(StreamError) {
            // The first statement makes SQLite read all definitions.
            try step("SELECT NULL FROM main.sqlite_master", []) { _ in false }
        } catch {
            throw watch.end == .tooMuchWork ? DatabaseProblem.tooManyTables(place) : error
        }
        watch.beginRows(connection)
        tables = try ordinaryTables()
    }

    deinit { sqlite3_close_v2(connection) }

    private func ordinaryTables() throws(StreamError) -> [String: ForeignTable] {
        var definitions: [ForeignDefinition] = []
        var tooMany = false
        try step(
            ForeignDatabase.selection(of: ["name", "sql", "type"], in: "sqlite_master"),
            ["name", "sql", "type"]
        ) { row in
            // After the first characters only the name of a table matters.
            let sql = row.text("sql", atMost: 4 * ForeignDefinition.longestName)
            guard row.text("type") == "table" else { return true }
            definitions.append(ForeignDefinition(name: row.text("name"), sql: sql))
            tooMany = definitions.count > ForeignDatabase.mostTables
            return !tooMany
        }
        if tooMany { throw DatabaseProblem.tooManyTables(place) }
        let shadows = definitions.compactMap { $0.virtualTable?.lowercased() }.map { $0 + "_" }
        var tables: [String: ForeignTable] = [:]
        for definition in definitions where definition.isOrdinaryTable {
            let key = definition.name.lowercased()
            // The tables in which virtual tables store their rows are of no use outside them.
            if tables[key] != nil || shadows.contains(where: key.hasPrefix) { continue }
            tables[key] = ForeignTable(
                name: definition.name, columns: try columns(of: definition.name))
        }
        return tables
    }

    /// The columns of a table that are stored in the file, and not computed.
    private func columns(of table: String) throws(StreamError) -> [String] {
        authority.table = table
        authority.allowsColumns = true
        defer { authority.allowsColumns = false }
        var columns: [String] = []
        try step(
            "PRAGMA main.table_info(\(ForeignDatabase.quoted(table)))",
            ["cid", "name", "type", "notnull", "dflt_value", "pk"]
        ) { row in
            columns.append(row.text("name"))
            return true
        }
        return columns
    }

    /// The number of rows of a table; 0 if it does not exist.
    ///
    /// Cost: one pass through the table.
    ///
    /// - Throws: that the table is damaged, or leads to more rows than the file can hold.
    package func count(_ table: String) throws(StreamError) -> Int {
        guard let known = tables[table] else { return 0 }
        var count = 0
        try pass("SELECT NULL FROM \(ForeignDatabase.source(known.name))", known, []) { _ in
            count += 1
            return true
        }
        return count
    }

    /// Reads the rows of a table, in its own order.
    ///
    /// - Parameters:
    ///   - table: the table's name in lower case.
    ///   - columns: the requested columns, in lower case; rows lack the columns that the table
    ///     lacks.
    ///   - body: receives the rows one by one and returns whether to continue; a row is valid only
    ///     until it returns.
    /// - Throws: that the rest of the table is damaged, or leads to more rows than the file can
    ///   hold; the earlier rows are good.
    package func rows(
        of table: String, columns: [String], _ body: (ForeignRow) -> Bool
    ) throws(StreamError) {
        guard let known = tables[table] else { return }
        let found = columns.compactMap { name in known.column(name).map { (name, $0) } }
        guard !found.isEmpty else { return }
        try pass(
            ForeignDatabase.selection(of: found.map(\.1), in: known.name), known, found.map(\.0),
            body)
    }

    /// Reads through a table, for at most the number of rows that the file can hold.
    private func pass(
        _ sql: String, _ table: ForeignTable, _ columns: [String], _ body: (ForeignRow) -> Bool
    ) throws(StreamError) {
        authority.table = table.name
        var count = 0
        var tooMany = false
        defer { rowsPassed += count }
        try step(sql, columns) { row in
            count += 1
            // A table may be read twice, but not each of many that share their pages.
            if rowsPassed + count > 2 * mostRows { watch.stopForWork() }
            tooMany = count > mostRows || watch.end == .tooMuchWork
            return !tooMany && body(row)
        }
        if tooMany { throw DatabaseProblem.tooManyRows(place) }
    }

    private static func selection(of columns: [String], in table: String) -> String {
        let names = columns.map(quoted).joined(separator: ", ")
        return "SELECT \(names) FROM \(source(table))"
    }

    /// A table as the source of a statement, without its indices, whose contents may differ.
    private static func source(_ table: String) -> String { "main.\(quoted(table)) NOT INDEXED" }

    /// A quoted name for a statement, whatever it contains.
    static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// Runs a statement; `body` receives its rows and returns whether to continue.
    private func step(
        _ sql: String, _ columns: [String], _ body: (ForeignRow) -> Bool
    ) throws(StreamError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, 0, &prepared, nil)
        guard code == SQLITE_OK, let statement = prepared else { throw failure(code) }
        defer { sqlite3_finalize(statement) }
        let row = ForeignRow(statement, columns)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if !body(row) { return }
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    private func failure(_ code: Int32) -> StreamError {
        DatabaseProblem.of(
            code, String(cString: sqlite3_errmsg(connection)), end: watch.end, place: place)
    }
}
