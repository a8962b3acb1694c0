import ChartCore
import Foundation
import HealthData
import Platform
import Testing

@Suite("Files that cannot be read")
struct SniffingTests {
    @Test("Every kind gets its own message")
    func sentences() throws {
        let files = try TestFiles()
        try AppleHealthGenerator(records: 50, seed: 1).write(to: files.path("export.zip"))
        let zip = try files.bytes("export.zip")
        let folder = files.path("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        var noise = SplitMix64(seed: 3)
        let cases: [(String, String)] = [
            (try files.write([], "empty.csv"), "the file is empty"),
            (
                try files.write([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70], "photo.csv"),
                "is a JPEG picture"
            ),
            (try files.write(Array("%PDF-1.7\n".utf8), "paper.csv"), "is a PDF document"),
            (
                try files.write(
                    (0..<5000).map { _ in UInt8.random(in: 0...255, using: &noise) }, "noise.csv"),
                "binary data"
            ),
            (folder, "holds nothing that can be read among 0 files"),
            (files.path("missing.csv"), "no such file"),
            ("/dev/zero", "is a device"),
            (try files.write(Array(zip[..<20]), "cut.zip"), "damaged or cut off"),
            (
                try files.write([0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18), "none.zip"),
                "the archive is empty"
            ),
            (
                try files.write("just some words\nand more words\n", "words.csv"),
                "look like a table"
            ),
            (try files.write("[1, 2]", "json.csv"), "is JSON without known records"),
            (
                try files.write("<?xml version=\"1.0\"?>\n<gpx><trk/></gpx>", "route.csv"),
                "no points"
            ),
            (try files.write("<html></html>", "page.csv"), "web page"),
            (try files.write("date,weight\n"), "no rows"),
        ]
        for (path, sentence) in cases {
            let result = load(path)
            #expect(result.report.nothingUsed)
            let failure = try #require(result.report.files[0].failure, "\(sentence)")
            #expect(failure.description.hasPrefix(path), "\(failure)")
            #expect(failure.problem.contains(sentence), "\(failure)")
            #expect(!failure.remedy.isEmpty, "\(failure)")
        }
    }

    @Test("A file that fails does not prevent the others from being read")
    func others() throws {
        let files = try TestFiles()
        let good = try files.write("date,weight\n2026-01-05,72.5\n", "good.csv")
        let result = load(files.path("missing.csv"), good)
        #expect(result.report.files[0].failure != nil)
        #expect(result.records[.weight]?.columns.values == [72.5])
        #expect(!result.report.nothingUsed)
    }
}
