import Foundation
import Maps

/// A made-up city as vector tiles in the schema of OpenMapTiles.
///
/// Six of ten tiles have 400 areas and 300 lines, three 1,500 and 1,200, and one 8,000 and 6,000, as
/// the middle of a large city has. Tiles below zoom 14 have as many as the first.
final class MadeCity: TileArchive {
    let path = "a made-up city"
    let metadata: MapMetadata
    let kind = TileKind.vector
    let zooms = 0...14
    let bounds = MapBounds.world

    private let tiles: [[UInt8]]

    init() {
        var metadata = MapMetadata()
        metadata.layers = ["landcover", "building", "transportation", "water"]
        metadata.name = "City"
        self.metadata = metadata
        tiles = [(400, 300), (1500, 1200), (8000, 6000)].map { Self.tile(areas: $0, lines: $1) }
    }

    func tile(_ number: TileNumber) -> [UInt8]? {
        guard number.zoom == 14 else { return tiles[0] }
        let place = (number.x &* 7 &+ number.y &* 3) % 10
        return tiles[place < 6 ? 0 : place < 9 ? 1 : 2]
    }

    func anyTile() -> [UInt8]? { tiles[0] }

    // MARK: Making

    /// The parts of a message in the format of Protocol Buffers.
    private struct Message {
        var bytes: [UInt8] = []

        mutating func number(_ value: UInt64) {
            var value = value
            while value >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
                value >>= 7
            }
            bytes.append(UInt8(value))
        }

        mutating func field(_ field: UInt64, _ value: UInt64) {
            number(field << 3)
            number(value)
        }

        mutating func field(_ field: UInt64, _ content: [UInt8]) {
            number(field << 3 | 2)
            number(UInt64(content.count))
            bytes += content
        }
    }

    private struct Feature {
        var value: Int
        var isArea: Bool
        var points: [(x: Int, y: Int)]

        var bytes: [UInt8] {
            var tags = Message()
            tags.number(0)
            tags.number(UInt64(value))
            var geometry = Message()
            var last = (x: 0, y: 0)
            func move(to point: (x: Int, y: Int)) {
                for delta in [point.x - last.x, point.y - last.y] {
                    geometry.number(UInt64(bitPattern: Int64(delta << 1 ^ delta >> 63)))
                }
                last = point
            }
            geometry.number(1 << 3 | 1)
            move(to: points[0])
            geometry.number(UInt64((points.count - 1) << 3 | 2))
            points.dropFirst().forEach(move)
            if isArea { geometry.number(1 << 3 | 7) }
            var feature = Message()
            feature.field(2, tags.bytes)
            feature.field(3, isArea ? 3 : 2)
            feature.field(4, geometry.bytes)
            return feature.bytes
        }
    }

    private static func layer(
        _ name: String, _ values: [String], _ features: [Feature]
    ) -> [UInt8] {
        var layer = Message()
        layer.field(15, 2)
        layer.field(1, Array(name.utf8))
        for feature in features { layer.field(2, feature.bytes) }
        layer.field(3, Array("class".utf8))
        for value in values {
            var text = Message()
            text.field(1, Array(value.utf8))
            layer.field(4, text.bytes)
        }
        layer.field(5, 4096)
        return layer.bytes
    }

    private static func tile(areas: Int, lines: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ range: Range<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int(state >> 33) % range.count
        }
        func ring(_ radius: Range<Int>, _ corners: Int) -> [(x: Int, y: Int)] {
            let (x, y, size) = (next(0..<4096), next(0..<4096), next(radius))
            return (0..<corners).map { corner in
                let angle = 2 * Double.pi * Double(corner) / Double(corners)
                let far = Double(size) * Double(next(70..<100)) / 100
                return (x + Int(far * cos(angle)), y + Int(far * sin(angle)))
            }
        }
        let greens = (0..<areas / 10).map { _ in
            Feature(value: next(0..<3), isArea: true, points: ring(40..<400, 24))
        }
        let buildings = (0..<areas - areas / 10).map { _ in
            Feature(value: 0, isArea: true, points: ring(8..<40, next(4..<9)))
        }
        let roads = (0..<lines).map { index in
            var (x, y) = (next(0..<4096), next(0..<4096))
            let angle = Double(next(0..<360)) * .pi / 180
            let points = (0..<next(4..<24)).map { step in
                if step > 0 {
                    x += Int(40 * cos(angle)) + next(-12..<13)
                    y += Int(40 * sin(angle)) + next(-12..<13)
                }
                return (x: x, y: y)
            }
            // Few are main roads.
            let kind = index % 50 == 0 ? 0 : index % 20 == 0 ? 1 : index % 8 == 0 ? 2 : next(3..<5)
            return Feature(value: kind, isArea: false, points: points)
        }
        var tile = Message()
        tile.field(3, layer("landcover", ["wood", "grass", "park"], greens))
        tile.field(3, layer("building", ["yes"], buildings))
        tile.field(
            3,
            layer(
                "transportation", ["motorway", "primary", "secondary", "minor", "path"], roads))
        return tile.bytes
    }
}
