import ChartCore
import Foundation
import GRDB
import Platform
import Testing

@testable import HealthData

/// What a library holds, told apart by nothing but what a person would see.
private struct Held: Equatable, CustomStringConvertible {
    struct Sample: Hashable {
        var start: Double
        var end: Double
        var value: Double
        var label: String
        var second: Double?
        var source: String
        var marks: UInt8
    }

    var metrics: [String: [Sample]] = [:]

    init(_ records: HealthRecords, merged: Bool) {
        for samples in records.samples {
            let columns = merged ? records.merged(samples.metric.id) : samples.columns
            let isCategory = samples.metric.aggregation == .category && !samples.labels.isEmpty
            metrics[samples.metric.id.rawValue] = (0..<columns.count).map { index in
                let source = records.sources[Int(columns.sources[index])]
                return Sample(
                    start: columns.starts[index], end: columns.end(at: index),
                    value: isCategory ? 0 : columns.values[index],
                    label: isCategory ? samples.labels[Int(columns.values[index])] : "",
                    second: columns.seconds.isEmpty ? nil : columns.seconds[index],
                    source: source.isFile ? "" : source.name,
                    marks: columns.marks(at: index).rawValue)
            }.sorted { a, b in
                (a.start, a.end, a.source, a.value, a.label, a.second ?? 0)
                    < (b.start, b.end, b.source, b.value, b.label, b.second ?? 0)
            }
        }
    }

    var description: String {
        metrics.map { "\($0.key): \($0.value.count)" }.sorted().joined(separator: ", ")
    }
}

@Suite("The library") struct LibraryTests {
    private let files: TestFiles
    private let library: Library

    init() throws {
        files = try TestFiles()
        library = try Library(directory: files.path("library"))
    }

    private var options: ImportOptions { ImportOptions(zone: .utc) }

