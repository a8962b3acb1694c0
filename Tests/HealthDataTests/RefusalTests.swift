import ChartCore
import HealthData
import Platform
import Testing

@Suite("Reasons for files and records that cannot be used, and advice")
struct RefusalTests {
    private func failure(
        _ text: String, _ name: String
    ) throws -> ImportError {
        let files = try TestFiles()
        return try #require(load(try files.write(text, name)).report.files[0].failure)
    }

    @Test(
        "Advice fits the kind of file",
        arguments: [
            (
                "<?xml version=\"1.0\"?><!-- by hand --><kml:kml xmlns:kml=\"x\"><Document/></kml:kml>",
                "no points", "recorded activity"
            ),
            (
                "<?xml version=\"1.0\"?>\n<sml xmlns=\"http://www.suunto.com/schemas/sml\"/>",
                "no points", "recorded activity"
            ),
            ("<!DOCTYPE ledger [<!ELEMENT ledger ANY>]>\n<ledger/>", "root element ledger", "CSV"),
            (
                "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>",
                "Excel workbook", "CSV"
            ),
            (
                "{\"RIDE\":{\"STARTTIME\":\"2020/01/01 08:00:00 UTC \",\"RECINTSECS\":1}}",
                "GoldenCheetah", "TCX"
            ),
            ("{\\rtf1\\ansi 72.5 kg}", "RTF", "CSV"),
            ("[Params]\nVersion=106\nMonitor=1\n[HRData]\n120\n121\n", "Polar", "GPX"),
        ])
    func advice(text: String, what: String, remedy: String) throws {
        let failure = try failure(text, "file.txt")
        #expect(failure.problem.contains(what), "\(failure)")
        #expect(failure.remedy.contains(remedy), "\(failure)")
        #expect(!failure.description.contains("Apple") || what.contains("root"), "\(failure)")
    }

    @Test("A text that only begins with a bracket is no JSON")
    func brackets() throws {
        let files = try TestFiles()
        let settings = try failure("[Settings]\nname=a\n", "a.ini")
        #expect(!settings.problem.contains("JSON"), "\(settings)")
        // A table whose first row is in brackets.
        let table = load(
            try files.write("[date],[weight]\n2026-01-05,72.5\n2026-01-06,72.1\n", "b.csv"))
        #expect(table.report.files[0].format == "csv")
        for text in ["[1, 2]", "[-1.5e3]", "[ true ]", "[]", "[null,\n1]", "[NaN]", "{}"] {
            let failure = try failure(text, "c.json")
            #expect(failure.problem.contains("JSON"), "\(text): \(failure)")
        }
    }

