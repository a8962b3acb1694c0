import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

/// The positions of workouts in the library.
extension LibraryTests {
    /// A track of some seconds on a day of May, without heights: its samples are few.
    private func walk(
        _ day: Int, _ seconds: Range<Int> = 0..<60, name: String? = nil, creator: String = "Watch"
    ) throws -> String {
        let begin = utc(2026, 5, day, 7)
        let formatter = ISO8601DateFormatter()
        let points = seconds.map { second in
            let clock = formatter.string(
                from: Date(timeIntervalSince1970: begin + Double(second)))
            return
                "<trkpt lat=\"\(47 + Double(second) * 1e-5)\" lon=\"\(8.5 + Double(day) * 1e-3)\">"
                + "<time>\(clock)</time></trkpt>"
        }
        return try files.write(
            "<gpx creator=\"\(creator)\"><trk><name>Day \(day)</name><type>walking</type><trkseg>\n"
                + points.joined(separator: "\n") + "</trkseg></trk></gpx>",
            name ?? "day\(day).gpx")
    }

    private func tracks(_ library: Library? = nil) throws -> [Track?] {
        try (library ?? self.library).contents().records.workouts.map(\.track)
    }

    private func change(_ sql: String) throws {
        try library.write { try $0.execute(sql: sql) }
    }

    // MARK: Storage

    @Test("Positions and names of workouts are read back, and removed with their file")
    func keptTracks() throws {
        // The first has more than two blocks.
        let paths = [
            try walk(1, 0..<9000), try walk(2), try walk(3, 0..<60, name: "other.gpx"),
        ]
        // A file with the same run as another one, by the same device.
        let again = try files.zip(
            [
                ("day2.gpx", try files.bytes("day2.gpx")),
                ("rest/day1.gpx", try files.bytes("day1.gpx")),
            ],
            "both.zip")
        let added = try (paths + [again]).map { path in
            try #require(try library.add(path, options: options).dataset)
        }
        try expectHolds(paths + [again])
        let held = try library.contents().records.workouts
        #expect(held.map(\.name) == ["Day 1", "Day 2", "Day 3"])
        #expect(held.map { $0.track?.count } == [9000, 60, 60])
        #expect(held.first?.track?.blocks.count == 3)
        #expect(added.map(\.tracks) == [1, 1, 1, 2])
        // What another file has too stays.
        try library.remove(added[0].id)
        try expectHolds([paths[1], paths[2], again])
        #expect(try tracks().map { $0?.count } == [9000, 60, 60])
        try library.remove(added[3].id)
        try expectHolds([paths[1], paths[2]])
        #expect(try tracks().map { $0?.count } == [60, 60])
        let left = try library.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM track") }
        #expect(left == 2)
        #expect(try library.add(paths[1], options: options).tracks == 0)
    }

