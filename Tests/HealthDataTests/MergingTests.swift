import ChartCore
import Foundation
import HealthData
import Testing

@Suite("Merging and buckets")
struct MergingTests {
    @Test("The sweep agrees with painting every second")
    func sweepAgainstPaint() throws {
        let files = try TestFiles()
        var random = SplitMix64(seed: 77)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss '+0000'"
        let names = ["Watch", "iPhone", "Band"]
        let origin = Int(utc(2026, 5, 1))
        for _ in 0..<12 {
            var intervals: [(rank: Int, start: Int, end: Int, value: Int)] = []
            var text = ""
            for _ in 0..<60 {
                let rank = Int.random(in: 0...2, using: &random)
                let start = Int.random(in: 0..<900, using: &random)
                let end = start + Int.random(in: 1...120, using: &random)
                let value = Int.random(in: 1...99, using: &random) * (end - start)
                if intervals.contains(where: { $0 == (rank, start, end, value) }) { continue }
                intervals.append((rank, start, end, value))
                func stamp(_ second: Int) -> String {
                    formatter.string(from: Date(timeIntervalSince1970: Double(origin + second)))
                }
                text += record(
                    "StepCount", "count", "\(value)", stamp(start), stamp(end), source: names[rank])
            }
            let result = load(try files.write(export(text), "export.xml"))
            // Steps per second are whole numbers, so both ways of counting are exact up to the last
            // division.
            var expected = 0.0
            var covered = 0
            for interval in intervals {
                var seconds = 0
                for second in interval.start..<interval.end {
                    let better = intervals.contains {
                        $0.rank < interval.rank && $0.start <= second && second < $0.end
                    }
                    if !better { seconds += 1 }
                }
                if seconds == 0 { covered += 1 }
                expected += Double(interval.value * seconds) / Double(interval.end - interval.start)
            }
            let summary = try #require(MetricSummary(result.records, .steps))
            #expect(abs(summary.sum[0] - expected) < 1e-8)
            #expect(result.report.files[0].merged == covered)
            let minutes = BucketTable.rows(
                result.records, metric: .steps, unit: .minute, calendar: CivilCalendar(zone: .utc))
            let total: Double = minutes.compactMap(\.components[0].sum).reduce(0, +)
            #expect(abs(total - expected) < 1e-8)
        }
    }

    @Test("A stage of sleep that another device partly covers stays that stage")
    func sleepInParts() throws {
        let files = try TestFiles()
        func stage(_ name: String, _ start: String, _ end: String, _ source: String) -> String {
            " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"\(source)\" "
                + "startDate=\"2026-03-02 \(start):00 +0000\" "
                + "endDate=\"2026-03-02 \(end):00 +0000\" "
                + "value=\"HKCategoryValueSleepAnalysis\(name)\"/>\n"
        }
        let text =
            stage("AsleepREM", "01:00", "05:00", "iPhone")
            + stage("AsleepDeep", "02:00", "03:00", "Watch")
        let result = load(try files.write(export(text), "export.xml"))
        let merged = result.records.merged(.sleep)
        let stages = [SleepStage.rem, .deep, .rem].map { Double($0.rawValue) }
        #expect(Array(merged.values) == stages)
        #expect(Array(merged.starts) == [1, 2, 3].map { utc(2026, 3, 2, $0) })
        #expect((0..<3).map { merged.end(at: $0) } == [2, 3, 5].map { utc(2026, 3, 2, $0) })
        expectBalanced(result.report)
    }

    @Test("The time of sleep is the same in sums, in tables and for each device")
    func timeAsleep() throws {
        let files = try TestFiles()
        func stage(_ name: String, _ start: String, _ end: String, _ source: String) -> String {
            " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"\(source)\" "
                + "startDate=\"2026-03-\(start):00 +0000\" endDate=\"2026-03-\(end):00 +0000\" "
                + "value=\"HKCategoryValueSleepAnalysis\(name)\"/>\n"
        }
        // A night with a stage inside a span without a stage, of which half an hour is called
        // awake, and a nap by another device; the nap is in the afternoon after the night.
        let text =
            stage("InBed", "01 22:00", "02 08:00", "App")
            + stage("Asleep", "01 23:00", "02 07:00", "App")
            + stage("AsleepDeep", "02 01:00", "02 02:00", "App")
            + stage("Awake", "02 06:00", "02 06:30", "App")
            + stage("Asleep", "02 14:00", "02 14:30", "Ring")
        let result = load(try files.write(export(text), "export.xml"))
        let summary = try #require(MetricSummary(result.records, .sleep))
        #expect(summary.sum == [8 * 3600])
        #expect(summary.sources.map(\.name) == ["App", "Ring"])
        #expect(summary.sources.map(\.sums) == [[7.5 * 3600], [1800]])
        let days = BucketTable.rows(
            result.records, metric: .sleep, unit: .day, calendar: CivilCalendar(zone: .utc))
        #expect(days.compactMap(\.components[0].sum) == [8 * 3600])
    }

