import ChartCore
import Foundation
import Testing

@testable import HealthData

/// Exports of several programs that are given together.
@Suite("Several programs in one archive") struct ProgramTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    /// The mean oxygen of two days, from a ring.
    static let ring = (
        name: "Oura/App Data/dailyspo2.csv",
        text: """
        id;breathing_disturbance_index;day;spo2_percentage
        s1;3;2026-01-05;{"average": 97.125}
        s2;3;2026-01-06;{"average": 96.5}

        """
    )
    /// A reading of another maker's watch on the first of them.
    static let watch = (
        name: "Samsung/com.samsung.shealth.tracker.oxygen_saturation.1.csv",
        text: """
        com.samsung.shealth.tracker.oxygen_saturation,6312001,3
        tag_id,com.samsung.health.oxygen_saturation.spo2,com.samsung.health.oxygen_saturation.start_time,com.samsung.health.oxygen_saturation.time_offset,com.samsung.health.oxygen_saturation.datauuid
        31000,95.0,2026-01-05 10:30:00.000,UTC+0000,o1,

        """
    )

    @Test("Formats of one export have one program, and common formats have none")
    func catalogue() {
        var formats: [String: Set<String>] = [:]
        for format in FormatCatalogue.all {
            formats[format.program ?? "", default: []].insert(format.name)
        }
        #expect(
            formats[""] == [
                "fit", "gpx", "tcx", "json", "csv", "fhir", "workbook", "chart-columns", "kml",
                "sml", "targets",
            ])
        #expect(formats["apple-health"] == ["apple-health", "apple-ecg"])
        #expect(formats["fitbit"] == ["fitbit", "google-health"])
        #expect(formats["google-fit"] == ["google-fit"])
        // Each of the others has its own program.
        for (program, names) in formats where names.count == 1 { #expect(names == [program]) }
    }

    @Test("The mean of a ring's day is not that of a watch next to it")
    func means() throws {
        let both = load(try files.zip([Self.ring, Self.watch], "both.zip"))
        #expect(values(both, .oxygen) == [97.125, 95, 96.5])
        #expect(both.report.files[0].merged == 0)
        #expect(both.records.sources.map(\.program) == ["oura", "samsung-health"])
        expectBalanced(both.report)
        // The same in a folder, and in the other order.
        let other = load(try files.zip([Self.watch, Self.ring], "other.zip"))
        #expect(values(other, .oxygen) == [97.125, 95, 96.5])
    }

    @Test("A day's sum of one program is kept next to the minutes of another")
    func amounts() throws {
        let path = try files.zip(
            [
                (
                    "Withings/aggregates_steps.csv",
                    "date,value\n2026-01-05,9000\n2026-01-06,4000\n"
                ),
                (
                    "Fitbit/steps-2026-01-05.json",
                    "[{\"dateTime\":\"01/05/26 10:00:00\",\"value\":\"2500\"}]"
                ),
            ], "both.zip")
        let result = load(path)
        #expect(result.report.files[0].members.map(\.format) == ["withings", "fitbit"])
        #expect(areNear(dailySums(result.records, .steps), [9000, 4000]))
        // Two devices: without merging, both count in full.
        #expect(
            areNear(dailySums(result.records, .steps, mode: .none), [9000 + 2500, 4000]))
        expectBalanced(result.report)
    }

    @Test("Two exports in a folder count as if they were given separately")
    func folder() throws {
        let sums = try files.zip(
            [
                (
                    "Withings/aggregates_steps.csv",
                    "date,value\n2026-01-05,12000\n2026-01-06,4000\n"
                )
            ], "withings.zip")
        let phone = try files.zip(
            [
                (
                    "apple_health_export/export.xml",
                    export(
                        record(
                            "StepCount", "count", "3000", "2026-01-05 08:00:00 +0000",
                            "2026-01-05 09:00:00 +0000"))
                )
            ], "apple.zip")
        for result in [load(files.folder), load(sums, phone), load(phone, sums)] {
            #expect(areNear(dailySums(result.records, .steps), [12_000, 4000]))
            #expect(result.report.files.map(\.used).reduce(0, +) == 3)
            expectBalanced(result.report)
        }
    }

    @Test("Days of all devices are totals: next to another device they add their excess")
    func samsungDays() throws {
        let day = Int(utc(2026, 1, 5)) * 1000
        let steps = """
            com.samsung.shealth.step_daily_trend,6312001,1
            binning_data,update_time,create_time,source_pkg_name,source_type,count,speed,distance,calorie,deviceuuid,pkg_name,datauuid,day_time
            a.json,2026-01-05 20:00:00.000,2026-01-05 01:00:00.000,,-2,9000,0.9,6400.5,310.2,x,com.sec.android.app.shealth,u1,\(day),
            b.json,2026-01-05 20:00:00.000,2026-01-05 01:00:00.000,,0,9000,0.9,6400.5,310.2,y,com.sec.android.app.shealth,u2,\(day),

            """
        let phone = export(
            record(
                "StepCount", "count", "5000", "2026-01-05 08:00:00 +0000",
                "2026-01-05 09:00:00 +0000")
                + record(
                    "StepCount", "count", "3800", "2026-01-05 18:00:00 +0000",
                    "2026-01-05 19:00:00 +0000"))
        let result = load(
            try files.write(steps, "steps.csv"), try files.write(phone, "export.xml"))
        #expect(result.report.files.map(\.format) == ["samsung-health", "apple-health"])
        #expect(areNear(dailySums(result.records, .steps), [9000]))
        #expect(result.report.files[0].merged == 1)
        expectBalanced(result.report)
    }

    @Test("The same samples of one device in the exports of two programs are copies")
    func copies() throws {
        var columns = SampleColumns()
        for source in 0..<3 {
            for hour in 0..<5 {
                columns.append(
                    start: Double(hour) * 3600, end: Double(hour) * 3600 + 600, value: 100,
                    source: UInt16(source))
            }
        }
        let sources = ["x", "y", nil].map {
            Source(name: "Band", kind: .watch, file: 0, program: $0)
        }
        let records = HealthRecords(
            samples: [MetricSamples(metric: try #require(Metric(.steps)), columns: columns)],
            sources: sources
        ).settled()
        #expect(records[.steps]?.columns.count == 5)
        #expect(records.merged(.steps).values.reduce(0, +) == 500)
        // For a person it is one source.
        #expect(records.shares(of: .steps).isEmpty)
    }

    @Test("The store's sources have the program of their document, even once their kind is known")
    func store() {
        var store = RecordStore(files: 1)
        var sink = RecordSink(file: 0)
        let band = sink.source(called: "Band", .other)
        var map = RecordStore.SinkMap(of: "x")
        store.take(&sink, &map)
        _ = sink.source(called: "Band", .watch)
        #expect(band == 0)
        store.take(&sink, &map)
        #expect(
            store.sources == [Source(name: "Band", kind: .watch, file: 0, program: "x")])
        // A part of the same document, and another document.
        var part = RecordSink(file: 0)
        _ = part.source(called: "Scale", .other)
        sink.adoptSources(of: &part)
        store.take(&sink, &map)
        var own = RecordStore.SinkMap(part.adopted, through: map)
        store.take(&part, &own)
        var other = RecordSink(file: 0)
        _ = other.source(called: "Band", .watch)
        var free = RecordStore.SinkMap()
        store.take(&other, &free)
        #expect(store.sources.map(\.program) == ["x", "x", nil])
        #expect(store.sources.map(\.name) == ["Band", "Scale", "Band"])
    }
}
