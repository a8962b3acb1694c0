import Foundation
import Testing

@Suite("The command line")
struct CommandTests {
    private static let weights =
        "date,weight (kg)\n2026-01-05 08:00,72.5\n2026-01-06 08:00,71\nbroken,1\n"

    @Test("info writes only JSON, with the fields that scripts rely on")
    func info() throws {
        let folder = try Folder()
        let path = try folder.write(CommandTests.weights, "weight.csv")
        let outcome = try Program.run(["info", path, "--json", "--zone", "Europe/Berlin"])
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let json = try #require(
            try JSONSerialization.jsonObject(with: outcome.output) as? [String: [[String: Any]]])
        let file = try #require(json["files"]?.first)
        #expect(file["path"] as? String == path)
        #expect(file["format"] as? String == "csv")
        #expect(file["bytes"] as? Int == CommandTests.weights.utf8.count)
        #expect(file["read"] as? Int == 3)
        #expect(file["used"] as? Int == 2)
        #expect(file["merged"] as? Int == 0)
        #expect(file["refused"] as? Int == 1)
        let refusal = try #require((file["refusals"] as? [[String: Any]])?.first)
        #expect(refusal["place"] as? String == "line 4")
        #expect(refusal["count"] as? Int == 1)
        let metric = try #require(json["metrics"]?.first)
        #expect(metric["id"] as? String == "weight")
        #expect(metric["unit"] as? String == "kg")
        #expect(metric["samples"] as? Int == 2)
        #expect(metric["first"] as? String == "2026-01-05T08:00:00+01:00")
        #expect(metric["last"] as? String == "2026-01-06T08:00:00+01:00")
        #expect(metric["minimum"] as? Double == 71)
        #expect(metric["maximum"] as? Double == 72.5)
        #expect(metric["mean"] as? Double == 71.75)
        #expect(metric["sum"] as? Double == 143.5)
        let source = try #require((metric["sources"] as? [[String: Any]])?.first)
        #expect(source["samples"] as? Int == 2)
    }

    @Test("info prints its report although nothing could be used, and ends with 1")
    func nothingUsed() throws {
        let folder = try Folder()
        let path = try folder.write("date,weight\nsoon,1\nlater,2\n2026-13-45,3\n", "bad.csv")
        for arguments in [["--json"], ["--explain"], []] {
            let outcome = try Program.run(["info", path] + arguments)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("oresen: \(path):line "))
            #expect(!outcome.errors.contains("see oresen"))
            #expect(outcome.text.isEmpty == arguments.isEmpty)
        }
        let json = try Program.run(["info", path, "--json"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: json.output) as? [String: [[String: Any]]])
        #expect(object["files"]?.count == 1 && object["metrics"]?.isEmpty == true)
        // A good file next to it does not hide that one could not be read.
        let good = try folder.write(CommandTests.weights, "weight.csv")
        let both = try Program.run(["info", path, good, "--json"])
        #expect(both.code == 1)
    }

    @Test("table writes samples, pairs and buckets")
    func table() throws {
        let folder = try Folder()
        let weights = try folder.write(CommandTests.weights, "weight.csv")
        let zone = ["--zone", "America/New_York"]
        let samples = try Program.run(["table", weights, "--metric", "weight"] + zone)
        #expect(
            samples.text == """
                start,end,value
                2026-01-05T08:00:00-05:00,2026-01-05T08:00:00-05:00,72.5
                2026-01-06T08:00:00-05:00,2026-01-06T08:00:00-05:00,71

                """)
        let pressure = try folder.write("when,bp\n2026-01-05T08:00:00Z,120/80\n", "bp.csv")
        let pairs = try Program.run(["table", pressure, "--metric", "blood-pressure"] + zone)
        #expect(
            pairs.text == """
                start,end,systolic,diastolic
                2026-01-05T03:00:00-05:00,2026-01-05T03:00:00-05:00,120,80

                """)
        let days = try Program.run(
            ["table", pressure, "--metric", "blood-pressure", "--bucket", "day"] + zone)
        #expect(days.rows.map { $0["systolic.mean"] } == ["120"])
        #expect(days.rows.map { $0["diastolic.maximum"] } == ["80"])
        let weeks = try Program.run(
            ["table", weights, "--metric", "weight", "--bucket", "week", "--week", "sunday"] + zone)
        #expect(weeks.rows.map { $0["start"] } == ["2026-01-04T00:00:00-05:00"])
        #expect(weeks.rows.map { $0["count"] } == ["2"])
        let cut = try Program.run(
            ["table", weights, "--metric", "weight", "--from", "2026-01-06", "--to", "2026-01-07"]
                + zone)
        #expect(cut.rows.map { $0["value"] } == ["71"])
        let json = try Program.json(
            ["table", weights, "--metric", "weight", "--bucket", "month", "--format", "json"] + zone
        )
        let row = try #require((json["rows"] as? [[String: Any]])?.first)
        #expect(row["count"] as? Int == 2)
        #expect(row["mean"] as? Double == 71.75)
    }

    @Test("--merge treats overlapping devices as requested")
    func merge() throws {
        let folder = try Folder()
        let path = try folder.write(
            """
            start,end,steps,source
            2026-01-05 08:00,2026-01-05 09:00,100,iPhone
            2026-01-05 08:30,2026-01-05 09:30,90,Apple Watch

            """, "steps.csv")
        func sum(_ merge: [String]) throws -> [String?] {
            try Program.run(
                ["table", path, "--metric", "steps", "--bucket", "day", "--zone", "UTC"] + merge
            )
            .rows.map { $0["sum"] }
        }
        #expect(try sum([]) == ["140"])
        #expect(try sum(["--merge", "overlap"]) == ["140"])
        #expect(try sum(["--merge", "none"]) == ["190"])
        #expect(try sum(["--merge", "iPhone"]) == ["100"])
        #expect(
            try Program.run(["table", path, "--metric", "steps", "--merge", "Nobody"]).code == 1)
    }

    @Test("Exit codes and messages")
    func codes() throws {
        let folder = try Folder()
        let good = try folder.write(CommandTests.weights, "weight.csv")
        let empty = try folder.write("", "empty.csv")
        let useless = try folder.write("date,weight\n2026-01-05,x\n2026-01-06,1\n", "half.csv")
        for (arguments, code, sentence) in [
            (["--version"], 0, ""), (["--help"], 0, ""), (["table", "--help"], 0, ""),
            (["info", good], 0, ""),
            (["info", good, empty], 1, "oresen: \(empty): the file is empty"),
            (["info", useless], 0, ""),
            (["info", empty], 1, "oresen: \(empty): the file is empty"),
            (
                ["info", folder.path + "/none"], 1,
                "oresen: \(folder.path)/none: no such file"
            ),
            (["table", good, "--metric", "steps"], 1, "holds no records of steps"),
            (["--follow"], 2, "one file"), (["--follow", "-"], 2, "one file"),
            (["--follow", "-"], 2, "leave --follow out"),
            (["open", "--follow", good, empty], 2, "one file"),
            (["info"], 2, "oresen: "), (["table", good], 2, "oresen: "),
            (["table", good, "--metric", "nonsense"], 2, "there is no metric"),
            (["info", good, "--zone", "Nowhere/Here"], 2, "Nowhere/Here"),
            (["info", good, "--bogus"], 2, "--bogus"),
            (["table", good, "--metric", "weight", "--from", "tomorrow"], 2, "tomorrow"),
            (["generate", "series", "--records", "-1", "--output", "/dev/null"], 2, "oresen: "),
            (
                ["generate", "series", "--records", "1", "--output", "/none/at/all.csv"], 1,
                "cannot be written"
            ),
        ] as [([String], Int32, String)] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(
                sentence.isEmpty || outcome.errors.lowercased().contains(sentence.lowercased()),
                "\(arguments): \(outcome.errors)")
            if code != 0, !arguments.contains(good) || code == 2 {
                #expect(outcome.output.isEmpty, "\(arguments)")
            }
        }
    }

    @Test("info prints numbers of every size for people")
    func numbers() throws {
        let folder = try Folder()
        func told(_ values: String...) throws -> String {
            let rows = values.enumerated().map { "2026-01-0\($0 + 1),\($1)\n" }.joined()
            let path = try folder.write("date,value\n" + rows, "a.csv")
            let outcome = try Program.run(["info", path])
            #expect(outcome.code == 0)
            return outcome.text
        }
        #expect(try told("0.0000000012", "0.5").contains("minimum 1.2e-09, maximum 0.5"))
        #expect(try told("12.34567", "0").contains("minimum 0, maximum 12.346"))
        #expect(try told("123456789012.25").contains("minimum 123456789012.25"))
        let huge = try told("1e300", "-1e300")
        #expect(huge.contains("minimum -1e+300, maximum 1e+300"))
        #expect(try !told("1.7e308", "1.7e308").contains("nan"))
        let one = try told("5")
        #expect(one.contains(" 1 record read") && one.contains(" 1 sample,"))
    }

    @Test("Questions about a file are reported, and assumptions applied")
    func assumptions() throws {
        let folder = NSTemporaryDirectory() + "oresen-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/w.csv"
        try "date,weight\n03/04/2026,100\n".write(toFile: path, atomically: true, encoding: .utf8)
        let open = try Program.run(["info", path, "--explain"])
        #expect(open.text.contains("open: assuming dmy: no date shows the order"))
        #expect(open.text.contains("--assume unit.weight=lb"))
        #expect(open.text.contains("taken for csv (possible): text in UTF-8"))
        let said = try Program.run([
            "table", path, "--metric", "weight", "--zone", "UTC", "--assume", "date=mdy",
            "--assume", "unit.weight=lb",
        ])
        #expect(
            said.text.contains("2026-03-04T00:00:00+00:00,2026-03-04T00:00:00+00:00,45.359237"))
        for wrong in ["weight", "unit.weight=mile", "unit.mood=kg", "date=ymd"] {
            let refused = try Program.run(["info", path, "--assume", wrong])
            #expect(refused.code == 2, "\(wrong)")
        }
    }

    @Test("Units can be chosen for a picture, and its positions stay those of the values")
    func units() throws {
        let folder = try Folder()
        let good = try folder.write(CommandTests.weights, "weight.csv")
        let render = ["render", good, "--zone", "UTC", "--output", folder.path + "/a.png"]
        func layout(_ options: [String]) throws -> (unit: String?, ticks: [(Double, String)]) {
            let path = folder.path + "/a.json"
            let outcome = try Program.run(render + ["--layout", path] + options)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let root = try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: path)))
            let json = try #require(root as? [String: Any])
            let ticks = try #require(json["ticks"] as? [[String: Any]])
            return (
                json["unit"] as? String,
                try ticks.filter { $0["axis"] as? String == "y" }.map {
                    (
                        try #require($0["value"] as? Double),
                        try #require($0["label"] as? String)
                    )
                }
            )
        }
        for (options, unit, size) in [
            ([], "kg", 1), (["--unit", "mass=lb"], "lb", 0.453_592_37),
            (["--unit", "distance=mi", "--unit", "weight=LB"], "lb", 0.453_592_37),
        ] as [([String], String, Double)] {
            let found = try layout(options)
            #expect(found.unit == unit && found.ticks.count >= 3)
            for (value, label) in found.ticks {
                let shown = try #require(Double(label))
                #expect(abs(value - shown * size) < 1e-9, "\(label)")
            }
        }
        for (option, sentence) in [
            ("mass", "write mass=lb"), ("mass=stone", "there is kg, lb, st"),
            ("steps=kg", "what has is mass, distance"),
        ] {
            for command in [render, ["open", good]] {
                let refused = try Program.run(command + ["--unit", option])
                #expect(refused.code == 2 && refused.output.isEmpty)
                #expect(refused.errors.contains(sentence), "\(refused.errors)")
            }
        }
    }

    @Test("Wrong usage that is found late gives advice, and the usage of its command")
    func usage() throws {
        let folder = try Folder()
        let good = try folder.write(CommandTests.weights, "weight.csv")
        let render = ["render", good, "--output", folder.path + "/a.png"]
        for (arguments, command, remedy) in [
            (["info"], "info", "name one or more"),
            (["info", good, "--zone", "Nowhere/Here"], "info", "name a zone"),
            (["table", good, "--metric", "nonsense"], "table", "oresen info"),
            (["table", good, "--metric", "weight", "--to", "2026-02-30"], "table", "write it as"),
            (render + ["--at", "soon"], "render", "write it as"),
            (
                render + ["--from", "2026-01-02", "--to", "2026-01-01"], "render",
                "give a later day"
            ),
            (render + ["--metric", "nonsense"], "render", "oresen info"),
            (["open", good, "--at", "soon"], "open", "write it as"),
            ([good, "--at", "soon"], "open", "write it as"),
            (
                ["generate", "series", "--records", "9", "--interval", "0", "--output", "a.csv"],
                "generate series", "give seconds above 0"
            ),
        ] as [([String], String, String)] {
            let outcome = try Program.run(arguments)
            let lines = outcome.errors.split(separator: "\n")
            #expect(outcome.code == 2)
            #expect(lines.first?.hasPrefix("oresen: ") == true)
            #expect(lines.first?.contains(remedy) == true, "\(outcome.errors)")
            #expect(
                lines.dropFirst().contains { $0.hasPrefix("Usage: oresen \(command) ") },
                "\(outcome.errors)")
            #expect(lines.last == "  See 'oresen \(command) --help' for more information.")
        }
    }

    @Test("The message about an impossible date has the range of possible dates")
    func datesOutOfRange() throws {
        let folder = try Folder()
        let good = try folder.write(CommandTests.weights, "weight.csv")
        let render = ["render", good, "--output", folder.path + "/a.png"]
        let table = ["table", good, "--metric", "weight"]
        for arguments in [
            render + ["--at", "1700-01-01"], render + ["--at", "2101-01-02"],
            render + ["--at", "12026-01-05"], render + ["--at=-0044-03-15"],
            render + ["--cursor", "0001-01-01T00:00:00Z"],
            render + ["--from", "1899-12-31", "--to", "2026-01-01"],
            table + ["--to", "9999-12-31"], ["open", good, "--at", "1700-01-01"],
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 2)
            #expect(
                outcome.errors.contains("out of the range")
                    && outcome.errors.contains("1900-01-01")
                    && outcome.errors.contains("2100-12-31"), "\(outcome.errors)")
        }
        // The ends of the range are included, in every zone.
        for zone in ["Pacific/Kiritimati", "Pacific/Honolulu", "UTC"] {
            let all = try Program.run(
                table + ["--from", "1900-01-01", "--to", "2101-01-01", "--zone", zone])
            #expect(all.code == 0 && all.rows.count == 2, "\(all.errors)")
        }
    }

    @Test("A zip truncated anywhere is reported as such", arguments: [10, 40, 300, 800, 2_000])
    func cutZip(length: Int) throws {
        let folder = try Folder()
        let path = folder.path + "/export.zip"
        _ = try Program.run([
            "generate", "apple-health", "--records", "3000", "--seed", "1", "--output", path,
        ])
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.prefix(length).write(to: URL(fileURLWithPath: path))
        let info = try Program.run(["info", path, "--json"])
        let said = info.code == 0 ? info.text : info.errors
        #expect(said.contains("damaged or cut off"))
        #expect(info.code == 0 || said.hasPrefix("oresen: \(path)"))
    }

    @Test("Standard input is read like a file, even a zip")
    func standardInput() throws {
        let folder = try Folder()
        let text = try Program.run(
            ["table", "-", "--metric", "weight", "--zone", "UTC"],
            input: Data(CommandTests.weights.utf8))
        #expect(text.rows.map { $0["value"] } == ["72.5", "71"])
        let path = folder.path + "/export.zip"
        _ = try Program.run(["generate", "apple-health", "--records", "500", "--output", path])
        let zip = try Data(contentsOf: URL(fileURLWithPath: path))
        let info = try Program.run(["info", "-", "--json"], input: zip)
        let json = try #require(
            try JSONSerialization.jsonObject(with: info.output) as? [String: [[String: Any]]])
        #expect(json["files"]?.first?["read"] as? Int == 500)
    }

    @Test("Generated files depend only on the seed")
    func generate() throws {
        let folder = try Folder()
        func bytes(_ name: String, _ arguments: [String]) throws -> Data {
            let path = folder.path + "/" + name
            #expect(try Program.run(["generate"] + arguments + ["--output", path]).code == 0)
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }
        for name in ["a.xml", "a.zip"] {
            let export = ["apple-health", "--records", "300", "--seed", "3"]
            #expect(try bytes(name, export) == bytes("again-" + name, export))
            #expect(
                try bytes(name, export)
                    != bytes("other-" + name, ["apple-health", "--records", "300", "--seed", "4"]))
        }
        let series = String(
            decoding: try bytes(
                "s.csv", ["series", "--records", "3", "--interval", "60", "--seed", "1"]),
            as: UTF8.self)
        let lines = series.split(separator: "\n")
        #expect(lines.first == "timestamp,value")
        #expect(
            lines.dropFirst().map { $0.prefix(20) } == [
                "2024-01-01T00:00:00Z", "2024-01-01T00:01:00Z", "2024-01-01T00:02:00Z",
            ])
    }
}