    /// Expects the library to hold what its files hold when they are opened together.
    private func expectHolds(
        _ paths: [String], in library: Library? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let library = library ?? self.library
        let contents = try library.contents()
        let wanted = Importer(files: paths, options: options).run().records
        for merged in [false, true] {
            #expect(
                Held(contents.records, merged: merged) == Held(wanted, merged: merged),
                sourceLocation: location)
        }
        #expect(contents.damages.isEmpty, sourceLocation: location)
        #expect(try library.verify() == [], sourceLocation: location)
    }

    /// An export of some days of two devices, a person's own entries, sleep and blood pressure.
    private func export(days: ClosedRange<Int>, _ name: String) throws -> String {
        var text = ""
        for day in days {
            let date = String(format: "2026-05-%02d", day)
            for hour in [8, 12, 17] {
                let start = String(format: "%@ %02d:00:00 +0000", date, hour)
                let end = String(format: "%@ %02d:30:00 +0000", date, hour)
                text += record("StepCount", "count", "\(day * 10 + hour)", start, end)
                let later = String(format: "%@ %02d:15:00 +0000", date, hour)
                let last = String(format: "%@ %02d:45:00 +0000", date, hour)
                text += record(
                    "StepCount", "count", "\(day * 9 + hour)", later, last, source: "Watch")
            }
            text += record("BodyMass", "kg", "\(70 + Double(day) / 8)", "\(date) 06:30:00 +0000")
            text +=
                " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"Watch\" "
                + "value=\"HKCategoryValueSleepAnalysisAsleepCore\" "
                + "startDate=\"\(date) 01:00:00 +0000\" endDate=\"\(date) 05:00:00 +0000\"/>\n"
        }
        return try files.write(HealthDataTests.export(text), name)
    }

    // MARK: What is kept

    @Test("What was read comes back to the last bit, of every kind of column")
    func roundTrip() throws {
        let csv = try files.write(
            """
            time,weight (kg),mood,0.1
            2026-05-01T06:30:00.123Z,71.23456789,good,1e-300
            2026-05-01T06:30:00.124Z,-0.0,bad,0.1
            1931-12-31T23:59:59Z,1e9,good,12345678901234567

            """, "odd.csv")
        let pressure = try files.write(
            "time,systolic,diastolic\n2026-05-01 08:00,120,80\n2026-05-02 08:00,118.5,79\n",
            "bp.csv")
        let names = try files.write("food,kcal\nApple,52\nBread,265.5\nCheese,402\n", "foods.csv")
        let exported = try export(days: 1...20, "export.xml")
        for file in [csv, pressure, names, exported] {
            let addition = try library.add(file, options: options)
            #expect(addition.dataset != nil && addition.known == 0)
        }
        try expectHolds([csv, pressure, names, exported])
        let listed = try library.datasets()
        #expect(listed.map(\.format) == ["csv", "csv", "csv", "apple-health"])
        #expect(
            listed[3].report.read
                == Importer(files: [exported], options: options).run().report
                .files[0].read)
        #expect(listed[3].span?.first == utc(2026, 5, 1, 1, 0))
    }

    @Test("The same file twice changes nothing, whatever it is called or packed in")
    func twice() throws {
        let plain = try export(days: 1...9, "export.xml")
        let first = try library.add(plain, options: options)
        let again = try library.add(plain, options: options)
        let zipped = try files.zip(
            [("apple_health_export/export.xml", try files.bytes("export.xml"))], "later.zip")
        let packed = try library.add(zipped, options: options)
        for addition in [again, packed] {
            #expect(addition.dataset == nil && addition.new == 0 && addition.known == first.new)
        }
        #expect(try library.datasets().count == 1)
        try expectHolds([plain])
    }

    @Test("A later export adds only what is new, and either can be taken out again exactly")
    func laterExport() throws {
        let early = try export(days: 1...12, "early.xml")
        let late = try export(days: 4...20, "late.xml")
        let other = try export(days: 10...15, "other.xml")
        let first = try library.add(early, options: options)
        let second = try library.add(late, options: options)
        #expect(first.new == 12 * 8 && second.new == 8 * 8 && second.known == 9 * 8)
        #expect(try library.add(other, options: options).new == 0)
        try expectHolds([early, late, other])
        try library.remove(try #require(first.dataset).id)
        try expectHolds([late, other])
        try library.remove(try #require(second.dataset).id)
        try expectHolds([other])
    }

    @Test("Any order of adding and taking out leaves what the files that are left hold")
    func anyOrder() throws {
        var random = SplitMix64(seed: 40)
        var paths: [String] = []
        for index in 0..<6 {
            let from = Int.random(in: 1...20, using: &random)
            let to = Int.random(in: from...min(28, from + 10), using: &random)
            paths.append(try export(days: from...to, "part\(index).xml"))
        }
        paths.append(
            try files.write(
                "time,weight (kg)\n2026-05-03 06:30,70.375\n2026-05-04 06:30,99\n", "scale.csv"))
        var kept: [(path: String, id: Int64)] = []
        for _ in 0..<40 {
            if kept.isEmpty || Bool.random(using: &random) {
                let path = try #require(paths.randomElement(using: &random))
                if let dataset = try library.add(path, options: options).dataset {
                    kept.append((path, dataset.id))
                }
            } else {
                let place = Int.random(in: kept.indices, using: &random)
                try library.remove(kept.remove(at: place).id)
            }
            try expectHolds(kept.map(\.path))
        }
    }

    @Test("Samples of equal times and other values all stay")
    func equalTimes() throws {
        let a = try files.write(
            "time,weight (kg)\n2026-05-03 06:30,70\n2026-05-03 06:30,71\n", "a.csv")
        let b = try files.write(
            "time,weight (kg)\n2026-05-03 06:30,71\n2026-05-03 06:30,72\n", "b.csv")
        _ = try library.add(a, options: options)
        let second = try library.add(b, options: options)
        #expect(second.new == 1 && second.known == 1)
        try expectHolds([a, b])
    }

    @Test("A table of names is known as a whole; another one is added behind it")
    func names() throws {
        let a = try files.write("food,kcal\nApple,52\nBread,265\n", "a.csv")
        let b = try files.write("food,kcal\nApple,52\nCheese,402\n", "b.csv")
        _ = try library.add(a, options: options)
        #expect(try library.add(a, options: options).dataset == nil)
        #expect(try library.add(b, options: options).new == 2)
        try expectHolds([a, b])
    }

    @Test("A library of more than one chunk a metric")
    func large() throws {
        var text = "time,heart rate (bpm)\n"
        for index in 0..<150_000 {
            text += "\(1_700_000_000 + index * 5),\(60 + index % 50)\n"
        }
        let long = try files.write(text, "long.csv")
        let addition = try library.add(long, options: options)
        #expect(addition.new == 150_000)
        try expectHolds([long])
        let bytes = try library.pool.read { database in
            try Int.fetchOne(database, sql: "SELECT sum(length(bytes)) FROM chunk") ?? 0
        }
        #expect(bytes < 150_000 * 3)
        var seen: [Int] = []
        _ = try library.contents(grown: { soFar in
            seen.append(soFar().samples.reduce(0) { $0 + $1.columns.count })
        })
        #expect(seen == [65_536, 131_072, 150_000])
    }

    @Test("A file that gives nothing leaves the library as it was")
    func nothing() throws {
        let picture = try files.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a.png")
        let empty = try files.write("", "empty.csv")
        for path in [picture, empty, files.path("missing.csv")] {
            let trouble = #expect(throws: LibraryTrouble.self) {
                try library.add(path, options: options)
            }
            #expect(trouble?.isRefusal == true)
        }
        #expect(try library.datasets().isEmpty)
    }

    @Test("A reading that was stopped keeps what it had, marked, and the whole may come later")
    func partial() throws {
        var text = "time,heart rate (bpm)\n"
        for index in 0..<400_000 {
            text += "\(1_700_000_000 + index * 5),\(60 + index % 50)\n"
        }
        let long = try files.write(text, "long.csv")
        let cancellation = Cancellation()
        var options = options
        options.workers = 1
        let addition = try library.add(
            long, options: options, progress: { if $0.read > 0 { cancellation.cancel() } },
            cancellation: cancellation)
        let dataset = try #require(addition.dataset)
        #expect(dataset.isPartial && addition.new > 0 && addition.new < 400_000)
        let whole = try library.add(long, options: options)
        #expect(whole.new == 400_000 - addition.new && whole.dataset?.isPartial == false)
        try expectHolds([long])
    }

    // MARK: Care

    @Test("It is for nobody else to read")
    func modes() throws {
        _ = try library.add(try export(days: 1...2, "export.xml"), options: options)
        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? Int) ?? 0
        }
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
        try library.pool.write { database in
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
        // What leans on the damaged part is not moved about with a hole in it.
        let id = try library.datasets()[0].id
        let again = try files.write(text + "1800000000,70\n", "longer.csv")
        #expect(throws: LibraryTrouble.self) { try library.add(again, options: options) }
        #expect(try library.datasets().count == 2)
        try library.remove(id)
        #expect(try library.verify() == [])
    }

    @Test("A file that was changed anywhere is read as far as it is good, or refused in a sentence")
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
            do throws(LibraryTrouble) {
                let opened = try Library(directory: files.path("changed"))
                defer { opened.close() }
                let wrong = try opened.verify()
                let contents = try opened.contents()
                if wrong.isEmpty {
                    whole += 1
                    #expect(contents.damages.isEmpty)
                } else {
                    less += 1
                }
                for dataset in contents.datasets { try? opened.remove(dataset.id) }
            } catch {
                refused += 1
                #expect(error.place.hasSuffix("library.sqlite"))
            }
        }
        #expect(less > 20 && refused > 20, "\(whole) \(less) \(refused)")
    }

    @Test("A series with a part missing says so")
    func missingPart() throws {
        _ = try library.add(try export(days: 1...4, "export.xml"), options: options)
        try library.pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM chunk WHERE series =
                    (SELECT id FROM series WHERE metric = 'steps')
                    """)
        }
        #expect(try library.verify() == ["Steps of export.xml: 24 samples are missing"])
    }

    @Test("A backup is one file, and comes back; what was there before is kept beside it")
    func backup() throws {
        let early = try export(days: 1...5, "early.xml")
        let late = try export(days: 4...9, "late.xml")
        _ = try library.add(early, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        #expect(throws: LibraryTrouble.self) { try library.backUp(to: backup) }
        _ = try library.add(late, options: options)
        let before = try #require(try library.restore(from: backup))
        try expectHolds([early])
        // What was there before can be brought back as well.
        let kept = try Library(directory: files.path("other"))
        #expect(try kept.restore(from: before) == nil)
        try expectHolds([early, late], in: kept)
    }

    @Test("A damaged library gives way to a backup, and is set aside as it is", arguments: 0..<12)
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
        do throws(LibraryTrouble) {
            _ = try Library.restore(from: backup, in: files.path("library"))
        } catch {
            // Changed into a database of somebody else, it is not touched.
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
        #expect(throws: LibraryTrouble.self) { try library.restore(from: backup) }
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

    @Test("What is no backup is refused, and the library stays as it was")
    func foreignBackup() throws {
        let early = try export(days: 1...5, "early.xml")
        _ = try library.add(early, options: options)
        let queue = try DatabaseQueue(path: files.path("other.sqlite"))
        try queue.write { try $0.execute(sql: "CREATE TABLE cats (name TEXT)") }
        try queue.close()
        let text = try files.write("time,weight\n", "weights.csv")
        let empty = try files.write("", "nothing.sqlite")
        for path in [files.path("other.sqlite"), text, empty, files.path("missing")] {
            let trouble = #expect(throws: LibraryTrouble.self) {
                try library.restore(from: path)
            }
            #expect(trouble?.place == path)
        }
        try expectHolds([early])
    }

    @Test("A library of a later version and a database of another program are not touched")
    func laterVersion() throws {
        _ = try library.add(try export(days: 1...5, "early.xml"), options: options)
        try library.pool.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
        }
        library.close()
        let later = #expect(throws: LibraryTrouble.self) {
            try Library(directory: files.path("library"))
        }
        #expect(later?.problem == "was written by a later version of Oresen")

        try FileManager.default.createDirectory(
            atPath: files.path("cats"), withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: files.path("cats/library.sqlite"))
        try queue.write { try $0.execute(sql: "CREATE TABLE cats (name TEXT)") }
        try queue.close()
        let foreign = #expect(throws: LibraryTrouble.self) {
            try Library(directory: files.path("cats"))
        }
        #expect(foreign?.problem == "is a database of another program")

        try FileManager.default.createDirectory(
            atPath: files.path("text"), withIntermediateDirectories: true)
        _ = try files.write(String(repeating: "no database ", count: 999), "text/library.sqlite")
        let broken = #expect(throws: LibraryTrouble.self) {
            try Library(directory: files.path("text"))
        }
        #expect(broken?.problem.hasPrefix("is damaged") == true)
    }

    @Test("A full disk is a sentence, and what was there before is there")
    func fullDisk() throws {
        let early = try export(days: 1...5, "early.xml")
        let many = (0..<20_000).map { "\(1_700_000_000 + $0 * 7),\(60 + $0 % 7)" }
        let late = try files.write(
            "time,heart rate (bpm)\n" + many.joined(separator: "\n") + "\n", "late.csv")
        _ = try library.add(early, options: options)
        let pages = try library.pool.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
            return pages
        }
        #expect(pages > 0)
        let trouble = #expect(throws: LibraryTrouble.self) {
            try library.add(late, options: options)
        }
        #expect(trouble?.problem == "the disk is full; the library is as it was before")
        #expect(trouble?.isRefusal == false)
        try expectHolds([early])
        try library.pool.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
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

    @Test("A library of the first version is brought to this one")
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

    // MARK: Bytes

    @Test(
        "The checksum is XXH64",
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func checksum(text: String, wanted: UInt64) {
        #expect(Checksum.of(Array(text.utf8)) == wanted)
    }

    @Test("Numbers of every kind come out of a chunk bit by bit")
    func numbers() throws {
        let odd = [
            0, -0.0, 0.1, 0.1 + 0.2, 1e-300, -1e300, Double.leastNonzeroMagnitude, .infinity,
            -.infinity, .nan, 1e15, 9e15,
            9.1e15, 123_456.789, -71.25, .pi,
        ]
        for take in 1...odd.count {
            var columns = SampleColumns()
            for (index, value) in odd.prefix(take).enumerated() {
                let start = 1_700_000_000 + Double(index) * 0.1
                columns.append(
                    start: start, end: start + Double(index % 3) / 3, value: value, second: -value,
                    source: 0)
            }
            let bytes = SampleChunk.bytes(columns, 0..<take)
            let read = try SampleChunk.columns(bytes, sources: [0])
            for (a, b) in [
                (columns.starts, read.starts), (columns.ends, read.ends),
                (columns.values, read.values), (columns.seconds, read.seconds),
            ] { #expect(a.map(\.bitPattern) == b.map(\.bitPattern)) }
        }
    }

    @Test("Bytes that were changed are refused or read as something, and never crash")
    func mutatedChunks() throws {
        var random = SplitMix64(seed: 7)
        var columns = SampleColumns()
        for index in 0..<300 {
            columns.append(
                start: Double(index * 60), end: Double(index * 60 + index % 7),
                value: Double(index % 9) / 8, source: UInt16(index / 50 % 3),
                marks: index % 40 == 0 ? .manual : [])
        }
        let bytes = SampleChunk.bytes(columns, 0..<300)
        #expect(try SampleChunk.columns(bytes, sources: [0, 1, 2]) == columns)
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                changed.removeLast(Int.random(in: 0...changed.count, using: &random))
            }
            _ = try? SampleChunk.columns(changed, sources: [0, 1, 2], values: [0, 1])
        }
    }

    @Test("Claims come out of their bytes as they went in")
    func claims() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let numbers = (0..<500).filter { _ in Bool.random(using: &random) }
            let bytes = ClaimRuns(numbers).bytes
            #expect(try ClaimRuns(bytes, count: 500).numbers == numbers)
            if let last = numbers.last {
                #expect(throws: PackedReader.Malformed.self) {
                    try ClaimRuns(bytes, count: last)
                }
            }
        }
    }
}
