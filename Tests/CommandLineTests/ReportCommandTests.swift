import Foundation
import PictureTesting
import Testing

/// `oresen report`: a sheet of paper, and its readings for programs.
@Suite("Reports") struct ReportCommandTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// A diary of seven days with four readings each, in a file.
    private func diary() throws -> String {
        var text = "date,systolic (mmHg),diastolic (mmHg),pulse (bpm)\n"
        for day in 20...26 {
            for (time, values) in [
                ("07:00", "126,80,61"), ("07:02", "124,78,62"), ("19:00", "130,84,63"),
                ("19:02", "128,82,64"),
            ] {
                text += "2026-11-\(day) \(time),\(values)\n"
            }
        }
        let file = path("diary.csv")
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    private func report(_ words: [String]) throws -> Program.Outcome {
        try Program.run(
            ["SOURCE_DATE_EPOCH=1795737600", Program.path, "report", "--zone", "Europe/Berlin"]
                + words, command: "/usr/bin/env")
    }

    private func text(_ name: String) throws -> String {
        try Tool.run("pdftotext", [path(name), "-"])
    }

    @Test func aSheetHasTheMeanAndTheDateOfPrinting() throws {
        let words = [try diary(), "--name", "Anna Lindqvist", "--born", "1968-03-14"]
        let outcome = try report(words + ["--output", path("r.pdf")])
        #expect(outcome.code == 0 && outcome.errors == "" && outcome.output.isEmpty)
        let text = try text("r.pdf")
        // (126 + 124 + 130 + 128) / 4 = 127; (80 + 78 + 84 + 82) / 4 = 81.
        for expected in [
            "127/81", "24 readings on 6 days", "28 of 28 planned readings", "Anna Lindqvist",
            "born 14 March 1968 · printed 27 November 2026", "ESC 2024",
        ] {
            #expect(text.contains(expected), "\(expected)")
        }
        #expect(!text.contains("diary"), "the name of a file may be that of a person")
        // To standard output, the same bytes.
        let again = try report(words + ["--output", "-"])
        #expect(again.output == (try Data(contentsOf: URL(filePath: path("r.pdf")))))
    }

    @Test func anotherRuleAndPaperAndPeriod() throws {
        let outcome = try report([
            try diary(), "--rule", "free", "--limit", "125/90", "--paper", "letter", "--from",
            "2026-11-22", "--to", "2026-11-24", "--output", path("r.pdf"),
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let text = try text("r.pdf")
        #expect(text.contains("22 – 24 November 2026 (3 days)"))
        #expect(text.contains("At or above 125/90, the chosen limit"))
        #expect(text.contains("12 readings on 3 days"))
        let size = try Tool.run("pdfinfo", [path("r.pdf")])
        #expect(size.contains("612 x 792 pts (letter)"))
    }

    @Test func theLibraryHasNotes() throws {
        let library = path("library")
        #expect(try Program.run(["library", "add", try diary(), "--library", library]).code == 0)
        for (metric, words) in [("blood-pressure", "began lisinopril"), ("weight", "a new scale")] {
            let note = try Program.run([
                "library", "note", "add", "--library", library, "--metric", metric, "--date",
                "2026-11-23", words,
            ])
            #expect(note.code == 0)
        }
        #expect(
            try report(["--library", library, "--notes", "--output", path("r.pdf")]).code == 0)
        let text = try text("r.pdf")
        #expect(text.contains("23 November 2026: began lisinopril"))
        #expect(!text.contains("scale"), "a note about another metric")
        #expect(try report(["--library", library, "--output", path("s.pdf")]).code == 0)
        #expect(try !self.text("s.pdf").contains("lisinopril"))
    }

    @Test func theReadingsAreForPrograms() throws {
        #expect(try report([try diary(), "--output", path("r.fhir.json")]).code == 0)
        let data = try Data(contentsOf: URL(filePath: path("r.fhir.json")))
        let object = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["resourceType"] as? String == "Bundle")
        // 28 readings, 28 pulses and a mean; no person, and no device: the name of a file is none.
        #expect((object["entry"] as? [Any])?.count == 57)
        let printed = try report([try diary(), "--format", "fhir", "--output", "-"])
        #expect(printed.output == data)
    }

    @Test(arguments: [
        (["--output", "r.png"], "'r.png' is no document; name a .pdf file, or -"),
        (["--format", "fhir", "--output", "r.pdf"], "name a .fhir.json file, or -"),
        (["--period", "7d", "--from", "2026-01-01", "--output", "-"], "are two choices"),
        (["--limit", "135/85", "--output", "-"], "--limit is for --rule free"),
        (["--limit", "85/135", "--rule", "free", "--output", "-"], "85/135"),
        (["--notes", "--output", "-"], "files have none"),
        (["--from", "2026-11-24", "--to", "2026-11-22", "--output", "-"], "--to is before --from"),
        (["--born", "14 March", "--output", "-"], "is not a date for --born"),
        (["--unit", "mass=st", "--output", "-"], "give kg or lb"),
        (["--unit", "glucose=cups", "--output", "-"], "cups"),
    ])
    func wrongUsageIsExplained(words: [String], reason: String) throws {
        let outcome = try report([try diary()] + words)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func whatIsNotThereIsRefused() throws {
        let glucose = try report([try diary(), "--preset", "glucose", "--output", path("r.pdf")])
        #expect(glucose.code == 1)
        #expect(glucose.errors.contains("there are no records of glucose"))
        let early = try report([
            try diary(), "--from", "2020-01-01", "--to", "2020-02-01", "--output", path("r.pdf"),
        ])
        #expect(early.code == 1)
        #expect(early.errors.contains("there is no reading from 2020-01-01 to 2020-02-01"))
        let library = try report(["--library", path("none"), "--output", path("r.pdf")])
        #expect(library.code == 1)
        #expect(library.errors.contains("holds no library"))
        #expect(!FileManager.default.fileExists(atPath: path("r.pdf")))
    }
}
