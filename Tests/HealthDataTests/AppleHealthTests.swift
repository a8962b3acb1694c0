import ChartCore
import Foundation
import Platform
import Testing

@testable import HealthData

@Suite("Apple Health exports")
struct AppleHealthTests {
    @Test("Plain and zipped, intact and broken document types give the same records")
    func variants() throws {
        let files = try TestFiles()
        var first: HealthRecords?
        for (name, type) in [
            ("good.xml", AppleHealthGenerator.DocumentType.good), ("ios16.xml", .ios16),
            ("good.zip", .good), ("ios16.zip", .ios16),
        ] {
            let path = files.path(name)
            try AppleHealthGenerator(records: 4000, seed: 7, documentType: type).write(to: path)
            let result = load(path)
            expectBalanced(result.report)
            #expect(result.report.files[0].read == 4000)
            #expect(result.report.files[0].refused == 0)
            #expect(result.report.files[0].notes.isEmpty)
            let expected = first ?? result.records
            first = expected
            #expect(result.records.metrics == expected.metrics)
            for metric in expected.metrics {
                #expect(result.records[metric.id]?.columns == expected[metric.id]?.columns)
            }
        }
    }

    @Test(
        "However many records an export has, none of them is later than the export",
        arguments: [1_500_000, 1_950_000, 2_388_958, 9_000_000, 40_000_000])
    func generatedDates(records: Int) throws {
        var day = AppleHealthDay(seed: 1, records: records)
        for _ in 0..<20 { day.write() }
        let text = String(decoding: day.text.bytes, as: UTF8.self)
        let met = ["<Record ", "<Workout ", "<ActivitySummary "].map {
            text.components(separatedBy: $0).count - 1
        }
        let days = Double(records) / (Double(met.reduce(0, +)) / 20)
        let (first, export) = (utc(2016, 3, 1), utc(2026, 10, 31))
        #expect(days < (export - first) / 86_400 - 20)
        // And the file covers ten years if it is long enough.
        #expect(records < 1_950_000 || days > 3_500)
    }

    @Test("Two devices that count the same steps are not added up")
    func devicesOverlap() throws {
        let files = try TestFiles()
        let path = try files.write(
            export(
                record(
                    "StepCount", "count", "600", "2026-03-02 10:00:00 +0100",
                    "2026-03-02 10:10:00 +0100")
                    + record(
                        "StepCount", "count", "500", "2026-03-02 10:05:00 +0100",
                        "2026-03-02 10:15:00 +0100", source: "Apple Watch")
                    + record(
                        "StepCount", "count", "50", "2026-03-02 10:06:00 +0100",
                        "2026-03-02 10:07:00 +0100")), "export.xml")
        let result = load(path)
        // The watch has 10:05 to 10:15; the first half of the phone's 600 is left, and its 50 are
        // covered.
        #expect(MetricSummary(result.records, .steps)?.sum == [800])
        #expect(result.report.files[0].merged == 1)
        #expect(result.records.merged(.steps, .none).values.reduce(0, +) == 1150)
        #expect(result.records.merged(.steps, .source("iPhone")).values.reduce(0, +) == 650)
        let sources = try #require(MetricSummary(result.records, .steps)).sources
        #expect(sources.map(\.name) == ["iPhone", "Apple Watch"])
        #expect(sources.map(\.sums) == [[650], [500]])
    }

