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
}
