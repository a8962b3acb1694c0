import Foundation
import HealthData
import Testing

@Suite("The commands of targets")
struct TargetCommandTests {
    private let folder: Folder
    private let library: [String]

    init() throws {
        folder = try Folder()
        library = ["--library", folder.path + "/library"]
    }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(["library"] + arguments + library)
    }

    private func map() throws -> String {
        try folder.write(
            "<gpx><wpt lat=\"47.5\" lon=\"8.25\"><ele>1200</ele><name>Hut, old</name></wpt>"
                + "<rte><rtept lat=\"47\" lon=\"8\"/><rtept lat=\"47.1\" lon=\"8\"/></rte></gpx>",
            "map.gpx")
    }

    @Test("Targets are added, listed in three forms, and removed")
    func commands() throws {
        #expect(try run("targets").text.hasPrefix("There are no targets"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/library"))
        let added = try run("target", "add", "Joinville", "26°18.5'S 48°51'W", "--height", "50")
        #expect(added.code == 0)
        #expect(added.text == "1  Joinville: 26.30833° S, 48.85000° W, 50 m\n")
        #expect(
            try run("targets", "--coordinates", "minutes").text
                == "1  Joinville: 26° 18.500′ S, 48° 51.000′ W, 50 m\n")
        #expect(
            try run("targets", "--format", "csv").text == """
                id,name,latitude,longitude,height,file
                1,Joinville,-26.3083333,-48.85,50.0,

                """)
        let json = try JSONSerialization.jsonObject(
            with: Data(try run("targets", "--json").text.utf8))
        let targets = try #require((json as? [String: Any])?["targets"] as? [[String: Any]])
        #expect(targets.map { $0["name"] as? String } == ["Joinville"])
        #expect(targets.first?["height"] as? Double == 50)
        #expect(try run("target", "remove", "1").text == "target 1: removed\n")
        #expect(try run("target", "remove", "1").code == 1)
        #expect(try run("target", "add", "Nowhere", "there").code == 2)
        #expect(try run("target", "add", "Beyond", "95 8").code == 2)
    }

    @Test("Waypoints of files are listed with them, and become one's own by an import")
    func files() throws {
        let file = try map()
        let added = try run("add", file)
        #expect(added.code == 0)
        #expect(added.text == "\(file): 2 waypoints and planned routes added\n")
        let again = try run("add", file).text
        #expect(again == "\(file): nothing new, all of it was there already\n")
        let listed = "-  Hut, old: 47.50000° N, 8.25000° E, 1200 m (map.gpx)\n"
        #expect(try run("targets").text == listed)
        #expect(
            try run("target", "import", file).text
                == "1  Hut, old: 47.50000° N, 8.25000° E, 1200 m\n")
        #expect(
            try run("targets").text
                == "1  Hut, old: 47.50000° N, 8.25000° E, 1200 m\n" + listed)
        #expect(
            try run("targets", "--format", "csv").text.split(separator: "\n").last
                == ",\"Hut, old\",47.5,8.25,1200.0,map.gpx")
        let none = try run("target", "import", folder.write("<gpx/>", "empty.gpx"))
        #expect(none.code == 1)
    }
}
