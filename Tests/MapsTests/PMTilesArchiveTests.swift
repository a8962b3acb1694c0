import Foundation
import Maps
import Testing

@Suite("Archives of tiles")
struct PMTilesArchiveTests {
    private func path(_ name: String) throws -> String {
        let file = try #require(
            Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures"))
        return file.path
    }

    private func good() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: try path("world.pmtiles"))))
    }

    /// Opens bytes as a file.
    private func open(_ bytes: [UInt8]) throws -> PMTilesArchive {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "tiles-\(UUID().uuidString).pmtiles")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try PMTilesArchive(path: file.path)
    }

    @Test("Tiles of the reference program, behind leaves, and the words of the map")
    func tiles() throws {
        let archive = try PMTilesArchive(path: try path("world.pmtiles"))
        #expect(archive.header.leafDirectories.count > 0)
        #expect(archive.metadata.name == "test")
        #expect(archive.metadata.attribution == "© OpenStreetMap contributors")
        #expect(archive.metadata.layers == ["earth", "roads"])
        let lines = try String(
            contentsOf: URL(filePath: try path("world-tiles.txt")), encoding: .utf8
        )
        .split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.count > 1500)
        // In any order: leaves are forgotten and read again.
        for line in lines.shuffled() {
            let numbers = line.prefix(3).compactMap { Int($0) }
            let tile = try #require(TileNumber(zoom: numbers[0], x: numbers[1], y: numbers[2]))
            let bytes = try #require(try archive.tile(tile))
            #expect(String(decoding: bytes, as: UTF8.self) == line[3])
        }
        let missing = (0..<1024).compactMap { TileNumber(zoom: 10, x: $0, y: 511) }.filter {
            (try? archive.tile($0)) == .some(nil)
        }
        #expect(missing.count > 900)
        let far = try #require(TileNumber(zoom: 11, x: 0, y: 0))
        #expect(try archive.tile(far) == nil)
    }

    @Test("Several threads read one archive")
    func threads() async throws {
        let archive = try PMTilesArchive(path: try path("world.pmtiles"))
        let number = try #require(TileNumber(zoom: 2, x: 1, y: 1))
        let expected = try #require(try archive.tile(number))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { _ in (try? archive.tile(number)) == expected }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("No file, another file, and a file that was cut are refused with a sentence")
    func wrongFiles() throws {
        #expect(throws: TileArchiveError.self) { try PMTilesArchive(path: "/nowhere.pmtiles") }
        #expect(throws: TileArchiveError.isNoArchive) { try open([]) }
        #expect(throws: TileArchiveError.isNoArchive) { try open(Array("SQLite format 3".utf8)) }
        let good = try good()
        #expect(throws: TileArchiveError.isDamaged) { try open(Array(good.dropLast(1000))) }
        var version = good
        version[7] = 4
        #expect(throws: TileArchiveError.hasVersion(4)) { try open(version) }
        var brotli = good
        brotli[97] = 3
        #expect(throws: TileArchiveError.hasCompression("Brotli")) { try open(brotli) }
        for error in [
            TileArchiveError.cannotRead("x"), .isNoArchive, .hasVersion(4), .isDamaged,
            .hasCompression("x"), .isTooLarge,
        ] { #expect(error.description.hasSuffix(".")) }
    }

    @Test("Damage anywhere costs the map or some tiles, and never the program")
    func damage() throws {
        let good = try good()
        var numbers = Numbers(seed: 21)
        for round in 0..<300 {
            var wrong = good
            for _ in 0...numbers.next(6) {
                wrong[round % 2 == 0 ? numbers.next(300) : numbers.next(wrong.count)] = UInt8(
                    numbers.next(256))
            }
            guard let archive = try? open(wrong) else { continue }
            for zoom in 0..<11 {
                let side = 1 << zoom
                if let number = TileNumber(zoom: zoom, x: numbers.next(side), y: numbers.next(side))
                {
                    _ = try? archive.tile(number)
                }
            }
        }
    }

    /// An archive of one directory, whose parts are not compressed.
    private func archive(root: [UInt8], leaves: [UInt8], tiles: [UInt8] = [1, 2, 3]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(value >> (8 * $0) & 255) } }
        var place = 127
        var parts: [UInt8] = []
        for part in [root, [], leaves, tiles] {
            parts += number(place) + number(part.count)
            place += part.count
        }
        var header = Array("PMTiles".utf8) + [3] + parts
        header += [UInt8](repeating: 0, count: 127 - header.count)
        (header[97], header[98], header[100], header[101]) = (1, 1, 0, 20)
        return header + root + leaves + tiles
    }

    @Test("A directory that leads to itself ends, and one outside its part is damaged")
    func circles() throws {
        // One entry from tile 0 on: a leaf of five bytes at the beginning of the leaves.
        let leaf: [UInt8] = [1, 0, 0, 5, 1]
        let number = try #require(TileNumber(zoom: 3, x: 1, y: 1))
        let circle = try open(archive(root: leaf, leaves: leaf))
        #expect(throws: TileArchiveError.isDamaged) { try circle.tile(number) }
        let outside = try open(archive(root: [1, 0, 0, 6, 1], leaves: leaf))
        #expect(throws: TileArchiveError.isDamaged) { try outside.tile(number) }
        // A run of all tiles with three bytes, and one with more than there are.
        let sea = try open(archive(root: [1, 0, 255, 127, 3, 1], leaves: []))
        #expect(try sea.tile(number) == [1, 2, 3])
        let long = try open(archive(root: [1, 0, 255, 127, 4, 1], leaves: []))
        #expect(throws: TileArchiveError.isDamaged) { try long.tile(number) }
    }

    @Test(
        "Words of a map: markup is taken away, and wrong ones are left out",
        arguments: [
            (#"{"attribution":"<a href='x'>A &amp; B</a> &lt;C&gt;"}"#, "A & B <C>"),
            (#"{"attribution":"2 < 3 > 1"}"#, "2 < 3 > 1"), (#"{"attribution":7}"#, nil),
            (#"{"attribution":"<b></b>"}"#, nil), ("[]", nil), ("{", nil), ("", nil),
        ])
    func words(json: String, attribution: String?) {
        #expect(MapMetadata(json: Array(json.utf8)).attribution == attribution)
    }
}