    @Test(
        "Readings are kept from every device; buckets give count, mean, least, greatest and coverage"
    )
    func readings() throws {
        let files = try TestFiles()
        let result = load(
            try files.write(
                """
                date,heart rate
                2026-01-05 08:10,60
                2026-01-05 08:20,70
                2026-01-05 14:00,80
                2026-01-07 09:00,90

                """))
        let rows = BucketTable.rows(
            result.records, metric: .heartRate, unit: .day, calendar: CivilCalendar(zone: .utc))
        #expect(rows.map(\.start) == [utc(2026, 1, 5), utc(2026, 1, 7)])
        #expect(
            rows[0].components == [
                BucketStatistics(count: 3, sum: 210, mean: 70, minimum: 60, maximum: 80)
            ])
        #expect(rows[0].coverage == 2.0 / 24)
        let months = BucketTable.rows(
            result.records, metric: .heartRate, unit: .month, calendar: CivilCalendar(zone: .utc))
        #expect(months.map(\.coverage) == [2.0 / 31])
        let cut = BucketTable.rows(
            result.records, metric: .heartRate, unit: .day, calendar: CivilCalendar(zone: .utc),
            from: utc(2026, 1, 5, 8, 20), to: utc(2026, 1, 7, 9))
        #expect(cut.map(\.components[0].count) == [2])
    }

    @Test("An amount across midnight is divided by time, and a range cuts it")
    func midnight() throws {
        let files = try TestFiles()
        let result = load(
            try files.write(
                "start,end,steps\n2026-01-05 23:00,2026-01-06 02:00,300\n2026-01-06 05:00,2026-01-06 06:00,7\n"
            ))
        let calendar = CivilCalendar(zone: .utc)
        let rows = BucketTable.rows(result.records, metric: .steps, unit: .day, calendar: calendar)
        #expect(rows.map(\.components[0].sum) == [100, 207])
        #expect(rows.map(\.components[0].count) == [1, 2])
        let shares: [Double] = [1.0 / 24, 3.0 / 24]
        #expect(rows.map(\.coverage) == shares)
        let late = BucketTable.rows(
            result.records, metric: .steps, unit: .day, calendar: calendar, from: utc(2026, 1, 6, 1)
        )
        #expect(late.map(\.components[0].sum) == [107])
    }

    @Test("Weeks begin on the calendar's first day")
    func weeks() throws {
        let files = try TestFiles()
        // 2026-01-04 is a Sunday.
        let result = load(
            try files.write("date,weight\n2026-01-03,70\n2026-01-04,71\n2026-01-05,72\n"))
        func counts(_ first: Weekday) -> [Int] {
            BucketTable.rows(
                result.records, metric: .weight, unit: .week,
                calendar: CivilCalendar(zone: .utc, firstWeekday: first)
            ).map(\.components[0].count)
        }
        #expect(counts(.monday) == [2, 1])
        #expect(counts(.sunday) == [1, 2])
        #expect(counts(.saturday) == [3])
    }

    @Test("The samples are the same bytes every time and hold three metrics of three years")
    func samples() throws {
        let files = try TestFiles()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: files.path(name), withIntermediateDirectories: false)
            try SampleGenerator().write(into: files.path(name))
        }
        var total = 0
        for name in ["steps.csv", "weight.csv", "blood-pressure.csv"] {
            #expect(try files.bytes("a/" + name) == files.bytes("b/" + name))
            total += try files.bytes("a/" + name).count
        }
        #expect(total < 1_000_000)
        let result = load(
            files.path("a/steps.csv"), files.path("a/weight.csv"),
            files.path("a/blood-pressure.csv"),
            in: try zone("Europe/Berlin"))
        #expect(result.records.metrics.map(\.id) == [.steps, .weight, .bloodPressure])
        #expect(
            result.report.files.allSatisfy { $0.refused == 0 && $0.merged == 0 && $0.notes.isEmpty }
        )
        let days = BucketTable.rows(
            result.records, metric: .steps, unit: .day,
            calendar: CivilCalendar(zone: try zone("Europe/Berlin")))
        #expect(days.count > 1000)
        let sums: [Double] = days.compactMap(\.components[0].sum)
        #expect((sums.min() ?? 0) > 50)
        #expect((sums.max() ?? .infinity) < 45_000)
        let weights = try #require(MetricSummary(result.records, .weight))
        #expect(weights.minimum[0] > 69 && weights.maximum[0] < 81)
    }
}
