import Foundation
import Glibc
import HealthData
import Testing

@Suite("The library's commands")
struct LibraryCommandTests {
    private let folder: Folder
    private let library: [String]

    init() throws {
        folder = try Folder()
        library = ["--library", folder.path + "/library"]
    }

    private func rows(_ count: Int, from first: Int = 0) -> String {
        var text = "time,heart rate (bpm),weight (kg)\n"
        for index in first..<first + count {
            text +=
                "\(1_700_000_000 + index * 37),\(60 + index % 50),\(70 + Double(index % 80) / 8)\n"
        }
        return text
    }

    private func samples() throws -> [String: Int] {
        let list = try Program.json(["library", "list", "--json"] + library)
        let datasets = try #require(list["datasets"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: datasets.compactMap { dataset in
                (dataset["name"] as? String).flatMap { name in
                    (dataset["samples"] as? Int).map { (name, $0) }
                }
            })
    }

    private func expectWell(_ location: SourceLocation = #_sourceLocation) throws {
        let outcome = try Program.run(["library", "verify"] + library)
        #expect(outcome.code == 0, "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.text.hasSuffix(": all is well\n"), sourceLocation: location)
    }

    @Test("list, add, remove, verify, backup and restore")
    func commands() throws {
        let first = try folder.write(rows(100), "first.csv")
        let second = try folder.write(rows(120), "second.csv")
        let nothing = try Program.run(["library"] + library)
        #expect(nothing.code == 0 && nothing.text.hasPrefix("Nothing has been added"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/library"))
        for command in [["verify"], ["backup", folder.path + "/b"], ["remove", "1"]] {
            #expect(try Program.run(["library"] + command + library).code == 1)
        }
        let added = try Program.run(["library", "add", first, second] + library)
        #expect(
            added.text == """
                \(first): 200 samples added
                \(second): 40 samples added, 200 were there already

                """)
        #expect(try samples() == ["first.csv": 200, "second.csv": 240])
        let again = try Program.run(["library", "add", second] + library)
        #expect(again.text == "\(second): nothing new, all 240 samples were there already\n")
        let backup = folder.path + "/backup.sqlite"
        #expect(try Program.run(["library", "backup", backup] + library).code == 0)
        #expect(try Program.run(["library", "remove", "first.csv"] + library).code == 0)
        #expect(try samples() == ["second.csv": 240])
        try expectWell()
        let restored = try Program.run(["library", "restore", backup] + library)
        #expect(restored.text.hasPrefix("What was there before is in "))
        #expect(try samples() == ["first.csv": 200, "second.csv": 240])
        try expectWell()
    }

    @Test("Wrong usage and refused files say so, and good files beside them are kept")
    func troubles() throws {
        #expect(try Program.run(["library", "add"] + library).code == 2)
        #expect(try Program.run(["library", "add", "a.csv", "--library", ":memory:"]).code == 2)
        #expect(try Program.run(["library", "lose"] + library).code == 2)
        let good = try folder.write(rows(10), "good.csv")
        let mixed = try Program.run(["library", "add", folder.path + "/missing", good] + library)
        #expect(mixed.code == 0 && mixed.errors.contains("missing") && mixed.text.contains("20"))
        #expect(try Program.run(["library", "add", folder.path + "/missing"] + library).code == 1)
        let unknown = try Program.run(["library", "remove", "other.csv"] + library)
        #expect(unknown.code == 1)
        #expect(unknown.errors.contains("holds no dataset other.csv"))
        _ = try folder.write("no library", "file")
        let place = try Program.run(["library", "add", good, "--library", folder.path + "/file"])
        #expect(place.code == 1 && place.errors.contains("/file"))
    }

    @Test("An import that is killed at any moment leaves a good library, and starts again")
    func killed() throws {
        let before = try folder.write(rows(500), "before.csv")
        #expect(try Program.run(["library", "add", before] + library).code == 0)
        let file = try folder.write(rows(40_000), "file.csv")
        let copy = ["--library", folder.path + "/copy"]
        let start = Date()
        #expect(try Program.run(["library", "add", file] + copy).code == 0)
        let whole = Date().timeIntervalSince(start)
        var random = SplitMix64(seed: 50)
        var killed = 0
        for moment in 0..<50 {
            let outcome = try Program.run(["library", "add", file] + library) { process in
                if moment % 2 == 0 {
                    let wait = Double.random(in: 0...whole, using: &random)
                    usleep(UInt32(wait * 1e6))
                } else {
                    // While it is being written.
                    let size = Int.random(in: 1...900_000, using: &random)
                    let log = folder.path + "/library/library.sqlite-wal"
                    while process.isRunning {
                        var status = stat()
                        if stat(log, &status) == 0, Int(status.st_size) >= size { break }
                    }
                }
                kill(process.processIdentifier, SIGKILL)
            }
            try expectWell()
            let held = try samples()
            #expect(held["before.csv"] == 1_000)
            if outcome.code == -1, held["file.csv"] == nil {
                killed += 1
                continue
            }
            // It was done before: taken out again for the next time.
            #expect(held["file.csv"] == 80_000)
            #expect(try Program.run(["library", "remove", "file.csv"] + library).code == 0)
        }
        #expect(killed > 10)
        #expect(try Program.run(["library", "add", file] + library).code == 0)
        #expect(try samples() == ["before.csv": 1_000, "file.csv": 80_000])
        try expectWell()
    }

    @Test("Where a file may not grow any further, nothing is lost", arguments: [1, 60, 200, 500])
    func limited(kilobytes: Int) throws {
        let before = try folder.write(rows(500), "before.csv")
        let file = try folder.write(rows(100_000), "file.csv")
        #expect(try Program.run(["library", "add", before] + library).code == 0)
        let script = "ulimit -f \(kilobytes); exec \"$0\" \"$@\""
        let outcome = try Program.run(
            ["-c", script, Program.path, "library", "add", file] + library, command: "/bin/bash")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("library.sqlite: "), "\(outcome.errors)")
        try expectWell()
        #expect(try samples() == ["before.csv": 1_000])
        #expect(try Program.run(["library", "add", file] + library).code == 0)
        #expect(try samples() == ["before.csv": 1_000, "file.csv": 200_000])
    }
}
