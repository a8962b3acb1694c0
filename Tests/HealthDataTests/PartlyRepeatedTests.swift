import HealthData
import Testing

@Suite("Rows of which only a part repeats")
struct PartlyRepeatedTests {
    @Test("A row is merged only if all of it repeats another")
    func partlyRepeated() throws {
        let files = try TestFiles()
        let day = "2026-01-05 08:00"
        let scale = "date,weight,body fat\n\(day),72.5,20\n2026-01-06 08:00,72.1,20.5\n"
        let apart = try files.zip(
            [
                ("a.csv", scale),
                // The weight repeats; only the second row repeats as a whole.
                ("b.csv", "date,weight,muscle\n\(day),72.5,40\n2026-01-06 08:00,72.1,\n"),
            ], "apart.zip")
        let result = load(apart)
        let file = result.report.files[0]
        #expect([file.read, file.used, file.merged] == [4, 3, 1] as [Int])
        #expect(result.records[.weight]?.columns.count == 2)
        expectBalanced(result.report)
        let twice = try files.zip([("a.csv", scale), ("b.csv", scale)], "twice.zip")
        let same = load(twice).report.files[0]
        #expect([same.read, same.used, same.merged] == [4, 2, 2] as [Int])
        // Two rows of one file and time, one of which repeats as a whole.
        let rows = load(
            try files.write("date,weight,body fat\n\(day),72.5,20\n\(day),72.5,20\n"))
        #expect([rows.report.files[0].used, rows.report.files[0].merged] == [1, 1] as [Int])
    }
}
