import ChartCore
import Foundation
import HealthData
import Platform
import Testing

@testable import Reports

/// The machine's copy of a report.
@MainActor @Suite struct FHIRTests {
    private let setting: SheetCase

    init() throws { setting = try SheetCase() }

    private func bundle(_ records: HealthRecords, _ options: ReportOptions) throws -> FHIRBundle {
        let bytes = try FHIRReport.json(of: records, options, created: SheetCase.printed)
        return try JSONDecoder().decode(FHIRBundle.self, from: Data(bytes))
    }

    /// What the program reads from a bundle that it wrote.
    private func read(_ records: HealthRecords, _ options: ReportOptions) throws -> ImportResult {
        let bytes = try FHIRReport.json(of: records, options, created: SheetCase.printed)
        let url = FileManager.default.temporaryDirectory
            .appending(path: "report-\(UUID().uuidString).fhir.json")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return Importer(
            files: [url.path(percentEncoded: false)],
            options: ImportOptions(zone: setting.calendar.zone)
        ).run()
    }

    private func observations(_ bundle: FHIRBundle) -> [FHIRObservation] {
        bundle.entry.compactMap {
            if case .observation(let observation) = $0.resource { observation } else { nil }
        }
    }

    private func expectSame(_ id: MetricID, _ a: HealthRecords, _ b: HealthRecords) throws {
        let (first, second) = (a.merged(id), b.merged(id))
        #expect(first.count == second.count && first.count > 0, "\(id)")
        for index in 0..<min(first.count, second.count) {
            #expect(first.starts[index] == second.starts[index], "\(id) \(index)")
            #expect(first.values[index] == second.values[index], "\(id) \(index)")
        }
        if id == .bloodPressure {
            #expect(PairColumns(first).lower == PairColumns(second).lower)
        }
    }

    @Test func pressuresComeBack() throws {
        let records = try setting.pressures(days: 20)
        let result = try read(records, setting.options(.bloodPressure, name: "Anna"))
        try expectSame(.bloodPressure, records, result.records)
        try expectSame(.heartRate, records, result.records)
        // The patient, the device and the mean are no readings.
        #expect(result.report.files.map(\.refused) == [3])
    }

    @Test func othersComeBack() throws {
        let glucose = try setting.glucose(days: 3)
        try expectSame(
            .glucose, glucose, read(glucose, setting.options(.glucose, days: 3)).records)
        let spots = try setting.spots(days: 9)
        try expectSame(.glucose, spots, read(spots, setting.options(.glucose)).records)
        let weights = try setting.weights(days: 30)
        try expectSame(.weight, weights, read(weights, setting.options(.weight)).records)
        let nights = try setting.nights(days: 9)
        try expectSame(
            .restingHeartRate, nights, read(nights, setting.options(.heartSleep)).records)
    }

    @Test func millimolesComeBackAsTheyAreShown() throws {
        let records = try setting.glucose(days: 1)
        var options = setting.options(.glucose, days: 1)
        options.glucoseUnit = .millimoles
        let back = try read(records, options).records.merged(.glucose)
        let own = records.merged(.glucose)
        #expect(back.count == own.count)
        for index in 0..<min(own.count, back.count) {
            #expect(
                GlucoseUnit.millimoles.shown(back.values[index])
                    == GlucoseUnit.millimoles.shown(own.values[index]))
        }
    }

    @Test func theMeanIsDerivedFromItsReadings() throws {
        let records = try setting.pressures(days: 8)
        let bundle = try bundle(records, setting.options(.bloodPressure))
        #expect(bundle.resourceType == "Bundle" && bundle.type == "collection")
        let all = observations(bundle)
        let means = all.filter { $0.code.coding?.first?.code == "96607-7" }
        let mean = try #require(means.first)
        #expect(means.count == 1)
        // Seven days without the first, four readings each.
        #expect(mean.derivedFrom?.count == 24)
        let urls = Set(bundle.entry.map(\.fullUrl))
        #expect(urls.count == bundle.entry.count)
        for reference in mean.derivedFrom ?? [] { #expect(urls.contains(reference.reference)) }
        #expect(mean.component?.map { $0.code.coding?.first?.code } == ["96608-5", "96609-3"])
        #expect(mean.effectivePeriod?.start == "2026-11-21T07:05:00+01:00")
        #expect(mean.method?.text?.contains("ESC 2024") == true)
        // The sources of the readings.
        #expect(
            all.filter { $0.code.coding?.first?.code == "85354-9" }.allSatisfy { $0.device != nil })
        for observation in all {
            for quantity in [observation.valueQuantity].compactMap(\.self)
                + (observation.component ?? []).map(\.valueQuantity)
            {
                #expect(["mm[Hg]", "/min"].contains(quantity.code))
            }
        }
    }

    @Test func aPersonIsInItOnlyIfNamed() throws {
        let records = try setting.pressures(days: 3)
        var options = setting.options(.bloodPressure, name: "Anna Lindqvist")
        func patients() throws -> [FHIRPatient] {
            try bundle(records, options).entry.compactMap {
                if case .patient(let patient) = $0.resource { patient } else { nil }
            }
        }
        #expect(try patients().map(\.birthDate) == ["1968-03-14"])
        #expect(try patients().first?.name?.first?.text == "Anna Lindqvist")
        options.heading = SheetHeading(printed: setting.last, version: "1.2.3")
        #expect(try patients().isEmpty)
        #expect(try observations(bundle(records, options)).allSatisfy { $0.subject == nil })
    }

    @Test func offsetsAreThoseOfTheClock() throws {
        let document = FHIRDocument(calendar: setting.calendar)
        // Half past two comes twice in Berlin on 25 October 2026.
        let first = setting.calendar.instant(
            of: CivilDate(year: 2026, month: 10, day: 25), hour: 2, minute: 30)
        #expect(document.time(first) == "2026-10-25T02:30:00+02:00")
        #expect(document.time(first + 3600) == "2026-10-25T02:30:00+01:00")
        let west = FHIRDocument(
            calendar: CivilCalendar(zone: try ZoneRules.named("America/St_Johns")))
        #expect(west.time(first) == "2026-10-24T22:00:00-02:30")
    }

    @Test func sleepAloneHasNoCode() throws {
        let nights = try setting.nights(days: 3)
        let sleep = HealthRecords(
            samples: nights.samples.filter { $0.metric.id == .sleep }, sources: nights.sources
        ).settled()
        #expect(throws: ReportError.self) {
            try FHIRReport.json(
                of: sleep, setting.options(.heartSleep), created: SheetCase.printed)
        }
    }

    @Test func theSameRecordsGiveTheSameBytes() throws {
        let records = try setting.pressures(days: 5)
        let options = setting.options(.bloodPressure)
        #expect(
            try FHIRReport.json(of: records, options, created: 0)
                == FHIRReport.json(of: records, options, created: 0))
    }
}
