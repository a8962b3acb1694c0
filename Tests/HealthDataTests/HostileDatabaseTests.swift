import ChartCore
import Foundation
import GRDB
import HealthData
import Platform
import Streams
import Testing

/// A database from somebody else is data: nothing in it runs, and its cost is bounded by its size.
@Suite("Databases that were made to do harm") struct HostileDatabaseTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private typealias Hostile = HostileDatabase

    @Test(
        "Names, views, virtual tables and definitions never run", arguments: HostileStatements.all)
    func nothingRuns(_ hostile: HostileStatements) throws {
        let database = try Hostile(
            files.path("Gadgetbridge"), hostile.sql, schema: hostile.schema)
        let result = load(database.path)
        let report = result.report.files[0]
        expectBalanced(result.report)
        #expect(report.read == hostile.read, "\(hostile.description)")
        #expect((report.failure == nil) == (hostile.read > 0), "\(hostile.description)")
        try expectCheap(database)
        // There is no file next to it.
        let names = try FileManager.default.contentsOfDirectory(atPath: files.folder)
        #expect(names == ["Gadgetbridge"])
    }

    /// Reads all tables, and checks that their cost is in proportion to the size of the file.
    private func expectCheap(_ hostile: Hostile) throws {
        let file = try InputFile(path: hostile.path)
        guard let database = try? ForeignDatabase(file, cancellation: Cancellation()) else {
            return
        }
        var rows = 0
        for table in database.names {
            try? database.rows(of: table, columns: ["timestamp", "steps", "heart_rate"]) { _ in
                rows += 1
                return true
            }
        }
        #expect(rows <= file.size / 2)
        #expect(database.instructions <= 1_001_000 + 10 * file.size)
        #expect(database.bytesRead <= 5 << 20 + 8 * file.size)
    }

    // MARK: Pages

    @Test("Pages that lead to the same pages again give no more rows than the file can hold")
    func sharedPages() throws {
        let database = try Hostile(files.path("Gadgetbridge"), Hostile.minutes)
        try database.edit(pages: 12) { bytes in
            for page in 2...10 {
                Hostile.put(Hostile.repeating(page + 1, 400, size: 4_096), page, &bytes)
            }
            let rows = (1...100).map { Hostile.row($0, Hostile.time + $0 * 60, $0 % 90) }
            Hostile.put(Hostile.page(rows, size: 4_096), 11, &bytes)
        }
        let result = load(database.path)
        let report = result.report.files[0]
        expectBalanced(result.report)
        #expect(report.read == 12 * 4_096 / 6)
        #expect(
            report.notes.map(\.text) == [
                "mi_band_activity_sample: the database leads to more rows than a file of its size can hold"
            ])
        #expect(result.records[.heartRate]?.columns.count == 100)
        try expectCheap(database)
    }

    @Test("Tables that share their pages give no more rows together than the file can hold")
    func sharedTables() throws {
        let rows = (0..<2_000).map { "(\(Hostile.time + $0 * 60), 1, \($0 % 90), 70)" }
        let copies = (0..<200).map {
            "INSERT INTO sqlite_master VALUES ('table', 'T\($0)_ACTIVITY_SAMPLE', "
                + "'T\($0)_ACTIVITY_SAMPLE', 2, 'CREATE TABLE T\($0)_ACTIVITY_SAMPLE "
                + "(TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER, HEART_RATE INTEGER)')"
        }
        let database = try Hostile(
            files.path("Gadgetbridge"),
            Hostile.minutes + "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES "
                + rows.joined(separator: ","), schema: copies)
        let result = load(database.path)
        let report = result.report.files[0]
        expectBalanced(result.report)
        let size = try files.bytes("Gadgetbridge").count
        #expect(report.read < size / 6 * 4 && report.read > 2_000)
        #expect(report.notes.count == 1)
        try expectCheap(database)
    }

    @Test("Cycles of pages are damage, even among those of the definitions")
    func circles() throws {
        let tree = try Hostile(files.path("tree"), Hostile.minutes)
        try tree.edit(pages: 2) { Hostile.put(Hostile.repeating(2, 400, size: 4_096), 2, &$0) }
        let schema = try Hostile(files.path("schema"), Hostile.minutes)
        try schema.edit(pages: 2) { bytes in
            let page = Hostile.repeating(1, 300, size: 4_096, offset: 100)
            bytes.replaceSubrange(100..<4_096, with: page[100...])
            bytes += Array("steps_record_table".utf8)
            bytes += [UInt8](repeating: 0, count: 4_096 - 18)
        }
        for hostile in [tree, schema] {
            let report = load(hostile.path).report.files[0]
            #expect(
                report.failure?.problem
                    == "the database is damaged: database disk image is malformed")
            try expectCheap(hostile)
        }
    }

    @Test("Records with a stated size of gigabytes are damage")
    func hugeRecords() throws {
        let size = 4_096
        let blob = Hostile.varint(2 << 30 | 12)
        let long = [UInt8(4 + blob.count), 4] + blob + [1, 1] + [0, 0, 0, 0]
        let cells: [[UInt8]] = [
            Hostile.varint(1 << 31 - 1) + [1] + [5, 4, 1, 1, 1, 0, 0, 0, 0, 1, 40, 70],
            Hostile.varint(1 << 30 + 20) + [1] + long,
            // A header that is longer than its record.
            Hostile.varint(20) + [1] + Hostile.varint(1 << 20) + [4, 1, 1, 1],
        ]
        for cell in cells {
            let database = try Hostile(files.path("Gadgetbridge"), Hostile.minutes)
            try database.edit(pages: 3) { bytes in
                let padded = cell + [UInt8](repeating: 0, count: 2_000)
                Hostile.put(Hostile.page([padded], size: size), 2, &bytes)
            }
            let report = load(database.path).report.files[0]
            #expect(report.read == 0 && report.failure != nil)
            try expectCheap(database)
            try FileManager.default.removeItem(atPath: database.path)
        }
    }

    @Test("Rows that share a long chain of pages end at the length of a text")
    func sharedOverflow() throws {
        let table = String(Hostile.minutes.prefix { $0 != ";" })
        let database = try Hostile(
            files.path("Gadgetbridge"), pageSize: 512, "PRAGMA page_size = 512; VACUUM; \(table);")
        try database.shareOverflow(pages: 20_000)
        let report = load(database.path).report.files[0]
        #expect(
            report.failure?.problem
                == "the database has a text or a definition that is too long to be a real one")
        try expectCheap(database)
    }

    @Test("Any page with changed bytes is read as far as possible, or refused")
    func changedBytes() throws {
        var generator = SystemRandomNumberGenerator()
        let rows = (0..<400).map { "(\(Hostile.time + $0 * 60), 1, \($0 % 90), 70)" }
        let database = try Hostile(
            files.path("Gadgetbridge"),
            Hostile.minutes + Hostile.weight + "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES "
                + rows.joined(separator: ","))
        let whole = try files.bytes("Gadgetbridge")
        for round in 0..<200 {
            var bytes = whole
            let seed = UInt64.random(in: .min ... .max, using: &generator)
            var random = SplitMix64(seed: seed)
            let page = Int(random.next() % UInt64(bytes.count / 4_096)) * 4_096
            for _ in 0..<(1 + round % 40) {
                bytes[page + Int(random.next() % 4_096)] = UInt8(truncatingIfNeeded: random.next())
            }
            try Data(bytes).write(to: URL(fileURLWithPath: database.path))
            let result = load(database.path)
            expectBalanced(result.report)
            #expect(result.report.files[0].read <= bytes.count / 2, "seed \(seed)")
            try expectCheap(database)
        }
    }

    // MARK: Definitions

    /// Why a database cannot be opened.
    private func refusal(_ hostile: Hostile) throws -> String? {
        let file = try InputFile(path: hostile.path)
        do {
            _ = try ForeignDatabase(file, cancellation: Cancellation())
            return nil
        } catch {
            return error.problem
        }
    }

    @Test("Thousands of definitions, and definitions that take much memory, are refused")
    func manyDefinitions() throws {
        let tables = (0..<20_000).map {
            "INSERT INTO sqlite_master VALUES ('table', 'b\($0)', 'b\($0)', 2, "
                + "'CREATE TABLE b\($0) (a, b, c)')"
        }
        let many = try Hostile(files.path("many"), Hostile.minutes, schema: tables)
        #expect(try refusal(many) == "the database has more tables than any real one")
        let list = Array(repeating: "1", count: 45_000).joined(separator: ",")
        let bombs = (0..<60).map {
            "INSERT INTO sqlite_master VALUES ('view', 'b\($0)', 'b\($0)', 0, "
                + "'CREATE VIEW b\($0) AS SELECT 1 WHERE 1 IN (\(list))')"
        }
        let large = try Hostile(files.path("large"), Hostile.minutes, schema: bombs)
        let problem = try refusal(large)
        #expect(problem == "the database needs more memory than any real one")
    }

    @Test("Long names of many devices are cut, and not kept whole")
    func longNames() throws {
        let name = String(repeating: "n", count: 100_000)
        let devices = (1...300).map { "(\($0), '\(name)\($0)')" }.joined(separator: ",")
        let database = try Hostile(
            files.path("Gadgetbridge"),
            Hostile.minutes + "CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT);"
                + "INSERT INTO DEVICE VALUES \(devices);")
        let result = load(database.path)
        #expect(result.report.files[0].read == 1)
        #expect(result.records.sources.map(\.name.utf8.count).max() ?? 0 <= 512)
    }

    // MARK: Joins

    @Test("A join has as many rows as its child, however often a key is repeated")
    func joins() throws {
        let parents = Array(repeating: "(7, 1)", count: 3_000) + ["(8, 2)"]
        let rates = (0..<3_000).map { "(\(7 + $0 % 3), \(60 + $0 % 20), \(Hostile.time + $0)000)" }
        let database = try Hostile(
            files.path("health_connect_export.db"),
            """
            CREATE TABLE application_info_table (row_id INTEGER, package_name TEXT, app_name TEXT);
            INSERT INTO application_info_table VALUES (1, 'a', 'First'), (1, 'a', 'Again'), (2, 'b', 'Second');
            CREATE TABLE heart_rate_record_table (row_id INTEGER, app_info_id INTEGER);
            INSERT INTO heart_rate_record_table VALUES \(parents.joined(separator: ","));
            CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
                epoch_millis INTEGER);
            INSERT INTO heart_rate_record_series_table VALUES \(rates.joined(separator: ","));
            CREATE TABLE sleep_session_record_table (row_id INTEGER, start_time INTEGER, end_time INTEGER);
            INSERT INTO sleep_session_record_table VALUES
                \((0..<500).map { _ in "(1, \(Hostile.time)000, \(Hostile.time + 60)000)" }.joined(separator: ","));
            CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER,
                stage_end_time INTEGER, stage_type INTEGER);
            INSERT INTO sleep_stages_table VALUES
                \((0..<500).map { "(1, \(Hostile.time + $0 * 60)000, \(Hostile.time + $0 * 60 + 60)000, 4)" }.joined(separator: ","));
            """)
        let result = load(database.path)
        let report = result.report.files[0]
        expectBalanced(result.report)
        #expect(report.read == 3_500)
        let rateSources = try #require(result.records[.heartRate]?.columns).sources
        let names = rateSources.map { result.records.sources[Int($0)].name }
        #expect(Set(names) == ["First", "Second", "Health Connect"])
        #expect(
            Set(report.notes.map(\.text)) == [
                "1 rows of application_info_table repeat a number in row_id; only the first row with it counts",
                "2999 rows of heart_rate_record_table repeat a number in row_id; only the first row with it counts",
                "499 rows of sleep_session_record_table repeat a number in row_id; only the first row with it counts",
            ])
    }

    // MARK: Cancelling

    @Test("Cancelling ends the statement that runs, and every later one")
    func cancelling() throws {
        let rows = (0..<50_000).map { "(\(Hostile.time + $0 * 60), 1, \($0 % 90), 70)" }
        let hostile = try Hostile(
            files.path("Gadgetbridge"),
            Hostile.minutes + "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES "
                + rows.joined(separator: ","))
        let file = try InputFile(path: hostile.path)
        let cancellation = Cancellation()
        let database = try ForeignDatabase(file, cancellation: cancellation)
        var seen = 0
        let failure = #expect(throws: StreamError.self) {
            try database.rows(of: "mi_band_activity_sample", columns: ["steps"]) { _ in
                seen += 1
                if seen == 1_000 { cancellation.cancel() }
                return true
            }
        }
        #expect(failure?.problem == "was not read to its end")
        // SQLite checks every 500 instructions, and a row takes several.
        #expect(seen < 1_500)
        #expect(database.isSpent)
        #expect(throws: StreamError.self) { try database.count("mi_band_activity_sample") }
        #expect(throws: StreamError.self) {
            try ForeignDatabase(file, cancellation: cancellation)
        }
        let importer = Importer(files: [hostile.path], options: ImportOptions(zone: .utc))
        let wish = Cancellation()
        let result = importer.run(progress: { _ in wish.cancel() }, cancellation: wish)
        #expect(result.report.wasCancelled)
        #expect(result.report.files[0].read < 50_000)
    }

    // MARK: Next to the file

    @Test("An unfinished journal is reported, and is not played back")
    func journal() throws {
        let database = try Hostile(files.path("Gadgetbridge"), Hostile.minutes)
        let journal: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        _ = try files.write(
            journal + [UInt8](repeating: 0, count: 600), "Gadgetbridge-journal")
        let before = try files.bytes("Gadgetbridge")
        let report = load(database.path).report.files[0]
        #expect(report.read == 1)
        #expect(report.notes.count == 1)
        #expect(report.notes[0].text.hasPrefix("it has a journal"))
        #expect(try files.bytes("Gadgetbridge") == before)
        #expect(FileManager.default.fileExists(atPath: database.path + "-journal"))
    }
}
