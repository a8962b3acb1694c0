import ChartCore
import ChartExport
import Foundation
import Geodesy
import Geometry
import Imaging
import Maps
import Testing

@testable import HealthData
@testable import Viewer

/// A window on two walks from a home and back, and the dialogs that export one of them.
@MainActor
private final class ExportRig: ViewerRig {
    /// 2026-11-22T06:41:00Z.
    nonisolated static let begin = 1_795_329_660.0
    nonisolated static let home = Coordinate(latitude: 52.5, longitude: 13.4)
    let files: TestFiles

    /// Two kilometres to the north and back, a point a second; the second walk is a day later.
    nonisolated static func text(day: Int, count: Int = 801) -> String {
        var text = "<gpx version=\"1.1\" creator=\"Watch 77\"><trk><name>Home street</name>"
        text += "<type>running</type><trkseg>\n"
        for second in 0..<count {
            let way = Double(min(second, count - 1 - second)) * 5
            let place = Geodesic.end(from: home, azimuth: 0, length: way).place
            let time = begin + Double(day * 86_400 + second)
            let clock = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: time))
            text += "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">"
            text += "<ele>\(50 + way / 100)</ele><time>\(clock)</time>"
            text += "<extensions><hr>\(120 + second / 20)</hr></extensions></trkpt>\n"
        }
        return text + "</trkseg></trk></gpx>\n"
    }

    init(
        size: Size = Size(width: 1100, height: 720), theme: ViewerOptions.ThemeChoice = .light
    )
        throws
    {
        let files = try TestFiles()
        let paths = try (0..<2).map { try files.write(Self.text(day: $0), "run\($0).gpx") }
        self.files = files
        var options = ViewerOptions(
            files: paths, zone: .utc, metric: "workouts", period: .month, date: Self.begin,
            theme: theme, size: size, library: ":memory:")
        options.workout = Self.begin
        try super.init(options)
        viewer.context.hosts.pictures = PagePictures()
    }

    var export: ExportScreen? { viewer.context.dialog(ExportScreen.self) }
    var homes: HomesScreen? { viewer.context.dialog(HomesScreen.self) }

    func run(_ id: CommandID) {
        viewer.context.commands.run(id)
        frame()
    }

    func press(_ id: ControlID) throws {
        try #require(viewer.controller.press(control: id), "\(id)")
        frame()
    }

    /// Writes the export that is open to a path, and returns the file.
    func save(_ name: String) throws -> [UInt8] {
        let path = files.folder.path + "/" + name
        let screen = try #require(export)
        screen.edit(ExportPane.fieldID) { $0 = TextField(path) }
        frame()
        try press(ControlID(.saveExport, in: .dialog))
        try #require(export == nil, "\(screen.prompt.failure ?? "")")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The places of a GPX file.
    func places(_ bytes: [UInt8]) -> [Coordinate] {
        String(decoding: bytes, as: UTF8.self).split(separator: "<trkpt ").dropFirst().map {
            piece in
            let parts = piece.split(separator: "\"")
            return Coordinate(
                latitude: Double(parts[1]) ?? .nan, longitude: Double(parts[3]) ?? .nan)
        }
    }
}

@MainActor
@Suite struct WayExportTests {
    @Test func theFirstExportAsksAndTheNextDoNot() throws {
        let rig = try ExportRig()
        rig.run(.exportView)
        let screen = try #require(rig.homes)
        #expect(screen.homes == HomePrivacy())
        #expect(rig.viewer.scene.tree.first { $0.name == "Hide where you live?" } != nil)
        rig.run(.nextRadius)
        try rig.press(ControlID(.answerHidingHomes, in: .dialog))
        let export = try #require(rig.export)
        #expect(export.prompt.hidesHomes == true)
        #expect(export.prompt.field.text == "~/2026-11-22 Running.gpx")
        let gpx = try rig.save("run.gpx")
        let found = rig.places(gpx)
        #expect(!found.isEmpty && found.count < 801)
        #expect(found.allSatisfy { $0.distance(to: ExportRig.home) > 0.3 * 1000 })
        #expect(!String(decoding: gpx, as: UTF8.self).contains("Home street"))
        // The same border again, without a question.
        rig.run(.exportView)
        #expect(rig.homes == nil)
        #expect(try rig.save("again.gpx") == gpx)
    }

    @Test func everythingIsShownToWhomeverWantsThat() throws {
        let rig = try ExportRig()
        rig.run(.exportView)
        try rig.press(ControlID(.answerShowingHomes, in: .dialog))
        #expect(try #require(rig.export).prompt.hidesHomes == nil)
        #expect(rig.places(try rig.save("run.gpx")).count == 801)
        rig.run(.exportView)
        #expect(rig.export != nil)
    }

    @Test func homesAreChangedInTheirDialog() throws {
        let rig = try ExportRig()
        rig.run(.showHomes)
        try rig.press(ControlID(HomeRows.hide(0), in: .dialog))
        let zone = try #require(rig.homes?.homes?.zones.first)
        #expect(zone.radius == 500 && zone.home.distance(to: ExportRig.home) < 10)
        #expect(rig.homes?.homes?.hides == true)
        try rig.press(ControlID(.toggleHidingHomes, in: .dialog))
        #expect(rig.homes?.homes?.hides == false)
        rig.viewer.context.closeDialogs()
        rig.run(.exportView)
        let export = try #require(rig.export)
        #expect(export.prompt.hidesHomes == false)
        // A single export can differ, and does not change what is kept.
        rig.run(.exportHidingHomes)
        #expect(rig.places(try rig.save("run.gpx")).count < 801)
        rig.run(.showHomes)
        #expect(rig.homes?.homes?.hides == false)
        try rig.press(ControlID(HomeRows.remove(0), in: .dialog))
        #expect(rig.homes?.homes?.zones.isEmpty == true)
    }