    @Test("Office documents are named, wherever they are")
    func office() throws {
        let files = try TestFiles()
        let types = (name: "[Content_Types].xml", text: "<Types/>")
        let book = try files.zip(
            [types, ("_rels/.rels", "<r/>"), ("xl/workbook.xml", "<workbook/>")], "log.xlsx")
        let failure = try #require(load(book).report.files[0].failure)
        #expect(failure.problem == "holds no sheets" && failure.remedy.contains("CSV"))
        let letter = try files.zip([types, ("word/document.xml", "<w/>")], "a.docx")
        #expect(load(letter).report.files[0].failure?.problem == "is a Word document")
        // The first member of an OpenDocument file is stored as it is, by its standard.
        let header: [UInt8] = [0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 22) + [8, 0, 0, 0]
        let open = try files.write(
            header + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8),
            "log.ods")
        #expect(
            load(open).report.files[0].failure?.problem.contains("damaged or cut off") == true)
        let packed = try files.zip(
            [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<c/>")],
            "a.odt")
        #expect(load(packed).report.files[0].failure?.problem == "holds no sheets")
        // Next to a table, in an archive.
        let both = try files.zip(
            [
                (name: "a.csv", bytes: Array("date,weight\n2026-01-05,72.5\n".utf8)),
                (name: "log.xlsx", bytes: try files.bytes("log.xlsx")),
            ], "both.zip")
        let result = load(both)
        #expect(result.records[.weight]?.columns.values == [72.5])
        let member = try #require(result.report.files[0].members.last)
        #expect(member.failure == "holds no sheets" && member.remedy?.contains("CSV") == true)
    }

    @Test("A refused table names its delimiter, its header and the cell that is no date")
    func tables() throws {
        let text = "Datum;Puls\nKW 5/2026 Mo;60\nKW 5/2026 Di;61\nKW 5/2026 Mi;62\n"
        let dated = try failure(text, "a.csv")
        for word in ["a semicolon", "Datum, Puls", "“KW 5/2026 Mo”", "in the column Datum"] {
            #expect(dated.problem.contains(word), "\(word): \(dated)")
        }
        #expect(dated.place.hasSuffix("line 2"))
        let words = try failure("just some words\nand more words\n", "b.txt")
        #expect(words.problem.contains("just some words") && words.problem.contains("no character"))
    }

    @Test("A refused row names the column and the value")
    func rows() throws {
        let files = try TestFiles()
        let result = load(
            try files.write(
                "day,time,weight\n2026-01-05,08:00,72.5\n2026-01-06,08:00,heavy\n"
                    + "2026-01-07,08:00,light\n05.99.2026,08:00,71\n2026-01-08,28:61,70\n"
                    + "2026-01-09,08:00,72.1\n2026-01-10,08:00,72.3\n2026-01-11,08:00,72.2\n"))
        let refusals = result.report.files[0].refusals
        let number = try #require(refusals.first { $0.reason.contains("not a number") })
        #expect(number.cell == RefusedCell(column: "weight", value: "heavy"))
        #expect(number.place == "line 3" && number.count == 2)
        let date = try #require(refusals.first { $0.reason.contains("date") })
        #expect(date.cell == RefusedCell(column: "day, time", value: "05.99.2026 08:00"))
        #expect(date.shownReason == "unreadable date (day, time: “05.99.2026 08:00”)")
        expectBalanced(result.report)
    }

    @Test("A file of which nothing can be used names its reasons at once")
    func reasons() throws {
        let files = try TestFiles()
        let path = try files.write(
            export(
                record("Mystery", "count", "1", "2026-01-05 08:00:00 +0000")
                    + record("StepCount", "count", "many", "2026-01-05 08:00:00 +0000")
                    + record("StepCount", "count", "few", "2026-01-05 09:00:00 +0000")),
            "export.xml")
        let sentence = try #require(load(path).report.emptyFiles.first)
        #expect(sentence.contains("none of the 3 records"))
        #expect(sentence.contains("1 × records of the type HKQuantityTypeIdentifierMystery"))
        #expect(sentence.contains("2 × its value is not a number"))
        #expect(!sentence.contains("see oresen"))

        let folder = try files.zip(
            [("a.txt", "words only\n"), ("b.txt", "words only\n"), ("c.plist", "<plist/>")], "c.zip"
        )
        let failure = try #require(load(folder).report.files[0].failure)
        #expect(failure.problem.contains("among 3 files"))
        #expect(failure.problem.contains("property list") && failure.problem.contains("2 × a.txt"))
    }

    @Test("A table of texts alone is reported as such")
    func texts() throws {
        let files = try TestFiles()
        let result = load(
            try files.write(
                "date,mood\n2026-01-05,good\n2026-01-06,bad\n2026-01-07,good\n", "mood.csv"))
        if result.report.files[0].failure == nil {
            #expect(result.report.files[0].notes.contains { $0.text.contains("only texts (mood)") })
        }
        let numbers = load(
            try files.write("date,mood,weight\n2026-01-05,good,72.5\n2026-01-06,bad,72\n", "n.csv"))
        #expect(!numbers.report.files[0].notes.contains { $0.text.contains("only texts") })
    }
}
