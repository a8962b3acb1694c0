import Foundation
import HealthData
import Testing

@Suite("The commands of notes")
struct NoteCommandTests {
    private let folder: Folder
    private let library: [String]

    init() throws {
        folder = try Folder()
        library = ["--library", folder.path + "/library", "--zone", "Europe/Berlin"]
    }

    private func note(_ arguments: String...) throws -> Program.Outcome {
        // After two dashes there is only text; a number has no zone.
        let place = arguments.first == "add" ? library[...] : library.prefix(2)
        return try Program.run(
            ["library", "note"] + arguments.prefix(1) + place + arguments.dropFirst())
    }

    private func notes(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(["library", "notes"] + arguments + library)
    }

    @Test("Notes are written, listed in three forms, and removed")
    func commands() throws {
        let nothing = try notes()
        #expect(nothing.code == 0 && nothing.text.hasPrefix("There are no notes in the library"))
        #expect(try notes("--format", "csv").text == "id,start,end,metric,text,created,changed\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/library"))

        let flu = try note("add", "--date", "2026-05-04", "--until", "2026-05-09", "flu")
        #expect(flu.code == 0 && flu.text == "1  2026-05-04 to 2026-05-09: flu\n")
        let begun = try note(
            "add", "--date", "2026-05-02T08:30", "--metric", "blood-pressure", "began",
            "lisinopril,",
            "5 \"mg\"")
        #expect(
            begun.text == "2  2026-05-02 08:30 [blood-pressure]: began lisinopril, 5 \"mg\"\n")
        #expect(try note("add", "--date", "2026-05-01", "--", "--moved--").code == 0)
        #expect(
            try notes().text == """
                3  2026-05-01: --moved--
                2  2026-05-02 08:30 [blood-pressure]: began lisinopril, 5 "mg"
                1  2026-05-04 to 2026-05-09: flu

                """)

        // The end of a day is the beginning of the next; a moment ends where it begins.
        let lines = try notes("--format", "csv").text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(
            lines[1].hasPrefix(
                "3,2026-05-01T00:00:00+02:00,2026-05-01T00:00:00+02:00,,'--moved--,20"))
        #expect(
            lines[2].hasPrefix(
                "2,2026-05-02T08:30:00+02:00,2026-05-02T08:30:00+02:00,blood-pressure,"
                    + "\"began lisinopril, 5 \"\"mg\"\"\",20"))
        #expect(
            lines[3].hasPrefix("1,2026-05-04T00:00:00+02:00,2026-05-10T00:00:00+02:00,,flu,20"))
        for json in [["--format", "json"], ["--json"]] {
            let object = try Program.json(["library", "notes"] + json + library)
            let list = try #require(object["notes"] as? [[String: Any]])
            #expect(list.map { $0["id"] as? Int } == [3, 2, 1])
            #expect(list.map { $0["text"] as? String }.last == "flu")
            #expect(list[1]["metric"] as? String == "blood-pressure")
            #expect(list[0]["metric"] is NSNull)
            #expect(list[2]["end"] as? String == "2026-05-10T00:00:00+02:00")
            #expect(list[2]["created"] as? String == list[2]["changed"] as? String)
        }

        #expect(try note("remove", "2").text == "note 2: removed\n")
        #expect(try notes().text.split(separator: "\n").count == 2)
        let verified = try Program.run(
            ["library", "verify", "--library", folder.path + "/library"])
        #expect(verified.code == 0)
    }

    @Test("A backup has them")
    func backup() throws {
        #expect(try note("add", "--date", "2026-05-01", "moved").code == 0)
        let place = ["--library", folder.path + "/library"]
        let backup = folder.path + "/backup.sqlite"
        #expect(try Program.run(["library", "backup", backup] + place).code == 0)
        #expect(try note("remove", "1").code == 0)
        #expect(try Program.run(["library", "restore", backup] + place).code == 0)
        #expect(try notes().text == "1  2026-05-01: moved\n")
    }

    @Test("Wrong usage and notes that cannot be kept have different messages")
    func failures() throws {
        let long = String(repeating: "x", count: 1001)
        let cases: [([String], Int32, String)] = [
            (["add", "moved"], 2, "--date"),
            (["add", "--date", "2026-05-01"], 2, "text"),
            (["add", "--date", "soon", "moved"], 2, "'soon' is not a date for --date"),
            (["add", "--date", "1899-05-01", "moved"], 2, "out of the range"),
            (
                ["add", "--date", "2026-05-02", "--until", "2026-05-01T08:00", "moved"], 2,
                "--until is before --date"
            ),
            (
                ["add", "--date", "2026-05-02", "--until", "2026-05-01", "moved"], 2,
                "--until is before --date"
            ),
            (["add", "--date", "2026-05-01", "--metric", "shoes", "x"], 2, "no metric 'shoes'"),
            (["add", "--date", "2026-05-01", ""], 1, "nothing is written in it"),
            (["add", "--date", "2026-05-01", "a\nb"], 1, "has several lines"),
            (["add", "--date", "2026-05-01", long], 1, "has 1001 characters, and may have 1000"),
            (["remove", "7"], 1, "holds no note 7"),
            (["remove", "x"], 2, "x"), (["lose"], 2, "Usage: oresen library note"),
        ]
        for (arguments, code, sentence) in cases {
            let outcome = try Program.run(["library", "note"] + arguments + library.prefix(2))
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(sentence), "\(arguments): \(outcome.errors)")
        }
        #expect(try Program.run(["library", "notes", "--format", "xml"] + library).code == 2)
        #expect(try notes("--json").text.contains("\"notes\": []"))
        // Without a library, none is made just to remove something from it.
        let other = folder.path + "/other"
        let missing = try Program.run(["library", "note", "remove", "1", "--library", other])
        #expect(missing.code == 1 && missing.errors.contains("holds no library"))
        #expect(!FileManager.default.fileExists(atPath: other))
    }
}