    @Test func aFileIsReplacedOnlyOnASecondRequest() throws {
        let rig = try ExportRig()
        rig.run(.exportView)
        try rig.press(ControlID(.answerShowingHomes, in: .dialog))
        let path = try rig.files.write("mine", "run.gpx")
        let screen = try #require(rig.export)
        screen.edit(ExportPane.fieldID) { $0 = TextField(path) }
        rig.run(.saveExport)
        #expect(rig.export != nil && screen.prompt.replaced == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(rig.node("export.message")?.role == .alert)
        rig.run(.saveExport)
        #expect(rig.export == nil)
        #expect(rig.places(Array(try Data(contentsOf: URL(filePath: path)))).count == 801)
        rig.run(.exportView)
        let next = try #require(rig.export)
        for (text, word) in [(rig.files.folder.path, "end in"), ("/nowhere/at/all.gpx", "nowhere")]
        {
            next.edit(ExportPane.fieldID) { $0 = TextField(text) }
            rig.run(.saveExport)
            #expect(next.prompt.failure?.contains(word) == true, "\(next.prompt.failure ?? "")")
        }
        for form in ExportSubject.way.forms {
            rig.run(ExportPane.form(form.rawValue))
            #expect(next.prompt.form == form)
        }
    }

    @Test func picturesHideHomesAndSayNothingOfTheirMaking() throws {
        let rig = try ExportRig()
        rig.run(.exportView)
        try rig.press(ControlID(.answerHidingHomes, in: .dialog))
        // The window has a driver of its own, which goes on after that of the pictures is closed.
        _ = try rig.viewer.draw()
        var texts: [String: [UInt8]] = [:]
        for name in ["way.svg", "way.pdf", "way.png"] {
            if rig.export == nil { rig.run(.exportView) }
            texts[name] = try rig.save(name)
        }
        let window = try rig.viewer.draw()
        #expect(Set(window.bytes).count > 100)
        for (name, bytes) in texts {
            let text = String(decoding: bytes, as: UTF8.self)
            let words = [
                NSUserName(), NSFullUserName(), rig.files.folder.path, "Home street", "Watch 77",
                "run0.gpx", ProcessInfo.processInfo.hostName, "06:41",
            ]
            for word in words where word.count > 3 || word == NSUserName() {
                #expect(
                    !text.contains("(" + word) && !text.contains(">" + word), "\(name): \(word)")
            }
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            #expect(!text.contains("D:\(year)") && !text.contains("\(year)-"), "\(name)")
        }
        let png = try #require(texts["way.png"])
        #expect(Self.chunks(png).isSubset(of: ["IHDR", "sRGB", "gAMA", "IDAT", "IEND", "pHYs"]))
        let svg = String(decoding: try #require(texts["way.svg"]), as: UTF8.self)
        #expect(!svg.contains("<metadata") && !svg.contains("<!--"))
        let pdf = String(decoding: try #require(texts["way.pdf"]), as: UTF8.self)
        #expect(!pdf.contains("/Author") && !pdf.contains("dc:creator"))
        let dates = pdf.matches(of: /D:([0-9]{14})Z|<xmp:CreateDate>([^<]*)</).map { $0.output }
        #expect(dates.allSatisfy { ($0.1 ?? $0.2 ?? "").hasPrefix("1970") })
    }

    /// The kinds of chunks in a PNG.
    private static func chunks(_ bytes: [UInt8]) -> Set<String> {
        var (kinds, place): (Set<String>, Int) = ([], 8)
        while place + 8 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            kinds.insert(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            place += 12 + length
        }
        return kinds
    }

    @Test func aPageWithoutItsHomeHasNothingOfIt() throws {
        let files = try TestFiles()
        let path = try files.write(ExportRig.text(day: 0), "run.gpx")
        var numbers = SystemRandomNumberGenerator()
        let zone = try #require(
            PrivacyZone(home: ExportRig.home, radius: 500, using: &numbers))
        func rig(_ zones: [PrivacyZone]) throws -> ViewerRig {
            var options = ViewerOptions(
                files: [path], zone: .utc, metric: "workouts", period: .month,
                date: ExportRig.begin, theme: .light, library: ":memory:")
            options.workout = ExportRig.begin
            options.hiddenHomes = zones
            return try ViewerRig(options)
        }
        let (open, cut) = (try rig([]), try rig([zone]))
        let before = try #require(open.model.workouts.page?.entry)
        let entry = try #require(cut.model.workouts.page?.entry)
        let hidden = try #require(entry.cut)
        #expect(before.cut == nil && hidden.hidesStart && hidden.hidesEnd)
        #expect(hidden.spans.count == 1 && entry.span.min > before.span.min + 20)
        #expect(entry.workout.figures.distance == nil && entry.workout.name == nil)
        let points = try #require(entry.workout.track).points
        #expect(
            points.allSatisfy { point in
                !zone.contains(
                    Coordinate(latitude: point.latitude ?? 0, longitude: point.longitude ?? 0))
            })
        // The heart rates are those during what is left.
        let state = try #require((cut.viewer.context.content as? WorkoutScreen)?.route.state)
        let rates = try #require(state.series[.heartRate])
        #expect(rates.values.filter(\.isFinite).count == points.count)
        let figure = try #require(cut.node(ControlID("figure.0")))
        #expect(figure.name == "Distance" && figure.value.hasPrefix("≈ "))
        let length = try #require(state.way.ways.last)
        let whole = open.model.workouts.page?.entry.workout.figures.distance ?? 0
        #expect(length < whole - 300)
    }
}
