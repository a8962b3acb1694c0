import ChartCore
import Foundation
import GRDB
import HealthData
import Sandbox
import Testing

/// The commands in their sandbox: its restrictions, and that every file that a person names is
/// still read.
@Suite("The sandbox of commands") struct SandboxCommandTests {
    static let hasFilters = SandboxSupport.detected().filterProblem == nil
    static let hasLandlock = SandboxSupport.detected().landlockVersion > 0

    private let folder: Folder
    private let table = "date,weight\n2026-10-01,80\n2026-10-02,81\n"

    init() throws { folder = try Folder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func link(_ name: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: target)
        return path(name)
    }

    private func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    private static func probe() -> String {
        (Program.path as NSString).deletingLastPathComponent + "/SandboxProbe"
    }

    /// Runs a command in a shell, with the program as `$0` and `words` as the arguments.
    private func shell(_ line: String, _ words: [String] = []) throws -> Program.Outcome {
        try Program.run(["-c", line, Program.path] + words, command: "/bin/sh")
    }

    /// The number of records that a command has used, according to its JSON.
    private func used(_ outcome: Program.Outcome) throws -> Int {
        #expect(outcome.code == 0, "\(outcome.errors)")
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        let files = object?["files"] as? [[String: Any]] ?? []
        return files.compactMap { $0["used"] as? Int }.reduce(0, +)
    }

    // MARK: Denied access

