import ArgumentParser
import Geodesy
import HealthData
import Maps
import Platform
import Viewer

/// `oresen library homes …`: the places that exports hide.
struct LibraryHomes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "homes", abstract: "Your homes, which pictures and GPX files leave out.",
        discussion: """
            Each home has a circle around it, whose centre is moved by a random part of its radius: the \
            places where tracks are cut show the circle, and not the home. The circle is drawn once, and all \
            exports use it. Removing a home and adding it again draws another one, and two circles together \
            hide it less.
            """,
        subcommands: [
            LibraryHomesList.self, LibraryHomesAdd.self, LibraryHomesRemove.self,
            LibraryHomesSuggest.self, LibraryHomesClear.self,
        ],
        defaultSubcommand: LibraryHomesList.self)
}

struct LibraryHomesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your homes and the circles around them.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Write JSON for a program.")
    var json = false

    func run() throws {
        let path = try library.path()
        try library.confine()
        let homes = try HomeOptions.kept(path)
        if json {
            StandardOutput.write(text: HomeText.json(homes, path).bytes)
            return
        }
        var text = TerminalText()
        if homes.zones.isEmpty {
            text.append("No homes are kept in \(path) yet.\n")
        }
        for (index, zone) in homes.zones.enumerated() {
            text.append("\(index + 1)  \(HomeText.place(zone.home)), \(Int(zone.radius)) m\n")
        }
        if homes.hides == false {
            text.append("Exports show them, unless they are asked to hide them.\n")
        }
        StandardOutput.write(text)
    }
}

struct LibraryHomesAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Hide a home in exports from now on.",
        discussion: "The place may be written in every usual way: 52.5 13.4, or 52°30′N 13°24′E.")

    @OptionGroup var library: LibraryOptions

    @Option(help: ArgumentHelp("Metres around it, 200 to 1600.", valueName: "m"))
    var radius = 500.0

    @Argument(parsing: .allUnrecognized, help: "Its latitude and longitude.")
    var place: [String]

    func run() throws {
        let path = try library.path()
        let typed = place.joined(separator: " ")
        let home: Coordinate
        do throws(CoordinateError) {
            home = try Coordinate(parsing: typed)
        } catch {
            throw ValidationError("'\(typed)': \(error.description)")
        }
        var numbers = SystemRandomNumberGenerator()
        guard let zone = PrivacyZone(home: home, radius: radius, using: &numbers) else {
            throw ValidationError("--radius is \(radius); give one from 200 to 1600")
        }
        try library.confine(makes: true)
        var homes = try HomeOptions.kept(path)
        if let index = homes.zones.firstIndex(where: { $0.contains(home) }) {
            throw CommandFailure.refused([
                "\(HomeText.place(home)): is hidden already by home \(index + 1); remove that one first"
            ])
        }
        homes.zones.append(zone)
        homes.hides = true
        try HomeText.save(homes, path)
        StandardOutput.write(
            "\(homes.zones.count)  \(HomeText.place(zone.home)), \(Int(radius)) m\n")
    }
}

struct LibraryHomesRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "No longer hide a home.")

    @OptionGroup var library: LibraryOptions

    @Argument(help: "Its number, as list shows it.")
    var number: Int

    func run() throws {
        let path = try library.path()
        try library.confine()
        var homes = try HomeOptions.kept(path)
        guard homes.zones.indices.contains(number - 1) else {
            throw CommandFailure.refused([
                "\(path): holds no home \(number); see oresen library homes"
            ])
        }
        homes.zones.remove(at: number - 1)
        try HomeText.save(homes, path)
        StandardOutput.write("home \(number): removed\n")
    }
}

struct LibraryHomesSuggest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "List the places where tracks of the library start and end.",
        discussion: "They are not hidden until you add them. Those that are hidden are left out.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Write JSON for a program.")
    var json = false

    func run() throws {
        let path = try library.path()
        try library.confine()
        let homes = try HomeOptions.kept(path)
        let workouts = try library.read { library throws(LibraryError) in
            try library.contents().records.workouts
        }
        let found = homes.missing(of: LikelyHome.find(in: workouts))
        if json {
            var text = JSONText()
            text.object { json in
                json.member("homes") { json in
                    json.array(found) { json, home in
                        json.object { json in
                            HomeText.write(home.place, &json)
                            json.member("count", home.count)
                        }
                    }
                }
            }
            var buffer = text.buffer
            buffer.append("\n")
            StandardOutput.write(text: buffer.bytes)
            return
        }
        var text = TerminalText()
        if found.isEmpty {
            text.append("No tracks start or end together at a place that is shown.\n")
        }
        for home in found {
            text.append("\(HomeText.place(home.place)): \(home.count) starts and ends\n")
        }
        StandardOutput.write(text)
    }
}

struct LibraryHomesClear: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget all homes, also those that cannot be read.")

    @OptionGroup var library: LibraryOptions

    func run() throws {
        let path = try library.path()
        try library.confine()
        try HomeText.save(HomePrivacy(), path)
    }
}

/// Homes in the formats of the command line.
enum HomeText {
    /// A place in degrees with a metre's exactness: `52.50000 13.40000`.
    static func place(_ place: Coordinate) -> String {
        func degrees(_ number: Double) -> String {
            var text = TextBuffer()
            text.append(Int((number * 1e5).rounded()), places: 5)
            return text.text
        }
        return degrees(place.latitude) + " " + degrees(place.longitude)
    }

    static func write(_ place: Coordinate, _ json: inout JSONText) {
        json.member("latitude", (place.latitude * 1e7).rounded() / 1e7)
        json.member("longitude", (place.longitude * 1e7).rounded() / 1e7)
    }

    /// The homes and the circles around them.
    static func json(_ homes: HomePrivacy, _ path: String) -> TextBuffer {
        var text = JSONText()
        text.object { json in
            json.member("path", path)
            json.member("hides", homes.hides ?? !homes.zones.isEmpty)
            json.member("homes") { json in
                json.array(homes.zones.enumerated()) { json, numbered in
                    let (index, zone) = numbered
                    json.object { json in
                        json.member("id", index + 1)
                        write(zone.home, &json)
                        json.member("radius", zone.radius)
                        json.member("center") { json in
                            json.object { write(zone.center, &$0) }
                        }
                    }
                }
            }
        }
        var buffer = text.buffer
        buffer.append("\n")
        return buffer
    }

    static func save(_ homes: HomePrivacy, _ path: String) throws {
        do {
            try KeptHomes.save(homes, library: path)
        } catch {
            throw CommandFailure.refused([error.description])
        }
    }
}
