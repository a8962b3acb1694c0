import Foundation
import Testing

@Suite("Output that fails is reported")
struct OutputTests {
    /// A folder with records of 1 MB, and a library with some of them.
    private final class Records {
        let folder: Folder
        let large: String
        let small: String
        let library: String

        init() throws {
            folder = try Folder()
            large = folder.path + "/large.csv"
            small = try folder.write(
                "date,weight (kg)\n2026-01-05 08:00,72.5\n2026-01-06 08:00,71\n", "small.csv")
            library = folder.path + "/library"
            _ = try Program.run([
                "generate", "series", "--records", "15000", "--output", large,
            ])
            let added = try Program.run(["library", "add", small, "--library", library])
            try #require(added.code == 0, "\(added.errors)")
            let note = [
                "library", "note", "add", "--library", library, "--date", "2026-01-05", "x",
            ]
            try #require(try Program.run(note).code == 0)
        }

        /// Every command with an answer on standard output.
        var answers: [[String]] {
            [
                ["table", large, "--metric", "column:value"],
                ["table", large, "--metric", "column:value", "--json"],
                ["table", small, "--metric", "weight", "--bucket", "day"],
                ["info", small], ["info", small, "--explain"], ["info", small, "--json"],
                ["library", "list", "--library", library],
                ["library", "list", "--library", library, "--json"],
                ["library", "notes", "--library", library],
                ["library", "notes", "--library", library, "--json"],
                ["library", "notes", "--library", library, "--format", "csv"],
                ["library", "verify", "--library", library],
                ["library", "add", small, "--library", library],
                [
                    "library", "note", "add", "--library", library, "--date", "2026-01-05", "said",
                ],
                ["render", small, "--output", "-"],
                ["generate", "series", "--records", "5", "--output", "-"],
                ["generate", "series", "--records", "5", "--output", "/dev/stdout"],
                ["--help"], ["--version"], ["help", "table"], ["table", "--help"],
                ["library", "add", "--help"], ["--generate-completion-script", "bash"],
            ]
        }
    }

    /// Runs the program in a shell command, in which `"$@"` calls the program.
    private func run(_ line: String, _ arguments: [String]) throws -> Program.Outcome {
        try Program.run(["-c", line, "sh", Program.path] + arguments, command: "/bin/sh")
    }

