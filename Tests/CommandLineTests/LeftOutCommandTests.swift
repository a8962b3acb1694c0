import Foundation
import Testing

/// What looks wrong, on the command line.
@Suite struct LeftOutCommandTests {
    private static let weights =
        "date,weight (kg)\n2024-11-20,77.2\n2024-11-21,7700\n2024-11-22,77\n"

    private func json(_ outcome: Program.Outcome) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    }

    @Test func infoListsWhatIsLeftOut() throws {
        let folder = try Folder()
        let path = try folder.write(Self.weights, "weight.csv")
        let outcome = try Program.run(["info", path, "--json", "--zone", "UTC"])
        let json = try json(outcome)
        let metric = try #require((json["metrics"] as? [[String: Any]])?.first)
        #expect(metric["samples"] as? Int == 2)
        #expect(metric["maximum"] as? Double == 77.2)
        let leftOut = try #require((metric["leftOut"] as? [[String: Any]])?.first)
        #expect(leftOut["start"] as? String == "2024-11-21T00:00:00+00:00")
        #expect(leftOut["value"] as? Double == 7_700)
        #expect(leftOut["mark"] as? String == "impossible")
        let file = try #require((json["files"] as? [[String: Any]])?.first)
        let question = try #require((file["questions"] as? [[String: Any]])?.first)
        #expect(question["id"] as? String == "value.weight")
        #expect(question["count"] as? Int == 1)
        #expect(question["choices"] as? [String] == ["out", "right"])
        let text = try Program.run(["info", path, "--zone", "UTC"]).text
        #expect(text.contains("left out: 7,700 kg at 2024-11-21T00:00:00+00:00 (impossible)"))
        #expect(text.contains("--assume value.weight=right"))
    }

    @Test func theTableMarksWhatIsLeftOut() throws {
        let folder = try Folder()
        let path = try folder.write(Self.weights, "weight.csv")
        let table = ["table", path, "--metric", "weight", "--zone", "UTC"]
        let samples = try Program.run(table)
        #expect(samples.rows.map { $0["value"] } == ["77.2", "7700", "77"])
        #expect(samples.rows.map { $0["mark"] } == ["", "impossible", ""])
        #expect(samples.errors.contains("7,700 kg at 2024-11-21T00:00:00+00:00"))
        let months = try Program.run(table + ["--bucket", "month"])
        #expect(months.rows.map { $0["maximum"] } == ["77.2"])
        #expect(months.errors.contains("left out"))
        let json = try json(try Program.run(table + ["--json"]))
        let rows = try #require(json["rows"] as? [[String: Any]])
        #expect(rows.map { $0["mark"] as? String } == ["", "impossible", ""])
        let right = try Program.run(table + ["--assume", "value.weight=right"])
        #expect(right.errors.isEmpty)
        #expect(right.text.hasPrefix("start,end,value\n"))
    }

    /// No run of these tests is in the year 2099.
    @Test func theFutureIsLeftOut() throws {
        let folder = try Folder()
        let path = try folder.write("date,steps\n2024-11-20,5000\n2099-06-01,7000\n", "steps.csv")
        let table = ["table", path, "--metric", "steps", "--zone", "UTC", "--bucket", "day"]
        let days = try Program.run(table)
        #expect(days.rows.map { $0["sum"] } == ["5000"])
        #expect(days.errors.contains("(future)"))
        let right = try Program.run(table + ["--assume", "future=right"])
        #expect(right.rows.map { $0["sum"] } == ["5000", "7000"])
        let wrong = try Program.run(table + ["--assume", "future=maybe"])
        #expect(wrong.code == 2)
    }

    @Test func codesAreNoReadings() throws {
        let folder = try Folder()
        let path = try folder.write(
            "date,heart rate\n2024-11-20 08:00,61\n2024-11-20 09:00,255\n2024-11-20 10:00,0\n",
            "pulse.csv")
        let json = try json(try Program.run(["info", path, "--json", "--zone", "UTC"]))
        let file = try #require((json["files"] as? [[String: Any]])?.first)
        #expect(file["used"] as? Int == 1)
        #expect(file["refused"] as? Int == 2)
        let refusals = try #require(file["refusals"] as? [[String: Any]])
        #expect(refusals.map { $0["count"] as? Int } == [2])
        #expect(refusals.map { $0["place"] as? String } == ["line 3"])
        #expect((refusals.first?["reason"] as? String)?.contains("no reading") == true)
    }
}
