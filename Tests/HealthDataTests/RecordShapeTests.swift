import ChartCore
import Testing

@testable import HealthData

/// Records that are read by the shape of an earlier one, against reading each of them completely.
@Suite("Records of one shape") struct RecordShapeTests {
    private func load(_ path: String, short: Bool) -> ImportResult {
        var options = ImportOptions(zone: .utc, workers: 1)
        options.usesFastPaths = short
        return Importer(files: [path], options: options).run()
    }

    private func expectSame(
        _ records: [String], _ what: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let files = try TestFiles()
        let path = try files.write(
            Array(("<HealthData>\n" + records.joined(separator: "\n") + "\n</HealthData>\n").utf8),
            "export.xml")
        let long = load(path, short: false)
        HealthDataTests.expectSame(load(path, short: true), long, "\(what)", location)
        #expect(long.report.files[0].read > 0, sourceLocation: location)
    }

    /// A record with attributes in any order, possibly repeated.
    private static func record(_ random: inout SplitMix64) -> String {
        func one(_ texts: [String]) -> String {
            texts[Int.random(in: 0..<texts.count, using: &random)]
        }
        func date() -> String {
            "2026-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 0...9, using: &random))"
                + " 08:\(Int.random(in: 10...59, using: &random)):00"
                + one([" +0100", " +0100", " +0100", " -0330", "", " PM +0100", "<"])
        }
        var attributes = [
            "type=\""
                + one([
                    "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
                    "HKQuantityTypeIdentifierBodyMass", "HKCategoryTypeIdentifierSleepAnalysis",
                    "HKQuantityTypeIdentifierUnheardOf", "",
                ]) + "\"",
            "sourceName='" + one(["Kim’s Phone", "Watch", "A&amp;B", ""]) + "'",
            "unit=\"" + one(["count", "count", "count/min", "kg", "lb", ""]) + "\"",
            "creationDate=\"" + date() + "\"",
            "startDate=\"" + date() + "\"",
            "endDate=\"" + one(["", date(), date().replacing("2026", with: "2027")]) + "\"",
            "value=\""
                + one(["", "12", "70.5", "1e3", "nan", "<3", "HKCategoryValueSleepAnalysisInBed"])
                + "\"",
        ]
        if Bool.random(using: &random) {
            attributes.insert(
                "device=\"" + one(["", "&lt;a&gt;", "<b>", "<Record "]) + "\"", at: 2)
        }
        for _ in 0..<Int.random(in: 0...1, using: &random) {
            // A different one, or a different order.
            let from = Int.random(in: 0..<attributes.count, using: &random)
            let to = Int.random(in: 0..<attributes.count, using: &random)
            if Bool.random(using: &random) {
                attributes.swapAt(from, to)
            } else {
                attributes.insert(attributes[from], at: to)
            }
        }
        let end = one([
            "/>", "/>", "/>", ">" + children(&random), ">" + children(&random), " />", ">", "",
        ])
        return " <Record " + attributes.joined(separator: one([" ", " ", " ", "\n "])) + end
    }

    /// The children of a record up to its end tag: some with a meaning, most without.
    private static func children(_ random: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: text += "\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
            case 1: text += "\n  <MetadataEntry key=\"HKWeather\" value=\"a\nb\"/>"
            case 2: text += "\n  <!-- <Record -->"
            case 3: text += "\n  <InstantaneousBeatsPerMinute bpm=\"70\"/>"
            case 4: text += "<MetadataEntry key='HKOther' value='&lt;'/>"
            case 5:
                text +=
                    "\n  <MetadataEntry key=\"HKLong\" value=\"\(String(repeating: "y", count: 300))\"/>"
            default:
                let value = Int.random(in: 0...120, using: &random)
                text +=
                    "\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"\(value)\"/>"
            }
        }
        return text
            + (Int.random(in: 0..<10, using: &random) == 0 ? "\n</Record >" : "\n </Record>")
    }

    @Test("Any records have the same meaning by their shapes", arguments: 0..<40)
    func anyRecords(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed) &+ 77)
        // A few are repeated many times with other values: their shapes are known.
        let kinds = (0..<12).map { _ in Self.record(&random) }
        var records: [String] = []
        for _ in 0..<400 {
            var record = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0: record = Self.record(&random)
            case 1: record.replace("08:", with: "0\(Int.random(in: 1...9, using: &random)):")
            case 2: record.replace("70.5", with: "7\(Int.random(in: 0...99, using: &random))")
            case 3: record.replace("12\"", with: "\"")
            case 4:
                record.replace("&lt;a&gt;", with: "&lt;\(Int.random(in: 0...9999, using: &random))")
                record.replace(
                    "Context\" value=\"",
                    with: "Context\" value=\"\(Int.random(in: 0...9, using: &random))")
            default: break
            }
            records.append(record)
            // The line of each of these is reported.
            if Int.random(in: 0..<20, using: &random) == 0 {
                records.append(" <Record type=\"HKUnheardOf\(records.count)\" value=\"1\"/>")
            }
        }
        try expectSame(records, "seed \(seed)")
    }

    @Test("An empty value lets another with its name count")
    func repeatedNames() throws {
        func record(_ unit: String, _ end: String) -> String {
            """
             <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="S" unit="\(unit)" unit="lb" \
            startDate="2026-03-01 08:00:00 +0000" endDate="\(end)" endDate="2026-03-01 09:00:00 +0000" \
            value="70"/>
            """
        }
        try expectSame(
            [
                record("kg", "2026-03-01 08:30:00 +0000"), record("", "2026-03-01 08:30:00 +0000"),
                record("kg", ""), record("", ""), record("kg", "2026-03-01 08:31:00 +0000"),
            ], "repeated names")
    }

    @Test("Children belong to the shape of their record until others come")
    func children() throws {
        func record(_ minute: Int, _ children: String) -> String {
            """
             <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="S" unit="count/min" \
            startDate="2026-03-01 08:\(10 + minute % 50):00 +0000" \
            endDate="2026-03-01 08:\(10 + minute % 50):00 +0000" value="\(60 + minute)">\(children)
             </Record>
            """
        }
        let plain = "\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"1\"/>"
        let typed = "\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
        var records: [String] = []
        for (number, children) in [
            plain, plain, typed, plain, plain + typed, typed + plain, plain + plain, plain, typed,
            typed,
            typed, typed, typed, typed, plain, "",
            plain + "\n  <HeartRateVariabilityMetadataList/>",
        ].enumerated() {
            records.append(record(number, children))
        }
        try expectSame(records, "children")
        let files = try TestFiles()
        let path = try files.write(
            Array(("<HealthData>\n" + records.joined(separator: "\n") + "\n</HealthData>\n").utf8),
            "export.xml")
        let columns = try #require(load(path, short: true).records[.heartRate]?.columns)
        #expect(columns.count == records.count)
        #expect((0..<columns.count).count { columns.marks(at: $0).contains(.manual) } == 9)
    }

    @Test("More shapes than there is room for, and longer ones")
    func manyShapes() throws {
        let records = (0..<4_000).map { number in
            " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"source \(number % 900)"
                + String(repeating: "x", count: number % 7 == 0 ? 400 : 0)
                + "\" unit=\"count\" startDate=\"2026-03-01 08:00:00 +0000\""
                + " endDate=\"2026-03-01 08:0\(number % 10):00 +0000\" value=\"\(number)\"/>"
        }
        try expectSame(records, "many shapes")
    }
}