    @Test("Backups have the positions, and give them back")
    func tracksInBackups() throws {
        let path = try walk(1, 0..<5000)
        _ = try library.add(path, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
        let restored = try Library(directory: files.path("other"))
        try expectHolds([path], in: restored)
        #expect(try tracks(restored).map { $0?.count } == [5000])
    }

    // MARK: Earlier versions

    /// Adds a file as the version before positions would have: with lengths on a sphere.
    private func addEarlier(_ path: String, lengths: Double = 1.002) throws {
        let read = Importer(files: [path], options: options).run()
        var records = read.records
        for index in records.samples.indices where records.samples[index].metric.id == .route {
            let columns = records.samples[index].columns
            var changed = SampleColumns()
            for place in 0..<columns.count {
                changed.append(
                    start: columns.starts[place], end: columns.end(at: place),
                    value: columns.values[place] * lengths, source: columns.sources[place],
                    marks: columns.marks(at: place))
            }
            records.samples[index].columns = changed
        }
        _ = try library.add(ImportResult(records: records, report: read.report))
    }

    @Test(
        "A file that was added before positions were kept is completed when it is added again",
        arguments: [1, 1.002])
    func completedTracks(lengths: Double) throws {
        let paths = [try walk(1, 0..<5000), try walk(2)]
        // The same device's walk in a later file, which shares the samples of the first.
        _ = try walk(3)
        let later = try files.zip(
            ["day1.gpx", "day3.gpx"].map { ($0, try files.bytes($0)) }, "later.zip")
        let rates = try files.write("time,heart rate (bpm)\n1700000000,61\n", "rates.csv")
        for path in paths + [later, rates] { try addEarlier(path, lengths: lengths) }
        try EarlierLibrary.make(6, library.writer)
        library.close()

        let opened = try Library(directory: files.path("library"))
        #expect(try tracks(opened).allSatisfy { $0 == nil })
        #expect(try opened.verify() == [] && opened.contents().damages.isEmpty)
        let before = try opened.datasets()
        for (path, count) in zip(paths + [later], [1, 1, 2]) {
            let again = try opened.add(path, options: options)
            #expect(again.dataset == nil && again.new == 0 && again.tracks == count)
            #expect(again.report.damages.isEmpty)
        }
        let unchanged = try opened.add(rates, options: options)
        #expect(unchanged.dataset == nil && unchanged.tracks == 0 && unchanged.figures == 0)
        #expect(try opened.datasets().map(\.id) == before.map(\.id))
        #expect(try opened.datasets().map(\.added) == before.map(\.added))
        try expectHolds(paths + [later, rates], in: opened)
        #expect(try tracks(opened).map { $0?.count } == [5000, 60, 60])
        #expect(try opened.add(paths[0], options: options).tracks == 0)
    }

    @Test("A new file does not repeat the lengths that an earlier version computed")
    func earlierLengths() throws {
        try addEarlier(try walk(1))
        try EarlierLibrary.make(6, library.writer)
        library.close()
        let opened = try Library(directory: files.path("library"))
        // A weekly export with the same walk and a new one.
        let export = try files.zip(
            [
                ("day1.gpx", try files.bytes("day1.gpx")),
                ("day2.gpx", Array(try String(contentsOfFile: try walk(2), encoding: .utf8).utf8)),
            ], "export.zip")
        let added = try opened.add(export, options: options)
        // Sixty points of the second walk with its workout are new.
        #expect(added.new == 61 && added.known == 61)
        #expect(try opened.verify() == [])
        let route = try opened.contents().records.merged(.route)
        let way = EarthTruth.meridian(47, 47.00059)
        #expect(abs(route.values.reduce(0, +) - 2 * way) < 1e-4)
        #expect(try tracks(opened).map { $0?.count } == [60, 60])
    }

    // MARK: Damage

    @Test("Damage costs a block of positions, is named, and is repaired by the file")
    func damagedTracks() throws {
        let paths = [try walk(1, 0..<9000), try walk(2)]
        for path in paths { _ = try library.add(path, options: options) }
        let whole = try #require(try tracks()[0])
        let changes = [
            "UPDATE track SET bytes = zeroblob(40)", "UPDATE track SET checksum = checksum + 1",
            "DELETE FROM track", "UPDATE track SET blocks = blocks + 1",
        ]
        for change in changes {
            try self.change(change + " WHERE dataset = 1 AND block = 1")
            let wrong = try library.verify()
            #expect(
                wrong == [
                    "Workouts of day1.gpx: positions of 1 from 2026-05-01 to 2026-05-01 are damaged or missing"
                ])
            let contents = try library.contents()
            #expect(contents.damages == wrong)
            let torn = try #require(contents.records.workouts[0].track)
            #expect(torn.count == 9000 - 4096 && torn.segments == 2, "\(change)")
            #expect(torn.points[4096].time == whole.points[8192].time)
            #expect(contents.records.workouts[0].figures.distance != nil)
            let again = try library.add(paths[0], options: options)
            #expect(again.dataset == nil && again.tracks == 1 && again.figures == 0, "\(change)")
            try expectHolds(paths)
        }
        // The last block, the only one, and a workout whose positions are still there.
        try change("DELETE FROM track WHERE dataset = 1 AND block = 2")
        #expect(try tracks()[0]?.count == 8192)
        try change("DELETE FROM track WHERE dataset = 2")
        #expect(
            try library.verify().last == "Workouts of day2.gpx: positions of 1 are missing")
        try change("UPDATE workout SET bytes = zeroblob(9) WHERE dataset = 1")
        #expect(try tracks().map { $0?.count } == [8192, nil])
        for path in paths { #expect(try library.add(path, options: options).tracks == 1) }
        try expectHolds(paths)
    }

