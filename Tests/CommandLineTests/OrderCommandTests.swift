import Foundation
import Testing

@Suite("The command line and the order of sources")
struct OrderCommandTests {
    private let folder: Folder
    private let steps: String

    init() throws {
        folder = try Folder()
        steps = try folder.write(
            """
            start,end,steps,source
            2026-01-05 08:00,2026-01-05 09:00,100,iPhone
            2026-01-05 08:30,2026-01-05 09:30,90,Apple Watch
            2026-01-05 09:00,2026-01-05 10:00,40,"Band, old"

            """, "steps.csv")
    }

    private func table(_ arguments: [String]) throws -> Program.Outcome {
        try Program.run(
            ["table", steps, "--metric", "steps", "--bucket", "day", "--zone", "UTC"] + arguments)
    }

    @Test("table counts the first sources of the order, the others as usual")
    func order() throws {
        func sum(_ arguments: String...) throws -> [String?] {
            let outcome = try table(arguments)
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return outcome.rows.map { $0["sum"] }
        }
        // The watch's hour, and half of the others' hours.
        #expect(try sum() == ["160"])
        #expect(try sum("--order", "steps=Apple Watch,iPhone") == ["160"])
        #expect(try sum("--order", "steps=iPhone") == ["165"])
        #expect(try sum("--order", "steps=manual,iPhone") == ["165"])
        // The band has its hour, the phone its own, and nothing is left for the watch.
        #expect(try sum("--order", "steps=Band\\, old,iPhone") == ["140"])
        #expect(try sum("--order", "steps=Band\\, old", "--order", "steps=iPhone") == ["140"])
        #expect(try sum("--order", "steps=Band\\, old") == ["135"])
        #expect(try sum("--merge", "none") == ["230"])
    }

    @Test("info reports the counted part of each source")
    func info() throws {
        func read(_ arguments: [String]) throws -> (sum: Double?, counted: [String: Double]) {
            let json = try Program.json(["info", steps, "--json"] + arguments)
            let metric = try #require((json["metrics"] as? [[String: Any]])?.first)
            let sources = try #require(metric["sources"] as? [[String: Any]])
            let counted = sources.compactMap { source in
                (source["name"] as? String).flatMap { name in
                    (source["counted"] as? Double).map { (name, $0) }
                }
            }
            #expect(
                Set(sources.compactMap { $0["sum"] as? Double }) == [100, 90, 40],
                "each alone")
            return (metric["sum"] as? Double, Dictionary(uniqueKeysWithValues: counted))
        }
        let usual = try read([])
        #expect(usual.sum == 160)
        #expect(usual.counted == ["iPhone": 50, "Apple Watch": 90, "Band, old": 20])
        let phone = try read(["--order", "steps=iPhone"])
        #expect(phone.sum == 165)
        #expect(phone.counted == ["iPhone": 100, "Apple Watch": 45, "Band, old": 20])
        let text = try Program.run(["info", steps, "--order", "steps=iPhone"]).text
        #expect(text.contains("from Apple Watch: 1 sample, sum 90, of which 45 counts"))
    }

    @Test("An invalid order is wrong usage; a useless one is reported")
    func failures() throws {
        for (arguments, sentence) in [
            (["--order", "steps"], "write steps="),
            (["--order", "steps="], "names no source"),
            (["--order", "mood=iPhone"], "there is no metric 'mood'"),
            (["--order", "steps=iPhone", "--merge", "none"], "leave one of them out"),
            (["--order", "steps=iPhone", "--merge", "iPhone"], "leave one of them out"),
        ] {
            let outcome = try table(arguments)
            #expect(outcome.code == 2 && outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
        }
        for (order, sentence) in [
            ("steps=Nobody,iPhone", "steps: there is no source 'Nobody'; there are Apple Watch, "),
            ("weight=iPhone", "weight: there are none"),
        ] {
            for command in [
                ["info", steps], ["table", steps, "--metric", "steps"],
                ["render", steps, "--output", folder.path + "/a.png"],
            ] {
                let outcome = try Program.run(command + ["--order", order])
                #expect(outcome.code == 0, "\(outcome.errors)")
                #expect(outcome.errors.contains("oresen: " + sentence), "\(outcome.errors)")
            }
        }
        // The library keeps the files' contents, whichever source counts.
        #expect(try Program.run(["library", "add", steps, "--order", "steps=iPhone"]).code == 2)
    }

    @Test("The library is read in that order, like files")
    func library() throws {
        let library = ["--library", folder.path + "/library"]
        #expect(try Program.run(["library", "add", steps] + library).code == 0)
        for (order, sum) in [([], "160"), (["--order", "steps=iPhone"], "165")] {
            let outcome = try Program.run(
                ["table", "--metric", "steps", "--bucket", "day", "--zone", "UTC"] + library
                    + order)
            #expect(outcome.rows.map { $0["sum"] } == [sum], "\(outcome.errors)")
        }
    }

    @Test("render uses it, and so does the panel of the sources")
    func render() throws {
        func controls(_ arguments: [String]) throws -> [(role: String, name: String, value: String)]
        {
            let outcome = try Program.run(
                [
                    "render", steps, "--metric", "steps", "--zone", "UTC", "--output",
                    folder.path + "/a.png", "--layout", folder.path + "/a.json",
                ] + arguments)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.json"))
            let root = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            return try #require(root["controls"] as? [[String: Any]]).map { control in
                (
                    control["role"] as? String ?? "", control["name"] as? String ?? "",
                    control["value"] as? String ?? ""
                )
            }
        }
        for (order, total, first) in [
            ([], "160", "1. Apple Watch"), (["--order", "steps=iPhone"], "165", "1. iPhone"),
        ] {
            let shown = try controls(["--dialog", "sources"] + order)
            #expect(shown.contains { $0 == ("text", "Total", total) })
            #expect(shown.contains { $0.role == "dialog" && $0.name == "Steps: data sources" })
            #expect(shown.contains { $0.role == "list-item" && $0.name == first })
            #expect(shown.contains { $0 == ("list-item", "Total used", total) })
            #expect(shown.contains { $0.role == "toggle" && $0.name == "Use Band, old" })
        }
    }
}
