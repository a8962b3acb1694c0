import Foundation
import Maps
import Testing

@Suite("Tiles and their archives")
struct TileArchiveTests {
    private func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(
            Bundle.module.url(
                forResource: name, withExtension: nil, subdirectory: "Fixtures"))
        return Array(try Data(contentsOf: file))
    }

    private func lines(_ name: String) throws -> [[Substring]] {
        String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ")
        }
    }

    @Test("The order of tiles is that of the reference program, there and back")
    func order() throws {
        for line in try lines("tile-numbers.txt") {
            let numbers = line.compactMap { Int($0) }
            let tile = try #require(
                TileNumber(zoom: numbers[0], x: numbers[1], y: numbers[2]))
            #expect(tile.curveNumber == UInt64(numbers[3]), "\(line)")
            #expect(TileNumber(curveNumber: UInt64(numbers[3])) == tile, "\(line)")
        }
        let last = try #require(TileNumber(zoom: 31, x: 0x7FFF_FFFF, y: 0))
        #expect(last.curveNumber == UInt64.max / 3 - 1)
        #expect(TileNumber(curveNumber: UInt64.max / 3 - 1) == last)
        #expect(
            TileNumber(curveNumber: UInt64.max / 3) == nil && TileNumber(curveNumber: .max) == nil)
    }

    @Test("Tiles that follow one another in the order are neighbours")
    func neighbours() throws {
        let tiles = (85..<341).compactMap { TileNumber(curveNumber: $0) }
        #expect(tiles.allSatisfy { $0.zoom == 4 } && Set(tiles).count == 256)
        for (a, b) in zip(tiles, tiles.dropFirst()) {
            #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1)
        }
    }

    @Test("Parents, children and places")
    func family() throws {
        let tile = try #require(TileNumber(zoom: 3, x: 5, y: 2))
        #expect(tile.parent == TileNumber(zoom: 2, x: 2, y: 1))
        #expect(tile.children.allSatisfy { $0.parent == tile } && Set(tile.children).count == 4)
        #expect(tile.rect == PlaneRect(x: 0.625, y: 0.25, width: 0.125, height: 0.125))
        for turn in [-2.0, 0, 1] {
            #expect(TileNumber(at: PlanePoint(x: 0.7 + turn, y: 0.3), zoom: 3) == tile)
        }
        #expect(TileNumber(at: PlanePoint(x: 1, y: 1), zoom: 3) == TileNumber(zoom: 3, x: 0, y: 7))
        #expect(TileNumber(at: PlanePoint(x: 0, y: 1.1), zoom: 3) == nil)
        #expect(TileNumber(at: PlanePoint(x: .nan, y: 0.5), zoom: 3) == nil)
        #expect(TileNumber(zoom: 3, x: 8, y: 0) == nil && TileNumber(zoom: 32, x: 0, y: 0) == nil)
        #expect(TileNumber(zoom: -1, x: 0, y: 0) == nil && TileNumber(zoom: 2, x: 0, y: -1) == nil)
        let root = try #require(TileNumber(zoom: 0, x: 0, y: 0))
        #expect(root.parent == nil && root.curveNumber == 0)
    }

    @Test("The header of the reference program")
    func header() throws {
        let bytes = try bytes("pmtiles-header.bin")
        let header = try PMTilesHeader(bytes, fileLength: 1 << 30)
        #expect(header.rootDirectory.lowerBound == 127 && header.kind == .vector)
        #expect(header.directoryCompression == .gzip && header.tileCompression == .gzip)
        #expect(header.zooms == 0...10 && header.bounds.west == -180 && header.bounds.north == 85)
        #expect(header.metadata.lowerBound == header.rootDirectory.upperBound)
    }

    @Test("A header that is damaged, of another version or of no archive is refused")
    func wrongHeaders() throws {
        let good = try bytes("pmtiles-header.bin")
        func refusal(_ bytes: [UInt8], _ length: Int = 1 << 30) -> TileArchiveError? {
            do throws(TileArchiveError) {
                _ = try PMTilesHeader(bytes, fileLength: length)
                return nil
            } catch { return error }
        }
        #expect(refusal([]) == .isNoArchive && refusal(Array("SQLite format".utf8)) == .isNoArchive)
        #expect(refusal(Array(good.prefix(126))) == .isDamaged)
        // The file ends within one of its parts.
        #expect(refusal(good, 300) == .isDamaged)
        var other = good
        other[7] = 2
        #expect(refusal(other) == .hasVersion(2))
        for (place, value) in [(97, 9), (98, 200), (100, 12), (101, 40), (15, 0xFF), (23, 0x80)] {
            var wrong = good
            wrong[place] = UInt8(value)
            #expect(refusal(wrong) == .isDamaged, "\(place)")
        }
    }

    @Test("Directories of the reference program: each entry is found, and what is between is not")
    func directories() throws {
        let entries = try lines("pmtiles-entries.txt")
        let border = try #require(entries.firstIndex { $0 == ["leaf"] })
        for (name, lines) in [
            ("pmtiles-root.bin", entries[..<border]),
            ("pmtiles-leaf.bin", entries[(border + 1)...]),
        ] {
            let directory = try PMTilesDirectory(try bytes(name))
            #expect(directory.count == lines.count && lines.count > 2)
            for (index, line) in zip(lines.indices, lines) {
                let numbers = line.compactMap { UInt64($0) }
                let range = Int(numbers[1])..<Int(numbers[1] + numbers[2])
                let (first, run) = (numbers[0], numbers[3])
                if run == 0 {
                    #expect(directory.place(of: first) == .leaf(range))
                    #expect(directory.place(of: first + 1) == .leaf(range))
                    continue
                }
                #expect(directory.place(of: first) == .tile(range))
                #expect(directory.place(of: first + run - 1) == .tile(range))
                let next = lines.index(after: index)
                if next < lines.endIndex, UInt64(lines[next][0]) != first + run {
                    #expect(directory.place(of: first + run) == nil)
                }
            }
        }
    }

    @Test("Whatever the bytes of a directory are, it is read or refused")
    func damagedDirectories() throws {
        let good = try bytes("pmtiles-leaf.bin")
        for length in stride(from: 0, to: good.count, by: 97) {
            #expect(throws: TileArchiveError.self) {
                try PMTilesDirectory(Array(good.prefix(length)))
            }
        }
        var numbers = Numbers(seed: 11)
        for _ in 0..<2000 {
            var wrong = good
            for _ in 0...numbers.next(4) {
                wrong[numbers.next(wrong.count)] = UInt8(numbers.next(256))
            }
            if let directory = try? PMTilesDirectory(wrong) {
                _ = directory.place(of: UInt64(numbers.next(1 << 20)))
            }
        }
        // More entries than bytes, and numbers that do not end.
        #expect(throws: TileArchiveError.isTooLarge) {
            try PMTilesDirectory([255, 255, 255, 255, 15])
        }
        #expect(throws: TileArchiveError.isDamaged) {
            try PMTilesDirectory([UInt8](repeating: 255, count: 40))
        }
        // A tile in two places, an empty one, and a first one right after another.
        #expect(throws: TileArchiveError.isDamaged) {
            try PMTilesDirectory([2, 5, 0, 1, 1, 3, 3, 1, 4])
        }
        #expect(throws: TileArchiveError.isDamaged) { try PMTilesDirectory([1, 5, 1, 0, 1]) }
        #expect(throws: TileArchiveError.isDamaged) { try PMTilesDirectory([1, 5, 1, 3, 0]) }
        #expect(try PMTilesDirectory([0]).place(of: 0) == nil)
    }
}
