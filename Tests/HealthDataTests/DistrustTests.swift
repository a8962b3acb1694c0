import ChartCore
import Foundation
import GRDB
import Platform
import Streams
import Testing

@testable import HealthData

/// The protection of a connection to a library, or to a backup of one, from elsewhere.
@Suite("A connection that distrusts its file") struct DistrustTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func open(_ path: String, _ watch: DatabaseWatch) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.distrust(watch)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    @Test("Triggers and views are off, nothing can be attached, definitions cannot change")
    func switches() throws {
        let hostile = try HostileDatabase(
            files.path("library.sqlite"),
            """
            CREATE TABLE chunk (id INTEGER PRIMARY KEY, bytes BLOB);
            CREATE TABLE other (id INTEGER);
            INSERT INTO chunk VALUES (1, x'00'), (2, x'00');
            CREATE TRIGGER t AFTER INSERT ON other BEGIN DELETE FROM chunk; END;
            CREATE VIEW v AS SELECT id FROM chunk;
            """)
        let watch = DatabaseWatch(.library(bytes: 20_000))
        let queue = try open(hostile.path, watch)
        try queue.write { try $0.execute(sql: "INSERT INTO other VALUES (1)") }
        let left = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk") }
        #expect(left == 2)
        #expect(throws: DatabaseError.self) {
            try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM v") }
        }
        #expect(throws: DatabaseError.self) {
            try queue.writeWithoutTransaction {
                try $0.execute(
                    sql: "ATTACH DATABASE ? AS x", arguments: [files.path("other.sqlite")])
            }
        }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA writable_schema = ON")
            #expect(throws: DatabaseError.self) {
                try database.execute(sql: "DELETE FROM sqlite_master")
            }
        }
        #expect(watch.end == nil)
    }

    @Test("A statement that never ends is ended by the work limit, and by cancelling")
    func work() throws {
        let hostile = try HostileDatabase(files.path("library.sqlite"), "CREATE TABLE a (b)")
        let endless = """
            WITH RECURSIVE c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c) SELECT count(*) FROM c
            """
        var limits = DatabaseLimits.foreign(bytes: 20_000, pageSize: 4_096)
        let watch = DatabaseWatch(limits)
        let queue = try open(hostile.path, watch)
        #expect(throws: DatabaseError.self) {
            try queue.read { try Int.fetchOne($0, sql: endless) }
        }
        #expect(watch.end == .tooMuchWork)
        #expect(watch.instructions <= limits.instructions + 1_000)

        let cancellation = Cancellation()
        limits.instructions = .max
        let other = DatabaseWatch(limits, cancellation: cancellation)
        let second = try open(hostile.path, other)
        cancellation.cancel()
        #expect(throws: DatabaseError.self) {
            try second.read { try Int.fetchOne($0, sql: endless) }
        }
        #expect(other.end == .cancelled)
    }

    @Test("The program's own library is read and written as before")
    func library() throws {
        let library = try Library(directory: files.path("library"))
        let path = try files.write("time,weight\n2026-05-01 08:00,71\n", "a.csv")
        _ = try library.add(path, options: ImportOptions(zone: .utc))
        library.close()
        let size = try files.bytes("library/library.sqlite").count
        let watch = DatabaseWatch(.library(bytes: size))
        let queue = try open(files.path("library/library.sqlite"), watch)
        let (chunks, check) = try queue.write { database in
            try database.execute(sql: "INSERT INTO setting SELECT 'a', 'b'")
            return (
                try Int.fetchOne(database, sql: "SELECT count(*) FROM chunk"),
                try String.fetchOne(database, sql: "PRAGMA integrity_check")
            )
        }
        #expect(chunks == 1 && check == "ok" && watch.end == nil)
        let copy = try DatabaseQueue(path: files.path("copy.sqlite"))
        try queue.backup(to: copy)
        #expect(try copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk") } == 1)
    }
}
