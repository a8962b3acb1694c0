import Foundation
import Testing

@Suite("The command line and tracks")
struct TrackCommandTests {
    /// A walk of some seconds to the north, with a pause and heights, on a day of May.
    private func walk(_ day: Int) -> String {
        func point(_ second: Int) -> String {
            "<trkpt lat=\"\(47 + Double(second) * 1e-5)\" lon=\"8.5\">"
                + (second < 5 ? "<ele>\(400 + second).25</ele>" : "")
                + "<time>2026-05-0\(day)T07:00:0\(second)Z</time></trkpt>"
        }
        let parts = [0..<4, 4..<8].map { "<trkseg>\($0.map(point).joined())</trkseg>" }
        return "<gpx creator=\"Watch\"><trk><type>walking</type>\(parts.joined())</trk></gpx>"
    }

    private func files() throws -> (Folder, [String]) {
        let folder = try Folder()
        let paths = try [3, 4].map { try folder.write(walk($0), "day\($0).gpx") }
        return (folder, paths)
    }

    @Test("table prints every position with its height and way")
    func table() throws {
        let (folder, paths) = try files()
        defer { withExtendedLifetime(folder) {} }
        let command = ["table"] + paths + ["--metric", "track", "--zone", "UTC"]
        let outcome = try Program.run(command)
        #expect(outcome.code == 0)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "time,latitude,longitude,height,distance,segment,workout")
        #expect(lines.count == 17)
        #expect(
            lines[1]
                == "2026-05-03T07:00:00+00:00,47,8.5,400.3,0,1,2026-05-03T07:00:00+00:00"
                || lines[1]
                    == "2026-05-03T07:00:00+00:00,47,8.5,400.2,0,1,2026-05-03T07:00:00+00:00",
            "\(lines[1])")
        let rows = outcome.rows
        #expect(rows[6]["height"] == "" && rows[6]["segment"] == "2")
        // A metre and eleven for each, but none across the pause.
        let length = try #require(Double(rows[7]["distance"] ?? ""))
        #expect(abs(length - 6 * 1.1117) < 0.02, "\(length)")
        #expect(rows[3]["distance"] == rows[4]["distance"])
        let part = try Program.run(
            command + ["--from", "2026-05-04T07:00:02Z", "--to", "2026-05-04T07:00:05Z"])
        #expect(part.rows.map { $0["latitude"] } == ["47.00002", "47.00003", "47.00004"])
        // Its way is from the start of the track.
        #expect(part.rows.first?["distance"] == rows[2]["distance"])
    }

    @Test("table --json has numbers and nulls")
    func json() throws {
        let (folder, paths) = try files()
        defer { withExtendedLifetime(folder) {} }
        let table = try Program.json(
            ["table", paths[0], "--metric", "track", "--json", "--zone", "UTC"])
        #expect(table["metric"] as? String == "track")
        let rows = try #require(table["rows"] as? [[String: Any]])
        #expect(rows.count == 8 && rows[7]["height"] is NSNull)
        #expect(rows[1]["latitude"] as? Double == 47.00001 && rows[1]["segment"] as? Int == 1)
        #expect(rows[1]["time"] as? String == "2026-05-03T07:00:01+00:00")
    }

    @Test("Files without positions are refused, and buckets of positions are a wrong use")
    func refusals() throws {
        let folder = try Folder()
        let steps = try folder.write("date,steps\n2026-05-01,100\n2026-05-02,200\n", "steps.csv")
        let none = try Program.run(["table", steps, "--metric", "track"])
        #expect(none.code == 1 && none.output.isEmpty)
        #expect(none.errors.contains("has no positions of workouts"))
        let walk = try folder.write(walk(3), "walk.gpx")
        let buckets = try Program.run(["table", walk, "--metric", "track", "--bucket", "day"])
        #expect(buckets.code == 2 && buckets.errors.contains("--bucket"))
    }

    @Test("info names the tracks")
    func info() throws {
        let (folder, paths) = try files()
        defer { withExtendedLifetime(folder) {} }
        let info = try Program.json(["info"] + paths + ["--json", "--zone", "UTC"])
        let tracks = try #require(info["tracks"] as? [[String: Any]])
        #expect(tracks.count == 2)
        let first = try #require(tracks.first)
        #expect(first["workout"] as? String == "2026-05-03T07:00:00+00:00")
        #expect(first["points"] as? Int == 8 && first["segments"] as? Int == 2)
        #expect(first["first"] as? String == "2026-05-03T07:00:00+00:00")
        #expect(first["last"] as? String == "2026-05-03T07:00:07+00:00")
        let box = try #require(first["box"] as? [String: Double])
        #expect(box == ["south": 47, "north": 47.00007, "west": 8.5, "east": 8.5])
        let distance = try #require(first["distance"] as? Double)
        #expect(abs(distance - 6.67) < 0.03)
        let text = try Program.run(["info"] + paths + ["--zone", "UTC"])
        #expect(text.text.contains("2 tracks, 16 positions"))
    }
}
