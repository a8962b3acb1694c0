import ChartCore
import HealthData
import Testing

/// Scales: more forms of their tables, and how those break.
extension TableFormatTests {
    @Test("openScale: the oldest dates, in any order of columns, with an hour that does not exist")
    func openScaleOldest() throws {
        let files = try TestFiles()
        let text = """
            "dateTime","weight","fat","water","muscle","comment"
            13.10.2019 06:29,79.0,18.5,55.0,41.2,
            14.10.2019 06:31,78.6,0.0,0.0,0.0,"holiday, again"
            15.10.2019 06:3,78.4,18.3,55.1,41.3,
            16.10.2019 25:30,78.4,18.3,55.1,41.3,

            """
        let result = load(try files.write(text, "openScale.csv"))
        #expect(format(result) == "openscale")
        #expect(values(result, .weight) == [79, 78.6, 78.4])
        #expect(
            starts(result, .weight) == [
                utc(2019, 10, 13, 6, 29), utc(2019, 10, 14, 6, 31), utc(2019, 10, 15, 6, 3),
            ])
        #expect(values(result, .bodyFat) == [18.5, 18.3])
        #expect(
            values(result, .bodyWater) == [55, 55.1] && values(result, .muscle) == [41.2, 41.3])
        let file = result.report.files[0]
        #expect(file.questions.map(\.id) == ["unit.weight"])
        #expect(file.refusals.map(\.place) == ["line 5"])
        expectBalanced(result.report)
        for count in stride(from: 60, to: text.utf8.count, by: 7) {
            let cut = load(try files.write(Array(text.utf8.prefix(count)), "cut.csv"))
            expectBalanced(cut.report)
            #expect(values(cut, .weight).count <= 3)
        }
    }

    @Test("Withings: heights by their name, and activities with lists in their cells")
    func withingsOthers() throws {
        let files = try TestFiles()
        let berlin = try zone("Europe/Berlin")
        let heights = """
            Datum,"Grösse (m)",Kommentare
            "2024-02-29 08:12:45",1.785,
            "2024-02-30 08:12:45",1.785,

            """
        let tall = load(try files.write(heights, "height.csv"), in: berlin)
        #expect(format(tall) == "withings")
        #expect(values(tall, .height) == [1.785])
        #expect(starts(tall, .height) == [utc(2024, 2, 29, 7, 12) + 45])
        #expect(tall.report.files[0].refusals.map(\.place) == ["line 3"])
        expectBalanced(tall.report)

        let activities = """
            from,to,"from (manual)","to (manual)",Timezone,"Activity type",Data,GPS,Modified
            2026-05-03T08:00:00+02:00,2026-05-03T08:45:30+02:00,2026-05-03T08:00:00+02:00,2026-05-03T08:45:30+02:00,Europe/Berlin,Walking,"{""calories"":150,""intensity"":50,""distance"":3120.5}","[]",2026-05-03T09:00:00+02:00
            2026-05-04T08:00:00+02:00,2026-05-04T07:45:30+02:00,,,Europe/Berlin,Running,"{}","[]",2026-05-03T09:00:00+02:00
            2026-05-05T08:00:00+02:00,2026-05-05T08:15:00+02:00,,,Europe/Berlin,Running,"{""calories
            """
        let result = load(try files.write(activities, "activities.csv"), in: berlin)
        #expect(format(result) == "withings")
        let workouts = try #require(result.records[.workouts])
        #expect(workouts.columns.values.map { workouts.labels[Int($0)] } == ["Walking"])
        #expect(Array(workouts.columns.starts) == [utc(2026, 5, 3, 6)])
        #expect(workouts.columns.end(at: 0) == utc(2026, 5, 3, 6, 45) + 30)
        let file = result.report.files[0]
        #expect(
            file.refusals.map(\.reason)
                == ["it ends before it starts", "a quotation mark is not closed"])
        expectBalanced(result.report)
    }
}
