import ChartCore
import Testing

@testable import HealthData

/// Columns of starts, ends, lengths and zones, and the nights and workouts that they make.
@Suite("Spans in tables")
struct TableSpanTests {
    private func sleep(_ result: ImportResult) -> [String] {
        guard let columns = result.records[.sleep]?.columns else { return [] }
        return columns.starts.indices.map { index in
            let stage = columns.sleepStage(at: index)?.label ?? "?"
            return
                "\(stage) \(Int(columns.starts[index])) \(Int(columns.end(at: index) - columns.starts[index]))"
        }
    }

    @Test("A start and an end in milliseconds are a span, whatever their names")
    func milliseconds() throws {
        let files = try TestFiles()
        // 2026-02-01 22:30 to 06:00, and a nap of 40 minutes the day after.
        let (night, nap) = (utc(2026, 2, 1, 22, 30), utc(2026, 2, 2, 13))
        let text = """
            id,begin,finished,mood
            7,\(Int(night))000,\(Int(night) + 27_000)000,2
            8,\(Int(nap))000,\(Int(nap) + 2400)000,4
            """
        let result = load(try files.write(text, "my sleeps.csv"))
        #expect(sleep(result) == ["asleep \(Int(night)) 27000", "asleep \(Int(nap)) 2400"])
        #expect(result.records.metrics.map(\.id.rawValue).sorted() == ["column:mood", "sleep"])
        expectBalanced(result.report)
    }

    @Test(
        "An offset or a zone in a column belongs to the local times next to it",
        arguments: [
            ("+05:30", -19_800.0), ("UTC-08:00", 28_800), ("UTCZ", 0), ("GMT+2", -7200),
            ("Europe/Paris", -3600), ("-0330", 12_600), ("Z", 0),
        ])
    func zones(zone: String, shift: Double) throws {
        let files = try TestFiles()
        let text = "when,tz,weight (kg)\n2026-01-05 08:00,\(zone),70\n2026-01-06 08:00,\(zone),71\n"
        let tokyo = try HealthDataTests.zone("Asia/Tokyo")
        let result = load(try files.write(text), in: tokyo)
        let starts = try #require(result.records[.weight]).columns.starts
        #expect(Array(starts) == [utc(2026, 1, 5, 8) + shift, utc(2026, 1, 6, 8) + shift])
        #expect(result.records.metrics.count == 1)
    }

    @Test("A row whose zone is not known is refused; an empty one is local")
    func unknownZones() throws {
        let files = try TestFiles()
        let text = """
            date,time zone,steps
            2026-01-05 08:00,+01:00,1
            2026-01-05 09:00,,2
            2026-01-05 10:00,Mars/Crater,3
            2026-01-05 11:00,+01:00,4
            2026-01-05 12:00,+01:00,5
            2026-01-05 13:00,+01:00,6
            """
        let result = load(try files.write(text))
        #expect(result.records[.steps]?.columns.values == [1, 2, 4, 5, 6])
        #expect(result.report.files[0].refusals.map(\.reason) == ["its time zone is not known"])
        expectBalanced(result.report)
    }

    @Test("Stages by their lengths, in the unit of the header, of the name or of the night")
    func stages() throws {
        let files = try TestFiles()
        let start = Int(utc(2026, 3, 1, 23))
        // 90 minutes deep, 240 light, 75 REM, 15 awake make the seven hours.
        let expected = [
            "deep \(start) 5400", "core \(start + 5400) 14400", "rem \(start + 19_800) 4500",
            "awake \(start + 24_300) 900",
        ]
        let tables = [
            "start,end,deep (min),light (min),REM (min),awake (min)\n2026-03-01 23:00,2026-03-02 06:00,90,240,75,15\n",
            "start,end,Deep Sleep Hours,Light Sleep Hours,REM Hours,Awake Hours\n2026-03-01 23:00,2026-03-02 06:00,1.5,4,1.25,0.25\n",
            "start,stop,deepSleep,lightSleep,remSleep,awake\n2026-03-01 23:00,2026-03-02 06:00,90,240,75,15\n",
            "from,to,tiefschlaf,leichtschlaf,rem,wach\n2026-03-01 23:00,2026-03-02 06:00,1:30,4:00,1:15,0:15\n",
            "start,end,asleep,deep,light,rem,awake\n2026-03-01 23:00,2026-03-02 06:00,6h 45m,1h 30m,4h 0m,1h 15m,15min\n",
        ]
        for text in tables {
            let result = load(try files.write(text))
            #expect(sleep(result) == expected, "\(text)")
            #expect(result.records.metrics.map(\.id) == [.sleep], "\(text)")
        }
    }

