import ChartCore
import Foundation
import Testing

@testable import HealthData

/// A person's order of sources, against the simplest algorithm and by hand.
@Suite("The order of sources") struct SourceOrderTests {
    private typealias Entry = SourceOrder.Entry

    private func steps(_ columns: SampleColumns) throws -> MetricSamples {
        MetricSamples(metric: try #require(Metric(.steps)), columns: columns)
    }

    private func expectSame(_ got: [Double], _ expected: [Double], _ place: String) {
        for minute in expected.indices {
            #expect(
                abs(got[minute] - expected[minute]) <= 1e-9 * max(1, expected[minute]),
                "\(place), minute \(minute)")
        }
    }

    @Test("Sets of devices in random orders are right minute by minute", arguments: 0..<10)
    func sets(_ part: Int) throws {
        var random = SplitMix64(seed: 7_000 + UInt64(part))
        for set in 0..<60 {
            let oracle = SweepOracle(&random)
            let place = "set \(part).\(set)"
            // Some of them, in any order; nil means manual entries.
            let everybody = [nil] + oracle.sources.indices.map(Optional.some)
            let named = everybody.shuffled(using: &random)
                .prefix(Int.random(in: 1...everybody.count, using: &random))
            let off = Set(named.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            var order = SourceOrder()
            order[.steps] = named.map { source in
                let key: SourceKey =
                    source.map { .named(oracle.sources[$0].name, oracle.sources[$0].kind) }
                    ?? .manual
                return Entry(key, counts: !off.contains(source))
            }
            // Unnamed sources follow in the usual order, manual entries before the devices.
            var ranked = Array(named)
            ranked += ([nil] + oracle.usualOrder.map(Optional.some)).filter { !named.contains($0) }
            let present = Set(oracle.intervals.map { $0.isManual ? nil : $0.source })
            let counting = present.subtracting(off)
            // If no source is left that counts, the switches have no effect.
            let last = counting.isEmpty ? ranked : ranked.filter { !off.contains($0) }
            let expected = oracle.expected(last)

            let records = HealthRecords(
                samples: [try steps(oracle.columns)], sources: oracle.sources, order: order)
            let merged = records.merged(.steps)
            expectSame(SweepOracle.minutes(of: merged), expected, place)

            let shares = records.shares(of: .steps)
            guard present.count > 1 else {
                #expect(shares.isEmpty, "\(place)")
                continue
            }
            let sum = expected.reduce(0, +)
            let counted = shares.reduce(0) { $0 + $1.counted[0] }
            #expect(abs(counted - sum) <= 1e-9 * max(1, sum), "\(place)")
            #expect(shares.count == present.count)
            let keys = ranked.filter { present.contains($0) }.map { source in
                source.map { oracle.sources[$0].name }
            }
            #expect(shares.map(\.source.name) == keys, "\(place)")
            for share in shares {
                let own = oracle.intervals.filter { interval in
                    interval.isManual
                        ? share.source == .manual
                        : share.source.name == oracle.sources[interval.source].name
                }
                let whole = own.reduce(0) { $0 + $1.value }
                #expect(share.samples == own.count)
                #expect(abs(share.sums[0] - whole) <= 1e-9 * max(1, whole))
                #expect(share.counted[0] <= share.sums[0] * (1 + 1e-12) + 1e-9)
                if !share.counts { #expect(share.counted == [0]) }
            }
        }
    }

    @Test("Without an order, or with one of another metric, all samples are the same")
    func unchanged() throws {
        var random = SplitMix64(seed: 99)
        for _ in 0..<200 {
            let oracle = SweepOracle(&random)
            let samples = try steps(oracle.columns)
            let before = samples.merged(.overlap, sources: oracle.sources)
            var others = SourceOrder()
            others[.distance] = [Entry(.named("Device 1", nil)), Entry(.manual, counts: false)]
            var absent = SourceOrder()
            absent[.steps] = [Entry(.named("Nobody", nil), counts: false)]
            var usual = SourceOrder()
            usual[.steps] =
                [Entry(.manual)]
                + oracle.usualOrder.map { Entry(.named(oracle.sources[$0].name, nil)) }
            for order in [SourceOrder(), others, absent, usual] {
                #expect(samples.merged(.overlap, sources: oracle.sources, order: order) == before)
            }
        }
    }

    /// A watch from ten to eleven, a phone from half past ten, and half an hour entered by hand.
    private func day() throws -> HealthRecords {
        var columns = SampleColumns()
        columns.append(start: 36_000, end: 39_600, value: 600, source: 0)
        columns.append(start: 36_900, end: 38_700, value: 90, source: 1, marks: .manual)
        columns.append(start: 37_800, end: 41_400, value: 240, source: 1)
        return HealthRecords(
            samples: [try steps(columns)],
            sources: [
                Source(name: "Watch", kind: .watch, file: 0),
                Source(name: "iPhone", kind: .phone, file: 0),
            ])
    }

    @Test(
        "The counted amounts, by hand",
        arguments: [
            // Entered by hand 10:15 to 10:45; the watch has the other half of its hour, the phone
            // the rest.
            ("", 90 + 300 + 120), ("manual,Watch,iPhone", 90 + 300 + 120), ("Watch", 600 + 120),
            ("Watch,iPhone,manual", 600 + 120), ("iPhone", 240 + 45 + 150),
            ("iPhone,Watch", 240 + 300), ("iPhone,manual,Watch", 240 + 45 + 150),
            ("Nobody,iPhone", 240 + 45 + 150),
        ] as [(String, Double)])
    func byHand(order: String, sum: Double) throws {
        var given = SourceOrder()
        if !order.isEmpty { try given.add("steps=" + order) }
        let day = try day()
        let records = HealthRecords(
            samples: day.samples, sources: day.sources, order: given)
        let summary = try #require(MetricSummary(records, .steps))
        #expect(summary.sum == [sum])
        #expect(summary.sources.reduce(0) { $0 + $1.counted[0] } == sum)
        #expect(records.shares(of: .steps).reduce(0) { $0 + $1.counted[0] } == sum)
        #expect(records.merged(.steps, .none).count == 3)
    }

    @Test("A source that is switched off never counts, unless there is no other")
    func switchedOff() throws {
        let day = try day()
        func sum(_ off: SourceKey...) throws -> Double {
            var order = SourceOrder()
            order[.steps] = off.map { Entry($0, counts: false) }
            let records = HealthRecords(samples: day.samples, sources: day.sources, order: order)
            return try #require(MetricSummary(records, .steps)).sum[0]
        }
        let (watch, phone) = (SourceKey.named("Watch", .watch), SourceKey.named("iPhone", .phone))
        #expect(try sum(.manual) == 600 + 120)
        #expect(try sum(watch) == 90 + 240 * 0.75)
        #expect(try sum(phone) == 90 + 300)
        #expect(try sum(.manual, watch) == 240)
        #expect(try sum(.manual, phone) == 600)
        #expect(try sum(watch, phone) == 90)
        #expect(try sum(.manual, watch, phone) == 510)
        // A single source cannot be switched off.
        var alone = SampleColumns()
        alone.append(start: 0, end: 60, value: 7, source: 0)
        var order = SourceOrder()
        order[.steps] = [Entry(watch, counts: false)]
        let records = HealthRecords(
            samples: [try steps(alone)], sources: day.sources, order: order)
        #expect(records.merged(.steps).values.first == 7)
        #expect(records.shares(of: .steps).isEmpty)
    }

    @Test("Readings have no ranks, but can be switched off; texts and pairs are unchanged")
    func readings() throws {
        let files = try TestFiles()
        let path = try files.write(
            """
            time,heart rate (bpm),systolic (mmHg),diastolic (mmHg),source
            2026-01-05 08:00,60,120,80,Watch
            2026-01-05 08:00,70,130,90,Band
            2026-01-05 09:00,62,122,82,Watch

            """)
        var options = ImportOptions(zone: .utc)
        let all = Importer(files: [path], options: options).run()
        #expect(all.records.merged(.heartRate).count == 3)
        let rates = all.records.shares(of: .heartRate)
        #expect(rates.map(\.source) == [.named("Watch", .watch), .named("Band", .other)])
        #expect(rates.map(\.means) == [[61], [70]] && rates.map(\.samples) == [2, 1])
        #expect(rates.allSatisfy { $0.counted == $0.sums })
        #expect(all.records.shares(of: .bloodPressure).map(\.means) == [[121, 81], [130, 90]])
        try options.order.add("heart-rate=Band,Watch")
        let ranked = Importer(files: [path], options: options).run()
        #expect(ranked.records.merged(.heartRate) == all.records.merged(.heartRate))
        #expect(ranked.records.orderRemarks.count == 1)
        options.order[.heartRate] = [Entry(.named("Watch", .watch), counts: false)]
        let off = Importer(files: [path], options: options).run()
        #expect(Array(off.records.merged(.heartRate).values) == [70])
        #expect(off.records[.heartRate]?.columns.count == 3)
        #expect(off.records.merged(.bloodPressure).count == 3)
        #expect(try #require(MetricSummary(off.records, .heartRate)).sum == [70])
        #expect(off.records.shares(of: .heartRate).map(\.counted) == [[0], [70]])
        expectBalanced(off.report)
    }

    private static let walk = export(
        record(
            "StepCount", "count", "600", "2026-05-04 08:00:00 +0000",
            "2026-05-04 10:00:00 +0000", source: "Apple Watch")
            + record(
                "StepCount", "count", "300", "2026-05-04 09:00:00 +0000",
                "2026-05-04 11:00:00 +0000", source: "iPhone")
            + record(
                "StepCount", "count", "50", "2026-05-04 09:15:00 +0000",
                "2026-05-04 09:45:00 +0000", source: "iPhone"))

    @Test("An import follows it to the end, and its report balances")
    func imported() throws {
        let files = try TestFiles()
        let path = try files.write(Self.walk, "export.xml")
        func read(_ edit: (inout SourceOrder) throws -> Void) throws -> (Double, FileReport) {
            var options = ImportOptions(zone: .utc)
            try edit(&options.order)
            let result = Importer(files: [path], options: options).run()
            expectBalanced(result.report)
            #expect(result.records[.steps]?.columns.count == 3)
            let summary = try #require(MetricSummary(result.records, .steps))
            return (summary.sum[0], result.report.files[0])
        }
        // The watch covers the phone's first hour, and the second of its samples completely.
        let (usual, report) = try read { _ in }
        #expect(usual == 600 + 150 && report.merged == 1 && report.switchedOff == 0)
        let (phone, phoneReport) = try read { try $0.add("steps=iPhone") }
        #expect(phone == 350 + 300 && phoneReport.merged == 0)
        let (without, offReport) = try read {
            $0[.steps] = [Entry(.named("iPhone", .phone), counts: false)]
        }
        #expect(without == 600 && offReport.merged == 2 && offReport.switchedOff == 2)
        #expect(offReport.used == 1)
    }

    @Test("A workout that two devices recorded is that of the first in the order")
    func workouts() throws {
        func workout(_ source: String, _ end: String, _ attributes: String) -> String {
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"\(source)\" "
                + "startDate=\"2026-03-02 08:00:00 +0000\" endDate=\"2026-03-02 \(end):00 +0000\" "
                + attributes + "/>\n"
        }
        let files = try TestFiles()
        let path = try files.write(
            export(
                workout(
                    "Apple Watch", "09:00",
                    "totalDistance=\"10\" totalDistanceUnit=\"km\"")
                    + workout(
                        "iPhone", "09:10",
                        "totalDistance=\"9\" totalDistanceUnit=\"km\" totalEnergyBurned=\"500\" "
                            + "totalEnergyBurnedUnit=\"kcal\"")), "export.xml")
        func read(_ entries: [Entry]) throws -> Workout {
            var options = ImportOptions(zone: .utc)
            options.order[.workouts] = entries
            let records = Importer(files: [path], options: options).run().records
            #expect(records.workouts.count == 1)
            return try #require(records.workouts.first)
        }
        let phone = SourceKey.named("iPhone", .phone)
        let usual = try read([])
        #expect(usual.end == utc(2026, 3, 2, 9) && usual.figures.distance == 10_000)
        #expect(usual.figures.energy == 500, "missing figures are taken from the other")
        let other = try read([Entry(phone)])
        #expect(other.end == utc(2026, 3, 2, 9, 10) && other.figures.distance == 9_000)
        let alone = try read([Entry(phone, counts: false)])
        #expect(alone.end == utc(2026, 3, 2, 9) && alone.figures.distance == 10_000)
        #expect(alone.figures.energy == nil, "a source that does not count fills no gap")
    }

    @Test("Sleep is that of the first source in the order; time in bed is kept")
    func sleep() throws {
        func stage(_ name: String, _ start: String, _ end: String, _ source: String) -> String {
            " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"\(source)\" "
                + "startDate=\"2026-03-02 \(start):00 +0000\" "
                + "endDate=\"2026-03-02 \(end):00 +0000\" "
                + "value=\"HKCategoryValueSleepAnalysis\(name)\"/>\n"
        }
        let files = try TestFiles()
        let path = try files.write(
            export(
                stage("InBed", "00:00", "06:00", "iPhone")
                    + stage("AsleepREM", "01:00", "05:00", "iPhone")
                    + stage("Awake", "02:00", "03:00", "Watch")), "export.xml")
        func hours(_ order: String?) throws -> [Double] {
            var options = ImportOptions(zone: .utc)
            if let order { try options.order.add("sleep=" + order) }
            let records = Importer(files: [path], options: options).run().records
            let shares = records.shares(of: .sleep)
            #expect(shares.map(\.sums).flatMap { $0 }.sorted() == [0, 4 * 3600])
            let merged = records.merged(.sleep)
            #expect(merged.values.contains(Double(SleepStage.inBed.rawValue)))
            return shares.map { $0.counted[0] / 3600 }
        }
        #expect(try hours(nil) == [0, 3])
        #expect(try hours("iPhone") == [4, 0])
    }

    @Test("The library is read in the requested order, and stored completely in any")
    func library() throws {
        let files = try TestFiles()
        let path = try files.write(Self.walk, "export.xml")
        var options = ImportOptions(zone: .utc)
        options.order[.steps] = [Entry(.named("iPhone", .phone), counts: false)]
        let library = try Library(directory: files.path("library"))
        defer { library.close() }
        let addition = try library.add(path, options: options)
        #expect(addition.new == 3)
        func sum(_ order: SourceOrder) throws -> Double {
            try #require(MetricSummary(try library.contents(order: order).records, .steps)).sum[0]
        }
        #expect(try sum(SourceOrder()) == 750)
        #expect(try sum(options.order) == 600)
        var phone = SourceOrder()
        try phone.add("steps=iPhone")
        #expect(try sum(phone) == 650)
    }

    @Test("An absent source keeps its place, and a name is recognised in another kind")
    func places() throws {
        let (a, b, c) = (
            SourceKey.named("A", .watch), SourceKey.named("B", .phone),
            SourceKey.named("C", .other)
        )
        let gone = SourceKey.named("Gone", .watch)
        var order = SourceOrder()
        order.place([Entry(b), Entry(a), Entry(c)], of: .steps)
        #expect(order[.steps].map(\.source) == [b, a, c])
        order[.steps] = [Entry(gone), Entry(b), Entry(a, counts: false)]
        #expect(order.arranged(.steps, [a, b, c]).map(\.source) == [gone, b, a, c])
        order.place([Entry(c), Entry(a), Entry(b, counts: false)], of: .steps)
        #expect(
            order[.steps] == [Entry(gone), Entry(c), Entry(a), Entry(b, counts: false)])
        // By its name alone if no source has the kind; both if there are two of that name.
        let (asPhone, asOther) = (SourceKey.named("A", .phone), SourceKey.named("A", .other))
        order[.steps] = [Entry(c), Entry(a, counts: false)]
        #expect(
            order.arranged(.steps, [asPhone, b, asOther, c])
                == [
                    Entry(c), Entry(asPhone, counts: false), Entry(asOther, counts: false),
                    Entry(b),
                ])
        order[.steps] = []
        #expect(order.isEmpty && order.arranged(.steps, [a, c]) == [Entry(a), Entry(c)])
    }

