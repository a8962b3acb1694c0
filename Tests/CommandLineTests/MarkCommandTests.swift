import Foundation
import HealthData
import Testing

@Suite("The command for drawings")
struct MarkCommandTests {
    private let folder: Folder
    private let library: [String]

    init() throws {
        folder = try Folder()
        library = ["--library", folder.path + "/library", "--zone", "Europe/Berlin"]
    }

    private func marks(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(["library", "marks"] + arguments + library)
    }

    private func draw() throws {
        let opened = try Library(directory: folder.path + "/library")
        defer { opened.close() }
        // Noon of 1 May 2026 in Berlin.
        let noon = 1_777_629_600.0
        let line = LibraryMark(
            id: 1_790_000_000_000_001, metric: .weight, kind: "trendLine", basis: nil,
            times: noon...noon + 864_000, values: 71.25...72, created: noon, changed: noon,
            bytes: [1])
        let level = LibraryMark(
            id: 1_790_000_000_000_002, metric: .steps, kind: "level", basis: "day", times: nil,
            values: 10_000...10_000, created: noon, changed: noon, bytes: [2])
        for mark in [line, level] {
            let change = LibraryMarkChange(metric: mark.metric, before: [], after: [mark])
            try opened.drawings.edit([LibraryMarkEdit(.made, change)])
        }
    }

    @Test("Drawings are listed in three forms")
    func commands() throws {
        let nothing = try marks()
        #expect(
            nothing.code == 0 && nothing.text.hasPrefix("There are no drawings in the library"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/library"))
        try draw()
        #expect(
            try marks().text == """
                1790000000000001  [weight] trendLine  2026-05-01 12:00 to 2026-05-11 12:00  \
                71.25 to 72.0
                1790000000000002  [steps] level  10000.0  a day

                """)
        let lines = try marks("--format", "csv").text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "id,metric,kind,basis,start,end,low,high,created,changed,deleted")
        #expect(
            lines[1].hasPrefix(
                "1790000000000001,weight,trendLine,,2026-05-01T12:00:00+02:00,"
                    + "2026-05-11T12:00:00+02:00,71.25,72.0,2026-05-01T12:00:00+02:00,"))
        #expect(lines[2].hasPrefix("1790000000000002,steps,level,day,,,10000.0,10000.0,"))
        let object = try Program.json(["library", "marks", "--json"] + library)
        let list = try #require(object["marks"] as? [[String: Any]])
        #expect(list.map { $0["kind"] as? String } == ["trendLine", "level"])
        #expect(list[0]["id"] as? Int == 1_790_000_000_000_001)
        #expect(list[0]["low"] as? Double == 71.25 && list[0]["basis"] is NSNull)
        #expect(list[1]["start"] is NSNull && list[1]["deleted"] is NSNull)
    }

    @Test("Removed ones are listed on request")
    func removed() throws {
        try draw()
        let opened = try Library(directory: folder.path + "/library")
        let mark = try #require(try opened.drawings.all().marks.first)
        let change = LibraryMarkChange(metric: mark.metric, before: [mark], after: [])
        try opened.drawings.edit([LibraryMarkEdit(.made, change)])
        opened.close()
        #expect(try marks().text.split(separator: "\n").count == 1)
        let gone = try Program.json(["library", "marks", "--json", "--deleted"] + library)
        let list = try #require(gone["marks"] as? [[String: Any]])
        #expect(list.count == 1 && list[0]["deleted"] is String)
        #expect(try marks("--format", "xml").code == 2)
    }
}
