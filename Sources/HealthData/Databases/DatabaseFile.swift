// A document that is an SQLite database, opened for reading alone.
//
// What somebody else wrote is not trusted: no function or view of its schema runs, only tables are
// asked, cells are checked for their size, and nothing is ever written. A file by itself is read where
// it is; a member of an archive, and a file whose header says that a log stands beside it (which
// SQLite would have to write to), is copied to a file of its own, which has lost its name before the
// first row is read.

import Foundation
import GRDB
import Glibc
import Localization
import Streams

/// The tables of a database, and its rows.
final class DatabaseFile {
    /// Whether bytes are the beginning of a database.
    static func begins(_ head: DocumentHead) -> Bool {
        head.begins(Array("SQLite format 3\u{0}".utf8))
    }

    /// The columns of every table, in small letters, by the table's name.
    let tables: [String: Set<String>]
    private let queue: DatabaseQueue
    private let place: String
    /// Whether a log stands beside the file, whose rows are not in it.
    let hasLog: Bool

    init(_ document: Document) throws(ImportTrouble) {
        place = document.place
        let file = try document.file()
        _ = file.wait(beyond: .max)
        let usesLog = document.head.bytes.dropFirst(18).prefix(2).contains(2)
        var log = stat()
        hasLog =
            usesLog && file.identity != nil && stat(file.path + "-wal", &log) == 0
            && log.st_size > 0
        let copy = usesLog || file.identity == nil
        let path = copy ? try DatabaseFile.copied(file, place) : file.path
        defer { if copy { unlink(path) } }
        (queue, tables) = try DatabaseFile.catching(place) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.prepareDatabase { database in
                try database.execute(
                    sql: """
                        PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                        PRAGMA mmap_size = 0
                        """)
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let tables = try queue.read { database in
                let names = try String.fetchAll(
                    database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
                return try Dictionary(
                    names.map { name in
                        let columns = try String.fetchAll(
                            database, sql: "SELECT name FROM pragma_table_info(?)",
                            arguments: [name])
                        return (name.lowercased(), Set(columns.map { $0.lowercased() }))
                    }, uniquingKeysWith: { first, _ in first })
            }
            return (queue, tables)
        }
    }

    /// A copy whose header asks for no log.
    private static func copied(_ file: InputFile, _ place: String) throws(ImportTrouble) -> String {
        try ImportTrouble.catching { () throws(StreamTrouble) in
            let copy = try TemporaryFile(for: place, isNamed: true)
            do throws(StreamTrouble) {
                defer { close(copy.descriptor) }
                var buffer = [UInt8](repeating: 0, count: 1 << 18)
                var offset = 0
                while true {
                    let count = try file.read(at: offset, into: &buffer, 0..<buffer.count)
                    if count == 0 { break }
                    if offset == 0, count > 19 {
                        buffer[18] = 1
                        buffer[19] = 1
                    }
                    try copy.write(buffer[..<count])
                    offset += count
                }
            } catch {
                unlink(copy.path)
                throw error
            }
            return copy.path
        }
    }

    /// How many rows a table has; 0 for one that is not there.
    func count(_ table: String) throws(ImportTrouble) -> Int {
        guard tables[table] != nil else { return 0 }
        return try DatabaseFile.catching(place) {
            try queue.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM \(DatabaseFile.quoted(table))") ?? 0
            }
        }
    }

    /// Asks for rows; `body` gets them one after the other and returns whether to go on.
    func rows(
        _ sql: String, _ body: (DatabaseRow) -> Bool
    ) throws(ImportTrouble) {
        try DatabaseFile.catching(place) {
            try queue.read { database in
                let rows = try DatabaseRow.fetchCursor(database, sql: sql)
                while let row = try rows.next(), body(row) {}
            }
        }
    }

    /// A name as a part of a statement.
    static func quoted(_ name: String) -> String {
        "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    private static func catching<Result>(
        _ place: String, _ body: () throws -> Result
    ) throws(ImportTrouble) -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            let said = error.message ?? ""
            throw ImportTrouble(
                place: place,
                problem: error.resultCode == .SQLITE_NOTADB
                    ? tr("is encrypted, or no whole database")
                    : tr("the database is damaged: {1}", said),
                remedy: tr("copy or export it anew"))
        } catch {
            throw ImportTrouble(
                place: place, problem: "\(error)", remedy: tr("copy or export it anew"))
        }
    }
}

extension DatabaseRow {
    /// A finite number in a column; nil where there is none, or no such column.
    func number(_ column: String) -> Double? {
        guard let value: DatabaseValue = databaseValue(column) else { return nil }
        switch value.storage {
        case .int64(let number): return Double(number)
        case .double(let number): return number.isFinite ? number : nil
        case .string(let text): return Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .null, .blob: return nil
        }
    }

    /// A whole number in a column; nil where there is none.
    func integer(_ column: String) -> Int? {
        number(column).flatMap { Int(exactly: $0.rounded()) }
    }

    /// A text in a column; empty where there is none.
    func text(_ column: String) -> String {
        if case .string(let text) = databaseValue(column)?.storage { return text }
        return ""
    }

    private func databaseValue(_ column: String) -> DatabaseValue? {
        hasColumn(column) ? self[column] as DatabaseValue : nil
    }
}
