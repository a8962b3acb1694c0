// The tiles of a map in SQLite (MBTiles), read as data.
//
// Method: as for `ForeignDatabase`, but tiles are often a view that joins two tables, so views are
// switched on. The authorizer allows reads of the file's own tables and views alone: no functions but
// three harmless ones, no recursion, no virtual tables, no pragmas, nothing attached. A view can still
// multiply tables by one another, so each statement has limits of its own, of instructions, memory and
// time; it then ends with a sentence. A connection that was ended is not used again, and after some of
// these the file is given up.
// The file is read through the descriptor that is open, as one that never changes: no lock, and no file
// next to it.

import CSQLite
import Platform
import Synchronization

/// Tiles by zoom, column and row in a database of somebody else, for several threads.
package final class TileDatabase: Sendable {
    /// Why something is not found.
    package enum Problem: Error {
        /// The file, or a part of it, cannot be read.
        case file(StreamError)
        /// There are no tiles.
        case hasNoTiles
        /// A view needs what is not allowed.
        case isNotAllowed
        /// A statement reached one of its limits.
        case reachedLimit
    }

    /// A tile, as it is numbered in the file.
    package struct Number: Hashable, Sendable {
        package var zoom: Int
        package var column: Int
        package var row: Int

        package init(zoom: Int, column: Int, row: Int) {
            (self.zoom, self.column, self.row) = (zoom, column, row)
        }
    }

    private let file: InputFile
    private let limits: DatabaseLimits
    /// Connections that no thread uses at the moment, and how many were ended by their limits.
    private let pool = Mutex<(idle: [TileConnection], ended: Int)>(([], 0))
    /// After this many statements that reached a limit there are no more.
    private static let mostEnded = 4
    private static let mostIdle = 4
    private static let mostRows = 2_000
    private static let longestText = 4 << 20

    /// Opens the database in a file and looks whether it has tiles.
    package convenience init(_ file: InputFile) throws(Problem) {
        try self.init(file, limits: .map)
    }

    init(_ file: InputFile, limits: DatabaseLimits) throws(Problem) {
        (self.file, self.limits) = (file, limits)
        try use { connection throws(Problem) in
            guard connection.hasTiles else { throw .hasNoTiles }
        }
    }

    /// The rows of `metadata` as texts; what is not a text is left out.
    package func metadata() throws(Problem) -> [String: String] {
        var found: [String: String] = [:]
        try use { connection throws(Problem) in
            guard connection.hasMetadata else { return }
            var count = 0
            try connection.step("SELECT name, value FROM main.metadata", []) { statement in
                if let name = Self.text(statement, 0), let value = Self.text(statement, 1) {
                    found[name.lowercased()] = value
                }
                count += 1
                return count < Self.mostRows
            }
        }
        return found
    }

    /// The bytes of a tile; nil if there is none.
    package func tile(_ number: Number) throws(Problem) -> [UInt8]? {
        var found: [UInt8]?
        try use { connection throws(Problem) in
            try connection.step(
                """
                SELECT tile_data FROM main.tiles
                WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 LIMIT 1
                """, [number.zoom, number.column, number.row]
            ) { statement in
                found = Self.bytes(statement, 0)
                return false
            }
        }
        return found
    }

    /// The bytes of the first tile; nil if there is none.
    package func firstTile() throws(Problem) -> [UInt8]? {
        var found: [UInt8]?
        try use { connection throws(Problem) in
            try connection.step("SELECT tile_data FROM main.tiles LIMIT 1", []) { statement in
                found = Self.bytes(statement, 0)
                return false
            }
        }
        return found
    }

    /// Some tiles of a zoom.
    package func numbers(zoom: Int, most: Int) throws(Problem) -> [Number] {
        var found: [Number] = []
        try use { connection throws(Problem) in
            try connection.step(
                "SELECT tile_column, tile_row FROM main.tiles WHERE zoom_level = ?1 LIMIT ?2",
                [zoom, most]
            ) { statement in
                found.append(
                    Number(
                        zoom: zoom, column: Int(sqlite3_column_int64(statement, 0)),
                        row: Int(sqlite3_column_int64(statement, 1))))
                return found.count < most
            }
        }
        return found
    }

    // MARK: Connections

    /// Lends a connection to the calling thread.
    private func use(
        _ body: (TileConnection) throws(Problem) -> Void
    ) throws(Problem) {
        let (isOver, lent) = pool.withLock { pool in
            (pool.ended >= Self.mostEnded, pool.idle.popLast())
        }
        guard !isOver else { throw .reachedLimit }
        let connection: TileConnection
        if let lent { connection = lent } else { connection = try TileConnection(file, limits) }
        defer {
            pool.withLock { pool in
                if connection.isEnded {
                    pool.ended += 1
                } else if pool.idle.count < Self.mostIdle {
                    pool.idle.append(connection)
                }
            }
        }
        try body(connection)
    }

    private static func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        let type = sqlite3_column_type(statement, column)
        guard type != SQLITE_NULL, let text = sqlite3_column_text(statement, column) else {
            return nil
        }
        let count = Int(sqlite3_column_bytes(statement, column))
        guard count <= longestText else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    private static func bytes(_ statement: OpaquePointer, _ column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB,
            let blob = sqlite3_column_blob(statement, column)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return Array(UnsafeRawBufferPointer(start: blob, count: count))
    }
}

