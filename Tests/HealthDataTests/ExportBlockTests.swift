import ChartCore
import Foundation
import Platform
import Synchronization
import Testing

@testable import HealthData

@Suite("Apple Health exports by several threads") struct ExportBlockTests {
    private func load(_ path: String, workers: Int, block: Int) -> ImportResult {
        var options = ImportOptions(zone: .utc, workers: workers)
        options.exportBlockSize = block
        return Importer(files: [path], options: options).run()
    }

    private func expectSameInBlocks(
        _ files: TestFiles, _ bytes: [UInt8], _ random: inout SplitMix64, _ what: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let path = try files.write(bytes, "export.xml")
        let alone = load(path, workers: 1, block: 1 << 22)
        expectBalanced(alone.report, location)
        for _ in 0..<5 {
            let workers = Int.random(in: 1...4, using: &random)
            let block = Int.random(in: 1...20_000, using: &random)
            expectSame(
                load(path, workers: workers, block: block), alone,
                "\(what), \(workers) threads, blocks of \(block)", location)
        }
    }

    /// A generated export.
    private func export(_ files: TestFiles, records: Int, seed: UInt64) throws -> [UInt8] {
        let path = files.path("generated.xml")
        try AppleHealthGenerator(records: records, seed: seed).write(to: path)
        return try files.bytes("generated.xml")
    }

