import ChartCore
import Foundation
import GRDB
import Glibc
import Platform
import Testing

@testable import HealthData

// Damage, backups, later versions, full disks.
extension LibraryTests {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int) ?? 0
    }

    @Test("Nobody else can read it")
    func modes() throws {
        _ = try library.add(try export(days: 1...2, "export.xml"), options: options)
        #expect(try mode(files.path("library")) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: files.path("library")) {
            #expect(try mode(files.path("library/\(name)")) == 0o600, "\(name)")
        }
    }

    @Test("Damage is found and named, and the rest stays usable")
    func damage() throws {
        var text = "time,heart rate (bpm)\n"
        for index in 0..<150_000 {
            text += "\(1_700_000_000 + index * 5),\(60 + index % 50)\n"
        }
        _ = try library.add(try files.write(text, "long.csv"), options: options)
        _ = try library.add(try export(days: 1...2, "export.xml"), options: options)
        try library.writer.write { database in
            let bytes = try #require(
                try Data.fetchOne(database, sql: "SELECT bytes FROM chunk WHERE number = 1"))
            var damaged = [UInt8](bytes)
            damaged[damaged.count / 2] ^= 0x10
            try database.execute(
                sql: "UPDATE chunk SET bytes = ? WHERE number = 1", arguments: [Data(damaged)])
        }
        let wrong = try library.verify()
        #expect(wrong.count == 1)
        #expect(
            wrong.first
                == "Heart rate of long.csv: 65536 samples from 2023-11-18 to 2023-11-22 are damaged"
        )
        let contents = try library.contents()
        #expect(contents.damages == wrong)
        #expect(contents.records[.heartRate]?.columns.count == 150_000 - 65_536)
        #expect(contents.records[.weight]?.columns.count == 2)
        // It can be removed, and the damage is gone with it.
        try library.remove(try library.datasets()[0])
        #expect(try library.verify() == [])
    }

    @Test("A file that was changed anywhere is read as far as possible, or refused with a message")
    func changedFile() throws {
        _ = try library.add(try export(days: 1...28, "export.xml"), options: options)
        let many = (0..<30_000).map { "\(1_700_000_000 + $0 * 7),\(60 + $0 % 7)" }
        _ = try library.add(
            try files.write(
                "time,heart rate (bpm)\n" + many.joined(separator: "\n") + "\n", "long.csv"),
            options: options)
        library.close()
        let bytes = try files.bytes("library/library.sqlite")
        try FileManager.default.createDirectory(
            atPath: files.path("changed"), withIntermediateDirectories: true)
        var random = SplitMix64(seed: 12)
        var (whole, less, refused) = (0, 0, 0)
        for _ in 0..<250 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                changed[place] = UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                changed.removeLast(Int.random(in: 1..<changed.count, using: &random))
            }
            _ = try files.write(changed, "changed/library.sqlite")
            for name in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(
                    atPath: files.path("changed/library.sqlite" + name))
            }
            do throws(LibraryError) {
                let opened = try Library(directory: files.path("changed"))
                defer { opened.close() }
                let found = try opened.inspect()
                let contents = try opened.contents()
                if found.wrong.isEmpty {
                    whole += 1
                    #expect(contents.damages.isEmpty == (found.lost + opened.notices).isEmpty)
                } else {
                    less += 1
                }
                for dataset in contents.datasets { _ = try? opened.remove(dataset) }
            } catch {
                refused += 1
                #expect(error.place.hasSuffix("library.sqlite"))
            }
        }
        // Nearly all of them can be saved again.
        #expect(less + whole > 200, "\(whole) \(less) \(refused)")
    }

    @Test("A series with a missing part is reported")
    func missingPart() throws {
        _ = try library.add(try export(days: 1...4, "export.xml"), options: options)
        try library.writer.write { database in
            try database.execute(
                sql: """
                    DELETE FROM chunk WHERE series =
                    (SELECT id FROM series WHERE metric = 'steps')
                    """)
        }
        #expect(
            try library.verify() == [
                "Steps of export.xml: 24 samples between 2026-05-01 and 2026-05-04 are missing"
            ])
    }

    @Test("A backup is one file, and can be restored; the previous library is kept next to it")
    func backup() throws {
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        _ = try library.add(early, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        #expect(try mode(backup) == 0o600)
        #expect(throws: LibraryError.self) { try library.backUp(to: backup) }
        _ = try library.add(late, options: options)
        let before = try #require(try Library.restore(from: backup, in: files.path("library")))
        try expectHolds([early])
        // The previous library can be restored as well.
        #expect(try Library.restore(from: before, in: files.path("other")) == nil)
        let kept = try Library(directory: files.path("other"))
        try expectHolds([early, late], in: kept)
    }

    @Test("A backup that may not be on the disk is reported as failed")
    func unsettledBackup() throws {
        _ = try library.add(try export(days: 1...5, "early.xml"), options: options)
        let backup = files.path("backups/backup.sqlite")
        try FileManager.default.createDirectory(
            atPath: files.path("backups"), withIntermediateDirectories: true)
        // The file first, then the folder with its name.
        for failing in 1...2 {
            var calls = 0
            let failure = #expect(throws: LibraryError.self) {
                try LibraryBackup(of: library).write(to: backup) { descriptor in
                    calls += 1
                    guard calls == failing else { return fsync(descriptor) }
                    errno = EIO
                    return -1
                }
            }
            #expect(calls == failing && failure?.place == backup)
            #expect(
                failure?.problem == "cannot be written: " + String(cString: strerror(EIO)))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: files.path("backups")) == [])
        }
        try library.backUp(to: backup)
        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
    }

    @Test("A damaged library is replaced by a backup, and set aside unchanged", arguments: 0..<12)
    func restoreOverDamage(_ seed: Int) throws {
        let early = try export(days: 1...5, "early.xml")
        _ = try library.add(early, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        library.close()
        var random = SplitMix64(seed: UInt64(seed))
        var bytes = try files.bytes("library/library.sqlite")
        for _ in 0..<60 {
            bytes[Int.random(in: seed < 6 ? 0..<120 : 0..<bytes.count, using: &random)] =
                UInt8.random(in: 0...255, using: &random)
        }
        _ = try files.write(bytes, "library/library.sqlite")
        do throws(LibraryError) {
            _ = try Library.restore(from: backup, in: files.path("library"))
        } catch {
            // Changed so that it looks like another program's database, it is not touched.
            #expect(error.isRefusal && seed < 6, "\(error)")
            return
        }
        let restored = try Library(directory: files.path("library"))
        try expectHolds([early], in: restored)
    }

    @Test("A backup with a damaged chunk is refused")
    func damagedBackup() throws {
        let early = try export(days: 1...5, "early.xml")
        _ = try library.add(early, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        let queue = try DatabaseQueue(path: backup)
        try queue.write {
            try $0.execute(sql: "UPDATE chunk SET checksum = checksum + 1 WHERE number = 0")
        }
        try queue.close()
        #expect(throws: LibraryError.self) {
            try Library.restore(from: backup, in: files.path("library"))
        }
        try expectHolds([early])
    }

    @Test("Values beyond whole numbers are compared like others")
    func hugeValues() throws {
        let a = try files.write(
            "time,value\n2026-05-03 06:30,1e20\n2026-05-03 06:31,-1e300\n", "a.csv")
        let b = try files.write("time,value\n2026-05-03 06:30,1e20\n2026-05-03 06:31,7\n", "b.csv")
        _ = try library.add(a, options: options)
        #expect(try library.add(b, options: options).new == 1)
        try expectHolds([a, b])
    }

    @Test("A file that is no backup is refused, and the library is unchanged")
    func foreignBackup() throws {
        let early = try export(days: 1...5, "early.xml")
        _ = try library.add(early, options: options)
        let queue = try DatabaseQueue(path: files.path("other.sqlite"))
        try queue.write { try $0.execute(sql: "CREATE TABLE cats (name TEXT)") }
        try queue.close()
        let text = try files.write("time,weight\n", "weights.csv")
        let empty = try files.write("", "nothing.sqlite")
        for path in [files.path("other.sqlite"), text, empty, files.path("missing")] {
            let failure = #expect(throws: LibraryError.self) {
                try Library.restore(from: path, in: files.path("library"))
            }
            #expect(failure?.place == path)
        }
        try expectHolds([early])
    }

    @Test("A library of a later version and a database of another program are not touched")
    func laterVersion() throws {
        _ = try library.add(try export(days: 1...5, "early.xml"), options: options)
        try library.writer.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
        }
        library.close()
        let later = #expect(throws: LibraryError.self) {
            try Library(directory: files.path("library"))
        }
        #expect(later?.problem == "was written by a later version of Oresen")

        try FileManager.default.createDirectory(
            atPath: files.path("cats"), withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: files.path("cats/library.sqlite"))
        try queue.write { try $0.execute(sql: "CREATE TABLE cats (name TEXT)") }
        try queue.close()
        let foreign = #expect(throws: LibraryError.self) {
            try Library(directory: files.path("cats"))
        }
        #expect(foreign?.problem == "is a database of another program")

        try FileManager.default.createDirectory(
            atPath: files.path("text"), withIntermediateDirectories: true)
        _ = try files.write(String(repeating: "no database ", count: 999), "text/library.sqlite")
        let broken = #expect(throws: LibraryError.self) {
            try Library(directory: files.path("text"))
        }
        #expect(broken?.problem.hasPrefix("is damaged") == true)
    }

    @Test("A full disk gives a message, and the previous contents are intact")
    func fullDisk() throws {
        let early = try export(days: 1...5, "early.xml")
        let many = (0..<20_000).map { "\(1_700_000_000 + $0 * 7),\(60 + $0 % 7)" }
        let late = try files.write(
            "time,heart rate (bpm)\n" + many.joined(separator: "\n") + "\n", "late.csv")
        _ = try library.add(early, options: options)
        let pages = try library.writer.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
            return pages
        }
        #expect(pages > 0)
        let failure = #expect(throws: LibraryError.self) {
            try library.add(late, options: options)
        }
        #expect(failure?.problem == "the disk is full; the library is unchanged")
        #expect(failure?.isRefusal == false)
        try expectHolds([early])
        try library.writer.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        _ = try library.add(late, options: options)
        try expectHolds([early, late])
    }

    @Test("Two programs use one library at once")
    func twoAtOnce() throws {
        let other = try Library(directory: files.path("library"))
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        _ = try library.add(early, options: options)
        try expectHolds([early], in: other)
        _ = try other.add(late, options: options)
        try expectHolds([early, late])
        try library.remove(try library.datasets()[0].id)
        try expectHolds([late], in: other)
    }

    @Test("A library of the first version is migrated to this one")
    func firstVersion() throws {
        let directory = files.path("first")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: Library.path(in: directory))
        try LibrarySchema.migrator.migrate(queue, upTo: "1")
        try queue.close()
        let opened = try Library(directory: directory)
        let early = try export(days: 1...5, "early.xml")
        _ = try opened.add(early, options: options)
        try expectHolds([early], in: opened)
    }
}