    @Test("on a full disk, and without any standard output")
    func full() throws {
        let records = try Records()
        for (line, reason) in [
            ("exec \"$@\" > /dev/full", "No space left on device"),
            ("exec \"$@\" >&-", "Bad file descriptor"),
        ] {
            for arguments in records.answers {
                let outcome = try run(line, arguments)
                #expect(outcome.code == 1, "\(line) \(arguments): \(outcome.errors)")
                let lines = outcome.errors.split(separator: "\n")
                #expect(
                    lines.count == 1 && lines[0].hasPrefix("oresen: ")
                        && lines[0].contains("cannot be written (\(reason)"),
                    "\(line) \(arguments): \(outcome.errors)")
            }
        }
        // The notes were added although their answers could not be written.
        let notes = try Program.run(["library", "notes", "--library", records.library])
        #expect(notes.text.split(separator: "\n").count == 3)
    }

    @Test("if a file may not grow beyond 100 kB")
    func limited() throws {
        let records = try Records()
        let output = records.folder.path + "/out"
        for arguments in [
            ["table", records.large, "--metric", "column:value"],
            ["table", records.large, "--metric", "column:value", "--json"],
            ["generate", "apple-health", "--records", "2000", "--output", "-"],
        ] {
            // In blocks of 512 bytes.
            let outcome = try run("ulimit -f 200; exec \"$@\" > '\(output)'", arguments)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("cannot be written (File too large)"))
            #expect(outcome.errors.contains("make room"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: output)).count <= 102_400)
        }
    }

    /// Whether the test can mount a disk of its own.
    private static let hasOwnDisk =
        (try? Program.run(
            ["-rm", "sh", "-c", "mount -t tmpfs -o size=100k none /mnt"],
            command: "/usr/bin/unshare"
        ).code) == 0

    @Test("on a disk of 100 kB", .enabled(if: Self.hasOwnDisk))
    func disk() throws {
        let records = try Records()
        for end in [
            "\"$@\" > /mnt/out", "\"$@\" --output /mnt/out.zip; ls -A /mnt >&2",
        ] {
            let arguments =
                end.contains("--output")
                ? ["generate", "apple-health", "--records", "40000"]
                : ["table", records.large, "--metric", "column:value"]
            let line = "mount -t tmpfs -o size=100k none /mnt && \(end) || { echo $?; exit 9; }"
            let outcome = try Program.run(
                ["-rm", "sh", "-c", line, "sh", Program.path] + arguments,
                command: "/usr/bin/unshare")
            if end.contains("--output") {
                // Nothing is left of the output that could not be written.
                #expect(outcome.errors.hasSuffix("make room and try again\n"), "\(outcome.errors)")
            } else {
                #expect(outcome.code == 9 && outcome.text == "1\n")
            }
            #expect(outcome.errors.contains("cannot be written ("))
        }
    }

    @Test("but not a missing reader")
    func closedPipe() throws {
        let records = try Records()
        for arguments in records.answers {
            // The reader is gone before the program begins.
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let outcome = try Program.run(arguments, output: pipe.fileHandleForWriting)
            // The signal ends it, as it ends other filters.
            #expect(outcome.code == -1 && outcome.errors.isEmpty, "\(arguments): \(outcome)")
        }
    }

    @Test("A file that could not be read ends the command with 1, and the others are used")
    func unread() throws {
        let records = try Records()
        let missing = records.folder.path + "/missing.csv"
        let empty = try records.folder.write("", "empty.csv")
        let picture = records.folder.path + "/a.png"
        for bad in [missing, empty] {
            for (arguments, answer) in [
                (["info", records.small, bad], "2 samples"),
                (["info", bad, records.small, "--json"], "\"samples\": 2"),
                (["table", records.small, bad, "--metric", "weight"], ",72.5\n"),
                (["table", bad, records.small, "--metric", "weight", "--json"], "72.5"),
                (
                    ["library", "add", bad, records.small, "--library", records.library],
                    "nothing new"
                ),
                (["render", records.small, bad, "--output", picture], ""),
            ] {
                try? FileManager.default.removeItem(atPath: picture)
                let outcome = try Program.run(arguments)
                #expect(outcome.code == 1, "\(arguments)")
                #expect(outcome.text.contains(answer) || answer.isEmpty, "\(outcome.text)")
                let lines = outcome.errors.split(separator: "\n")
                #expect(
                    lines.count == 1 && lines[0].hasPrefix("oresen: \(bad): "),
                    "\(arguments): \(outcome.errors)")
                if answer.isEmpty { #expect(FileManager.default.fileExists(atPath: picture)) }
            }
        }
        // Records that were refused do not make the command fail.
        let half = try records.folder.write("date,weight\n2026-01-05,x\n2026-01-06,1\n", "half.csv")
        for command in [["info", half], ["table", half, "--metric", "weight"]] {
            #expect(try Program.run(command).code == 0)
        }
    }

    @Test("Files are private to the person, replace links, and are complete or absent")
    func files() throws {
        let records = try Records()
        let path = records.folder.path
        let picture = path + "/a.png"
        let layout = path + "/a.json"
        let target = try records.folder.write("untouched", "target")
        for link in [picture, layout, path + "/s.csv", path + "/s.zip"] {
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: target)
        }
        let render = ["render", records.small, "--output", picture, "--layout", layout]
        #expect(try Program.run(render).code == 0)
        for name in ["/s.csv", "/s.zip"] {
            let generate = ["generate", "series", "--records", "9", "--output", path + name]
            #expect(try Program.run(generate).code == 0)
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
        for (file, mode) in [(picture, 0o600), (layout, 0o600), (path + "/s.csv", nil)] {
            let found = try FileManager.default.attributesOfItem(atPath: file)
            #expect(found[.type] as? FileAttributeType == .typeRegular)
            if let mode { #expect(found[.posixPermissions] as? Int == mode) }
        }
        // If a file cannot be written, the old one stays, and nothing is left next to it.
        let before = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        let old = try Data(contentsOf: URL(fileURLWithPath: layout))
        for (limit, arguments) in [
            ("8", render + ["--size", "900x700"]),
            ("8", ["generate", "series", "--records", "9000", "--output", path + "/s.csv"]),
            ("8", ["generate", "apple-health", "--records", "90000", "--output", path + "/s.zip"]),
        ] {
            let outcome = try run("ulimit -f \(limit); exec \"$@\"", arguments)
            #expect(outcome.code == 1 && outcome.errors.contains("(File too large)"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: layout)) == old)
        let series = try Data(contentsOf: URL(fileURLWithPath: path + "/s.csv"))
        #expect(series.split(separator: 0x0A).count == 10)
        // A full device is reported as well.
        for arguments in [
            ["render", records.small, "--output", picture, "--layout", "/dev/full"],
            ["generate", "series", "--records", "9", "--output", "/dev/full"],
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 1 && outcome.errors.contains("/dev/full"))
        }
    }
}
