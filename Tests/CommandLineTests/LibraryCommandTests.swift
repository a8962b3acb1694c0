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
        #expect(restored.text.hasPrefix("The previous library is in "))
        #expect(try samples() == ["first.csv": 200, "second.csv": 240])
        try expectWell()
    }

    @Test("Wrong usage and refused files are reported, and good files next to them are kept")
    func failures() throws {
        #expect(try Program.run(["library", "add"] + library).code == 2)
        #expect(try Program.run(["library", "add", "a.csv", "--library", ":memory:"]).code == 2)
        #expect(try Program.run(["library", "lose"] + library).code == 2)
        let good = try folder.write(rows(10), "good.csv")
        let mixed = try Program.run(["library", "add", folder.path + "/missing", good] + library)
        #expect(mixed.code == 1 && mixed.errors.contains("missing") && mixed.text.contains("20"))
        #expect(try Program.run(["library", "add", folder.path + "/missing"] + library).code == 1)
        let unknown = try Program.run(["library", "remove", "other.csv"] + library)
        #expect(unknown.code == 1)
        #expect(unknown.errors.contains("holds no dataset other.csv"))
        _ = try folder.write("no library", "file")
        let place = try Program.run(["library", "add", good, "--library", folder.path + "/file"])
        #expect(place.code == 1 && place.errors.contains("/file"))
    }

    @Test("An import killed at any moment leaves a good library, and starts again")
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
            // It was added before: removed again for the next attempt.
            #expect(held["file.csv"] == 80_000)
            #expect(try Program.run(["library", "remove", "file.csv"] + library).code == 0)
        }
        #expect(killed > 10)
        #expect(try Program.run(["library", "add", file] + library).code == 0)
        #expect(try samples() == ["before.csv": 1_000, "file.csv": 80_000])
        try expectWell()
    }

    @Test("If a file may not grow any further, nothing is lost", arguments: [1, 60, 200, 500])
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

    // MARK: The first opening

    @Test("A first opening killed at any moment is repeated")
    func killedAtFirst() throws {
        let file = try folder.write(rows(500), "file.csv")
        let start = Date()
        let copy = ["--library", folder.path + "/copy"]
        #expect(try Program.run(["library", "add", file] + copy).code == 0)
        let whole = Date().timeIntervalSince(start)
        var random = SplitMix64(seed: 51)
        var (killed, begun) = (0, 0)
        for moment in 0..<40 {
            let directory = folder.path + "/first-\(moment)"
            let own = ["--library", directory]
            let outcome = try Program.run(["library", "add", file] + own) { process in
                if moment % 2 == 0 {
                    usleep(UInt32(Double.random(in: 0...whole, using: &random) * 1e6))
                } else {
                    // While the tables are being made.
                    let wait = UInt32.random(in: 0...3_000, using: &random)
                    while process.isRunning, access(directory + "/library.sqlite", F_OK) != 0 {}
                    usleep(wait)
                }
                kill(process.processIdentifier, SIGKILL)
            }
            if outcome.code == -1 { killed += 1 }
            if Library.exists(in: directory) {
                begun += 1
                let verified = try Program.run(["library", "verify"] + own)
                #expect(verified.code == 0, "\(verified.errors)")
            }
            let added = try Program.run(["library", "add", file] + own)
            #expect(added.code == 0, "\(added.errors)")
            #expect(try Program.run(["library", "verify"] + own).code == 0)
            let list = try Program.json(["library", "list", "--json"] + own)
            let datasets = try #require(list["datasets"] as? [[String: Any]])
            #expect(datasets.map { $0["samples"] as? Int } == [1_000])
        }
        #expect(killed > 10 && begun > 10, "\(killed) \(begun)")
    }

    @Test("Several programs create one library at once", arguments: 0..<4)
    func severalPrograms(round: Int) throws {
        let files = try (0..<6).map { index in
            try folder.write(rows(100, from: index * 1_000), "file\(index).csv")
        }
        let script = """
            library=$1; shift; jobs=(); code=0
            for file in "$@"; do "$0" library add "$file" --library "$library" & jobs+=($!); done
            for job in "${jobs[@]}"; do wait "$job" || code=1; done
            exit $code
            """
        let outcome = try Program.run(
            ["-c", script, Program.path, folder.path + "/library"] + files, command: "/bin/bash")
        #expect(outcome.code == 0, "\(outcome.errors)")
        try expectWell()
        #expect(
            try samples()
                == Dictionary(uniqueKeysWithValues: (0..<6).map { ("file\($0).csv", 200) }))
    }

    // MARK: Damage

    /// Changes a bit in the middle of the library's file, which consists of samples only.
    private func spoil() throws {
        let path = folder.path + "/library/library.sqlite"
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // An overflow page of a long value begins with the number of the next one.
        bytes[bytes.count / 2 / 4096 * 4096 + 2_000] ^= 0x10
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("Damage is reported by every command that reads the library, and repaired by the file")
    func damage() throws {
        let file = try folder.write(rows(60_000), "file.csv")
        let other = try folder.write(rows(100, from: 70_000), "other.csv")
        #expect(try Program.run(["library", "add", file, other] + library).code == 0)
        try spoil()
        let sentence = "samples from 2023-11-14 to 2023-12-10 are damaged"
        let picture = folder.path + "/picture.png"
        for command in [
            ["info"], ["info", "--json"], ["table", "--metric", "heart-rate"],
            ["table", "--metric", "weight"], ["render", "--output", picture],
        ] {
            let outcome = try Program.run(command + library)
            #expect(outcome.code == 0, "\(command) \(outcome.errors)")
            #expect(outcome.errors.hasPrefix("oresen: \(file): "), "\(command) \(outcome.errors)")
            #expect(outcome.errors.contains(sentence), "\(command) \(outcome.errors)")
        }
        let told = try Program.json(["info", "--json"] + library)
        let files = try #require(told["files"] as? [[String: Any]])
        #expect(files.map { ($0["damages"] as? [String])?.count } == [1, 0])
        for file in files {
            let counts = ["read", "used", "merged", "refused"].compactMap { file[$0] as? Int }
            try #require(counts.count == 4)
            #expect(counts[0] == counts[1] + counts[2] + counts[3])
        }
        let verified = try Program.run(["library", "verify"] + library)
        #expect(verified.code == 1 && verified.errors.contains(sentence))
        #expect(verified.errors.contains("add its files again or restore a backup"))
        // It does not prevent another file from being added.
        let late = try folder.write(rows(70_000), "late.csv")
        let added = try Program.run(["library", "add", late, file] + library)
        #expect(added.code == 0, "\(added.errors)")
        #expect(added.text.contains("  60000 damaged samples repaired\n"), "\(added.text)")
        try expectWell()
        let quiet = try Program.run(["info"] + library)
        #expect(quiet.code == 0 && quiet.errors.isEmpty)
    }
}