    @Test("A night without stages has its whole length; figures about it stay columns")
    func wholeNights() throws {
        let files = try TestFiles()
        let text = """
            Sleep onset,Wake onset,Time asleep (min),Sleep need (min),Sleep score
            2026-03-01 23:00,2026-03-02 06:00,400,480,81
            2026-03-02 23:30,2026-03-03 06:00,380,470,77
            """
        let result = load(try files.write(text))
        let first = Int(utc(2026, 3, 1, 23))
        let second = Int(utc(2026, 3, 2, 23, 30))
        #expect(sleep(result) == ["asleep \(first) 24000", "asleep \(second) 22800"])
        #expect(result.records[.column("Sleep need")]?.metric.unit == "min")
        #expect(result.records[.column("Sleep score")]?.columns.values == [81, 77])
    }

    @Test("A workout has its own start, its length and its figures")
    func workouts() throws {
        let files = try TestFiles()
        let text = """
            Sport,Start,Duration,Distance (mi),Calories,Avg HR,Max HR
            Rowing,2026-04-01 07:15,0:31:30,4,350 kcal,140,161
            Walking,2026-04-02 18:00,1:02:00,3,200 kcal,99,120
            """
        let result = load(try files.write(text, "gym.csv"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Rowing", "Walking"])
        #expect(workouts.map(\.start) == [utc(2026, 4, 1, 7, 15), utc(2026, 4, 2, 18)])
        #expect(workouts.map { $0.end - $0.start } == [1890, 3720])
        #expect(areNear(workouts.compactMap(\.figures.distance), [6437.376, 4828.032]))
        #expect(workouts.compactMap(\.figures.energy) == [350, 200])
        #expect(workouts.compactMap(\.figures.meanHeartRate) == [140, 99])
        #expect(workouts.compactMap(\.figures.highestHeartRate) == [161, 120])
        #expect(result.records.metrics.map(\.id) == [.workouts])
    }

    @Test("A distance without a unit is in kilometres if metres make no speed, and asked about")
    func distances() throws {
        let files = try TestFiles()
        let text = """
            activity type,date,duration (min),distance
            Run,2026-04-01 07:15,30,5.2
            Run,2026-04-02 07:15,60,10.5
            """
        let result = load(try files.write(text, "log.csv"))
        #expect(areNear(result.records.workouts.compactMap(\.figures.distance), [5200, 10_500]))
        let question = try #require(
            result.report.files[0].questions.first { $0.id == "unit.distance" })
        #expect(question.assumed == "km")
    }

    @Test("The time at which a row was written does not date it, and starts nothing")
    func recorded() throws {
        let files = try TestFiles()
        let text = """
            imported at,begin time,end time,steps,last modified
            2026-05-09 12:00,2026-05-01 08:00,2026-05-01 08:30,120,2026-05-10 01:00
            2026-05-09 12:00,2026-05-01 09:00,2026-05-01 09:10,80,2026-05-10 01:00
            """
        let columns = try #require(load(try files.write(text)).records[.steps]).columns
        #expect(Array(columns.starts) == [utc(2026, 5, 1, 8), utc(2026, 5, 1, 9)])
        #expect([0, 1].map { columns.end(at: $0) - columns.starts[$0] } == [1800, 600])
        let sole = load(try files.write("created,weight (kg)\n2026-05-09 12:00,70\n", "sole.csv"))
        #expect(sole.records[.weight]?.columns.starts.first == utc(2026, 5, 9, 12))
    }

    @Test("A start and an end date a row more closely than its day")
    func days() throws {
        let files = try TestFiles()
        let text = """
            day,start,stop,steps,utcOffset
            2026-05-01,2026-05-01 08:00,2026-05-01 08:30,120,0
            2026-05-02,2026-05-02 09:00,2026-05-02 09:10,80,0
            """
        let result = load(try files.write(text))
        let columns = try #require(result.records[.steps]).columns
        #expect(Array(columns.starts) == [utc(2026, 5, 1, 8), utc(2026, 5, 2, 9)])
        #expect([0, 1].map { columns.end(at: $0) - columns.starts[$0] } == [1800, 600])
        #expect(result.records.metrics.map(\.id) == [.steps])
    }

    @Test("An amount with a length and no end fills that length")
    func lengths() throws {
        let files = try TestFiles()
        let text = "start,duration (s),steps\n2026-05-01 08:00,90,120\n2026-05-01 09:00,600,80\n"
        let result = load(try files.write(text))
        let columns = try #require(result.records[.steps]).columns
        #expect([0, 1].map { columns.end(at: $0) - columns.starts[$0] } == [90, 600])
        #expect(result.records.metrics.map(\.id) == [.steps])
    }
}
