import ArgumentParser
import ChartCore
import Geodesy
import HealthData
import Platform

/// `oresen library targets`: the places that the user wants to find.
struct LibraryTargets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "List your targets, and the waypoints of your files.",
        discussion: """
            One line a target: its number, its name, its place, and its height. The waypoints of \
            files have no number: they come and go with their files. CSV and JSON have the columns \
            id, name, latitude, longitude, height and file.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv, json
    }

    enum Coordinates: String, ExpressibleByArgument, CaseIterable {
        case degrees, minutes, seconds, utm, mgrs

        var format: CoordinateFormat {
            switch self {
            case .degrees: .degrees
            case .minutes: .minutes
            case .seconds: .seconds
            case .utm: .grid
            case .mgrs: .militaryGrid
            }
        }
    }

    @OptionGroup var library: LibraryOptions

    @Option(help: "How they are written: text, csv or json.")
    var format: Format = .text

    @Option(help: "How places are written as text: degrees, minutes, seconds, utm or mgrs.")
    var coordinates: Coordinates = .degrees

    @Flag(help: "Write JSON for a program: the same as --format json.")
    var json = false

    func run() throws {
        let path = try library.path()
        try library.confine()
        let lists =
            Library.exists(in: path)
            ? try library.read { library throws(LibraryError) in
                (own: try library.targets.list(), files: try library.targets.waypoints())
            } : nil
        for damage in lists.map({ $0.own.damages + $0.files.damages }) ?? [] {
            StandardError.report("\(Library.path(in: path)): \(damage)")
        }
        let rows =
            (lists?.own.all ?? []).map { TargetRow($0) }
            + (lists?.files.all ?? []).map { TargetRow($0.waypoint, file: $0.file) }
        switch json ? .json : format {
        case .text: StandardOutput.write(TargetRow.lines(rows, coordinates.format, of: path))
        case .csv: StandardOutput.write(text: TargetRow.table(rows).bytes)
        case .json:
            StandardOutput.write(text: TargetRow.json(rows, path: Library.path(in: path)).bytes)
        }
    }
}

/// `oresen library target …`: one target, or those of a file.
struct LibraryTargetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "target", abstract: "Keep a place that you want to find, or remove one.",
        subcommands: [
            LibraryTargetAdd.self, LibraryTargetImport.self, LibraryTargetRemove.self,
        ])
}

struct LibraryTargetAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Keep a place.",
        discussion: """
            A place is written in any usual form: 47.5,8.25 or 26°18.5'S 48°51'W, as UTM or MGRS, or \
            geo:47.5,8.25. Write -- before a place that begins with a dash.
            """)

    @OptionGroup var library: LibraryOptions

    @Option(help: ArgumentHelp("Its height in metres above the sea.", valueName: "metres"))
    var height: Double?

    @Argument(help: "What it is called.")
    var name: String

    @Argument(help: "Where it is.")
    var place: [String]

    func run() throws {
        let words = place.joined(separator: " ")
        let coordinate: Coordinate
        do throws(CoordinateError) {
            coordinate = try Coordinate(parsing: words)
        } catch {
            throw ValidationError("\(words): \(error)")
        }
        let target = LibraryTarget(id: 0, name: name, place: coordinate, height: height)
        try library.confine(makes: true)
        let kept = try library.open { library throws(LibraryError) in
            try library.targets.add([target])
        }
        StandardOutput.write(TargetRow.lines(kept.map { TargetRow($0) }, .degrees, of: ""))
    }
}

struct LibraryTargetImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Keep the waypoints of files as targets of your own.",
        discussion: """
            Files of GPX, KML, TCX and FIT, and lists with a name, a latitude and a longitude in each \
            line. The files are not kept.
            """)

    @OptionGroup var library: LibraryOptions

    @Argument(help: "The files.", completion: .file())
    var files: [String]

    func run() throws {
        try library.confine(reading: files, makes: true)
        let result = Importer(files: files, options: ImportOptions(zone: .utc)).run()
        for failure in result.report.files.compactMap(\.failure) {
            throw CommandFailure.refused(["\(failure)"])
        }
        for file in result.report.files {
            for refusal in file.refusals {
                StandardError.report("\(file.path): \(refusal.place): \(refusal.shownReason)")
            }
        }
        let waypoints = result.records.places.waypoints
        guard !waypoints.isEmpty else {
            throw CommandFailure.refused([
                "\(files.joined(separator: ", ")): holds no waypoints; give a file with places"
            ])
        }
        let targets = waypoints.enumerated().map { number, waypoint in
            LibraryTarget(
                id: 0,
                name: waypoint.name.isEmpty
                    ? "Place \(number + 1)"
                    : String(waypoint.name.prefix(LibraryTarget.longestName)),
                place: waypoint.place, height: waypoint.height)
        }
        let kept = try library.open { library throws(LibraryError) in
            try library.targets.add(targets)
        }
        StandardOutput.write(TargetRow.lines(kept.map { TargetRow($0) }, .degrees, of: ""))
    }
}

struct LibraryTargetRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a target.")

    @OptionGroup var library: LibraryOptions

    @Argument(help: "Its number, as targets shows it.")
    var id: Int64

    func run() throws {
        let id = id
        try library.confine()
        try library.openExisting { library throws(LibraryError) in try library.targets.remove(id) }
        StandardOutput.write("target \(id): removed\n")
    }
}

/// A target or a waypoint in the formats of the command line.
private struct TargetRow {
    /// Nil for a waypoint of a file.
    var id: Int64?
    var name: String
    var place: Coordinate
    var height: Double?
    /// The file that it is from; nil for one of the user's own.
    var file: String?

    init(_ target: LibraryTarget) {
        (id, name, place, height) = (target.id, target.name, target.place, target.height)
    }

    init(_ waypoint: Waypoint, file: String) {
        (name, place, height) = (waypoint.name, waypoint.place, waypoint.height)
        self.file = file
    }

    /// One line each.
    static func lines(
        _ rows: [TargetRow], _ format: CoordinateFormat, of path: String
    ) -> TerminalText {
        var text = TerminalText()
        if rows.isEmpty { text.append("There are no targets in the library \(path) yet.\n") }
        for row in rows {
            let place = format.text(row.place) ?? CoordinateFormat.degrees.text(row.place) ?? ""
            text.append("\(row.id.map { "\($0)" } ?? "-")  \(row.name): \(place)")
            if let height = row.height { text.append(", \(Int(height.rounded())) m") }
            if let file = row.file { text.append(" (\(file))") }
            text.append("\n")
        }
        return text
    }

    private static func degrees(_ angle: Double) -> String {
        "\((angle * 1e7).rounded() / 1e7)"
    }

    /// A table with a header.
    static func table(_ rows: [TargetRow]) -> TextBuffer {
        var text = TextBuffer()
        text.append(text: "id,name,latitude,longitude,height,file\n")
        for row in rows {
            let cells = [
                row.id.map { "\($0)" } ?? "", row.name, degrees(row.place.latitude),
                degrees(row.place.longitude), row.height.map { "\($0)" } ?? "", row.file ?? "",
            ]
            text.append(text: cells.map(CSVCell.text).joined(separator: ",") + "\n")
        }
        return text
    }

    static func json(_ rows: [TargetRow], path: String) -> TextBuffer {
        var text = JSONText()
        text.object { json in
            json.member("path", path)
            json.member("targets") { json in
                json.array(rows) { json, row in
                    json.object { json in
                        if let id = row.id { json.member("id", Int(id)) }
                        json.member("name", row.name)
                        json.member("latitude", row.place.latitude)
                        json.member("longitude", row.place.longitude)
                        if let height = row.height { json.member("height", height) }
                        if let file = row.file { json.member("file", file) }
                    }
                }
            }
        }
        var buffer = text.buffer
        buffer.append("\n")
        return buffer
    }
}

/// Waypoints and planned routes in JSON.
enum PlaceText {
    static func write(_ waypoint: Waypoint, _ json: inout JSONText) {
        json.object { json in
            json.member("name", waypoint.name)
            json.member("latitude", waypoint.place.latitude)
            json.member("longitude", waypoint.place.longitude)
            if let height = waypoint.height { json.member("height", height) }
            if let symbol = waypoint.symbol { json.member("symbol", symbol) }
            if let note = waypoint.note { json.member("note", note) }
        }
    }

    static func write(_ route: PlannedRoute, _ json: inout JSONText) {
        json.object { json in
            json.member("name", route.name)
            json.member("points", route.track.count)
            json.member("segments", route.track.segments)
            json.member("distance", Track.ways(route.track.points).last ?? 0)
        }
    }
}
