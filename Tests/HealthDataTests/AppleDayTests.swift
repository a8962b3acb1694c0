import ChartCore
import Foundation
import HealthData
import Testing

@Suite("Days and further types of Apple Health exports")
struct AppleDayTests {
    private func load(_ elements: String, in zone: ZoneRules = .utc) throws -> ImportResult {
        let files = try TestFiles()
        return HealthDataTests.load(
            try files.write(export(elements), "export.xml"), in: zone)
    }

    private func day(_ date: String, _ attributes: String) -> String {
        " <ActivitySummary dateComponents=\"\(date)\" \(attributes) activeEnergyBurnedGoal=\"500\" "
            + "appleMoveTime=\"0\" appleExerciseTimeGoal=\"30\" appleStandHoursGoal=\"12\"/>\n"
    }

    private func energy(_ value: String, _ unit: String = "kcal") -> String {
        "activeEnergyBurned=\"\(value)\" activeEnergyBurnedUnit=\"\(unit)\" "
    }

    private func category(_ type: String, _ value: String, _ from: String, _ to: String) -> String {
        " <Record type=\"HKCategoryTypeIdentifier\(type)\" sourceName=\"Apple Watch\" "
            + "startDate=\"2026-03-02 \(from):00 +0000\" endDate=\"2026-03-02 \(to):00 +0000\" "
            + "value=\"\(value)\"/>\n"
    }

    @Test("The sums of a day are used if its records are missing, from midnight to midnight")
    func days() throws {
        let result = try load(
            day(
                "2026-03-02",
                energy("412.5") + "appleExerciseTime=\"34\" appleStandHours=\"12\"")
                // The day on which the clock is set forward.
                + day("2026-03-29", energy("418.4", "kJ") + "appleStandHours=\"0\""),
            in: try zone("Europe/Berlin"))
        let energies = try #require(result.records[.activeEnergy]).columns
        #expect(energies.starts == [utc(2026, 3, 1, 23), utc(2026, 3, 28, 23)])
        #expect(energies.ends == [utc(2026, 3, 2, 23), utc(2026, 3, 29, 22)])
        #expect(energies.values[0] == 412.5 && abs(energies.values[1] - 100) < 1e-9)
        #expect(result.records[.exerciseTime]?.columns.values == [34 * 60])
        #expect(result.records[.standHours]?.columns.values == [12, 0])
        let file = result.report.files[0]
        #expect([file.read, file.used] == [2, 2] as [Int])
        expectBalanced(result.report)
    }

    @Test("They are never added to the records of the day")
    func repeated() throws {
        let result = try load(
            record(
                "ActiveEnergyBurned", "kcal", "60", "2026-03-02 10:00:00 +0000",
                "2026-03-02 10:30:00 +0000")
                + record(
                    "ActiveEnergyBurned", "kcal", "40", "2026-03-02 23:30:00 +0000",
                    "2026-03-02 23:45:00 +0000")
                + day("2026-03-01", energy("300"))
                + day("2026-03-02", energy("412.5") + "appleExerciseTime=\"34\"")
                + day("2026-03-03", energy("500") + "appleStandHours=\"9\""))
        #expect(MetricSummary(result.records, .activeEnergy)?.sum == [300 + 60 + 40 + 500])
        #expect(MetricSummary(result.records, .exerciseTime)?.sum == [34 * 60])
        #expect(result.records.merged(.activeEnergy, .none).values.reduce(0, +) == 900)
        let file = result.report.files[0]
        #expect([file.read, file.used, file.merged] == [5, 5, 0] as [Int])
        expectBalanced(result.report)

        // Nothing is left of a day that is completely known otherwise.
        let whole = try load(
            record(
                "ActiveEnergyBurned", "kcal", "60", "2026-03-02 10:00:00 +0000",
                "2026-03-02 10:30:00 +0000")
                + day("2026-03-02", energy("412.5")))
        #expect(whole.records[.activeEnergy]?.columns.values == [60])
        #expect(whole.report.files[0].merged == 1)
        expectBalanced(whole.report)
    }