    @Test("Day totals are right over both changes of the clock")
    func clockChanges() throws {
        let files = try TestFiles()
        for (name, days) in [
            ("Europe/Berlin", ["2026-03-29", "2026-10-25"]),
            ("America/New_York", ["2026-03-08", "2026-11-01"]),
            ("Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]),
        ] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: name))
            for day in days {
                let parts = day.split(separator: "-").compactMap { Int($0) }
                let noon = try #require(
                    calendar.date(
                        from: DateComponents(
                            year: parts[0], month: parts[1], day: parts[2], hour: 12)))
                let interval = try #require(calendar.dateInterval(of: .day, for: noon))
                // One step a second in half-hours, from two days before to two days after, as UTC.
                var text = ""
                let first = Int(interval.start.timeIntervalSince1970) - 172_800
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = TimeZone(secondsFromGMT: 0)
                formatter.dateFormat = "yyyy-MM-dd HH:mm:ss '+0000'"
                for slot in 0..<240 {
                    let start = Date(timeIntervalSince1970: Double(first + slot * 1800))
                    text += record(
                        "StepCount", "count", "1800", formatter.string(from: start),
                        formatter.string(from: start.addingTimeInterval(1800)))
                }
                let result = load(try files.write(export(text), "export.xml"))
                let rows = BucketTable.rows(
                    result.records, metric: .steps, unit: .day,
                    calendar: CivilCalendar(zone: try zone(name)))
                let row = try #require(
                    rows.first { $0.start == interval.start.timeIntervalSince1970 })
                #expect(row.end == interval.end.timeIntervalSince1970)
                #expect(row.components[0].sum == interval.duration)
                #expect(row.coverage == 1)
                #expect(interval.duration != 86_400)
            }
        }
    }

    @Test("Correlations pair in any order; repeats outside are merged, lone readings refused")
    func pairs() throws {
        let files = try TestFiles()
        let at = "2026-03-02 07:00:00 +0100"
        let later = "2026-03-02 08:00:00 +0100"
        let latest = "2026-03-02 09:00:00 +0100"
        let upper = record("BloodPressureSystolic", "mmHg", "128", at, source: "Cuff")
        let lower = record("BloodPressureDiastolic", "mmHg", "81", at, source: "Cuff")
        let open =
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" "
            + "startDate=\"\(at)\" endDate=\"\(at)\">"
        let result = load(
            try files.write(
                export(
                    open + lower + upper + "</Correlation>" + upper + lower + upper
                        + record("BloodPressureDiastolic", "mmHg", "77", later, source: "Cuff")
                        + record("BloodPressureSystolic", "mmHg", "120", later, source: "Cuff")
                        + record("BloodPressureSystolic", "mmHg", "140", latest, source: "Cuff")),
                "export.xml"))
        let columns = try #require(result.records[.bloodPressure]).columns
        #expect(columns.values == [128, 120])
        #expect(Array(PairColumns(columns).lower) == [81, 77])
        expectBalanced(result.report)
        #expect(result.report.files[0].read == 8)
        #expect(result.report.files[0].used == 4)
        #expect(result.report.files[0].merged == 3)
        #expect(
            result.report.files[0].refusals.map(\.reason) == [
                "a systolic reading without its diastolic"
            ])
    }

    @Test(
        "Readings of two correlations in one minute are not joined crosswise",
        arguments: [false, true])
    func pairsOfOneMinute(isBefore: Bool) throws {
        let files = try TestFiles()
        let at = "2026-03-02 08:30:00 +0100"
        func upper(_ value: Int) -> String {
            record("BloodPressureSystolic", "mmHg", "\(value)", at, source: "Cuff")
        }
        func lower(_ value: Int) -> String {
            record("BloodPressureDiastolic", "mmHg", "\(value)", at, source: "Cuff")
        }
        let pairs = [(120, 80), (130, 90)].map { high, low in
            " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" "
                + "startDate=\"\(at)\" endDate=\"\(at)\">\n" + upper(high) + lower(low)
                + " </Correlation>\n"
        }.joined()
        // The children exist outside as well, in another order, and a third pair exists only there.
        let children = upper(120) + upper(130) + upper(140) + lower(90) + lower(95) + lower(80)
        let result = load(
            try files.write(
                export(isBefore ? children + pairs : pairs + children), "export.xml"))
        let columns = try #require(result.records[.bloodPressure]).columns
        #expect(columns.values.sorted() == [120, 130, 140])
        #expect(PairColumns(columns).lower.sorted() == [80, 90, 95])
        #expect(
            zip(columns.values, PairColumns(columns).lower).allSatisfy {
                $0 - $1 >= 40 && $0 - $1 <= 45
            })
        expectBalanced(result.report)
        #expect(result.report.files[0].read == 10)
        #expect(result.report.files[0].merged == 4 && result.report.files[0].used == 6)
    }

    @Test("A malformed record as in real files costs only itself")
    func malformed() throws {
        let files = try TestFiles()
        let good = record("BodyMass", "kg", "71.5", "2026-03-02 07:00:00 +0100", source: "Scale")
        let after = record("BodyMass", "kg", "71.9", "2026-03-03 07:00:00 +0100", source: "Scale")
        for (middle, refused) in [
            // The closing quote of a value is missing.
            (" <Record type=\"HKQuantityTypeIdentifierBodyMass\" value=\"70\n", 1),
            (" <Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=>\n", 1),
            // Comments, CDATA, unknown elements, an attribute with a blank in its name.
            (
                "<!-- <Record a=\"b\"/> -->\n<![CDATA[ <Record a=\"b\"/> ]]>\n<UnexpectedObject thing one=\"1\"/>\n",
                0
            ),
            ("<!-- never closed\n", 0),
            (record("BodyMass", "kg", "NaN", "2026-03-02 09:00:00 +0100"), 1),
            (record("BodyMass", "kg", "1e999", "2026-03-02 09:00:00 +0100"), 1),
            (record("BodyMass", "kg", "-inf", "2026-03-02 09:00:00 +0100"), 1),
            (record("BodyMass", "kg", "heavy", "2026-03-02 09:00:00 +0100"), 1),
            (record("BodyMass", "furlong", "70", "2026-03-02 09:00:00 +0100"), 1),
            (record("BodyMass", "kg", "70", "1601-01-01 00:00:00 +0000"), 1),
            (record("BodyMass", "kg", "70", "9999-12-31 00:00:00 +0000"), 1),
            (record("BodyMass", "kg", "70", "2026-02-30 00:00:00 +0000"), 1),
            (
                record(
                    "BodyMass", "kg", "70", "2026-03-02 09:00:00 +0100", "2026-03-02 08:00:00 +0100"
                ), 1
            ),
            (record("Unheard", "kg", "70", "2026-03-02 09:00:00 +0100"), 1),
            (" <Record/>\n", 1),
            (
                " <Record type=\"HKQuantityTypeIdentifierBodyMass\" startDate=\"2026-03-02 09:00:00 +0100\"/>\n",
                1
            ),
        ] {
            let result = load(try files.write(export(good + middle + after), "export.xml"))
            let columns = try #require(result.records[.weight], "after \(middle)").columns
            #expect(columns.values == [71.5, 71.9], "after \(middle)")
            expectBalanced(result.report)
            #expect(result.report.files[0].refused == refused, "after \(middle)")
        }
    }

    @Test(
        "Half a million declarations without an end are searched through once, not once each",
        arguments: [
            "<?", "<!--", "<![CDATA[", "<!DOCTYPE [", "<!DOCTYPE [<!--", "<!--<?<![CDATA[",
        ])
    func endlessDeclarations(text: String) throws {
        let files = try TestFiles()
        // If each of them searched for the missing ends again, this would take hours.
        let stray = String(repeating: text, count: 1 << 19)
        let good = record("BodyMass", "kg", "71.5", "2026-03-02 07:00:00 +0100", source: "Scale")
        let path = try files.write(export(good + stray + "\n" + good), "export.xml")
        let result = load(path)
        #expect(result.report.files[0].format == "apple-health")
        #expect(result.report.files[0].read == 2 && result.report.files[0].merged == 1)
        #expect(result.records[.weight].map { Array($0.columns.values) } == [71.5])
        expectBalanced(result.report)
    }

    @Test(
        "Tags in a workout with lost quotes cost no more than their bytes",
        arguments: ["<Location a='", "<Location a=\"<Location b='", "<Record\ta='", "<Location a="])
    func endlessQuotes(text: String) throws {
        let files = try TestFiles()
        let workout =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"10\" "
            + "durationUnit=\"min\" sourceName=\"Watch\" startDate=\"2026-03-02 07:00:00 +0100\" "
            + "endDate=\"2026-03-02 07:10:00 +0100\">\n"
        let good = record("BodyMass", "kg", "71.5", "2026-03-02 07:00:00 +0100", source: "Scale")
        let stray = String(repeating: text, count: 1 << 17)
        let path = try files.write(export(workout + stray + "\n</Workout>\n" + good), "export.xml")
        let result = load(path)
        #expect(result.records[.weight].map { Array($0.columns.values) } == [71.5])
        #expect(result.records[.workouts]?.columns.count == 1)
        expectBalanced(result.report)
    }

    @Test("Attributes in any order, either quote, repeated, with entities and control characters")
    func attributes() throws {
        let files = try TestFiles()
        let text =
            "\n <?xml version='1.0'?>\n<HealthData>\n<Record value='70.25' endDate='2026-03-02 08:00:00 +0100' "
            + "unit='kg' startDate='2026-03-02 08:00:00 +0100' value='99'\n\tsourceName='A &amp; B&#x2019;s\u{b} "
            + "\u{a0}&#87;atch' type='HKQuantityTypeIdentifierBodyMass' >\n"
            + "<MetadataEntry key='HKWasUserEntered' value='1'/></Record></HealthData>"
        let result = load(try files.write(text, "some name"))
        let columns = try #require(result.records[.weight]).columns
        #expect(columns.values == [70.25])
        #expect(columns.starts == [utc(2026, 3, 2, 7)])
        #expect(columns.marks(at: 0) == .manual)
        #expect(result.records.sources.map(\.name) == ["A & B\u{2019}s \u{a0}Watch"])
        #expect(result.records.sources.map(\.kind) == [.watch])
    }

    @Test(
        "Metadata without meaning are skipped, whatever their form",
        arguments: [
            // The children of the record, whether it was entered by hand, and whether the record
            // that is inside a value is a record.
            ("<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>", true, false),
            ("<MetadataEntry key=\"HKTimeZone\" value=\"Asia/Tokyo\"/>", false, false),
            ("<MetadataEntry key=\"HKWas\" value=\"1\"/>", false, false),
            ("<MetadataEntry key=\"\" key=\"HKWasUserEntered\" value=\"1\"/>", true, false),
            ("<MetadataEntry key=\"a\" key=\"HKWasUserEntered\" value=\"1\"/>", false, false),
            ("<MetadataEntry  key = 'HKWasUserEntered' value=\"1\"/>", true, false),
            ("<MetadataEntry key=\"a\" value=\"<!-- 5 < 6\"/>", false, false),
            ("<MetadataEntry key=\"a\" value=\"<![CDATA[\"/>", false, false),
            ("<MetadataEntry key=\"a\" value=\"<?b\" c=\"d\"/>", false, false),
            ("<MetadataEntry key=\"<\" value=\"1\"/>", false, false),
            ("<MetadataEntry key=\"a\" value=\"", false, true),
            ("<MetadataEntry key=\"a\" value=\"b", false, true),
            ("<MetadataEntry key=\"a", false, true),
        ] as [(String, Bool, Bool)])
    func otherMetadata(entry: String, isManual: Bool, isCut: Bool) throws {
        let files = try TestFiles()
        let first = record("BodyMass", "kg", "71.5", "2026-03-02 07:00:00 +0100", source: "Scale")
        let second = record("BodyMass", "kg", "72.5", "2026-03-03 07:00:00 +0100", source: "Scale")
        let open = first.replacing("/>", with: ">")
        let end = isCut ? "\n" : "</Record>\n"
        let path = try files.write(
            export(open + entry + end + second + second.replacing("72.5", with: "73.5")),
            "export.xml")
        let result = load(path)
        let columns = try #require(result.records[.weight]).columns
        #expect(columns.values == [71.5, 72.5, 73.5])
        #expect((0..<3).map { columns.marks(at: $0) } == [isManual ? .manual : [], [], []])
        expectBalanced(result.report)
    }

    @Test("A file truncated anywhere gives every record before the end")
    func truncated() throws {
        let files = try TestFiles()
        try AppleHealthGenerator(records: 900, seed: 3, documentType: .ios16).write(
            to: files.path("whole.xml"))
        let bytes = try files.bytes("whole.xml")
        let text = String(decoding: bytes, as: UTF8.self)
        let whole = load(files.path("whole.xml")).records
        var random = SplitMix64(seed: 11)
        for _ in 0..<60 {
            let cut = Int.random(in: 3000..<bytes.count, using: &random)
            let result = load(try files.write(Array(bytes[..<cut]), "cut.xml"))
            expectBalanced(result.report)
            let before = String(decoding: bytes[..<cut], as: UTF8.self)
            // Tags that are complete before the cut; a record that lost only its children is
            // complete.
            let tags = before.components(separatedBy: "<Record ").dropFirst()
            let complete = tags.filter { $0.contains(">") && $0.contains("value=\"") }.count
            let file = result.report.files[0]
            let workouts = before.components(separatedBy: "<Workout ").dropFirst().filter {
                $0.contains(">")
            }
            let days = before.components(separatedBy: "<ActivitySummary ").dropFirst().filter {
                $0.contains(">")
            }
            let lone = file.refusals.filter { $0.reason.contains("without its") }.map(\.count)
                .reduce(0, +)
            #expect(file.used + file.merged + lone == complete + workouts.count + days.count)
            #expect(!file.notes.isEmpty || before.hasSuffix("</HealthData>\n"))
            if let weights = result.records[.weight] {
                #expect(whole[.weight]?.columns.values.starts(with: weights.columns.values) == true)
            }
        }
        #expect(text.hasSuffix("</HealthData>\n"))
    }

    @Test("A cut zip gives what can be inflated; changed bytes never end the program")
    func damaged() throws {
        let files = try TestFiles()
        try AppleHealthGenerator(records: 30_000, seed: 4).write(to: files.path("whole.zip"))
        try AppleHealthGenerator(records: 400, seed: 4).write(to: files.path("small.xml"))
        let zip = try files.bytes("whole.zip")
        let half = load(try files.write(Array(zip[..<(zip.count / 2)]), "cut.zip"))
        #expect(half.report.files[0].used > 9000)
        #expect(half.report.files[0].notes.contains { $0.text.contains("cut off") })
        expectBalanced(half.report)
        let xml = try files.bytes("small.xml")
        var random = SplitMix64(seed: 5)
        for _ in 0..<40 {
            var changed = xml
            for _ in 0..<20 {
                let place = Int.random(in: 0..<changed.count, using: &random)
                changed[place] = UInt8.random(in: 0...255, using: &random)
            }
            expectBalanced(load(try files.write(changed, "changed.xml")).report)
        }
        for _ in 0..<25 {
            let cut = Int.random(in: 1..<zip.count, using: &random)
            expectBalanced(load(try files.write(Array(zip[..<min(cut, 40_000)]), "cut.zip")).report)
        }
    }

    @Test(
        "Batches grow to the same samples, progress rises to 1, a cancelled import keeps its data"
    )
    func streaming() throws {
        let files = try TestFiles()
        try AppleHealthGenerator(records: 20_000, seed: 9).write(to: files.path("export.zip"))
        let options = ImportOptions(zone: .utc)
        let importer = Importer(files: [files.path("export.zip")], options: options)
        var samples = 0
        var pictures = 0
        var fractions: [Double] = []
        var finished = 0
        let result = importer.run(
            progress: { progress in
                fractions.append(progress.fraction ?? .nan)
                if progress.finished { finished += 1 }
            },
            grown: { soFar in
                pictures += 1
                let now = soFar().samples.map(\.columns.count).reduce(0, +)
                #expect(now > samples)
                samples = now
            })
        #expect(pictures > 2)
        #expect(finished == 1)
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
        let kept = result.records.samples.map(\.columns.count).reduce(0, +)
        #expect(kept <= samples && kept > samples * 9 / 10)
        var asked = 0
        let cancellation = Cancellation()
        let stopped = importer.run(
            progress: { _ in
                asked += 1
                if asked > 2 { cancellation.cancel() }
            }, cancellation: cancellation)
        #expect(stopped.report.wasCancelled)
        #expect(stopped.report.files[0].read < 20_000)
        #expect(stopped.report.files[0].used > 0)
    }
}