    @Test("A generated export in any blocks gives the same as one thread", arguments: 0..<4)
    func generated(_ seed: Int) throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: UInt64(seed) &+ 5)
        let bytes = try export(files, records: 1_500, seed: UInt64(seed))
        try expectSameInBlocks(files, bytes, &random, "seed \(seed)")
        #expect(
            load(files.path("export.xml"), workers: 2, block: 3_000).records[.bloodPressure] != nil)
        // The same from an archive.
        let plain = load(files.path("export.xml"), workers: 1, block: 1 << 22)
        let zip = try files.zip(
            [("apple_health_export/export.xml", try files.bytes("export.xml"))], "export.zip")
        for (workers, block) in [(1, 4_000), (2, 2_500), (3, 700)] {
            let packed = load(zip, workers: workers, block: block)
            #expect(packed.report.files[0].read == plain.report.files[0].read)
            for samples in plain.records.samples {
                #expect(packed.records[samples.metric.id]?.columns == samples.columns)
            }
        }
    }

    @Test("Each metric is reported as in the result, once")
    func settled() throws {
        let files = try TestFiles()
        _ = try export(files, records: 4_000, seed: 9)
        let told = Mutex<[(MetricID, SampleColumns, [SourceShare])]>([])
        let result = Importer(
            files: [files.path("generated.xml")], options: ImportOptions(zone: .utc)
        ).run(settled: { records in
            for id in records.metrics.map(\.id) {
                told.withLock { $0.append((id, records.merged(id), records.shares(of: id))) }
            }
        })
        let heard = told.withLock { $0 }
        #expect(Set(heard.map(\.0)) == Set(result.records.metrics.map(\.id)))
        #expect(heard.count == result.records.samples.count)
        for (id, columns, shares) in heard {
            #expect(columns == result.records.merged(id), "\(id)")
            #expect(shares == result.records.shares(of: id), "\(id)")
        }
    }

    @Test("So does a damaged export", arguments: 0..<12)
    func damaged(_ seed: Int) throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: UInt64(seed) &+ 900)
        var bytes = try export(files, records: 700, seed: UInt64(seed))
        let odd = [
            "<!-- \n <Record type=\"x\" \n <Record -->", "\n <Record type=\"a", "</Record>",
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\">",
            "<![CDATA[\n <Record ]]>",
            "\"", ">", "<", "<!--", "]]>", "<?x\n <Record ?>", "\u{0}", "</Correlation>",
            "</HealthData>", "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>",
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" startDate=\"x\"/>\n",
        ]
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1:
                let length = Int.random(in: 1...400, using: &random)
                bytes.removeSubrange(place..<min(bytes.count, place + length))
            default:
                bytes.insert(
                    contentsOf: Array((odd.randomElement(using: &random) ?? "").utf8), at: place)
            }
        }
        // The beginning of the file must still be recognised.
        try expectSameInBlocks(files, bytes, &random, "seed \(seed)")
    }

    @Test("Workouts with children, days, and with pieces cut out", arguments: 0..<6)
    func workouts(_ seed: Int) throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: UInt64(seed) &+ 300)
        let day = "2026-03-02"
        let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
        var text = ""
        for index in 0..<200 {
            let minute = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
            let start = "startDate=\"\(day) 0\(index / 60):\(minute):00 +0100\" "
            let end = "endDate=\"\(day) 0\(index / 60):\(minute):30 +0100\""
            text +=
                " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" "
                + "sourceName=\"\(index % 3)\" duration=\"0.\(index % 5)\" \(start)\(end)"
            if index % 7 == 0 {
                text += "/>\n"
            } else {
                text += ">\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"\(index % 2)\"/>\n"
                text += "  <WorkoutActivity uuid=\"1\" \(start)\(end)>\n"
                text += "   <WorkoutStatistics type=\"\(distance)\" sum=\"99\" unit=\"km\"/>\n"
                text += "  </WorkoutActivity>\n"
                text += "  <WorkoutStatistics type=\"\(distance)\" sum=\"\(index)\" unit=\"km\"/>\n"
                // Now and then the end is missing, or a figure is invalid.
                if index % 11 == 0 {
                    text += "  <WorkoutStatistics type=\"\(distance)s\" sum=\"x\" unit=\"km\"/>\n"
                }
                if index % 13 != 0 { text += " </Workout>\n" }
            }
            if index % 4 == 0 {
                text += record("StepCount", "count", "\(index)", "\(day) 10:00:00 +0100")
            }
            if index % 9 == 0 {
                text +=
                    " <ActivitySummary dateComponents=\"2026-02-\(10 + index % 18)\" "
                    + "activeEnergyBurned=\"\(index)\" activeEnergyBurnedUnit=\"kcal\" "
                    + "appleExerciseTime=\"\(index)\" appleStandHours=\"\(index % 12)\"/>\n"
            }
            if index % 50 == 0 { text += " <Audiogram type=\"a\">\n </Audiogram>\n" }
        }
        var bytes = Array(HealthDataTests.export(text).utf8)
        // Some are unchanged, others lack a piece.
        for _ in 0..<(seed * 2) {
            let place = Int.random(in: 200..<bytes.count, using: &random)
            let length = Int.random(in: 1...300, using: &random)
            bytes.removeSubrange(place..<min(bytes.count, place + length))
        }
        try expectSameInBlocks(files, bytes, &random, "seed \(seed)")
        guard seed == 0 else { return }
        let result = load(files.path("export.xml"), workers: 2, block: 500)
        #expect(result.records.workouts.count == 200)
        #expect(result.records.workouts[1].figures.distance == 1000)
        #expect(result.records.workouts[7].figures.distance == nil)
    }

    @Test("Other indents, and none, and all on one line")
    func indents() throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: 31)
        let text = String(decoding: try export(files, records: 400, seed: 8), as: UTF8.self)
        let parts = text.components(separatedBy: "<HealthData")
        let forms: [(String, (String) -> String)] = [
            (
                "no indent",
                {
                    $0.replacingOccurrences(of: "\n ", with: "\n").replacingOccurrences(
                        of: "\n ", with: "\n")
                }
            ),
            ("tabs", { $0.replacingOccurrences(of: "\n ", with: "\n\t") }),
            ("four blanks", { $0.replacingOccurrences(of: "\n ", with: "\n    ") }),
            ("one line", { $0.replacingOccurrences(of: "\n", with: "") }),
            ("carriage returns", { $0.replacingOccurrences(of: "\n", with: "\r\n") }),
        ]
        for (name, change) in forms {
            let changed = parts[0] + "<HealthData" + change(parts[1])
            try expectSameInBlocks(files, Array(changed.utf8), &random, name)
        }
    }

    @Test("A source is defined by its first occurrence, whichever thread found it")
    func sourceKinds() throws {
        let files = try TestFiles()
        var text = ""
        for index in 0..<200 {
            let device =
                index == 0
                ? "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch&gt;\" " : ""
            text +=
                " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Kim\" \(device)"
                + "unit=\"count/min\" startDate=\"2026-05-01 10:00:00 +0000\" "
                + "endDate=\"2026-05-01 10:00:00 +0000\" value=\"\(50 + index)\"/>\n"
        }
        let path = try files.write(HealthDataTests.export(text), "export.xml")
        for (workers, block) in [(1, 100), (2, 300), (4, 1_000)] {
            let result = load(path, workers: workers, block: block)
            #expect(result.records.sources.map(\.name) == ["Kim"])
            #expect(result.records.sources.map(\.kind) == [.watch])
            #expect(result.records[.heartRate]?.columns.count == 200)
        }
    }

    @Test("A kind in a later record is that of all records, whichever thread read them")
    func laterKinds() throws {
        let files = try TestFiles()
        var text = ""
        for index in 0..<200 {
            // A record of the phone comes after that of the watch, and no longer counts.
            let device =
                switch index {
                case 120: "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Body+, model:Scale&gt;\" "
                case 140: "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch&gt;\" "
                case 160: "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, model:iPhone&gt;\" "
                default: ""
                }
            text +=
                " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"HeartWatch\" "
                + "\(device)unit=\"count/min\" startDate=\"2026-05-01 10:00:00 +0000\" "
                + "endDate=\"2026-05-01 10:00:00 +0000\" value=\"\(50 + index)\"/>\n"
        }
        let path = try files.write(HealthDataTests.export(text), "export.xml")
        for (workers, block) in [(1, 100), (1, 1 << 20), (2, 300), (4, 1_000), (3, 5_000)] {
            let result = load(path, workers: workers, block: block)
            #expect(
                result.records.sources == [
                    Source(name: "HeartWatch", kind: .watch, file: 0, program: "apple-health")
                ])
            #expect(result.records[.heartRate]?.columns.count == 200)
        }
    }

    @Test("A name only in a comment is no source, whichever thread read it")
    func commentedSources() throws {
        let files = try TestFiles()
        func records(_ count: Int, _ source: String) -> String {
            (0..<count).map {
                record(
                    "StepCount", "count", "\($0 + 1)", "2026-05-01 10:00:00 +0000", source: source)
            }.joined()
        }
        let text =
            records(50, "Phone") + "<!--\n" + records(200, "Ghost") + "-->\n"
            + records(400, "Watch")
        let path = try files.write(HealthDataTests.export(text), "export.xml")
        for (workers, block) in [(1, 1 << 20), (2, 500), (3, 1_000), (4, 2_000)] {
            let result = load(path, workers: workers, block: block)
            #expect(result.records.sources.map(\.name) == ["Phone", "Watch"])
            #expect(result.report.files[0].read == 450)
        }
    }

    @Test("A stopped import stops, and keeps its records")
    func cancelled() throws {
        let files = try TestFiles()
        let bytes = try export(files, records: 5_000, seed: 2)
        let path = try files.write(bytes, "export.xml")
        let cancellation = Cancellation()
        var options = ImportOptions(zone: .utc, workers: 3)
        options.exportBlockSize = 2_000
        let result = Importer(files: [path], options: options).run(
            progress: { if $0.read > 100 { cancellation.cancel() } }, cancellation: cancellation)
        #expect(result.report.wasCancelled)
        let read = result.report.files[0].read
        #expect(read > 100 && read < 4_000)
    }
}
