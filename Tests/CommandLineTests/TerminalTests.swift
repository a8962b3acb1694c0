import Foundation
import HealthData
import Testing

@Suite("No name controls the terminal")
struct TerminalTests {
    /// Characters that must not reach a terminal, except newlines and tabs; listed independently of
    /// the code.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The first of them with the text around it; nil if there is none and everything is UTF-8.
    private static func control(in data: Data) -> String? {
        guard let text = String(validating: data, as: UTF8.self) else { return "no UTF-8" }
        let scalars = Array(text.unicodeScalars)
        guard let place = scalars.firstIndex(where: isControl) else { return nil }
        let around = scalars[max(0, place - 20)..<min(scalars.count, place + 20)]
        return around.map { $0.escaped(asASCII: true) }.joined()
    }

    private static func expectNone(_ outcome: Program.Outcome, _ what: String) {
        #expect(control(in: outcome.output) == nil, "\(what)")
        #expect(control(in: Data(outcome.errors.utf8)) == nil, "\(what)")
    }

    /// Names that contain control characters, the same in every run.
    private struct Mutations {
        private var random = SplitMix64(seed: 33)
        private static let sequences = [
            "\u{1B}[31m", "\u{1B}]0;pwned\u{7}", "\u{9B}31m", "\u{202E}", "\u{2066}", "\u{2069}",
            "\r", "\u{8}\u{8}", "\u{7F}", "\u{0}", "\u{85}", "\u{2028}", "\u{2029}", "\u{61C}",
            "\u{200E}", "\n", "\t", "=1+1", "\u{1B}[2J", "\u{C}",
        ]