    @Test("Bytes that no reader writes are damage, although their checksum is right")
    func foreignTracks() throws {
        let path = try walk(2)
        _ = try library.add(path, options: options)
        var bytes = try #require(try tracks()[0]).blocks[0].bytes
        bytes[0] += 1
        var checked = PackedWriter()
        for number in [0, 0, 1] { checked.append(number) }
        let checksum = Int64(bitPattern: Checksum.of(checked.bytes + bytes))
        try library.writer.write {
            try $0.execute(
                sql: "UPDATE track SET bytes = ?, checksum = ?",
                arguments: [Data(bytes), checksum])
        }
        #expect(try tracks().map { $0?.count } == [nil])
        #expect(try library.verify().count == 1)
    }

    /// A page of the tables of workouts and positions, as SQLite itself describes it.
    private struct TrackPage {
        var number: Int
        var table: String
        /// `leaf`, `internal` or `overflow`.
        var kind: String
        /// The number of rows that begin on it.
        var rows: Int
    }

    private func trackPages() throws -> (all: [TrackPage], size: Int) {
        try library.read { database in
            let rows = try DatabaseRow.fetchAll(
                database,
                sql: """
                    SELECT pageno, name, pagetype, ncell FROM dbstat
                    WHERE name IN ('track', 'sqlite_autoindex_track_1', 'workout') ORDER BY pageno
                    """)
            let pages = try rows.map {
                TrackPage(
                    number: try $0.value("pageno"), table: try $0.value("name"),
                    kind: try $0.value("pagetype"), rows: try $0.value("ncell"))
            }
            return (pages, try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
        }
    }

    @Test(
        "A wiped page of positions costs no more than its blocks", arguments: [UInt8(0), 0xFF])
    func wipedTracks(filler: UInt8) throws {
        let paths = [try walk(1, 0..<9000), try walk(2)]
        for path in paths { _ = try library.add(path, options: options) }
        let (pages, size) = try trackPages()
        library.close()
        let bytes = try files.bytes("library/library.sqlite")
        let directory = files.path("wiped")
        // Three blocks of some 10 kB, their tree and its index, and one page of workouts.
        #expect(pages.count > 8)
        for page in pages {
            try? FileManager.default.removeItem(atPath: directory)
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            var wiped = bytes
            for index in (page.number - 1) * size..<page.number * size { wiped[index] = filler }
            _ = try files.write(wiped, "wiped/library.sqlite")
            let what = Comment(rawValue: "page \(page.number) of \(page.table)")
            let opened = try Library(reading: directory)
            let counts = try tracks(opened).map { $0?.count ?? 0 }
            #expect(try !opened.verify().isEmpty, what)
            opened.close()
            // What begins on the page is lost, or the block that goes on there.
            let lost = 9060 - counts.reduce(0, +)
            let blocks = page.table != "track" ? 0 : page.kind == "leaf" ? page.rows : 1
            #expect(counts.count == 2 && lost <= blocks * 4096, what)
            #expect((lost > 0) == (blocks > 0), what)

            let salvaged = files.path("salvaged-\(filler)-\(page.number)")
            _ = try Library.salvage(from: directory, into: salvaged)
            let fresh = try Library(directory: salvaged)
            #expect(try fresh.verify() == [], what)
            #expect(try tracks(fresh).map { $0?.count ?? 0 } == counts, what)
            for path in paths { _ = try fresh.add(path, options: options) }
            try expectHolds(paths, in: fresh)
            fresh.close()

            let mending = try Library(directory: directory)
            for path in paths { _ = try mending.add(path, options: options) }
            mending.close()
            let whole = try Library(reading: directory)
            try expectHolds(paths, in: whole)
            whole.close()
        }
    }
}
