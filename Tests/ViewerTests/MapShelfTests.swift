import Cartography
import Foundation
import Geodesy
import Geometry
import Maps
import Testing

@testable import Viewer

/// The person's own maps in the viewer.
@MainActor
@Suite struct MapShelfTests {
    /// The map of the program as a file: an archive of vector tiles like any other.
    private func archive(_ files: TestFiles, _ name: String = "earth.pmtiles") throws -> String {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/C/CBaseMap/basemap.pmtiles")
        let path = try files.write("", name)
        try Data(contentsOf: source).write(to: URL(filePath: path))
        return path
    }

    @Test func mapsAreKnownByTheirFirstBytes() throws {
        let files = try TestFiles()
        let map = try archive(files, "map.bin")
        let table = try files.write("date,weight\n2026-01-01,70\n", "weight.pmtiles")
        let divided = MapFiles.divided([table, map, "/missing", "-"])
        #expect(divided.records == [table, "/missing", "-"])
        #expect(divided.maps == [map])
    }

    @Test func nothingIsTakenFromAPipeOrThroughALinkToOne() throws {
        let files = try TestFiles()
        let table = "date,weight\n2026-01-01,70\n"
        let (map, link, pipe) = (
            try archive(files), files.folder.path + "/link", files.folder.path + "/pipe"
        )
        try #require(mkfifo(pipe, 0o600) == 0)
        let descriptor = open(pipe, O_RDWR | O_NONBLOCK)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(write(descriptor, table, table.utf8.count) == table.utf8.count)
        let mapLink = files.folder.path + "/map-link"
        try #require(symlink(pipe, link) == 0 && symlink(map, mapLink) == 0)
        let divided = MapFiles.divided([pipe, link, mapLink])
        #expect(divided.records == [pipe, link])
        #expect(divided.maps == [mapLink])
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == table)
    }

    @Test func mapsAreShownHiddenAndForgotten() throws {
        let files = try TestFiles()
        let map = try archive(files)
        let shelf = MapShelf()
        var kept: [[String]] = []
        shelf.onChange = { kept.append($0) }
        let broken = try files.write("PMTiles and nothing else", "broken.pmtiles")
        let sentences = shelf.add([map, broken])
        #expect(sentences.count == 2)
        #expect(sentences[0].contains("Natural Earth"))
        #expect(sentences[1].hasPrefix(broken) && sentences[1].contains("map"))
        #expect(kept == [[map]])
        let rect = PlaneRect(x: 0.52, y: 0.33, width: 0.01, height: 0.01)
        #expect(shelf.maps(in: rect).map(\.path) == [map])
        shelf.areShown = false
        #expect(shelf.maps(in: rect).isEmpty)
        #expect(shelf.maps(in: rect, evenIfHidden: true).map(\.path) == [map])
        shelf.remove(map)
        #expect(shelf.paths.isEmpty && kept.last == [])
    }

    @Test func aFileThatIsGoneIsNoMap() throws {
        let shelf = MapShelf()
        shelf.begin(with: ["/missing/map.pmtiles"])
        #expect(shelf.maps.isEmpty)
        #expect(shelf.paths == ["/missing/map.pmtiles"])
    }

    @Test func tilesInSQLiteAndPicturesAreMapsAndOtherDatabasesAreNot() throws {
        let files = try TestFiles()
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "MapsTests/Fixtures")
        let tiles = fixtures.appending(path: "raster.mbtiles").path
        let picture = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "ImagingTests/Fixtures/slope.png").path
        let table = try files.write("date,weight\n2026-01-01,70\n", "weight.mbtiles")
        // A picture without a place is no map.
        let placed = files.folder.path + "/placed.png"
        try FileManager.default.copyItem(atPath: picture, toPath: placed)
        _ = try files.write("1\n0\n0\n-1\n8\n47\n", "placed.pgw")
        let divided = MapFiles.divided([table, tiles, picture, placed])
        #expect(divided.records == [table, picture] && divided.maps == [tiles, placed])
        let shelf = MapShelf()
        var waiting: [(PictureMap, @MainActor @Sendable (MapShelf.CutResult) -> Void)] = []
        shelf.cutLater = { waiting.append(($0, $1)) }
        var said: [String] = []
        shelf.onCut = { said.append($0) }
        let lost = shelf.add([tiles, picture])
        #expect(lost.count == 2 && lost[0].contains("Joinville") && lost[1].contains(".pgw"))
        #expect(shelf.paths == [tiles])
        #expect(shelf.maps.first?.source.archive.metadata.attribution == "© Survey")
        // One with a place is cut later, and then shown.
        let map = try files.write("", "map.png")
        try Data(contentsOf: URL(filePath: picture)).write(to: URL(filePath: map))
        _ = try files.write("0.001\n0\n0\n-0.001\n8\n47\n", "map.pgw")
        let sentences = shelf.add([map])
        #expect(sentences.count == 1 && sentences[0].contains("tiles"))
        #expect(shelf.paths == [tiles, map] && shelf.maps.map(\.path) == [tiles])
        // Asking again does not begin again.
        #expect(waiting.count == 1)
        let (known, deliver) = try #require(waiting.first)
        #expect(known.path == map)
        deliver(.failure(.wasCancelled))
        #expect(said.count == 1 && shelf.maps.map(\.path) == [tiles])
        let folder = files.folder.path + "/tiles"
        _ = try known.cut(into: folder)
        #expect(known.archive(in: folder) != nil)
    }

    @Test func theTilesOfAPictureGoWithIt() throws {
        let files = try TestFiles()
        let picture = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "ImagingTests/Fixtures/slope.png").path
        let path = files.folder.path + "/placed.png"
        try FileManager.default.copyItem(atPath: picture, toPath: path)
        _ = try files.write("0.001\n0\n0\n-0.001\n8\n47\n", "placed.pgw")
        let folder = files.folder.path + "/tiles"
        let shelf = MapShelf(folder: folder)
        _ = shelf.add([path])
        let map = try PictureMap(path: path)
        #expect(shelf.maps.map(\.path) == [path] && map.archive(in: folder) != nil)
        shelf.remove(path)
        #expect(map.archive(in: folder) == nil)
        #expect(FileManager.default.fileExists(atPath: path))
        // It may be forgotten while it is cut.
        var deliver: (@MainActor @Sendable (MapShelf.CutResult) -> Void)?
        shelf.cutLater = { deliver = $1 }
        _ = shelf.add([path])
        shelf.remove(path)
        let cut = try #require(deliver)
        cut(MapShelf.cut(map, into: folder))
        #expect(map.archive(in: folder) == nil)
    }
}
