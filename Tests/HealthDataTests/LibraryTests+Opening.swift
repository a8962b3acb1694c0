import ChartCore
import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import HealthData

/// The first opening of a library, and several at once.
extension LibraryTests {
    /// A database in its own directory.
    private func database(_ directory: String) throws -> DatabaseQueue {
        try FileManager.default.createDirectory(
            atPath: files.path(directory), withIntermediateDirectories: true)
        return try DatabaseQueue(path: files.path(directory + "/library.sqlite"))
    }

    @Test("An interrupted first opening is repeated")
    func interruptedOpening() throws {
        let early = try export(days: 1...3, "early.xml")
        for sql in [
            // Nothing but a header; the beginning of a migration.
            "PRAGMA user_version = 0; VACUUM",
            "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
        ] {
            let directory = "begun-\(sql.count)"
            let queue = try database(directory)
            try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            try queue.close()
            let opened = try Library(directory: files.path(directory))
            _ = try opened.add(early, options: options)
            try expectHolds([early], in: opened)
        }
    }

    @Test("A database of another program is not mistaken for an interrupted opening")
    func otherPrograms() throws {
        for (number, sql) in [
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('v1')
            """,
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            CREATE TABLE cats (name TEXT)
            """,
            "CREATE VIEW cats AS SELECT 1",
        ].enumerated() {
            let directory = "other-\(number)"
            let queue = try database(directory)
            try queue.write { try $0.execute(sql: sql) }
            try queue.close()
            let failure = #expect(throws: LibraryError.self) {
                try Library(directory: files.path(directory))
            }
            #expect(failure?.problem == "is a database of another program")
        }
    }

    @Test(
        "Several programs that open a library at once all find it in this version",
        arguments: [nil, "1", "2", "3"])
    func severalOpenings(version: String?) throws {
        for round in 0..<5 {
            let directory = "shared-\(version ?? "none")-\(round)"
            let path = files.path(directory)
            if let version {
                let queue = try database(directory)
                try LibrarySchema.migrator.migrate(queue, upTo: version)
                try queue.close()
            }
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do throws(LibraryError) {
                    try Library(directory: path).close()
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            let opened = try Library(directory: path)
            #expect(try opened.verify() == [])
        }
    }

    @Test("A library made by the third version is opened")
    func thirdVersion() throws {
        let queue = try database("third")
        try LibrarySchema.migrator.migrate(queue, upTo: "3")
        try queue.close()
        let opened = try Library(directory: files.path("third"))
        let early = try export(days: 1...5, "early.xml")
        _ = try opened.add(early, options: options)
        try expectHolds([early], in: opened)
    }

    @Test("A library of the third version keeps its contents, and can grow and shrink as usual")
    func contentsOfTheThirdVersion() throws {
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 3...7, "late.xml")
        let last = try export(days: 6...9, "last.xml")
        let first = try #require(try library.add(early, options: options).dataset)
        _ = try library.add(late, options: options)
        try EarlierLibrary.make(3, library.writer)
        let backup = files.path("third.sqlite")
        try library.backUp(to: backup)
        library.close()

        let opened = try Library(directory: files.path("library"))
        try expectHolds([early, late], in: opened)
        #expect(try opened.add(early, options: options).dataset == nil)
        #expect(try opened.add(last, options: options).new == 2 * 8)
        try opened.remove(first.id)
        try expectHolds([late, last], in: opened)
        opened.close()

        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
        try expectHolds([early, late], in: try Library(directory: files.path("other")))
    }
}

extension LibraryTests {
    @Test(
        "A library whose very first write was interrupted is empty, and the next writer creates it")
    func journalOfTheFirstOpening() throws {
        // The journal of a transaction for the first page, as left by a kill.
        let directory = files.path("first")
        let queue = try database("first")
        let path = directory + "/library.sqlite"
        var journal: [UInt8] = []
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA user_version = 1")
            try database.execute(sql: "PRAGMA cache_spill = 1; BEGIN; PRAGMA user_version = 2")
            journal = try files.bytes("first/library.sqlite-journal")
            try database.execute(sql: "ROLLBACK")
        }
        try queue.close()
        // The header of a journal has the number of its pages once they are on the disk.
        for (index, byte) in [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7].enumerated()
        where index < journal.count { journal[index] = UInt8(byte) }
        _ = try files.write(journal, "first/library.sqlite-journal")
        let looking = try Library(reading: directory)
        #expect(try looking.list().datasets.isEmpty)
        #expect(try looking.verify() == [])
        looking.close()
        let early = try export(days: 1...3, "early.xml")
        let opened = try Library(directory: directory)
        _ = try opened.add(early, options: options)
        try expectHolds([early], in: opened)
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }
}
