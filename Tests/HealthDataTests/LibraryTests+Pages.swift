import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

/// Wiped pages of the database: each costs only its own contents.
extension LibraryTests {
    /// A page of the database as SQLite itself describes it.
    private struct Page {
        var number: Int
        var table: String
        /// `leaf`, `internal` or `overflow`.
        var kind: String
        /// The number of rows that begin on it.
        var rows: Int
    }

    /// Five files with all kinds of records, some of which repeat others, and notes.
    private func addFive() throws -> [String] {
        var rates = "time,heart rate (bpm)\n"
        var random = SplitMix64(seed: 7)
        for index in 0..<4000 {
            let time = 1_700_000_000 + index * 50 + Int.random(in: 0..<50, using: &random)
            rates += "\(time),\(Int.random(in: 50..<150, using: &random))\n"
        }
        let paths = [
            try export(days: 1...12, "early.xml"),
            try export(days: 4...20, "late.xml"),
            try files.write(rates, "rates.csv"),
            try files.write(
                "time,systolic,diastolic\n2026-05-01 08:00,120,80\n2026-05-02 08:00,118.5,79\n",
                "bp.csv"),
            try files.write(
                "<?xml version=\"1.0\"?><TrainingCenterDatabase><Activities>"
                    + "<Activity Sport=\"Biking\"><Id>2026-05-03T06:00:00Z</Id>"
                    + "<Lap StartTime=\"2026-05-03T06:00:00Z\">"
                    + "<TotalTimeSeconds>60</TotalTimeSeconds>"
                    + "<DistanceMeters>400</DistanceMeters><Track>"
                    + "<Trackpoint><Time>2026-05-03T06:00:00Z</Time>"
                    + "<HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint>"
                    + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>",
                "ride.tcx"),
        ]
        for path in paths { _ = try library.add(path, options: options) }
        try library.addNote("moved", from: utc(2026, 4, 1))
        try library.addNote("flu", from: utc(2026, 5, 4), to: utc(2026, 5, 9))
        try library.drawings.edit(
            (1...40).map { number in
                let mark = LibraryMark(number: number, bytes: 300)
                return LibraryMarkEdit(
                    .made, LibraryMarkChange(metric: .steps, before: [], after: [mark]))
            })
        return paths
    }

    private func pages() throws -> (all: [Page], size: Int) {
        try library.read { database in
            let rows = try DatabaseRow.fetchAll(
                database, sql: "SELECT pageno, name, pagetype, ncell FROM dbstat ORDER BY pageno")
            let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            return (
                try rows.map {
                    Page(
                        number: try $0.value("pageno"), table: try $0.value("name"),
                        kind: try $0.value("pagetype"), rows: try $0.value("ncell"))
                }, size
            )
        }
    }

    private func count(_ contents: Library.Contents) -> Int {
        contents.records.samples.reduce(0) { $0 + $1.columns.count }
    }

    @Test(
        "A wiped page costs its contents, is reported, and is repaired by adding the files again",
        arguments: [UInt8(0), 0xFF, 0x0D])
    func wipedPages(filler: UInt8) throws {
        let paths = try addFive()
        let results = paths.map { Importer(files: [$0], options: options).run() }
        let wanted = Importer(files: paths, options: options).run().records
        let (pages, size) = try pages()
        let chunks = try library.read { database in
            try Int.fetchAll(database, sql: "SELECT samples FROM chunk ORDER BY samples DESC")
        }
        let all = count(try library.contents())
        let notes = try library.notes().all.map(\.text)
        library.close()
        let bytes = try files.bytes("library/library.sqlite")
        #expect(bytes.count == pages.count * size)
        let directory = files.path("wiped")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        for page in pages {
            var wiped = bytes
            for index in (page.number - 1) * size..<page.number * size { wiped[index] = filler }
            _ = try files.write(wiped, "wiped/library.sqlite")
            let what = Comment(rawValue: "page \(page.number): \(page.kind) of \(page.table)")

            let opened = try Library(reading: directory)
            let contents = try opened.contents()
            let lost = all - count(contents)
            let torn = page.table == "chunk" ? (page.kind == "overflow" ? 1 : page.rows) : 0
            let most = page.kind == "internal" ? 0 : chunks.prefix(torn).reduce(0, +)
            #expect(lost <= most, what)
            #expect((lost > 0) == (most > 0), what)
            #expect(contents.datasets.map(\.path) == paths, what)
            #expect(contents.notes.map(\.text) == notes, what)
            #expect(try opened.drawings.all().marks.map(\.id) == Array(1...40), what)
            #expect(try opened.drawings.all().marks.map(\.id) == Array(1...40), what)
            if lost > 0 {
                #expect(
                    contents.damages.contains {
                        $0.contains("Heart rate of rates.csv") || torn > 1
                    }, what)
                #expect(contents.report.files.contains { !$0.damages.isEmpty }, what)
            }
            let isRead = page.table != "sqlite_sequence"
            #expect(try !opened.verify().isEmpty, what)
            #expect(try opened.list().datasets.count == 5 && isRead || !isRead, what)
            opened.close()

            // A new library of the remaining contents.
            let salvaged = files.path("salvaged-\(filler)-\(page.number)")
            let reported = try Library.salvage(from: directory, into: salvaged)
            #expect(lost == 0 || !reported.isEmpty, what)
            let fresh = try Library(reading: salvaged)
            #expect(try fresh.verify() == [], what)
            #expect(count(try fresh.contents()) == all - lost, what)
            #expect(
                try fresh.contents().damages.isEmpty == (lost == 0) || page.table != "chunk", what)
            fresh.close()
            try expectMended(salvaged, results, wanted, notes, what)

