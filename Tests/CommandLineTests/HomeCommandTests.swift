import Foundation
import Geodesy
import HealthData
import Testing

@Suite("The commands of homes, and what exports hide")
struct HomeCommandTests {
    private let folder: Folder
    private let library: [String]
    private static let home = Coordinate(latitude: 52.5, longitude: 13.4)

    init() throws {
        folder = try Folder()
        library = ["--library", folder.path + "/library"]
    }

    /// A run of two kilometres to the east of a home and back, a second and five metres a point.
    private func run(day: Int) -> String {
        func point(_ second: Int) -> String {
            let way = second <= 400 ? second : 800 - second
            let place = Geodesic.end(
                from: Self.home, azimuth: 90, length: Double(way) * 5
            ).place
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
            return "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">"
                + "<ele>\(40 + way / 20)</ele>"
                + "<time>2026-05-0\(day)T07:\(two(second / 60)):\(two(second % 60))Z</time>"
                + "<extensions><hr>\(120 + second / 20)</hr></extensions></trkpt>"
        }
        return "<gpx creator=\"Watch 1234567\"><trk><name>Home street</name><type>running</type>"
            + "<trkseg>\((0...800).map(point).joined())</trkseg></trk></gpx>"
    }

    private func addRuns() throws {
        let files = try [3, 4].map { try folder.write(run(day: $0), "run\($0).gpx") }
        #expect(try Program.run(["library", "add"] + files + library).code == 0)
    }

    private func homes(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(
            ["library", "homes"] + arguments.prefix(1) + library + arguments.dropFirst())
    }

