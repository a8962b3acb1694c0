import ChartCore
import Testing

@testable import HealthData

/// Rows that end at a time of day, and stages of sleep row by row.
@Suite("Clocks and stages in tables")
struct TableStageTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func spans(
        _ text: String, _ metric: MetricID, _ name: String? = nil, in zone: ZoneRules = .utc
    ) throws -> [String] {
        let path = try name.map { try files.write(text, $0) } ?? files.write(text)
        let result = load(path, in: zone)
        expectBalanced(result.report)
        guard let columns = result.records[metric]?.columns else { return [] }
        return columns.starts.indices.map { index in
            let start = columns.starts[index]
            let stage = metric == .sleep ? columns.sleepStage(at: index)?.label ?? "?" : ""
            return "\(stage)\(Int(start)) \(Int(columns.end(at: index) - start))"
        }
    }

    @Test("An end that is only a time of day is the next one from the start on")
    func clockEnds() throws {
        let (day, evening) = (Int(utc(2026, 1, 5, 8)), Int(utc(2026, 1, 5, 23, 30)))
        let wanted = ["\(day) 3600", "\(evening) 2400"]
        #expect(
            try spans(
                "Date,Start,End,Steps\n2026-01-05,08:00,09:00,500\n2026-01-05,23:30,00:10,700\n",
                .steps) == wanted)
        #expect(
            try spans(
                "Datum;Uhrzeit;bis;Schritte\n05.01.2026;8:00;9:00;500\n05.01.2026;23:30;0:10;700\n",
                .steps) == wanted)
        #expect(
            try spans(
                "begin,steps,until\n2026-01-05 08:00,500,9:00 AM\n2026-01-05 23:30,700,12:10 AM\n",
                .steps) == wanted)
        #expect(
            try spans(
                "Date,Bedtime,Wake up\n2026-01-05,23:30,07:00\n2026-01-06,00:30,06:00\n", .sleep)
                == ["asleep\(evening) 27000", "asleep\(Int(utc(2026, 1, 6, 0, 30))) 19800"])
    }

    @Test("The zone of a row is also that of its end")
    func zonesOfEnds() throws {
        // Tokyo is nine hours ahead, New York five behind.
        let text = """
            start,end,timezone,steps
            2026-01-05 08:00,2026-01-05 09:00,Asia/Tokyo,500
            2026-01-05 08:00,2026-01-05 08:20,America/New_York,700
            """
        #expect(
            try spans(text, .steps, in: zone("Europe/Berlin"))
                == ["\(Int(utc(2026, 1, 4, 23))) 3600", "\(Int(utc(2026, 1, 5, 13))) 1200"])
    }

    @Test("A length next to a date is not the time of day")
    func lengths() throws {
        let text = "Night,Asleep,Awake,Deep,Light,REM\n2026-01-05,07:30,00:20,01:30,04:00,02:00\n"
        let night = Int(utc(2026, 1, 5))
        #expect(
            try spans(text, .sleep) == [
                "awake\(night) 1200", "deep\(night + 1200) 5400", "core\(night + 6600) 14400",
                "rem\(night + 21_000) 7200",
            ])
    }

    @Test(
        "A stage in each row, with an end or a length, is a stretch of sleep",
        arguments: [
            "from,to,stage\n2026-01-05 23:00,2026-01-05 23:10,Light sleep\n"
                + "2026-01-05 23:10,2026-01-05 23:30,Deep\n2026-01-05 23:30,2026-01-05 23:31,Wake\n",
            "time,duration (s),sleep stage\n2026-01-05 23:00,600,light\n"
                + "2026-01-05 23:10,1200,DEEP\n2026-01-05 23:30,60,Awake\n",
            "startDate,endDate,value\n2026-01-05 23:00:00 +0000,2026-01-05 23:10:00 +0000,"
                + "HKCategoryValueSleepAnalysisAsleepCore\n2026-01-05 23:10:00 +0000,"
                + "2026-01-05 23:30:00 +0000,HKCategoryValueSleepAnalysisAsleepDeep\n"
                + "2026-01-05 23:30:00 +0000,2026-01-05 23:31:00 +0000,"
                + "HKCategoryValueSleepAnalysisAwake\n",
            "Datum;von;bis;Schlafphase\n05.01.2026;23:00;23:10;Leicht\n"
                + "05.01.2026;23:10;23:30;Tief\n05.01.2026;23:30;23:31;Wach\n",
        ])
    func stages(text: String) throws {
        let start = Int(utc(2026, 1, 5, 23))
        #expect(
            try spans(text, .sleep) == [
                "core\(start) 600", "deep\(start + 600) 1200", "awake\(start + 1800) 60",
            ])
    }

    @Test("A word that is no stage is refused, and light without sleep is light")
    func otherStages() throws {
        var text = "from,to,stage\n"
        for minute in 10..<20 {
            text += "2026-01-05 23:\(minute),2026-01-05 23:\(minute + 1),deep\n"
            text += "2026-01-05 22:\(minute),2026-01-05 22:\(minute + 1),light\n"
        }
        for minute in 20..<420 {
            let (hour, rest) = (minute / 60, minute % 60)
            let clock = "0\(hour):\(rest < 10 ? "0" : "")\(rest)"
            text += "2026-01-06 \(clock),2026-01-06 \(clock),rem\n"
        }
        text += "2026-01-07 03:00,2026-01-07 04:00,sitting\n"
        let result = load(try files.write(text))
        expectBalanced(result.report)
        #expect(result.report.files[0].refusals.map(\.cell?.value) == ["sitting"])
        let colours = load(
            try files.write(
                "from,to,lamp,lux\n2026-01-05 08:00,2026-01-05 09:00,light,5\n"
                    + "2026-01-06 08:00,2026-01-06 09:00,dark,5\n"))
        #expect(colours.records[.sleep] == nil)
    }

    @Test("A column `Type` in a file of workouts is their sport")
    func types() throws {
        let text = """
            Date,Type,Duration,Distance,Calories
            2026-01-05 08:00,Running,00:30:00,5.2 km,320
            2026-01-06 08:00,Cycling,01:00:00,15.2 mi,620
            """
        let result = load(try files.write(text, "my workouts.csv"))
        let workouts = try #require(result.records[.workouts])
        #expect(workouts.labels == ["Running", "Cycling"])
        #expect(result.records.metrics.map(\.id) == [.workouts])
        #expect(result.report.files[0].questions.isEmpty)
    }
}
