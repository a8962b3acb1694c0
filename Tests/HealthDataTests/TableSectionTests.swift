import ChartCore
import Testing

@testable import HealthData

/// Files with several tables, repeated headers, dates above their rows, and scraps of text.
@Suite("Sections of tables")
struct TableSectionTests {
    static let sections = """
        Weights
        Date;Weight (kg);Fat %
        05.01.2026;70,5;20
        06.01.2026;70,1;21

        Walks
        Date;Steps
        05.01.2026;4.000
        06.01.2026;5.500

        Nights
        Start;End;Asleep (min)
        05.01.2026 23:00;06.01.2026 06:00;400
        """

    @Test("Each section is read by its own header, with any window and any number of threads")
    func read() throws {
        let files = try TestFiles()
        let path = try files.write(TableSectionTests.sections)
        for (window, block, workers) in [(1 << 20, 1 << 20, 1), (64, 64, 1), (64, 64, 4)] {
            var options = ImportOptions(zone: .utc, workers: workers)
            options.windowSize = window
            options.blockSize = block
            let result = Importer(files: [path], options: options).run()
            #expect(result.values(.weight) == [70.5, 70.1])
            #expect(result.values(.steps) == [4000, 5500])
            let sleep = try #require(result.records[.sleep]).columns
            #expect(sleep.starts.first == utc(2026, 1, 5, 23))
            #expect(sleep.end(at: 0) - sleep.starts[0] == 24_000)
            #expect(result.report.files[0].read == 5 && result.report.files[0].refused == 0)
            expectBalanced(result.report)
        }
    }

    @Test("A section far behind the beginning is found; lines are those of the file")
    func far() throws {
        let files = try TestFiles()
        var text = "date,weight (kg)\n"
        for day in 1...28 {
            for hour in 0..<24 {
                text +=
                    "2026-02-\(day < 10 ? "0" : "")\(day) \(hour < 10 ? "0" : "")\(hour):00,7\(hour % 10)\n"
            }
        }
        text += "\nPulse\ndate,pulse\n2026-03-01 08:00,61\nnonsense,62\n2026-03-01 10:00,63\n"
        let result = load(try files.write(text))
        #expect(result.values(.weight)?.count == 672)
        #expect(result.values(.heartRate) == [61, 63])
        // A header, 672 rows, an empty line, a title, a header and a row are above it.
        #expect(result.report.files[0].refusals.map(\.place) == ["line 678"])
    }

    @Test("A header that comes again is no record, and a row of words begins nothing")
    func repeated() throws {
        let files = try TestFiles()
        let text = """
            date,steps
            2026-01-05,1
            date,steps
            2026-01-06,2
            some,words
            2026-01-07,3
            """
        let result = load(try files.write(text))
        #expect(result.values(.steps) == [1, 2, 3])
        #expect(result.report.files[0].refusals.map(\.place) == ["line 5"])
        #expect(result.report.files[0].read == 4)
    }

    @Test("A date in a row of its own belongs to the times below it")
    func dateRows() throws {
        let files = try TestFiles()
        let text = """
            Time,Pulse,Note
            05/13/2026,,
            7:30 AM,61,a
            9:00 PM,66,
            "05/14/2026",,
            6:45 AM,59,b
            """
        let result = load(try files.write(text))
        #expect(result.values(.heartRate) == [61, 66, 59])
        #expect(
            result.records[.heartRate].map { Array($0.columns.starts) } == [
                utc(2026, 5, 13, 7, 30), utc(2026, 5, 13, 21), utc(2026, 5, 14, 6, 45),
            ])
        #expect(result.report.files[0].read == 3 && result.report.files[0].refused == 0)
        let merged =
            "Date;Time;Pulse\n13.05.2026;07:30;61\n;21:00;66\n14.05.2026;06:45;59\n;20:00;63\n"
        let other = load(try files.write(merged, "merged.csv"))
        #expect(
            other.records[.heartRate].map { Array($0.columns.starts) } == [
                utc(2026, 5, 13, 7, 30), utc(2026, 5, 13, 21), utc(2026, 5, 14, 6, 45),
                utc(2026, 5, 14, 20),
            ])
    }

    @Test(
        "A dash or a comma may separate a date and its time",
        arguments: ["13.05.2026 - 07:30", "13.05.2026, 07:30", "13.05.2026 \u{2013} 07:30"])
    func separators(date: String) throws {
        let files = try TestFiles()
        let text = "Datum;Puls\n\(date);61\n14.05.2026 07:30;62\n"
        let result = load(try files.write(text))
        #expect(result.records[.heartRate]?.columns.starts.first == utc(2026, 5, 13, 7, 30))
        #expect(result.values(.heartRate) == [61, 62])
    }

    @Test("A lone quote at the end of the file is an empty cell; a begun text is not a value")
    func lastQuote() throws {
        let files = try TestFiles()
        let text =
            "\"date\";\"pulse\";\"note\"\n\"2026-01-05\";\"61\";\"\"\n\"2026-01-06\";\"62\";\""
        #expect(load(try files.write(text)).values(.heartRate) == [61, 62])
        let cut = "\"date\";\"pulse\"\n\"2026-01-05\";\"61\"\n\"2026-01-06\";\"6"
        let result = load(try files.write(cut, "cut.csv"))
        #expect(result.values(.heartRate) == [61])
        #expect(result.report.files[0].refused == 1)
    }

    @Test(
        "Scraps of text are refused, with what was seen",
        arguments: [
            (
                "My year\nName,Town,Age\nAnn,Rome,5\n\nBooks\nTitle,Pages\nEmma,474\n",
                ["2 headers", "lines 2, 6"]
            ),
            (
                "dear all,\non 5 May we met at 10:30, and\nthen left at 11:15.\n",
                ["not read as a date"]
            ),
            ("2026-01-05 I ran in the park\n2026-01-06 I slept all day\n", ["table"]),
            ("date,weight\n2026-01-05,heavy\n2026-01-06,light\n", ["table"]),
        ])
    func refused(text: String, words: [String]) throws {
        let files = try TestFiles()
        let result = load(try files.write(text))
        #expect(result.records.isEmpty, "\(result.records.metrics.map(\.id))")
        let failure = result.report.files[0].failure?.problem ?? ""
        for word in words { #expect(failure.contains(word), "\(failure)") }
    }
}
