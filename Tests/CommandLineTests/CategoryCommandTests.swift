import Foundation
import Testing

@Suite("The command line and values by name")
struct CategoryCommandTests {
    private static let foods = """
        名前,個数
        りんご,7
        "みかん, 大",1
        バナナ,2.5
        ぶどう,なし
        いちご,7
        桃,-3

        """

    @Test("info reports names without times")
    func info() throws {
        let folder = try Folder()
        let path = try folder.write(Self.foods, "foods.csv")
        let outcome = try Program.run(["info", path, "--json"])
        #expect(outcome.code == 0)
        let json = try #require(
            try JSONSerialization.jsonObject(with: outcome.output) as? [String: [[String: Any]]])
        let file = try #require(json["files"]?.first)
        #expect(file["read"] as? Int == 6)
        #expect(file["used"] as? Int == 5)
        #expect(file["refused"] as? Int == 1)
        let metric = try #require(json["metrics"]?.first)
        #expect(metric["id"] as? String == "category:個数")
        #expect(metric["name"] as? String == "個数")
        #expect(metric["samples"] as? Int == 5)
        #expect(metric["first"] is NSNull && metric["last"] is NSNull)
        #expect(metric["minimum"] as? Double == -3)
        #expect(metric["maximum"] as? Double == 7)
        #expect(metric["mean"] as? Double == 2.9)
        #expect(metric["sum"] as? Double == 14.5)
        let text = try Program.run(["info", path])
        #expect(text.text.contains("5 samples\n"))
    }

    @Test("table writes names and values, and has no buckets")
    func table() throws {
        let folder = try Folder()
        let path = try folder.write(Self.foods, "foods.csv")
        let command = ["table", path, "--metric", "category:個数"]
        let table = try Program.run(command)
        #expect(
            table.text == """
                name,value
                りんご,7
                "みかん, 大",1
                バナナ,2.5
                いちご,7
                桃,-3

                """)
        let json = try Program.run(command + ["--json"])
        let root = try #require(
            try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        let rows = try #require(root["rows"] as? [[String: Any]])
        #expect(rows.count == 5)
        #expect(rows[1]["name"] as? String == "みかん, 大" && rows[1]["value"] as? Double == 1)
        #expect(rows[0]["start"] == nil)
        for extra in [["--bucket", "day"], ["--from", "2026-01-01"], ["--to", "2026-01-01"]] {
            let refused = try Program.run(command + extra)
            #expect(refused.code == 1)
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains("no times"), "\(refused.errors)")
        }
    }

    @Test("render shows a page, and lists the pages")
    func render() throws {
        let folder = try Folder()
        let path = try folder.write(
            "name,value\n" + (1...13).map { "Name \($0),\($0 % 5)\n" }.joined(), "names.csv")
        let steps = try folder.write("date,steps\n2026-01-05,5\n2026-01-06,7\n", "steps.csv")
        func render(_ arguments: [String]) throws -> Program.Outcome {
            try Program.run(
                ["render"] + arguments
                    + ["--zone", "UTC", "--size", "500x400", "-o", folder.path + "/a.png"])
        }
        for (page, first) in [(1, "Name 1"), (3, "Name 11")] {
            let outcome = try render(
                [path, "--page", "\(page)", "--layout", folder.path + "/a.json"])
            #expect(outcome.code == 0, "\(outcome.errors)")
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.json"))
            let root = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let x = try #require(root["x"] as? [String: Double])
            #expect(x["min"] == Double(page - 1) * 5 - 0.5)
            let bars = try #require(root["bars"] as? [[String: Any]])
            #expect(bars.first?["name"] as? String == first)
            #expect(bars.count == (page == 3 ? 3 : 5))
        }
        let beyond = try render([path, "--page", "4"])
        #expect(beyond.code == 1 && beyond.errors.contains("has 3 pages"))
        let timed = try render([steps, "--page", "2"])
        #expect(timed.code == 1 && timed.errors.contains("no pages"))
        #expect(try render([path, "--page", "0"]).code == 2)
    }
}
