import Foundation
import GRDB
import Testing

/// Databases of other programs, read by the program as a person runs it.
@Suite("The command line on databases of other programs")
struct ForeignDatabaseCommandTests {
    private static let time = 1_780_272_000
    private static let minutes = """
        CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, STEPS INTEGER, HEART_RATE INTEGER);
        INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(time), 40, 70);
        """

    private func database(_ path: String, log: Bool = false, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            if log { try database.execute(sql: "PRAGMA journal_mode = WAL") }
            try database.execute(sql: sql)
            if log { try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        try queue.close()
    }

    /// Runs the program in a shell, after some set-up.
    private func run(_ setup: String, _ arguments: [String]) throws -> Program.Outcome {
        try Program.run(
            ["-c", "\(setup) exec \"$0\" \"$@\"", Program.path] + arguments, command: "/bin/sh")
    }

    @Test("A hostile file does not get the memory that it requests: 100 MB are enough")
    func memory() throws {
        let folder = try Folder()
        let heading = "1 as timestamp, 1 as steps, "
        let names = [
            "(select \(heading) length(hex(zeroblob(700000000))) as heart_rate) x_activity_sample",
            "(with recursive c(timestamp) as (select 1 union all select timestamp + 60 from c) "
                + "select timestamp, 5 as steps, 60 as heart_rate from c) x_activity_sample",
        ]
        for (index, name) in names.enumerated() {
            let path = folder.path + "/\(index).db"
            try database(
                path,
                Self.minutes + "CREATE TABLE \"\(name)\" (timestamp, steps, heart_rate)")
            // The kernel allows no more than that for data.
            let outcome = try run("ulimit -d 100000;", ["info", path])
            #expect(outcome.code == 0)
            #expect(outcome.text.contains("1 record read"))
        }
        let path = folder.path + "/view.db"
        try database(
            path,
            """
            CREATE VIEW MI_BAND_ACTIVITY_SAMPLE AS WITH RECURSIVE c(timestamp) AS
            (SELECT 1 UNION ALL SELECT timestamp + 60 FROM c) SELECT timestamp, 5 AS steps FROM c
            """)
        let outcome = try run("ulimit -d 100000;", ["info", path])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("it holds no records; export it again"))
    }

    @Test("A database needs no temporary folder, with or without a log")
    func noCopy() throws {
        let folder = try Folder()
        for log in [false, true] {
            let path = folder.path + "/\(log).db"
            try database(path, log: log, Self.minutes)
            let outcome = try run("TMPDIR=/nonexistent; export TMPDIR;", ["info", path])
            #expect(outcome.code == 0 && outcome.errors == "", "\(log)")
            #expect(outcome.text.contains("1 record read"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["false.db", "true.db"])
    }

    @Test("A name that looks like a URI is a file name")
    func uri() throws {
        let folder = try Folder()
        let name = "file:records?mode=memory&vfs=none%20#1"
        try database(folder.path + "/" + name, Self.minutes)
        let outcome = try run("cd '\(folder.path)';", ["info", name])
        #expect(outcome.code == 0 && outcome.text.contains("1 record read"))
    }

    @Test("A program that is killed while it reads a pipe leaves no file")
    func killed() throws {
        let folder = try Folder()
        let temporary = folder.path + "/tmp"
        try FileManager.default.createDirectory(
            atPath: temporary, withIntermediateDirectories: false)
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        try database(folder.path + "/a.db", Self.minutes)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.db"))
        var hadCopy = false
        let outcome = try Program.run(
            [
                "-c", "TMPDIR='\(temporary)'; export TMPDIR; exec \"$0\" \"$@\"", Program.path,
                "info", pipe,
            ], command: "/bin/sh"
        ) { process in
            let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
            try writer.write(contentsOf: bytes)
            // Waits until the copy is open: a nameless file in that folder.
            let descriptors = "/proc/\(process.processIdentifier)/fd"
            while process.isRunning, !hadCopy {
                let open =
                    (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
                hadCopy = open.contains { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(
                        atPath: descriptors + "/" + name)
                    return target?.hasPrefix(temporary) == true
                }
            }
            kill(process.processIdentifier, SIGKILL)
            try writer.close()
        }
        #expect(hadCopy && outcome.code == -1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }

    @Test("Copies that earlier versions left are removed, and nothing else")
    func leftovers() throws {
        let folder = try Folder()
        let path = folder.path + "/records.db"
        try database(path, Self.minutes)
        let copy = try Data(contentsOf: URL(fileURLWithPath: path))
        let temporary = folder.path + "/tmp"
        try FileManager.default.createDirectory(
            atPath: temporary, withIntermediateDirectories: false)
        func put(_ name: String, _ data: Data, mode: Int = 0o600, age: Double = 300) throws {
            let file = temporary + "/" + name
            try data.write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes(
                [
                    .posixPermissions: mode, .modificationDate: Date(timeIntervalSinceNow: -age),
                ], ofItemAtPath: file)
        }
        var library = copy
        library[68] = 0x4f
        try put("oresen-aB3dE6", copy)
        try put("oresen-Zz0000", Data())
        try put("oresen-aB3dE7", copy, age: 5)
        try put("oresen-aB3dE8", copy, mode: 0o644)
        try put("oresen-Backup", library)
        try put("oresen-Report", Data("not a database".utf8))
        try put("oresen-report", copy)
        try put("oresen-202611", copy)
        try put("oresen-aB3dE61", copy)
        try put("oresen-aB3dE9", copy)
        // Another process has this one open.
        let reader = try #require(FileHandle(forReadingAtPath: temporary + "/oresen-aB3dE9"))
        defer { try? reader.close() }
        let outcome = try run("TMPDIR='\(temporary)'; export TMPDIR;", ["info", path])
        #expect(outcome.code == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
        #expect(
            Set(left) == [
                "oresen-aB3dE7", "oresen-aB3dE8", "oresen-Backup", "oresen-Report",
                "oresen-report", "oresen-202611", "oresen-aB3dE61", "oresen-aB3dE9",
            ])
    }
}