/// A connection to such a database, used by one thread at a time.
private final class TileConnection: @unchecked Sendable {
    /// Whether there is a table or a view of tiles.
    private(set) var hasTiles = false
    private(set) var hasMetadata = false
    /// Whether a limit was reached.
    var isEnded: Bool { watch.end != nil }
    private let place: String
    private let watch: DatabaseWatch
    private let authority = TileAuthority()
    private let connection: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(_ file: InputFile, _ limits: DatabaseLimits) throws(TileDatabase.Problem) {
        place = file.path
        watch = DatabaseWatch(limits)
        guard DatabaseFileSystem.isRegistered else { throw .file(DatabaseProblem.missing(place)) }
        let name = DatabaseFileSystem.offer(DatabaseSource(file, watch))
        defer { DatabaseFileSystem.withdraw(name) }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
            DatabaseFileSystem.name)
        guard let opened, code == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw .file(DatabaseProblem.of(code, "", end: watch.end, place: place))
        }
        connection = opened
        do throws(StreamError) {
            try watch.guardConnection(connection, place: place)
        } catch { throw .file(error) }
        oresen_sqlite_switch(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 1)
        // A quoted word that is not a column is not interpreted as a text.
        oresen_sqlite_switch(connection, SQLITE_DBCONFIG_DQS_DML, 0)
        authority.guardConnection(connection)
        sqlite3_extended_result_codes(connection, 1)
        try readDefinitions()
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    /// Finds the tables and views that may be read.
    private func readDefinitions() throws(TileDatabase.Problem) {
        authority.names = ["sqlite_master"]
        var names: Set<String> = []
        var tooMany = false
        try run("SELECT name, sql, type FROM main.sqlite_master", []) { statement in
            let row = ForeignRow(statement, ["name", "sql", "type"])
            let (name, type) = (row.text("name"), row.text("type"))
            let sql = row.text("sql", atMost: 4 * ForeignDefinition.longestName)
            let isTable = ForeignDefinition(name: name, sql: sql).isOrdinaryTable
            if type == "table" && isTable || type == "view" { names.insert(name) }
            tooMany = names.count > ForeignDatabase.mostTables
            return !tooMany
        }
        if tooMany { throw .file(DatabaseProblem.tooManyTables(place)) }
        watch.beginRows(connection)
        authority.names = names
        let known = Set(names.map { $0.lowercased() })
        (hasTiles, hasMetadata) = (known.contains("tiles"), known.contains("metadata"))
    }

    /// Runs a statement within the limits; `body` receives its rows and returns whether to continue.
    func step(
        _ sql: String, _ values: [Int], _ body: (OpaquePointer) -> Bool
    ) throws(TileDatabase.Problem) {
        watch.beginStatement()
        try run(sql, values, body)
    }

    private func run(
        _ sql: String, _ values: [Int], _ body: (OpaquePointer) -> Bool
    ) throws(TileDatabase.Problem) {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() {
            sqlite3_bind_int64(statement, Int32(index + 1), sqlite3_int64(value))
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if !body(statement) { return }
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    private func prepared(_ sql: String) throws(TileDatabase.Problem) -> OpaquePointer {
        if let known = statements[sql] { return known }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, 0, &made, nil)
        guard code == SQLITE_OK, let made else { throw failure(code) }
        statements[sql] = made
        return made
    }

    private func failure(_ code: Int32) -> TileDatabase.Problem {
        switch watch.end {
        case .tooMuchWork, .tooMuchMemory: return .reachedLimit
        case .cancelled, nil: break
        }
        // What SQLite forbids in views on its own has the code of any other mistake.
        let message = String(cString: sqlite3_errmsg(connection))
        if authority.hasDenied || code & 0xff == SQLITE_AUTH || message.hasPrefix("unsafe use") {
            return .isNotAllowed
        }
        return .file(
            DatabaseProblem.of(
                code, message, end: watch.end, place: place))
    }
}

/// Allows the statements of one connection to read tables and views of its file, and nothing else.
private final class TileAuthority {
    /// The tables and views, as they are called in the file.
    var names: Set<String> = []
    /// Whether something was not allowed.
    private(set) var hasDenied = false
    /// Functions that views of tiles are made with, which read nothing.
    private static let functions: Set<String> = ["coalesce", "ifnull", "nullif"]

    /// Registers it with SQLite; keep this as long as the connection is open.
    func guardConnection(_ connection: OpaquePointer) {
        sqlite3_set_authorizer(
            connection,
            { context, action, first, second, third, _ in
                guard let context else { return SQLITE_DENY }
                let authority = Unmanaged<TileAuthority>.fromOpaque(context).takeUnretainedValue()
                func text(_ name: UnsafePointer<CChar>?) -> String {
                    name.map { String(cString: $0) } ?? ""
                }
                let isAllowed =
                    switch action {
                    case SQLITE_SELECT: true
                    case SQLITE_READ:
                        text(third) == "main" && authority.names.contains(text(first))
                    case SQLITE_FUNCTION:
                        TileAuthority.functions.contains(text(second).lowercased())
                    default: false
                    }
                if !isAllowed { authority.hasDenied = true }
                return isAllowed ? SQLITE_OK : SQLITE_DENY
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