    /// The places of a GPX file, in order.
    private func places(_ text: String) -> [Coordinate] {
        text.split(separator: "<trkpt ").dropFirst().compactMap { piece in
            let parts = piece.split(separator: "\"")
            guard let latitude = Double(parts[1]), let longitude = Double(parts[3]) else {
                return nil
            }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    @Test("Homes are suggested, added, listed and removed")
    func commands() throws {
        #expect(try homes("list").text.hasPrefix("No homes are kept"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/library"))
        try addRuns()
        #expect(try homes("suggest").text == "52.50000 13.40000: 4 starts and ends\n")
        let added = try homes("add", "--radius", "400", "52.5", "13.4")
        #expect(added.code == 0 && added.text == "1  52.50000 13.40000, 400 m\n")
        #expect(try homes("suggest").text.hasPrefix("No tracks"))
        #expect(try homes("add", "52.5001 13.4").code == 1)
        // South and west of the zero lines, without dashes before them.
        #expect(try homes("add", "-33.5", "-70.25").text == "2  -33.50000 -70.25000, 500 m\n")
        let json = try Program.json(["library", "homes", "list", "--json"] + library)
        let list = try #require(json["homes"] as? [[String: Any]])
        #expect(
            list.map { $0["radius"] as? Double } == [400, 500] && json["hides"] as? Bool == true)
        let center = try #require(list[0]["center"] as? [String: Double])
        let offset = Self.home.distance(
            to: Coordinate(
                latitude: try #require(center["latitude"]),
                longitude: try #require(center["longitude"])))
        #expect((119...281).contains(offset))
        #expect(try homes("remove", "3").code == 1 && homes("remove", "2").code == 0)
        #expect(try homes("list").text == "1  52.50000 13.40000, 400 m\n")
        for wrong in [["100", "13"], ["nowhere"]] {
            #expect(try Program.run(["library", "homes", "add"] + library + wrong).code == 2)
        }
        #expect(try homes("add", "--radius", "100", "52.5", "13.4").code == 2)
        #expect(try homes("clear").code == 0 && homes("list").text.hasPrefix("No homes"))
    }

    @Test("Without a library they are in a file, and move into the library when it is there")
    func file() throws {
        #expect(try homes("add", "52.5", "13.4").code == 0)
        let file = folder.path + "/library/homes.json"
        #expect(FileManager.default.fileExists(atPath: file))
        let before = try Program.json(["library", "homes", "list", "--json"] + library)
        try addRuns()
        let after = try Program.json(["library", "homes", "list", "--json"] + library)
        func centers(_ json: [String: Any]) -> [[String: Double]?] {
            (json["homes"] as? [[String: Any]] ?? []).map { $0["center"] as? [String: Double] }
        }
        #expect(centers(before).count == 1 && centers(before) == centers(after))
        #expect(try homes("add", "10", "20").code == 0)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try homes("list").text.split(separator: "\n").count == 2)
        // What cannot be read hides nothing, so nothing is exported.
        try #expect(homes("clear").code == 0)
        let other = ["--library", folder.path + "/other"]
        try FileManager.default.createDirectory(
            atPath: folder.path + "/other", withIntermediateDirectories: true)
        try "{\"zones\": 5}".write(
            toFile: folder.path + "/other/homes.json", atomically: true, encoding: .utf8)
        let broken = try Program.run(["library", "homes", "list"] + other)
        #expect(broken.code == 1 && broken.errors.contains("homes.json"))
        #expect(try Program.run(["library", "homes", "clear"] + other).code == 0)
    }

    @Test("GPX hides homes by default, tables when asked, and neither on request")
    func tracks() throws {
        try addRuns()
        let gpx = ["table", "--metric", "track", "--format", "gpx"] + library
        let open = try Program.run(gpx)
        #expect(open.code == 0 && places(open.text).count == 2 * 801)
        #expect(open.errors.contains("4 starts and ends of tracks are near 52.50000 13.40000"))
        #expect(try Program.run(gpx + ["--no-hide-homes"]).errors.isEmpty)
        #expect(try Program.run(gpx + ["--hide-homes"]).code == 1)
        #expect(try homes("add", "--radius", "400", "52.5", "13.4").code == 0)
        let json = try Program.json(["library", "homes", "list", "--json"] + library)
        let center = try #require(
            (json["homes"] as? [[String: Any]])?.first?["center"] as? [String: Double])
        let middle = Coordinate(
            latitude: try #require(center["latitude"]), longitude: try #require(center["longitude"])
        )
        let hidden = try Program.run(gpx)
        #expect(hidden.code == 0 && hidden.errors.isEmpty)
        let found = places(hidden.text)
        #expect(found.allSatisfy { middle.distance(to: $0) > 400 })
        let all = places(open.text)
        #expect(found.count == all.count { middle.distance(to: $0) > 400 })
        #expect(!hidden.text.contains("Home street") && !hidden.text.contains("1234567"))
        #expect(hidden.text.components(separatedBy: "<trk>").count == 3)
        // Two exports have the same borders.
        #expect(try Program.run(gpx).output == hidden.output)
        #expect(try Program.run(gpx + ["--no-hide-homes"]).text == open.text)

        let table = ["table", "--metric", "track", "--zone", "UTC"] + library
        #expect(try Program.run(table).rows.count == 2 * 801)
        let cut = try Program.run(table + ["--hide-homes"]).rows
        #expect(cut.count == found.count)
        // Ways are counted from the border on, and the workout begins there.
        let first = try #require(cut.first)
        #expect(first["distance"] == "0" && first["workout"] == first["time"])
        #expect(first["time"] != "2026-05-03T07:00:00+00:00")
    }

    @Test("gpx is for positions, and one format at a time")
    func usage() throws {
        try addRuns()
        let table = ["table"] + library
        for wrong in [
            ["--metric", "heart-rate", "--format", "gpx"], ["--metric", "route", "--hide-homes"],
            ["--metric", "track", "--format", "gpx", "--json"],
        ] { #expect(try Program.run(table + wrong).code == 2, "\(wrong)") }
        let render = ["render", "--output", folder.path + "/a.svg"] + library
        #expect(try Program.run(render + ["--hide-homes"]).code == 2)
    }

    @Test("Pictures of a way hide the homes: map, figures, times and heading")
    func pictures() throws {
        try addRuns()
        func layout(_ arguments: String...) throws -> (text: String, controls: [[String: Any]]) {
            let (picture, file) = (folder.path + "/way.svg", folder.path + "/way.json")
            let outcome = try Program.run(
                ["render", "--workout", "2026-05-03", "--zone", "UTC", "--output", picture]
                    + ["--layout", file] + library + arguments)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let data = try Data(contentsOf: URL(filePath: file))
            let object = try #require(
                JSONSerialization.jsonObject(with: data) as? [String: Any])
            return (
                try String(contentsOfFile: picture, encoding: .utf8),
                try #require(object["controls"] as? [[String: Any]])
            )
        }
        func value(_ controls: [[String: Any]], _ name: String) -> String? {
            controls.first { $0["name"] as? String == name }?["value"] as? String
        }
        let open = try layout()
        #expect(value(open.controls, "Distance")?.hasPrefix("4.00") == true)
        #expect(value(open.controls, "Moving time") == "13:20")
        #expect(try homes("add", "--radius", "400", "52.5", "13.4").code == 0)
        let hidden = try layout()
        let distance = try #require(value(hidden.controls, "Distance"))
        #expect(distance.hasPrefix("≈ ") && !distance.hasPrefix("≈ 4.0"), "\(distance)")
        let time = try #require(value(hidden.controls, "Moving time"))
        // At least 120 m are hidden on both ways, of 24 seconds each.
        let clock = time.split(separator: ":").compactMap { Int($0) }
        try #require(clock.count == 2)
        #expect(clock[0] * 60 + clock[1] <= 800 - 48, "\(time)")
        func heading(_ controls: [[String: Any]]) -> String? {
            controls.first { $0["id"] as? String == "headline" }?["value"] as? String
        }
        #expect(heading(open.controls)?.contains("07:13") == true)
        #expect(heading(hidden.controls)?.contains("07:13") == false)
        // Totals of the day, next to the page, would show what is missing.
        func names(_ controls: [[String: Any]]) -> [String] {
            controls.compactMap { $0["id"] as? String }.filter { $0.hasPrefix("metric.") }
        }
        #expect(!names(open.controls).isEmpty && names(hidden.controls).isEmpty)
        #expect(try layout("--no-hide-homes").text == open.text)
        #expect(try layout("--hide-homes").text == hidden.text)
        for form in ["png", "svg", "pdf"] {
            let map = try Program.run(
                ["render", "--workout", "2026-05-03", "--map"] + library
                    + ["--output", folder.path + "/map.\(form)"])
            #expect(map.code == 0, "\(map.errors)")
        }
    }
}
