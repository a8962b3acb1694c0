import Foundation
import Imaging
import Testing

@Suite("The command line and maps")
struct MapCommandTests {
    /// The map of the program, which is an archive like any other.
    private static let archive = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/C/CBaseMap/basemap.pmtiles").path

    private func walk(hasPlaces: Bool = true) -> String {
        let points = (0..<40).map { second in
            "<trkpt lat=\"\(47 + Double(second) * 1e-3)\" lon=\"8.5\">"
                + "<time>2026-05-03T07:\(10 + second):00Z</time></trkpt>"
        }
        return "<gpx creator=\"Watch\"><trk><type>walking</type><trkseg>\(points.joined())"
            + "</trkseg></trk></gpx>"
    }

    @Test("info names the maps, and says what is wrong with broken ones")
    func info() throws {
        let folder = try Folder()
        let track = try folder.write(walk(), "walk.gpx")
        let broken = try folder.write("PMTiles\u{3}broken", "broken.pmtiles")
        let alone = try Program.run(["info", Self.archive])
        #expect(alone.code == 0)
        #expect(
            alone.text.hasSuffix(
                "basemap.pmtiles: map, vector tiles (Natural Earth), zooms 0 to 6, "
                    + "-85.0511287 to 85.0511287 north, -180.0 to 180.0 east, "
                    + "Natural Earth, GeoNames\n"))
        let json = try Program.json(["info", track, Self.archive, "--json"])
        let maps = try #require(json["maps"] as? [[String: Any]])
        #expect(maps.count == 1 && maps[0]["schema"] as? String == "Natural Earth")
        #expect((json["files"] as? [Any])?.count == 1)
        let outcome = try Program.run(["info", track, broken])
        #expect(outcome.code == 1)
        #expect(outcome.text.contains("walk.gpx: gpx"))
        #expect(outcome.errors.contains("broken.pmtiles") && outcome.errors.contains("damaged"))
    }

    @Test("render --map draws the way of a workout, as pixels and as outlines")
    func render() throws {
        let folder = try Folder()
        let track = try folder.write(walk(), "walk.gpx")
        let command = ["render", track, "--workout", "2026-05-03", "--map", "--zone", "UTC"]
        let png = folder.path + "/map.png"
        let outcome = try Program.run(command + ["--size", "400x300", "--output", png])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let picture = try Bitmap(
            png: Array(Data(contentsOf: URL(filePath: png))), name: png)
        #expect(picture.width == 400 && picture.height == 300)
        let svg = folder.path + "/map.svg"
        #expect(try Program.run(command + ["--output", svg]).code == 0)
        let text = try String(contentsOf: URL(filePath: svg), encoding: .utf8)
        // The nearest town is named where the map of the program has faded.
        #expect(text.contains("Goldau"))
        // The same input gives the same bytes.
        let again = folder.path + "/again.svg"
        #expect(try Program.run(command + ["--output", again]).code == 0)
        #expect(try String(contentsOf: URL(filePath: again), encoding: .utf8) == text)
        #expect(try Program.run(["render", track, "--map", "--output", svg]).code == 2)
    }

    @Test("a map of one's own is drawn under the way, and a broken one is named")
    func ownMap() throws {
        let folder = try Folder()
        let track = try folder.write(walk(), "walk.gpx")
        let broken = try folder.write("PMTiles\u{3}broken", "broken.pmtiles")
        let command = ["render", track, "--workout", "2026-05-03", "--zone", "UTC", "--map"]
        func bytes(_ others: [String], code: Int32 = 0) throws -> Data {
            let path = folder.path + "/own.png"
            let outcome = try Program.run(command + others + ["--output", path])
            #expect(outcome.code == code)
            if code != 0 { #expect(outcome.errors.contains("broken.pmtiles")) }
            return try Data(contentsOf: URL(filePath: path))
        }
        let plain = try bytes([])
        // The archive is drawn up to the zooms of this way.
        #expect(try bytes([Self.archive]) != plain)
        #expect(try bytes([broken], code: 1) == plain)
    }
}