            // The damaged library itself.
            try expectMended(directory, results, wanted, notes, what)
            let left = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(!left.contains { $0.contains(".part-") }, what)
            try FileManager.default.removeItem(atPath: directory)
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
        }
    }

    /// Expects that everything is there after the files were added again.
    private func expectMended(
        _ directory: String, _ results: [ImportResult], _ wanted: HealthRecords,
        _ notes: [String], _ what: Comment
    ) throws {
        let mending = try Library(directory: directory)
        for result in results { _ = try mending.add(result) }
        mending.close()
        let whole = try Library(reading: directory)
        defer { whole.close() }
        let contents = try whole.contents()
        #expect(contents.damages == [], what)
        #expect(try whole.verify() == [], what)
        #expect(
            contents.datasets.map(\.path) == results.map { $0.report.files[0].path }, what)
        #expect(contents.notes.map(\.text) == notes, what)
        #expect(try whole.drawings.all().marks.map(\.id) == Array(1...40), what)
        #expect(contents.records.metrics.map(\.id) == wanted.metrics.map(\.id), what)
        for metric in wanted.metrics {
            let (found, asked) = (
                contents.records.merged(metric.id), wanted.merged(metric.id)
            )
            #expect(found.starts.elementsEqual(asked.starts), what)
            #expect(found.values.elementsEqual(asked.values), what)
            #expect(found.secondaryValues.elementsEqual(asked.secondaryValues), what)
        }
        #expect(contents.records.workouts.count == wanted.workouts.count, what)
    }

    @Test("Reading a library writes nothing, and needs no write permission")
    func lookingWritesNothing() throws {
        _ = try addFive()
        library.close()
        func state() throws -> [String: FileState] {
            let folder = files.path("library")
            var states: [String: FileState] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                states[name] = FileState(folder + "/" + name)
            }
            return states
        }
        let before = try state()
        #expect(Array(before.keys) == ["library.sqlite"])
        let opened = try Library(reading: files.path("library"))
        _ = try opened.list()
        _ = try opened.contents()
        _ = try opened.notes()
        #expect(try opened.verify() == [])
        try opened.backUp(to: files.path("backup.sqlite"))
        opened.close()
        #expect(try state() == before)
    }

    @Test("Data saved during a reading are read, and their commits wait for the disk")
    func logBesideTheFile() throws {
        let early = try export(days: 1...3, "early.xml")
        let reader = try Library(reading: files.path("library"))
        #expect(try reader.contents().datasets.isEmpty)
        let level = try library.writer.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(level == 2)
        _ = try library.add(early, options: options)
        // The log is not in the file yet.
        let other = try Library(reading: files.path("library"))
        #expect(try other.contents().datasets.count == 1)
        other.close()
        // A copy of both files, as found on another disk after a crash, in a folder without an
        // index.
        try FileManager.default.createDirectory(
            atPath: files.path("crashed"), withIntermediateDirectories: true)
        for name in ["library.sqlite", "library.sqlite-wal"] {
            _ = try files.write(try files.bytes("library/" + name), "crashed/" + name)
        }
        let pages = try #require(try SalvagedDatabase(of: files.path("crashed/library.sqlite")))
        let count = try pages.queue.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM dataset")
        }
        #expect(count == 1)
        let crashed = try Library(reading: files.path("crashed"))
        #expect(try crashed.contents().datasets.count == 1)
        crashed.close()
        reader.close()
        library.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: files.path("library"))
                == ["library.sqlite"])
    }
}
