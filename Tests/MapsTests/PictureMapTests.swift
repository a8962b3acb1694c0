import Foundation
import Geodesy
import Geometry
import Imaging
import Maps
import Platform
import Testing

@Suite("Pictures as maps")
struct PictureMapTests {
    /// A folder that is removed at the end.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "pictures-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ bytes: [UInt8]) throws -> String {
            try Data(bytes).write(to: URL(filePath: path + "/" + name))
            return path + "/" + name
        }

        func write(_ name: String, _ text: String) throws { _ = try write(name, Array(text.utf8)) }
    }

    private static let (width, height) = (700, 500)

    /// Red goes from west to east, green from top to bottom.
    private static let slope: Bitmap = {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                bytes += [UInt8(x * 255 / width), UInt8(y * 255 / height), 64, 255]
            }
        }
        return Bitmap(width: width, height: height, alpha: .straight, bytes: bytes)
    }()

    /// The colour of a map at a place, from its tile of some zoom; nil if it is clear or missing.
    private func color(
        _ archive: any TileArchive, _ place: Coordinate, zoom: Int
    ) throws -> Bitmap.Pixel? {
        let point = try #require(MapPlane.mercator.point(place))
        let number = try #require(TileNumber(at: point, zoom: zoom))
        guard let bytes = try archive.tile(number) else { return nil }
        let tile = try Bitmap(encoded: bytes, name: "tile", mostPixels: 512 * 512)
        #expect(tile.width == 512 && tile.height == 512)
        let rect = number.rect
        let x = (point.x - point.x.rounded(.down) - rect.x) / rect.width * 512
        let y = (point.y - rect.y) / rect.height * 512
        let pixel = tile[min(Int(x), 511), min(Int(y), 511)]
        return pixel.alpha == 0 ? nil : pixel
    }

    /// Places of the picture have its colours in the tiles of all zooms.
    private func check(_ picture: PictureMap, _ archive: any TileArchive) throws {
        var numbers = Numbers(seed: 3)
        var worst = 0.0
        for _ in 0..<60 {
            let (x, y) = (numbers.next(0.03, 0.97), numbers.next(0.03, 0.97))
            let (column, row) = (x * Double(Self.width), y * Double(Self.height))
            let place = try #require(picture.placement.place(column: column, row: row))
            let back = try #require(picture.placement.pixel(at: place))
            #expect(abs(back.column - column) < 1e-4 && abs(back.row - row) < 1e-4)
            for zoom in archive.zooms {
                let pixel = try #require(try color(archive, place, zoom: zoom), "\(zoom) \(place)")
                // A pixel of the smallest zoom is as wide as several of the picture.
                let room = 6 + 0.7 * Double(1 << (archive.zooms.upperBound - zoom))
                let (red, green) = (
                    abs(Double(pixel.red) - x * 255), abs(Double(pixel.green) - y * 255)
                )
                worst = max(worst, max(red, green) / room)
            }
        }
        #expect(worst <= 1, "\(worst)")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var world: String
        var system: String?
        /// A place outside.
        var outside: Coordinate
    }

    @Test(
        "Each place has the colour of its pixel",
        arguments: [
            Case(
                testDescription: "degrees", world: "0.001\n0\n0\n-0.0008\n8.0005\n47.4996\n",
                outside: Coordinate(latitude: 47.6, longitude: 8.3)),
            Case(
                testDescription: "Mercator", world: "12\n0\n0\n-12\n-5440000\n-3030000\n",
                system: "PROJCS[\"x\",AUTHORITY[\"EPSG\",\"3857\"]]",
                outside: Coordinate(latitude: -26, longitude: -48)),
            Case(
                testDescription: "UTM far from its middle",
                world: "90\n0\n0\n-90\n690000\n6690000\n",
                system: "PROJCS[\"x\",AUTHORITY[\"EPSG\",\"32632\"]]",
                outside: Coordinate(latitude: 59, longitude: 20)),
            Case(
                testDescription: "turned", world: "0.0008\n0.0004\n0.0004\n-0.0008\n8\n47\n",
                outside: Coordinate(latitude: 47.2, longitude: 8.01)),
            Case(
                testDescription: "south up", world: "0.001\n0\n0\n0.0008\n8\n47\n",
                outside: Coordinate(latitude: 46.9, longitude: 8.3)),
            Case(
                testDescription: "turned by a quarter", world: "0\n0.001\n0.001\n0\n8\n47\n",
                outside: Coordinate(latitude: 46.9, longitude: 8.3)),
            Case(
                testDescription: "across the antimeridian",
                world: "0.001\n0\n0\n-0.0008\n179.7\n-16\n",
                outside: Coordinate(latitude: -16.1, longitude: 179.6)),
        ])
    func systems(_ known: Case) throws {
        let folder = try Folder()
        let path = try folder.write("map.png", try Self.slope.encodedPNG())
        try folder.write("map.pgw", known.world)
        if let system = known.system { try folder.write("map.prj", system) }
        #expect(MapFile.format(of: path) == .picture)
        let picture = try PictureMap(path: path)
        #expect(picture.width == Self.width && picture.height == Self.height)
        let tiles = folder.path + "/tiles"
        #expect(picture.archive(in: tiles) == nil)
        var parts: [Double] = []
        let archive = try picture.cut(into: tiles) { parts.append($0) }
        #expect(parts == parts.sorted() && parts.last == 1)
        #expect(archive.metadata.name == "map.png" && archive.zooms.upperBound == picture.zoom)
        try check(picture, archive)
        #expect(try color(archive, known.outside, zoom: archive.zooms.upperBound) == nil)
        // The next time they are there; with another place they are not.
        #expect(picture.archive(in: tiles)?.zooms == archive.zooms)
        try folder.write("map.pgw", known.world + " ")
        #expect(try PictureMap(path: path).archive(in: tiles) != nil)
        let moved = known.world.replacing("\n8", with: "\n9").replacing("\n-16", with: "\n-17")
        try folder.write("map.pgw", moved + "\n")
        if moved != known.world {
            #expect(try PictureMap(path: path).archive(in: tiles) == nil)
        }
        PictureMap.removeAll(in: tiles)
        #expect(picture.archive(in: tiles) == nil)
    }

    @Test("A JPEG with its place in its name, as SimplestGPS has it")
    func ancestor() throws {
        let folder = try Folder()
        let path = try folder.write(
            "2618S+04851W+0010+0015.jpg", try Self.slope.encodedJPEG(quality: 95))
        let picture = try PictureMap(path: path)
        let archive = try picture.cut(into: folder.path + "/tiles")
        try check(picture, archive)
        #expect(abs(picture.bounds.north + 26.3) < 1e-9 && abs(picture.bounds.west + 48.85) < 1e-9)
        #expect(try archive.anyTile() != nil)
    }

    @Test("A drawing with few colours stays as it is")
    func drawing() throws {
        let folder = try Folder()
        var bitmap = Bitmap(
            width: 600, height: 600, filledWith: Bitmap.Pixel(red: 250, green: 250, blue: 240))
        for i in 0..<600 { bitmap[i, 300] = Bitmap.Pixel(red: 200, green: 0, blue: 0) }
        let path = try folder.write("map.png", try bitmap.encodedPNG())
        try folder.write("map.wld", "0.001 0 0 -0.001 8 47")
        let archive = try PictureMap(path: path).cut(into: folder.path + "/tiles")
        let bytes = try #require(try archive.anyTile())
        #expect(PictureFormat(bytes) == .png)
    }

    @Test("What has no place, no pixels or was cut off is a sentence, and nothing is kept")
    func wrongPictures() throws {
        let folder = try Folder()
        let good = try Self.slope.encodedPNG()
        let path = try folder.write("map.png", good)
        func refusal(_ body: () throws -> Void) -> TileArchiveError? {
            do {
                try body()
                return nil
            } catch { return error as? TileArchiveError }
        }
        #expect(refusal { _ = try PictureMap(path: path) } == .hasNoPlace(.hasNoWorldFile))
        #expect(PlacementError.hasNoWorldFile.description.contains(".pgw"))
        try folder.write("map.pgw", "1 2 3")
        #expect(refusal { _ = try PictureMap(path: path) } == .hasNoPlace(.hasNotSixNumbers))
        try folder.write("map.pgw", "10 0 0 -10 700000 5000000")
        #expect(refusal { _ = try PictureMap(path: path) } == .hasNoPlace(.hasNoSystem))
        try folder.write("map.prj", "PROJCS[\"Gauss-Krueger\"]")
        #expect(refusal { _ = try PictureMap(path: path) } == .hasNoPlace(.hasNoSystem))
        try FileManager.default.removeItem(atPath: folder.path + "/map.prj")
        try folder.write("map.pgw", "0.001 0 0 -0.001 8 47")
        // The file is cut off in the middle, and later it is gone.
        let tiles = folder.path + "/tiles"
        _ = try folder.write("map.png", Array(good.prefix(good.count / 2)))
        let half = try PictureMap(path: path)
        let error = refusal { _ = try half.cut(into: tiles) }
        #expect(error?.description.hasSuffix(".") == true, "\(String(describing: error))")
        #expect(try FileManager.default.contentsOfDirectory(atPath: tiles) == [])
        #expect(half.archive(in: tiles) == nil)
        // Ended in the middle.
        _ = try folder.write("map.png", good)
        let cancellation = Cancellation()
        let whole = try PictureMap(path: path)
        let ended = refusal {
            _ = try whole.cut(into: tiles, cancellation: cancellation) { _ in cancellation.cancel()
            }
        }
        #expect(ended == .wasCancelled || whole.archive(in: tiles) != nil)
        if ended != nil {
            #expect(try FileManager.default.contentsOfDirectory(atPath: tiles) == [])
        }
        // A folder that cannot be written to.
        #expect(refusal { _ = try whole.cut(into: "/proc/nothing") } != nil)
    }
}
