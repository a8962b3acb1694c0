import Foundation
import Maps
import Testing

@Suite("Vector tiles")
struct VectorTileTests {
    private typealias Place = VectorTile.Place

    private func good() throws -> [UInt8] {
        let file = try #require(
            Bundle.module.url(forResource: "tile", withExtension: "mvt", subdirectory: "Fixtures"))
        return Array(try Data(contentsOf: file))
    }

    private func places(_ numbers: [(Int32, Int32)]) -> [Place] {
        numbers.map { Place(x: $0.0, y: $0.1) }
    }

    @Test("A tile of another program is read as it was written")
    func otherProgram() throws {
        let tile = try VectorTile(try good())
        #expect(tile.layers.map(\.name) == ["roads", "places", "water"])
        #expect(tile.layers.allSatisfy { $0.extent == 4096 && $0.damaged == 0 })
        let roads = tile.layers[0].features
        #expect(roads[0].kind == .lines)
        #expect(roads[0].parts == [places([(0, 0), (100, 50), (4096, 4096)])])
        #expect(
            roads[0].properties == [
                "kind": .text("path"), "lanes": .number(2), "width": .number(2.5),
                "bridge": .flag(true), "level": .number(-1),
            ])
        #expect(
            roads[1].parts == [
                places([(10, 10), (20, 20)]), places([(30, 30), (40, 10), (50, 50)]),
            ])
        #expect(roads[1].properties == ["kind": .text("Straße")])
        let points = tile.layers[1].features
        #expect(points[0].kind == .points && points[0].parts == [places([(5, 6)])])
        #expect(points[1].parts == [places([(1, 2), (-3, 4)])])
        let lake = try #require(tile.layers[2].features.first)
        // An outer ring and a hole, which turn in opposite ways; neither repeats its first point.
        #expect(lake.kind == .polygons && lake.parts.map(\.count) == [4, 4])
        #expect(area(lake.parts[0]) == 1_000_000 && area(lake.parts[1]) == -40_000)
    }

    /// Positive for rings that turn clockwise on the screen.
    private func area(_ ring: [Place]) -> Int {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
            $0 + Int($1.0.x) * Int($1.1.y) - Int($1.1.x) * Int($1.0.y)
        } / 2
    }

    /// A tile of one layer with one line whose geometry is a list of numbers.
    private func tile(_ geometry: [UInt64], kind: UInt8 = 2, tags: [UInt8] = []) -> [UInt8] {
        func varint(_ number: UInt64) -> [UInt8] {
            number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128] + varint(number >> 7)
        }
        func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            [number << 3 | 2] + varint(UInt64(bytes.count)) + bytes
        }
        let feature =
            field(2, tags) + [3 << 3, kind] + field(4, geometry.flatMap { varint($0) })
        return field(3, field(1, Array("x".utf8)) + field(2, feature) + field(3, Array("k".utf8)))
    }

    @Test("A damaged feature costs itself alone")
    func damagedFeatures() throws {
        let line: [UInt64] = [9, 2, 4, 10, 6, 8]
        #expect(
            try VectorTile(tile(line)).layers[0].features[0].parts == [places([(1, 2), (4, 6)])])
        for (geometry, kind, tags) in [
            // A command that does not exist, a count beyond the numbers, and a line of a point.
            ([11, 2, 4], 2, []), ([1 << 34 | 2, 1, 1], 2, []), (line, 1, []),
            // A close of a line, of several rings at once, and an index without a value.
            (line + [15], 2, []), (line + [23], 3, []), (line, 2, [0, 0]), (line, 2, [5, 0]),
            // Half of a place, and one out of the range.
            ([9, 2], 2, []), ([9, 0xFFFF_FFFF, 2, 10, 0xFFFF_FFFF, 2], 2, []),
        ] as [([UInt64], UInt8, [UInt8])] {
            let layer = try VectorTile(tile(geometry, kind: kind, tags: tags)).layers[0]
            #expect(layer.features.isEmpty && layer.damaged == 1, "\(geometry) \(kind)")
        }
        // What has no kind, and what is too short to be seen, is not wrong.
        for (geometry, kind) in [(line, 7), ([9, 2, 4], 2), (line, 3)] as [([UInt64], UInt8)] {
            let layer = try VectorTile(tile(geometry, kind: kind)).layers[0]
            #expect(layer.damaged == 0 && layer.features.allSatisfy { $0.parts.isEmpty })
        }
    }

    @Test("Whatever the bytes are, a tile is read or refused")
    func damagedTiles() throws {
        let good = try good()
        #expect(try VectorTile([]).layers.isEmpty)
        for length in 1..<good.count { _ = try? VectorTile(Array(good.prefix(length))) }
        var numbers = Numbers(seed: 5)
        for _ in 0..<5000 {
            var wrong = good
            for _ in 0...numbers.next(3) {
                wrong[numbers.next(wrong.count)] = UInt8(numbers.next(256))
            }
            _ = try? VectorTile(wrong)
        }
        #expect(throws: TileArchiveError.isDamaged) { try VectorTile([26, 200]) }
        #expect(throws: TileArchiveError.isDamaged) { try VectorTile([26, 5, 1]) }
    }

    @Test("A tile with more vertices than any map has is refused")
    func bombs() {
        // Two bytes a vertex: a few megabytes.
        let count = VectorTile.most + 1
        let geometry: [UInt64] =
            [9, 2, 4, UInt64(count) << 3 | 2] + [UInt64](repeating: 2, count: 2 * count)
        #expect(throws: TileArchiveError.isTooLarge) { try VectorTile(tile(geometry)) }
    }
}