    /// The kernel's status of every thread of a process.
    private func lines(_ name: String, of process: Process) throws -> Set<String> {
        let tasks = "/proc/\(process.processIdentifier)/task"
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: tasks).map { task in
                let text = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                return text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
                    .map { String($0.split(separator: "\t").last ?? "") } ?? ""
            })
    }

    @Test(
        .enabled(if: hasFilters),
        arguments: [["info"], ["table", "--metric", "weight"], ["library", "add"], ["render"]])
    func everyThreadIsUnderTheFilterWhenTheFirstByteIsRead(command: [String]) throws {
        let pipe = path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        var command = command + [pipe]
        if command[0] == "render" { command += ["--output", path("a.png")] }
        if command[0] == "library" { command += ["--library", path("library")] }
        let outcome = try Program.run(command) { process in
            // Opening for writing waits until the program has opened for reading.
            let end = open(pipe, O_WRONLY)
            #expect(end >= 0)
            defer { close(end) }
            let (privileges, filters) = (
                try lines("NoNewPrivs", of: process), try lines("Seccomp", of: process)
            )
            #expect(privileges == ["1"] && filters == ["2"])
            let bytes = Array(table.utf8)
            #expect(write(end, bytes, bytes.count) == bytes.count)
        }
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    /// A named folder gives access to the files that links in it lead to, and not to files next to
    /// those.
    @Test(.enabled(if: hasLandlock))
    func aFolderOpensItsLinksAndNothingElse() throws {
        let named = try makeFolder("named")
        let outside = try folder.write(table, "outside.csv")
        _ = try folder.write(table, "named/inside.csv")
        _ = try link("named/link.csv", to: outside)
        _ = try link("named/folder", to: folder.path)
        #expect(try used(Program.run(["info", "--json", "--zone", "UTC", named])) == 2)
        let report = try Program.json(["info", "--json", "--explain", named])
        let files = report["files"] as? [[String: Any]] ?? []
        let members = (files.first?["members"] as? [[String: Any]] ?? [])
        #expect(members.compactMap { $0["path"] as? String }.count == 2)
        #expect(members.allSatisfy { $0["trouble"] == nil })
    }

    // MARK: The kernel's support

    @Test func theVersionSaysWhatGuardsIt() throws {
        for words in [["--version", "--verbose"], ["--verbose", "--version"]] {
            let said = try Program.run(words)
            let support = SandboxSupport.detected()
            #expect(said.code == 0)
            #expect(said.text.hasSuffix("\nsandbox: \(support.description)\n"))
        }
        #expect(try Program.run(["--version"]).text.split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: hasFilters))
    func aKernelWithoutIsSaidAndWorkedOn() throws {
        let file = try folder.write(table, "a.csv")
        func run(_ words: [String]) throws -> Program.Outcome {
            try Program.run(["lacking", Program.path] + words, command: Self.probe())
        }
        let said = try run(["--version", "--verbose"])
        #expect(said.code == 0)
        #expect(said.text.contains("Landlock is not available"))
        #expect(said.text.contains("seccomp filters are not available"))
        #expect(try used(run(["info", "--json", file])) == 2)
        let picture = path("a.png")
        #expect(try run(["render", file, "--output", picture]).code == 0)
        #expect(FileManager.default.fileExists(atPath: picture))
    }

    // MARK: Named files

    @Test func filesAreReadByEveryWayThatNamesThem() throws {
        let file = try folder.write(table, "a b.csv")
        let linked = try link("link.csv", to: file)
        let far = try makeFolder("far")
        let turn = try link("turn", to: far)
        _ = try folder.write(table, "far/inside.csv")
        let json = ["info", "--json", "--zone", "UTC"]
        for name in [file, linked, turn + "/inside.csv", far + "/../a b.csv", turn] {
            #expect(try used(Program.run(json + [name])) == 2, "\(name)")
        }
        for (line, words) in [
            (#"cd "$1" && exec "$0" info --json "./a b.csv""#, [folder.path]),
            (#"cd "$1" && exec "$0" info --json ../link.csv"#, [far]),
            (#"cd "$1" && exec "$0" info --json ."#, [far]),
            (#""$0" info --json - < "$1""#, [file]),
            (#""$0" info --json /dev/stdin < "$1""#, [file]),
            (#"cat "$1" | "$0" info --json -"#, [file]),
            (#"cat "$1" | "$0" info --json /dev/stdin"#, [file]),
            (#"exec 7< "$1"; "$0" info --json /dev/fd/7"#, [file]),
            (#"exec 7< "$1"; "$0" info --json /proc/self/fd/7"#, [file]),
        ] { #expect(try used(shell(line, words)) == 2, "\(line)") }
    }

    @Test func whatIsWrongIsSaidAsWithoutIt() throws {
        let missing = try Program.run(["info", path("missing.csv")])
        #expect(missing.code == 1 && missing.errors.contains("no such file"), "\(missing.errors)")
        let output = try folder.write(table, "a.csv")
        let nowhere = try Program.run(
            ["render", output, "--output", path("missing/a.png")])
        #expect(nowhere.code == 1 && nowhere.errors.contains("No such file"), "\(nowhere.errors)")
    }

    @Test func picturesGoWhereverTheyAreWanted() throws {
        let file = try folder.write(table, "a.csv")
        let far = try makeFolder("out")
        func isPicture(_ data: Data) -> Bool { data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]) }
        func isPicture(_ name: String) throws -> Bool {
            isPicture(try Data(contentsOf: URL(filePath: path(name))))
        }
        let drawn = try Program.run(
            ["render", file, "--output", path("out/a.png"), "--layout", path("a.json")])
        #expect(drawn.code == 0, "\(drawn.errors)")
        #expect(try isPicture("out/a.png"))
        #expect(FileManager.default.fileExists(atPath: path("a.json")))
        // Over an existing picture, by a relative path, and to the standard output.
        #expect(
            try shell(
                #"cd "$2" && "$0" render "$1" --output a.png --layout ../b.json"#, [file, far]
            ).code == 0)
        let piped = try shell(#""$0" render "$1" --output - | cat"#, [file])
        #expect(isPicture(piped.output))
        // A pipe receives the layout.
        let said = try shell(
            #"mkfifo "$2" && { cat "$2" & "$0" render "$1" -o "$3" --layout "$2"; wait; }"#,
            [file, path("pipe"), path("c.png")])
        #expect(said.text.contains("\"plot\""), "\(said.errors)")
    }

    @Test func replaysAreDrawnIntoANewFolder() throws {
        let trace = try folder.write(
            #"{"t":1,"events":[{"kind":"pointer.move","x":640,"y":320}]}"# + "\n", "a.jsonl")
        let file = try folder.write(table, "a.csv")
        let drawn = try Program.run(["replay", trace, file, "--output", path("new/frames")])
        #expect(
            drawn.code == 0 && FileManager.default.fileExists(atPath: path("new/frames/0001.png")),
            "\(drawn.errors)")
    }

    @Test func aZoneOfOnesOwnIsFound() throws {
        let zones = try makeFolder("zones/Area")
        try FileManager.default.copyItem(
            atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: zones + "/City")
        let file = try folder.write(table, "a.csv")
        let said = try shell(
            #"TZDIR="$1" "$0" info --json --zone Area/City "$2""#, [path("zones"), file])
        #expect(said.code == 0 && said.text.contains("+09:00"), "\(said.errors)")
        let own = try shell(#"TZ=":$1" "$0" info --json "$2""#, [zones + "/City", file])
        #expect(own.text.contains("+09:00"), "\(own.errors)")
    }

    // MARK: The library

    @Test func theLibraryIsFoundBehindLinks() throws {
        let file = try folder.write(table, "a.csv")
        let disk = try makeFolder("disk")
        let home = try link("home", to: try makeFolder("real"))
        let line = #"HOME="$1" XDG_DATA_HOME= "$0" library "$2" $3"#
        let added = try shell(line, [home, "add", file])
        #expect(added.code == 0 && added.text.contains("2 samples added"), "\(added.errors)")
        let data = home + "/.local/share/oresen/library.sqlite"
        #expect(FileManager.default.fileExists(atPath: data))
        // The database itself is on another disk.
        let moved = disk + "/kept.sqlite"
        try FileManager.default.moveItem(atPath: data, toPath: moved)
        try FileManager.default.createSymbolicLink(atPath: data, withDestinationPath: moved)
        for word in ["list", "verify", "notes"] {
            let said = try shell(line, [home, word])
            #expect(said.code == 0, "\(word): \(said.errors)")
        }
        let again = try shell(line, [home, "add", file])
        #expect(again.text.contains("2 samples were there already"), "\(again.errors)")
    }

    @Test func backupsGoWhereTheyAreWantedAndComeBack() throws {
        let library = ["--library", path("new/library")]
        let file = try folder.write(table, "a.csv")
        let away = try makeFolder("away")
        for words in [
            ["add", file] + library, ["backup", away + "/b.sqlite"] + library,
            ["restore", away + "/b.sqlite", "--library", path("second")],
            ["verify", "--library", path("second")],
        ] {
            let said = try Program.run(["library"] + words)
            #expect(said.code == 0, "\(words[0]): \(said.errors)")
        }
        let said = try Program.run(["info", "--json", "--library", path("second")])
        #expect(said.text.contains("\"weight\""), "\(said.errors)")
    }

    // MARK: Every format

    /// Reads the largest fuzzing inputs of each reader: the result in the sandbox is the same as in
    /// this process, which has none.
    @Test func everyFormatIsReadAsItIsOutside() throws {
        let script = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzzing/corpus")
        let corpus = URL(filePath: path("corpus"))
        let unpacking = try Process.run(script, arguments: ["unpack", path("corpus")])
        unpacking.waitUntilExit()
        try #require(unpacking.terminationStatus == 0)
        var files: [String] = []
        var formats: Set<String> = []
        for reader in try FileManager.default.contentsOfDirectory(
            at: corpus, includingPropertiesForKeys: nil)
        {
            let inputs = try FileManager.default.contentsOfDirectory(
                at: reader, includingPropertiesForKeys: [.fileSizeKey])
            let sized = try inputs.map {
                ($0, try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
            }
            files += sized.sorted { $0.1 > $1.1 }.prefix(3)
                .map { $0.0.path(percentEncoded: false) }
        }
        files += try databases()
        for (kind, name) in [("apple-health", "a.zip"), ("series", "s.zip"), ("series", "s.csv")] {
            let made = try Program.run(
                ["generate", kind, "--records", "500", "--output", path(name)])
            #expect(made.code == 0, "\(made.errors)")
            files.append(path(name))
        }
        let nested = try shell(
            #"cd "$1" && tar czf deep.tar.gz a.zip s.csv && echo deep.tar.gz"#, [folder.path])
        #expect(nested.code == 0)
        files.append(path("deep.tar.gz"))
        #expect(files.count > 60)
        for file in files {
            let outside = Importer(files: [file], options: ImportOptions(zone: .utc)).run()
            let report = outside.report.files[0]
            let said = try Program.run(["info", "--json", "--zone", "UTC", file])
            #expect(said.code == (outside.report.nothingUsed ? 1 : 0), "\(file): \(said.errors)")
            guard said.code == 0 else { continue }
            formats.insert(report.format)
            let object = try JSONSerialization.jsonObject(with: said.output) as? [String: Any]
            let inside = (object?["files"] as? [[String: Any]])?.first ?? [:]
            #expect(inside["read"] as? Int == report.read, "\(file)")
            #expect(inside["used"] as? Int == report.used, "\(file)")
            #expect(inside["format"] as? String == report.format, "\(file)")
        }
        #expect(formats.count >= 15, "\(formats)")
    }

    /// A database alone and one with a log, as phones write them.
    private func databases() throws -> [String] {
        try [false, true].map { hasLog in
            let path = path("phone-\(hasLog).db")
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { database in
                if hasLog { try database.execute(sql: "PRAGMA journal_mode = WAL") }
                try database.execute(
                    sql: """
                        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY,
                            package_name TEXT, app_name TEXT);
                        INSERT INTO application_info_table VALUES (1, 'com.example.watch', 'Watch');
                        CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, time INTEGER,
                            zone_offset INTEGER, app_info_id INTEGER, device_info_id INTEGER,
                            recording_method INTEGER, weight REAL);
                        INSERT INTO weight_record_table VALUES (1, 1780272000000, 0, 1, 1, 1, 70000);
                        """)
            }
            try queue.close()
            return path
        }
    }
}
