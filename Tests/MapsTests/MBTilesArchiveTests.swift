import CSQLite
import Foundation
import Geodesy
import Maps
import Testing

@Suite("Tiles in SQLite")
struct MBTilesArchiveTests {
    private func path(_ name: String) throws -> String {
        try #require(
            Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures")
        ).path
    }

    /// A database made by statements, which is removed at the end.
    private func opened(_ statements: [String]) throws -> MBTilesArchive {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "tiles-\(UUID().uuidString).mbtiles")
        defer { try? FileManager.default.removeItem(at: file) }
        var opened: OpaquePointer?
        try #require(sqlite3_open(file.path, &opened) == SQLITE_OK)
        for statement in statements {
            var message: UnsafeMutablePointer<CChar>?
            let code = sqlite3_exec(opened, statement, nil, nil, &message)
            try #require(
                code == SQLITE_OK, "\(statement): \(message.map { String(cString: $0) } ?? "")")
        }
        sqlite3_close(opened)
        return try MBTilesArchive(path: file.path)
    }

    private static let table =
        "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)"

    @Test(
        "Tiles of a program in Python: rows from the south, and from the north",
        arguments: [
            ("raster.mbtiles", MBTilesArchive.RowOrder.fromSouth),
            ("raster-xyz.mbtiles", .fromNorth),
        ])
    func rows(name: String, order: MBTilesArchive.RowOrder) throws {
        let archive = try MBTilesArchive(path: try path(name))
        #expect(archive.rows == order && archive.zooms == 4...8 && archive.kind == .png)
        #expect(archive.metadata.name == "Joinville")
        #expect(archive.metadata.attribution == "© Survey")
        #expect(
            archive.bounds == MapBounds(west: -49.3, south: -27.2, east: -47, north: -25.9))
        let place = try #require(
            MapPlane.mercator.point(Coordinate(latitude: -26.3, longitude: -48.85)))
        for zoom in 4...8 {
            let number = try #require(TileNumber(at: place, zoom: zoom))
            let bytes = try #require(try archive.tile(number))
            let beginning: [UInt8] = [[0x89, 0x50], [0xFF, 0xD8], [0x52, 0x49]][zoom % 3]
            #expect(Array(bytes.prefix(2)) == beginning, "\(zoom)")
            let far = try #require(TileNumber(zoom: zoom, x: 0, y: 0))
            #expect(try archive.tile(far) == nil)
        }
        #expect(try archive.tile(try #require(TileNumber(zoom: 3, x: 2, y: 4))) == nil)
        #expect(try archive.anyTile() != nil)
        // Whoever opens it may know better.
        let turned = try MBTilesArchive(
            path: try path(name), rows: order == .fromSouth ? .fromNorth : .fromSouth)
        #expect(try turned.tile(try #require(TileNumber(at: place, zoom: 8))) == nil)
    }

    @Test("Vector tiles behind a view are unpacked, on several threads")
    func view() async throws {
        let archive = try MBTilesArchive(path: try path("vector.mbtiles"))
        #expect(archive.kind == .vector && archive.metadata.layers == ["water", "transportation"])
        #expect(MapFile.format(of: try path("vector.mbtiles")) == .mbtiles)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<60).allSatisfy { index in
                        guard let number = TileNumber(zoom: 2, x: index % 4, y: index / 4 % 4),
                            let bytes = try? archive.tile(number),
                            let tile = try? VectorTile(bytes)
                        else { return false }
                        return tile.layers.map(\.name) == ["water"]
                            && tile.layers[0].features[0].parts[0].contains { $0.y == 768 }
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("Views that multiply, recurse, call functions or read other things end in a sentence")
    func hostileViews() throws {
        func refusal(_ view: String, _ others: [String] = []) -> TileArchiveError? {
            do {
                let archive = try opened(
                    others + ["CREATE TABLE t (a); CREATE TABLE n (zoom_level, d)"]
                        + ["INSERT INTO n VALUES (0, x'00')", "CREATE VIEW tiles AS \(view)"])
                let number = try #require(TileNumber(zoom: 0, x: 0, y: 0))
                _ = try archive.tile(number)
                return nil
            } catch { return error as? TileArchiveError }
        }
        func columns(_ value: String) -> String {
            "SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, \(value) AS tile_data"
        }
        #expect(refusal(columns("randomblob(100)")) == .computesTiles)
        #expect(refusal(columns("zeroblob(1000000000)")) == .computesTiles)
        #expect(refusal(columns("load_extension('x')")) == .computesTiles)
        #expect(refusal(columns("(SELECT sql FROM sqlite_master)")) == .computesTiles)
        #expect(refusal(columns("x'00' FROM json_each('[1]')")) == .computesTiles)
        #expect(refusal(columns("name FROM pragma_database_list")) == .computesTiles)
        let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        #expect(refusal(endless + columns("max(x) FROM c")) == .computesTiles)
        // Ten rows, ten times with one another.
        let rows = [
            "CREATE TABLE r (v)", "INSERT INTO r VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)",
        ]
        let product = "r a, r b, r c, r d, r e, r f, r g, r h, r i, r j"
        #expect(
            refusal(
                "SELECT a.v AS zoom_level, b.v AS tile_column, c.v AS tile_row, x'00' AS tile_data "
                    + "FROM \(product) WHERE a.v + b.v + c.v + d.v + e.v + f.v + g.v + h.v + i.v + j.v > 1000",
                rows) == .takesTooLong)
        // A view of itself, and one that does not fit.
        #expect(refusal("SELECT * FROM tiles") != nil)
        #expect(refusal("SELECT zoom_level FROM n") != nil)
    }

    @Test("What is no map, is damaged or empty is refused with a sentence")
    func wrongFiles() throws {
        #expect(throws: TileArchiveError.hasNoTiles) { try opened(["CREATE TABLE t (a)"]) }
        #expect(throws: TileArchiveError.hasNoTiles) { try opened([Self.table]) }
        #expect(throws: TileArchiveError.self) { try MBTilesArchive(path: "/missing.mbtiles") }
        #expect(throws: TileArchiveError.self) { try MBTilesArchive(named: "x", bytes: []) }
        let good = Array(
            try Data(contentsOf: URL(filePath: try path("raster.mbtiles"))))
        #expect(throws: TileArchiveError.self) {
            try MBTilesArchive(named: "x", bytes: Array(good.prefix(100)))
        }
        for error in [TileArchiveError.hasNoTiles, .computesTiles, .takesTooLong] {
            #expect(error.description.hasSuffix("."))
        }
        var numbers = Numbers(seed: 5)
        for round in 0..<200 {
            var wrong = good
            for _ in 0...numbers.next(8) {
                wrong[numbers.next(round % 2 == 0 ? 2000 : wrong.count)] = UInt8(numbers.next(256))
            }
            guard let archive = try? MBTilesArchive(named: "x", bytes: wrong) else { continue }
            for zoom in archive.zooms {
                let side = 1 << zoom
                if let number = TileNumber(zoom: zoom, x: numbers.next(side), y: numbers.next(side))
                {
                    _ = try? archive.tile(number)
                }
            }
        }
    }

    @Test("Wrong metadata is left out, and zooms are those of the tiles")
    func words() throws {
        let archive = try opened([
            Self.table, "CREATE TABLE metadata (name text, value text)",
            "INSERT INTO metadata VALUES ('bounds', '5,6,7'), ('minzoom', '-3'), ('maxzoom', 'x')",
            "INSERT INTO metadata VALUES ('attribution', NULL), ('json', '{'), (7, x'00')",
            "INSERT INTO tiles VALUES (3, 1, 6, x'0102'), (5, 0, 0, NULL), (5, 0, 1, 'text')",
        ])
        #expect(archive.zooms == 3...5 && archive.bounds == .world && archive.kind == .unknown)
        #expect(archive.metadata == MapMetadata())
        #expect(try archive.tile(try #require(TileNumber(zoom: 3, x: 1, y: 1))) == [1, 2])
        #expect(try archive.tile(try #require(TileNumber(zoom: 5, x: 0, y: 31))) == nil)
        #expect(try archive.tile(try #require(TileNumber(zoom: 4, x: 0, y: 0))) == nil)
        // Without metadata it is a map as well.
        let bare = try opened([Self.table, "INSERT INTO tiles VALUES (0, 0, 0, x'05')"])
        #expect(try bare.tile(try #require(TileNumber(zoom: 0, x: 0, y: 0))) == [5])
    }

    @Test("Borders that say nothing, or the wrong thing, leave the rows as the format has them")
    func unclearBorders() throws {
        for bounds in ["-180,-85,180,85", "10,60,12,62", "-49.3,-20,-47,20"] {
            let archive = try opened([
                Self.table, "CREATE TABLE metadata (name text, value text)",
                "INSERT INTO metadata VALUES ('bounds', '\(bounds)')",
                // Joinville, with rows from the south.
                "INSERT INTO tiles VALUES (8, 93, 108, x'01')",
            ])
            #expect(archive.rows == .fromSouth, "\(bounds)")
        }
    }
}
