import ChartCore
import Foundation
import GRDB
import Platform
import Testing

@testable import HealthData

/// The contents of a library, compared only by what a person would see.
struct Held: Equatable, CustomStringConvertible {
    struct Sample: Hashable {
        var start: Double
        var end: Double
        var value: Double
        var label: String
        var second: Double?
        var source: String
        var marks: UInt16
    }

    /// A workout with its figures, and its source.
    struct Activity: Equatable {
        var workout: Workout
        var source: String
    }

    var metrics: [String: [Sample]] = [:]
    var workouts: [Activity] = []

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
                    second: columns.secondaryValues.isEmpty ? nil : columns.secondaryValues[index],
                    source: source.isFile ? "" : source.name,
                    marks: columns.marks(at: index).rawValue)
            }.sorted { a, b in
                (a.start, a.end, a.source, a.value, a.label, a.second ?? 0)
                    < (b.start, b.end, b.source, b.value, b.label, b.second ?? 0)
            }
        }
        workouts = records.workouts.map { workout in
            let source = records.sources[Int(workout.source)]
            // The number of a source is different in a library.
            var workout = workout
            workout.source = 0
            return Activity(workout: workout, source: source.isFile ? "" : source.name)
        }
    }

    var description: String {
        metrics.map { "\($0.key): \($0.value.count)" }.sorted().joined(separator: ", ")
    }
}

@Suite("The library") struct LibraryTests {
    let files: TestFiles
    let library: Library

    init() throws {
        files = try TestFiles()
        library = try Library(directory: files.path("library"))
    }

    var options: ImportOptions { ImportOptions(zone: .utc) }

    /// Expects the library to have the same contents as its files when they are opened together.
    func expectHolds(
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

    /// An export of some days of two devices, manual entries, sleep and blood pressure.
    func export(days: ClosedRange<Int>, _ name: String) throws -> String {
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

    // MARK: Storage

    @Test("Every kind of column is read back to the last bit")
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

    @Test("The same file twice changes nothing, whatever its name or archive")
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

    @Test("A later export adds only what is new, and either can be removed again exactly")
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

    @Test("Any order of adding and removing leaves the contents of the remaining files")
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

    @Test("A table of names is recognised as a whole; another one is added after it")
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
        let bytes = try library.writer.read { database in
            try Int.fetchOne(database, sql: "SELECT sum(length(bytes)) FROM chunk") ?? 0
        }
        #expect(bytes < 150_000 * 3)
        var seen: [Int] = []
        _ = try library.contents(grown: { soFar in
            seen.append(soFar().samples.reduce(0) { $0 + $1.columns.count })
        })
        #expect(seen == [65_536, 131_072, 150_000])
    }

    @Test("A file without samples leaves the library unchanged")
    func nothing() throws {
        let picture = try files.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a.png")
        let empty = try files.write("", "empty.csv")
        for path in [picture, empty, files.path("missing.csv")] {
            let failure = #expect(throws: LibraryError.self) {
                try library.add(path, options: options)
            }
            #expect(failure?.isRefusal == true)
        }
        #expect(try library.datasets().isEmpty)
    }

    @Test("A stopped import keeps its samples, marked as partial, and the whole may come later")
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
}