    @Test("Empty days, and days that cannot be read")
    func unreadable() throws {
        let result = try load(
            day(
                "2026-03-01",
                energy("0") + "appleExerciseTime=\"0\" appleStandHours=\"0\"")
                + day("2026-02-30", energy("300")) + day("", energy("300"))
                + " <ActivitySummary activeEnergyBurned=\"3\"/>\n"
                + day("2026-03-02", energy("300", "furlong") + "appleStandHours=\"8\"")
                + " <ActivitySummary dateComponents=\"2026-03-03\" activeEnergyBurned=\"3")
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [6, 1, 5] as [Int])
        let reasons = Dictionary(
            uniqueKeysWithValues: file.refusals.map { ($0.reason, $0.count) })
        #expect(
            reasons == [
                "it sums up a day without measurements": 1,
                "its day cannot be read": 3, "it is cut off by the end of the file": 1,
            ])
        #expect(result.records[.standHours]?.columns.values == [8])
        #expect(file.notes.contains { $0.text.contains("amount of a day") })
        expectBalanced(result.report)
    }

    @Test("Hours with standing are counted, and the day's sum of them is not added")
    func standHours() throws {
        let stood = "HKCategoryValueAppleStandHourStood"
        let result = try load(
            category("AppleStandHour", stood, "10:00", "11:00")
                + category("AppleStandHour", "HKCategoryValueAppleStandHourIdle", "11:00", "12:00")
                + category("AppleStandHour", stood, "12:00", "13:00")
                + category("AppleStandHour", "HKCategoryValueAppleStandHourFlew", "13:00", "14:00")
                + day("2026-03-02", "appleStandHours=\"7\""))
        #expect(result.records[.standHours]?.columns.values == [1, 0, 1])
        #expect(MetricSummary(result.records, .standHours)?.sum == [2])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.merged, file.refused] == [5, 3, 1, 1] as [Int])
        expectBalanced(result.report)
    }

    @Test("Unsupported records are counted by their type, and nothing is dropped silently")
    func unknown() throws {
        let none = "HKCategoryValueNotApplicable"
        let result = try load(
            category("HandwashingEvent", none, "10:00", "10:10")
                + category("HandwashingEvent", none, "11:00", "11:10")
                + category("ToothbrushingEvent", none, "12:00", "12:02")
                + " <Record type=\"HKDataTypeSleepDurationGoal\" sourceName=\"a\" unit=\"hr\" "
                + "startDate=\"2026-03-02 10:00:00 +0000\" value=\"8\"/>\n"
                + " <Audiogram type=\"HKDataTypeIdentifierAudiogram\" sourceName=\"a\" "
                + "startDate=\"2026-03-02 10:00:00 +0000\">\n"
                + "  <SensitivityPoint frequencyValue=\"500\" frequencyUnit=\"Hz\"/>\n"
                + " </Audiogram>\n"
                + " <VisionPrescription type=\"glasses\" dateIssued=\"2026-03-02\">\n"
                + "  <RightEye sphere=\"1\"/>\n </VisionPrescription>\n"
                + " <ClinicalRecord type=\"AllergyRecord\" identifier=\"1\"/>\n"
                + " <ClinicalRecord type=\"LabResultRecord\" identifier=\"2\"/>\n"
                + record("WalkingHeartRateAverage", "count/min", "97", "2026-03-02 09:00:00 +0000"))
        #expect(result.records[.walkingHeartRate]?.columns.values == [97])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [9, 1, 8] as [Int])
        let reasons = Dictionary(
            uniqueKeysWithValues: file.refusals.map { ($0.reason, $0.count) })
        func reason(_ type: String) -> String { "records of the type \(type) are not read yet" }
        #expect(
            reasons == [
                reason("HKCategoryTypeIdentifierHandwashingEvent"): 2,
                reason("HKCategoryTypeIdentifierToothbrushingEvent"): 1,
                reason("HKDataTypeSleepDurationGoal"): 1, reason("Audiogram"): 1,
                reason("VisionPrescription"): 1, reason("ClinicalRecord"): 2,
            ])
        expectBalanced(result.report)
    }

    @Test("The zone in the metadata changes no instant: the export's offset already includes it")
    func zones() throws {
        let night =
            " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"Watch\" "
            + "startDate=\"2026-07-02 23:00:00 -0500\" endDate=\"2026-07-03 05:00:00 -0500\" "
            + "value=\"HKCategoryValueSleepAnalysisAsleepCore\">\n"
            + "  <MetadataEntry key=\"HKTimeZone\" value=\"Asia/Tokyo\"/>\n"
            + "  <MetadataEntry key=\"HKMetadataKeyTimeZone\" value=\"Asia/Tokyo\"/>\n </Record>\n"
        let result = try load(night)
        #expect(result.records[.sleep]?.columns.starts == [utc(2026, 7, 3, 4)])
        #expect(result.records[.sleep]?.columns.ends == [utc(2026, 7, 3, 10)])
    }
}