    @Test("It is read back from its file")
    func kept() throws {
        var order = SourceOrder()
        order[.steps] = [
            Entry(.named("iPhone, old", .phone)), Entry(.manual, counts: false),
            Entry(.named("x", nil)),
        ]
        order[.sleep] = [Entry(.named("Watch", .watch), counts: false)]
        let data = try JSONEncoder().encode(order)
        #expect(try JSONDecoder().decode(SourceOrder.self, from: data) == order)
        let written = Data(#"{"steps":[{"name":"W","kind":"ring"},{"manual":true}]}"#.utf8)
        let read = try JSONDecoder().decode(SourceOrder.self, from: written)
        #expect(read[.steps] == [Entry(.named("W", nil)), Entry(.manual)])
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(SourceOrder.self, from: Data("[1]".utf8))
        }
    }

    @Test("Valid and invalid arguments of the command line")
    func words() throws {
        var order = SourceOrder()
        try order.add("steps=manual, Apple Watch ,iPhone\\, old,a\\b")
        try order.add("steps=Band")
        try order.add("column:mood=one")
        #expect(
            order[.steps].map(\.source) == [
                .manual, .named("Apple Watch", nil), .named("iPhone, old", nil),
                .named("a\\b", nil), .named("Band", nil),
            ])
        #expect(order.metrics == [.column("mood"), .steps])
        for wrong in ["steps", "=a", "steps=", "steps=a,,b", "steps=a,", "mood=a"] {
            #expect(throws: SourceOrder.Misfit.self, "\(wrong)") { try order.add(wrong) }
        }
    }
}