        /// A word with one to three of them, or of random low characters.
        mutating func mutated(_ word: String, inFileName: Bool = false) -> String {
            var scalars = Array(word.unicodeScalars)
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...scalars.count, using: &random)
                let some: String =
                    if Bool.random(using: &random) {
                        Self.sequences.randomElement(using: &random) ?? ""
                    } else {
                        String(
                            Character(
                                Unicode.Scalar(UInt8.random(in: 0..<0xA0, using: &random))))
                    }
                scalars.insert(contentsOf: some.unicodeScalars, at: place)
            }
            if inFileName { scalars.removeAll { $0 == "\0" || $0 == "/" } }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }

        /// The same as a cell of a table.
        mutating func cell(_ word: String) -> String {
            "\"" + mutated(word).replacing("\"", with: "\"\"") + "\""
        }
    }

    @Test("on any stream, with 2,000 mutated names, headers and labels")
    func mutated() throws {
        var mutations = Mutations()
        for round in 0..<8 {
            let folder = try Folder()
            var good: [String] = []
            var bad: [String] = []
            for index in 0..<250 {
                let name = mutations.mutated("\(index)file.csv", inFileName: true)
                let text: String
                switch index % 5 {
                case 0:
                    text =
                        "date,\(mutations.cell("weight")),source\n"
                        + "2026-01-01,1,\(mutations.cell("scale"))\n2026-01-02,2,b\n"
                        + "\(mutations.mutated("broken")),3,c\n"
                case 1:
                    text =
                        "name,value\n\(mutations.cell("label")),1\n\(mutations.cell("other")),2\n"
                case 2:
                    text =
                        "date,\(mutations.mutated("pulse, or so"))\n2026-01-01,1\n2026-01-02,2\n"
                case 3:
                    text =
                        "date,steps,device\n2026-01-01T00:00,9,\(mutations.cell("phone"))\n"
                        + "2026-01-01T00:00,8,\(mutations.cell("watch"))\n"
                default: text = mutations.mutated("nothing that is known")
                }
                let path = try folder.write(text, name)
                if index % 5 < 4 { good.append(path) } else { bad.append(path) }
            }
            let missing = (0..<20).map { _ in
                folder.path + "/" + mutations.mutated("missing", inFileName: true)
            }
            let all = good + bad + missing
            let always = [["info", "--explain"] + all, ["info", "--json"] + all]
            let others = [
                ["info"] + all, ["info", "--explain", folder.path],
                ["table", "--metric", "category:value"] + all,
                ["table", "--metric", "category:value", "--json"] + good,
                ["table", "--metric", "steps", "--merge", mutations.mutated("watch")] + good,
                ["table", "--metric", "glucose"] + good,
            ]
            for arguments in always + [others[round % others.count]] {
                let outcome = try Program.run(arguments.filter { !$0.contains("\0") })
                Self.expectNone(outcome, arguments.prefix(2).joined(separator: " "))
                #expect([0, 1].contains(outcome.code))
                for line in outcome.errors.split(separator: "\n") {
                    #expect(line.hasPrefix("oresen: "))
                }
            }
        }
    }

    @Test("in the library: its names, sources and notes")
    func library() throws {
        var mutations = Mutations()
        let folder = try Folder()
        let library = ["--library", folder.path + "/" + mutations.mutated("l", inFileName: true)]
        var files: [String] = []
        for index in 0..<40 {
            let text =
                "date,\(mutations.cell("weight")),source\n"
                + "2026-01-01,\(index),\(mutations.cell("scale"))\n"
            files.append(
                try folder.write(text, mutations.mutated("\(index)a.csv", inFileName: true)))
        }
        let missing = folder.path + "/none\u{1B}[2J\n"
        let added = try Program.run(["library", "add"] + library + files + [missing])
        #expect(added.code == 1 && added.text.split(separator: "\n").count >= files.count)
        Self.expectNone(added, "add")
        let note = "took \u{1B}[31m\u{202E}\u{85} it"
        for arguments in [
            ["list"], ["list", "--json"], ["verify"],
            ["note", "add", "--date", "2026-01-01", note], ["notes"], ["notes", "--json"],
            ["notes", "--format", "csv"], ["remove", "none\u{9B}\n"], ["remove", files[0]],
            ["backup", folder.path + "/none\u{1B}/b"], ["restore", missing],
            ["note", "remove", "900"],
        ] {
            let outcome = try Program.run(["library"] + arguments + library)
            Self.expectNone(outcome, "\(arguments)")
            #expect(outcome.code < 2, "\(arguments): \(outcome.errors)")
        }
        for command in [["info"], ["info", "--json"], ["table", "--metric", "weight"]] {
            Self.expectNone(try Program.run(command + library), "\(command)")
        }
    }

    @Test("from the command line itself")
    func arguments() throws {
        let folder = try Folder()
        let good = try folder.write("date,weight (kg)\n2026-01-05,72.5\n", "a.csv")
        let word = "x\u{1B}[31m\u{202E}\noresen: all is well\u{9B}"
        for arguments in [
            ["--\(word)"], ["-\u{1B}"], ["info", good, "--\(word)"],
            ["info", good, "--zone", word],
            ["table", good, "--metric", word], ["table", good, "--metric", "weight", "--to", word],
            ["table", good, "--metric", "weight", "--bucket", word],
            ["table", good, "--metric", "weight", "--merge", word],
            ["table", good, "--metric", "weight", "--order", word],
            ["table", good, "--metric", "weight", "--format=\(word)"],
            ["info", good, "--assume", word], ["info", good, "--assume", "unit.\(word)=kg"],
            ["render", good, "--output", word],
            ["render", good, "--output", folder.path + "/\(word)/a.png"],
            ["render", good, "--output", "/dev/null/a.png", "--dialog", word],
            ["render", good, "--output", "a.png", "--unit", "mass=\(word)"],
            ["render", good, "--output", "a.png", "--accent", word],
            ["open", "--follow", word], ["open", good, "--size", word],
            ["replay", word, "--output", folder.path + "/o"],
            ["generate", word, "--records", "1", "--output", "/dev/null"],
            ["generate", "series", "--records", word, "--output", "/dev/null"],
            ["generate", "series", "--records", "1", "--output", folder.path + "/\(word)/a"],
            ["library", word], ["library", "remove", word, "--library", folder.path],
            ["info", word], [word, "--at", "soon"],
        ] {
            let outcome = try Program.run(arguments)
            Self.expectNone(outcome, "\(arguments)")
            #expect(outcome.code == 1 || outcome.code == 2, "\(arguments) \(outcome.code)")
            #expect(outcome.errors.hasPrefix("oresen: "), "\(arguments)")
            // The text of an argument never begins a line.
            #expect(!outcome.errors.contains("\noresen: all is well"), "\(arguments)")
        }
        // Messages of commands that succeed.
        for arguments in [
            ["table", good, "--metric", "weight", "--order", "weight=\(word)"], ["help", word],
            ["render", good, "--output", folder.path + "/\(word).png"],
        ] {
            let outcome = try Program.run(arguments)
            Self.expectNone(outcome, "\(arguments)")
            #expect(outcome.code == 0)
            #expect(!outcome.errors.contains("\noresen: all is well"))
        }
        // Bytes that are no text, as passed by a shell.
        let bytes = try Program.run(
            ["-c", "exec \"$0\" info \"$(printf 'a\\377\\233b.csv')\"", Program.path],
            command: "/bin/sh")
        Self.expectNone(bytes, "bytes")
        #expect(bytes.code == 1)
    }

    @Test("JSON has the same text as the file, with control characters escaped")
    func json() throws {
        let folder = try Folder()
        let label = "a\u{1B}[31m\u{7F}\u{85}\u{202E}\u{2028}\u{61C}é"
        let path = try folder.write(
            "name,value\n\(label),1\nb,2\n", "n\u{1B}\u{7F}\u{9B}\u{2066}\n.csv")
        let table = try Program.json(["table", path, "--metric", "category:value", "--json"])
        let rows = try #require(table["rows"] as? [[String: Any]])
        #expect(rows.map { $0["name"] as? String } == [label, "b"])
        let info = try Program.run(["info", path, "--json"])
        #expect(Self.control(in: info.output) == nil)
        let root = try #require(
            try JSONSerialization.jsonObject(with: info.output) as? [String: [[String: Any]]])
        #expect(root["files"]?.first?["path"] as? String == path)
    }

    @Test("A table escapes formulas for spreadsheets, and does not change numbers")
    func formulas() throws {
        let folder = try Folder()
        let path = try folder.write(
            "name,value\n=cmd|x!A1,5\n+1+1,6\n@SUM(A1),7\n-2+3,8\nok,-9.5\n\"\tx\",3\n", "f.csv")
        let table = try Program.run(["table", path, "--metric", "category:value"])
        let lines = table.text.split(separator: "\n").dropFirst()
        #expect(lines.contains("'=cmd|x!A1,5") && lines.contains("'+1+1,6"))
        #expect(lines.contains("'@SUM(A1),7") && lines.contains("'-2+3,8"))
        #expect(lines.contains("ok,-9.5"))
        #expect(lines.allSatisfy { !"=+-@\t".contains($0.first ?? "=") })
        let library = ["--library", folder.path + "/l"]
        let added = try Program.run(
            ["library", "note", "add", "--date", "2026-01-01"] + library + ["=1+1"])
        #expect(added.text.contains("=1+1"))
        let notes = try Program.run(["library", "notes", "--format", "csv"] + library)
        #expect(notes.text.contains(",'=1+1,"))
    }
}
