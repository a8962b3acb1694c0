import CSQLite
import Platform
import Testing

@testable import Streams

/// Each of the layers that keep a foreign database from running anything, tested separately.
@Suite struct DatabaseWatchTests {
    /// A connection to a database in memory with a table, a view, and a virtual table.
    private final class Connection {
        let pointer: OpaquePointer

        init() throws {
            var opened: OpaquePointer?
            #expect(sqlite3_open(":memory:", &opened) == SQLITE_OK)
            pointer = try #require(opened)
            for sql in [
                "CREATE TABLE a (b, c)", "CREATE TABLE other (b)",
                "CREATE VIEW v AS SELECT b FROM a",
                "CREATE VIRTUAL TABLE f USING fts5(b)", "INSERT INTO a VALUES (1, 2)",
                "CREATE TABLE \"a\"\"; SELECT 1; --\" (b)",
            ] {
                #expect(run(sql) == SQLITE_DONE, "\(sql)")
            }
        }

        deinit { sqlite3_close_v2(pointer) }

        /// Runs a statement to its end.
        ///
        /// - Returns: SQLite's code: `SQLITE_DONE` on success.
        func run(_ sql: String) -> Int32 {
            var statement: OpaquePointer?
            var code = sqlite3_prepare_v2(pointer, sql, -1, &statement, nil)
            defer { sqlite3_finalize(statement) }
            guard code == SQLITE_OK else { return code }
            repeat { code = sqlite3_step(statement) } while code == SQLITE_ROW
            return code
        }
    }

    private static let endless =
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c"

    @Test(arguments: [
        ("SELECT b FROM a", SQLITE_DONE), ("SELECT \"b\", \"c\" FROM main.\"a\"", SQLITE_DONE),
        ("SELECT NULL FROM main.a", SQLITE_DONE), ("SELECT b FROM other", SQLITE_AUTH),
        ("SELECT a.b FROM a JOIN other", SQLITE_AUTH), ("SELECT b FROM v", SQLITE_AUTH),
        ("SELECT b FROM f", SQLITE_AUTH), ("SELECT hex(zeroblob(9)) FROM a", SQLITE_AUTH),
        ("SELECT count(*) FROM a", SQLITE_AUTH), ("SELECT load_extension('x')", SQLITE_AUTH),
        ("SELECT sql FROM sqlite_master", SQLITE_AUTH), ("DELETE FROM a", SQLITE_AUTH),
        ("INSERT INTO a VALUES (1, 2)", SQLITE_AUTH), ("CREATE TABLE d (e)", SQLITE_AUTH),
        ("ATTACH ':memory:' AS x", SQLITE_AUTH), ("PRAGMA table_info(a)", SQLITE_AUTH),
        ("PRAGMA writable_schema = ON", SQLITE_AUTH), ("BEGIN", SQLITE_AUTH),
        ("SELECT name FROM pragma_table_info('a')", SQLITE_AUTH), (endless, SQLITE_AUTH),
    ])
    func onlyTheNamedTableIsRead(sql: String, code: Int32) throws {
        let connection = try Connection()
        let authority = DatabaseAuthority()
        authority.table = "a"
        authority.guardConnection(connection.pointer)
        let found = connection.run(sql)
        // A virtual table is not opened at all.
        #expect(found == code || code == SQLITE_AUTH && found == SQLITE_ERROR, "\(sql)")
    }

    @Test func columnsAreAskedForOfTheNamedTableAlone() throws {
        let connection = try Connection()
        let authority = DatabaseAuthority()
        authority.table = "a"
        authority.allowsColumns = true
        authority.guardConnection(connection.pointer)
        #expect(connection.run("PRAGMA main.table_info(\"a\")") == SQLITE_DONE)
        #expect(connection.run("PRAGMA table_info(other)") == SQLITE_AUTH)
        #expect(connection.run("PRAGMA integrity_check") == SQLITE_AUTH)
    }

    @Test func namesAreQuoted() throws {
        let connection = try Connection()
        let name = "a\"; SELECT 1; --"
        #expect(connection.run("SELECT b FROM \(ForeignDatabase.quoted(name))") == SQLITE_DONE)
    }

    @Test func workIsBounded() throws {
        let connection = try Connection()
        let limits = DatabaseLimits.foreign(bytes: 100_000, pageSize: 4_096)
        let watch = DatabaseWatch(limits)
        try watch.guardConnection(connection.pointer)
        watch.beginRows(connection.pointer)
        #expect(connection.run(Self.endless) == SQLITE_INTERRUPT)
        #expect(watch.end == .tooMuchWork)
        #expect(watch.instructions <= limits.instructions + 1_000)
        // It stays ended.
        #expect(connection.run(Self.endless) == SQLITE_INTERRUPT)
        #expect(watch.instructions <= limits.instructions + 2_000)
    }

    @Test func valuesAreBounded() throws {
        let connection = try Connection()
        let watch = DatabaseWatch(.foreign(bytes: 100_000, pageSize: 4_096))
        try watch.guardConnection(connection.pointer)
        #expect(connection.run("SELECT hex(zeroblob(600000))") == SQLITE_TOOBIG)
        #expect(connection.run("SELECT length(zeroblob(2000000000))") == SQLITE_TOOBIG)
        let deep = Array(repeating: "1", count: 200).joined(separator: "+")
        #expect(connection.run("SELECT \(deep)") == SQLITE_ERROR)
        #expect(connection.run("ATTACH ':memory:' AS x") == SQLITE_ERROR)
        #expect(connection.run("SELECT b FROM v") == SQLITE_ERROR)
        #expect(connection.run("SELECT b FROM a") == SQLITE_DONE)
    }

    @Test func memoryIsBounded() throws {
        let connection = try Connection()
        var limits = DatabaseLimits.foreign(bytes: 100_000_000, pageSize: 4_096)
        limits.memory = 8 << 20
        let watch = DatabaseWatch(limits)
        try watch.guardConnection(connection.pointer)
        watch.beginRows(connection.pointer)
        // Sorting keeps all rows.
        #expect(
            connection.run(
                "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
                    + "SELECT hex(randomblob(400000)) AS h FROM c ORDER BY h") == SQLITE_INTERRUPT)
        #expect(watch.end == .tooMuchMemory)
    }

    @Test(arguments: [
        ("a", "CREATE TABLE a (b)", true), ("a", "CREATE TABLE a(b)", true),
        ("a", "CREATE TABLE \"a\" (b)", true), ("a", "CREATE TABLE [a](b)", true),
        ("a", "CREATE TABLE 'a'(b)", true), ("a", "CREATE TABLE `a`(b)", true),
        ("a\"b", "CREATE TABLE \"a\"\"b\" (b)", true), ("a b", "CREATE TABLE \"a b\" (b)", true),
        ("a", "CREATE TABLE a/* */(b)", true), ("a", "CREATE TABLE b (b)", false),
        ("a", "CREATE VIRTUAL TABLE a USING fts5(b)", false),
        ("a", "CREATE VIEW a AS SELECT 1", false),
        ("a", " CREATE TABLE a (b)", false), ("a", "create table a (b)", false),
        ("a", "CREATE TABLE \"a (b)", false), ("a", "CREATE TABLE ", false), ("a", "", false),
        ("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)", false),
    ])
    func onlyOrdinaryTablesCount(name: String, sql: String, isOrdinary: Bool) {
        #expect(ForeignDefinition(name: name, sql: sql).isOrdinaryTable == isOrdinary)
    }
}
