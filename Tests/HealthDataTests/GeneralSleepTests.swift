import ChartCore
import HealthData
import Testing

@Suite("The general word of a source and its stages of sleep")
struct GeneralSleepTests {
    private func load(_ elements: String, merge: MergeMode = .overlap) throws -> ImportResult {
        let files = try TestFiles()
        return HealthDataTests.load(
            try files.write(export(elements), "export.xml"), merge: merge)
    }

    /// A stretch of the night that begins on 2026-03-01; hours from 24 on are the next day's.
    private func stage(
        _ name: String, _ from: (Int, Int), _ to: (Int, Int), source: String = "Apple Watch"
    ) -> String {
        func date(_ time: (Int, Int)) -> String {
            let (day, hour) = (time.0 / 24 + 1, time.0 % 24)
            let two = [hour, time.1].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return "2026-03-0\(day) \(two[0]):\(two[1]):00 +0000"
        }
        return " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"\(source)\" "
            + "startDate=\"\(date(from))\" endDate=\"\(date(to))\" "
            + "value=\"HKCategoryValueSleepAnalysis\(name)\"/>\n"
    }

    private func minutes(_ result: ImportResult) throws -> Double {
        try #require(MetricSummary(result.records, .sleep)).sum[0] / 60
    }

    @Test("Stages count over their whole span, also where none of them is named")
    func wholeSpan() throws {
        let stages =
            stage("AsleepCore", (23, 0), (25, 0)) + stage("Awake", (25, 0), (25, 20))
            + stage("AsleepDeep", (25, 20), (26, 0))
            // Ten minutes without a stage.
            + stage("AsleepREM", (26, 10), (27, 0))
        // From half an hour before the first stage to an hour after the last.
        let general = stage("AsleepUnspecified", (22, 30), (28, 0))
        let result = try load(general + stages)
        // 30 before, 120 + 40 + 50 of stages, 60 after.
        #expect(try minutes(result) == 300)
        let summary = try #require(MetricSummary(result.records, .sleep))
        #expect(summary.samples == 5 && summary.sources.map(\.sums) == [[300 * 60]])
        #expect(summary.sources.map(\.counted) == [[300 * 60]])
        #expect(result.report.files[0].merged == 0)
        expectBalanced(result.report)

        // Within the span of the stages nothing is left of it.
        let covered = try load(stage("Asleep", (23, 0), (27, 0)) + stages)
        #expect(try minutes(covered) == 210)
        #expect(covered.report.files[0].merged == 1)
        expectBalanced(covered.report)
        // Every sample counts if that is asked for.
        let all = covered.records.merged(.sleep, .none)
        #expect(all.count == 5)
        let own = covered.records.merged(.sleep, .source("Apple Watch"))
        #expect(own.count == 4)
    }

    @Test("Where only waking is known, just that is cut out")
    func wakingAlone() throws {
        let result = try load(
            stage("Asleep", (23, 0), (30, 0)) + stage("Awake", (25, 0), (25, 10))
                + stage("Awake", (28, 0), (28, 20)))
        #expect(try minutes(result) == 7 * 60 - 30)
        let merged = result.records.merged(.sleep)
        #expect(
            (0..<merged.count).filter { merged.sleepStage(at: $0) == .asleep }.map {
                (merged.end(at: $0) - merged.starts[$0]) / 60
            } == [120, 170, 100])
        expectBalanced(result.report)
    }

    @Test("Another source's general word fills what the first does not know")
    func twoSources() throws {
        let result = try load(
            stage("AsleepCore", (24, 0), (25, 0)) + stage("Awake", (25, 0), (25, 30))
                + stage("AsleepCore", (25, 30), (27, 0))
                + stage("AsleepUnspecified", (24, 0), (27, 0))
                + stage("Asleep", (23, 0), (28, 0), source: "iPhone"))
        // The watch: 60 + 90; the phone: an hour before and an hour after.
        #expect(try minutes(result) == 270)
        expectBalanced(result.report)
    }

    @Test("A night without stages, and stages that are not in it, stay")
    func unrelated() throws {
        let night = stage("AsleepUnspecified", (23, 0), (29, 0))
        let nap = stage("AsleepCore", (37, 0), (38, 0))
        let next = stage("AsleepCore", (29, 0), (29, 30))
        #expect(try minutes(try load(night + nap + next)) == 6 * 60 + 90)
    }

    @Test("A day of sleep is the night that ends on it, as in the chart")
    func nights() throws {
        let berlin = try zone("Europe/Berlin")
        let files = try TestFiles()
        let result = HealthDataTests.load(
            try files.write(
                export(
                    // 23:00 to 05:00 and 17:30 to 19:00 of the clock in Berlin.
                    stage("AsleepCore", (22, 0), (28, 0)) + stage("AsleepCore", (40, 30), (42, 0))),
                "export.xml"), in: berlin)
        let calendar = CivilCalendar(zone: berlin)
        func rows(
            _ unit: CalendarUnit, from: Double = -.infinity, to: Double = .infinity
        ) -> [BucketRow] {
            BucketTable.rows(
                result.records, metric: .sleep, unit: unit, calendar: calendar, from: from, to: to)
        }
        let second = utc(2026, 3, 1, 23)
        let days = rows(.day)
        #expect(days.map(\.start) == [second, second + 86_400])
        #expect(days.compactMap(\.components[0].sum) == [6.5 * 3600, 3600])
        // The second of March is a Monday: the night before it belongs to its week.
        #expect(rows(.week).map(\.start) == [second])
        #expect(rows(.week).compactMap(\.components[0].sum) == [7.5 * 3600])
        // A date means the night that ends on it.
        #expect(
            rows(.day, from: second, to: second + 86_400).compactMap(\.components[0].sum) == [
                6.5 * 3600
            ])
        // An instant within the night cuts it.
        #expect(
            rows(.day, from: second + 3600, to: second + 2 * 3600).compactMap(
                \.components[0].sum) == [3600])
        // Hours are those of the clock.
        #expect(rows(.hour).first?.start == utc(2026, 3, 1, 22))
    }
}
