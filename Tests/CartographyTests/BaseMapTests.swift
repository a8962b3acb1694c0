import ChartScene
import Dispatch
import Foundation
import Geodesy
import Geometry
import Maps
import Painting
import SeededRandom
import Testing

@testable import Cartography

/// The map of the program, and how tiles of vectors are painted.
@MainActor
@Suite struct BaseMapTests {
    private func source() throws -> TileSource { try TileSource(try #require(BaseMap.archive)) }

    /// The colour of the base map at a place.
    private func color(_ latitude: Double, _ longitude: Double, zoom: Int) throws -> UInt32 {
        let point = try #require(
            MapPlane.mercator.point(Coordinate(latitude: latitude, longitude: longitude)))
        let number = try #require(TileNumber(at: point, zoom: zoom))
        let picture = try #require(
            try source().picture(number, side: 256, scale: 1, palette: .light))
        let rect = number.rect
        let x = Int((point.x - rect.x) / rect.width * 256)
        let y = Int((point.y - rect.y) / rect.height * 256)
        let at = (y * 256 + x) * 4
        let bytes = picture.image.bytes
        return UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
    }

    @Test(arguments: [0, 1, 3, 4, 6, 7, 9])
    func landsAndSeasAreWhereTheyAre(zoom: Int) throws {
        let (land, water) = (UInt32(0xF3F0E9), UInt32(0xB9D6E8))
        for (latitude, longitude) in [
            (51.5, 10.1), (-25.3, 131.1), (39.8, -98.6), (60.1, 100.2), (-10.4, -55.3), (72, -40),
        ] {
            #expect(try color(latitude, longitude, zoom: zoom) == land, "\(latitude) \(longitude)")
        }
        for (latitude, longitude) in [
            (45.0, -40.0), (0, -170), (-50, 80), (42.1, 50.6), (-1.7, 33.1), (60.9, 31.5),
        ] where zoom > 3 || abs(latitude) > 2 && latitude != 60.9 {
            #expect(try color(latitude, longitude, zoom: zoom) == water, "\(latitude) \(longitude)")
        }
    }

    @Test func theNearestPlacesAreFound() throws {
        let joinville = try #require(
            BaseMap.places(near: Coordinate(latitude: -26.3, longitude: -48.85)).first)
        #expect(joinville.name == "Joinville" && joinville.distance < 1500)
        // A place to the north-west of a town.
        let near = BaseMap.places(near: Coordinate(latitude: -26.27, longitude: -48.88), most: 1)
        let first = try #require(near.first)
        #expect(first.name == "Joinville")
        #expect((4600...5600).contains(first.distance) && (-50 ... -30).contains(first.direction))
        // Across the antimeridian, and where there is none.
        #expect(
            BaseMap.places(near: Coordinate(latitude: -16.8, longitude: -179.99)).first?.name
                != nil)
        #expect(BaseMap.places(near: Coordinate(latitude: -60, longitude: -120)).isEmpty)
        #expect(BaseMap.places(near: Coordinate(latitude: 89.9, longitude: 0)).isEmpty)
    }

    @Test func neighboursContinueOneAnother() throws {
        let source = try source()
        var (same, all) = (0, 0)
        for (zoom, x, y) in [(4, 8, 5), (6, 33, 21), (7, 67, 42), (3, 4, 2)] {
            let left = try #require(TileNumber(zoom: zoom, x: x, y: y))
            let right = try #require(TileNumber(zoom: zoom, x: x + 1, y: y))
            let pictures = try [left, right].map {
                try #require(try source.picture($0, side: 300, scale: 1, palette: .dark)).image
            }
            for row in 0..<300 {
                let a = (row * 300 + 299) * 4
                let b = row * 300 * 4
                let near = (0..<3).allSatisfy {
                    abs(Int(pictures[0].bytes[a + $0]) - Int(pictures[1].bytes[b + $0])) < 24
                }
                if near { same += 1 }
                all += 1
            }
        }
        #expect(Double(same) / Double(all) > 0.95)
    }

    @Test func aPartOfATileIsThatPart() throws {
        // The parts of a tile are painted from it: four of them are the tile in twice the size, where no
        // line is wider at the next zoom.
        let tile = try VectorTile(
            Self.tile([
                ("earth", 3, [[(0, 0), (4096, 0), (4096, 3000), (1000, 2500)]]),
                ("water", 3, [[(2000, 500), (3100, 700), (2500, 1900)]]),
            ]))
        let painter = TilePainter(schema: .base, palette: .light, scale: 1)
        let source = try #require(TileNumber(zoom: 6, x: 30, y: 20))
        let whole = try #require(painter.paint(tile, source, as: source, side: 512))
        for child in source.children {
            let part = try #require(painter.paint(tile, source, as: child, side: 256))
            let (left, top) = ((child.x & 1) * 256, (child.y & 1) * 256)
            var worst = 0
            for row in 0..<256 {
                for column in 0..<256 {
                    let a = ((top + row) * 512 + left + column) * 4
                    let b = (row * 256 + column) * 4
                    for channel in 0..<3 {
                        worst = max(worst, abs(Int(whole[a + channel]) - Int(part[b + channel])))
                    }
                }
            }
            #expect(worst <= 4)
        }
        // A hole in an area is not painted.
        let ring = try VectorTile(
            Self.tile([
                (
                    "earth", 3,
                    [
                        [(0, 0), (4096, 0), (4096, 4096), (0, 4096)],
                        [(1000, 1000), (1000, 3000), (3000, 3000), (3000, 1000)],
                    ]
                )
            ]))
        let pixels = try #require(painter.paint(ring, source, as: source, side: 64))
        #expect(pixels[(32 * 64 + 32) * 4] == 0xB9 && pixels[(4 * 64 + 4) * 4] == 0xF3)
    }

    /// A vector tile of layers with a feature each.
    private static func tile(
        _ layers: [(name: String, kind: Int, parts: [[(Int, Int)]])]
    ) -> [UInt8] {
        func varint(_ value: Int) -> [UInt8] {
            var (bytes, value): ([UInt8], Int) = ([], value)
            while value > 127 {
                bytes.append(UInt8(value & 127 | 128))
                value >>= 7
            }
            return bytes + [UInt8(value)]
        }
        func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
            varint(number << 3 | 2) + varint(bytes.count) + bytes
        }
        func zigzag(_ value: Int) -> Int { value < 0 ? -value * 2 - 1 : value * 2 }
        return layers.flatMap { layer -> [UInt8] in
            var (commands, x, y): ([Int], Int, Int) = ([], 0, 0)
            for part in layer.parts {
                for (index, place) in part.enumerated() {
                    if index == 0 { commands.append(9) }
                    if index == 1 { commands.append(2 | (part.count - 1) << 3) }
                    commands += [zigzag(place.0 - x), zigzag(place.1 - y)]
                    (x, y) = place
                }
                commands.append(15)
            }
            let feature = [24, UInt8(layer.kind)] + field(4, commands.flatMap(varint))
            return field(
                3,
                field(1, Array(layer.name.utf8)) + field(2, feature) + [40] + varint(4096)
                    + [120, 2])
        }
    }

    @Test func schemasAreKnownByTheirLayers() {
        #expect(MapSchema(layers: ["earth", "water", "boundaries", "places"]) == .base)
        #expect(MapSchema(layers: ["earth", "landuse", "roads", "water", "pois"]) == .protomaps)
        #expect(MapSchema(layers: ["ocean", "water_polygons", "streets"]) == .shortbread)
        #expect(MapSchema(layers: ["water", "transportation", "place"]) == .openMapTiles)
        #expect(MapSchema(layers: ["contours"]) == .unknown)
        #expect(MapSchema(layers: []) == .unknown)
    }

    @Test func areasAndLinesAreOfTheirOwnKinds() throws {
        let places: [(layer: String, kind: Int, wanted: MapFeatureClass?)] = [
            ("water", 1, nil), ("water", 2, .waterLine), ("water", 3, .water), ("roads", 3, nil),
            ("boundaries", 2, .region), ("boundaries", 3, nil), ("earth", 2, nil),
            ("earth", 3, .land),
        ]
        for (layer, kind, wanted) in places {
            let tile = try VectorTile(
                Self.tile([(layer, kind, [[(0, 0), (900, 0), (900, 900)]])]))
            for feature in tile.layers[0].features {
                #expect(
                    MapSchema.protomaps.featureClass(layer, feature) == wanted, "\(layer) \(kind)")
            }
        }
    }

    // MARK: Layers

    private func camera(
        _ latitude: Double, _ longitude: Double, zoom: Double, rotation: Double = 0
    ) throws -> MapCamera {
        MapCamera(
            .mercator,
            center: try #require(
                MapPlane.mercator.point(Coordinate(latitude: latitude, longitude: longitude))),
            zoom: zoom, rotation: rotation, size: Size(width: 900, height: 600))
    }

    @Test func aTurnNeedsNoOtherTiles() throws {
        for zoom in [2.4, 5.0, 8.7] {
            let plain = Set(
                TileLayer.numbers(in: try camera(47, 179.5, zoom: zoom), zoom: Int(zoom)))
            for turn in [0.3, 1.2, 2.8] {
                let turned = try camera(47, 179.5, zoom: zoom, rotation: turn)
                #expect(Set(TileLayer.numbers(in: turned, zoom: Int(zoom))) == plain)
                // All of the view is covered.
                for x in stride(from: 0.0, through: 900, by: 90) {
                    for y in stride(from: 0.0, through: 600, by: 60) {
                        let place = turned.planePoint(at: Point(x: x, y: y))
                        guard let number = TileNumber(at: place, zoom: Int(zoom)) else { continue }
                        #expect(plain.contains(number))
                    }
                }
            }
        }
    }

    @Test func aWalkStaysWithinItsBytesAndIsNeverBlank() throws {
        let layer = TileLayer(try source(), palette: .light, limit: 1)
        layer.waits = true
        var random = SplitMix(seed: 5)
        var camera = try camera(47, 8, zoom: 6)
        for _ in 0..<120 {
            camera.pan(
                by: Vector(
                    dx: .random(in: -700...700, using: &random),
                    dy: .random(in: -400...400, using: &random)))
            camera.transform(
                by: .random(in: 0.6...1.6, using: &random), about: Point(x: 450, y: 300))
            camera.zoom = min(max(camera.zoom, 3), 10)
            camera.center.y = min(max(camera.center.y, 0.2), 0.8)
            _ = layer.prepare(for: camera, deviceScale: 1, at: 0)
            let builder = SceneBuilder(size: camera.size, scale: 1)
            layer.encode(into: builder, camera, at: .zero)
            let rects = builder.finish().nodes.compactMap { node -> Rect? in
                if case .item(let item) = node { (item as? ImageItem)?.rect } else { nil }
            }
            for x in stride(from: 0.5, through: 899.5, by: 89.9) {
                for y in stride(from: 0.5, through: 599.5, by: 59.9) {
                    #expect(rects.contains { $0.contains(Point(x: x, y: y)) })
                }
            }
        }
        #expect(layer.peakBytes <= TileMemory<Int>.leastLimit)
    }

    @Test func tilesComeWithoutWaitingAndThenNothingMoves() throws {
        let layer = TileLayer(try source(), palette: .light)
        let camera = try camera(47, 8, zoom: 7)
        let painted = DispatchSemaphore(value: 0)
        layer.didPaint = { painted.signal() }
        var time = 0.0
        var frames = 0
        while layer.prepare(for: camera, deviceScale: 1, at: time) {
            time += 0.016
            frames += 1
            // A tile that is loading has a signal that nothing has waited for yet.
            if layer.isLoading { try #require(painted.wait(timeout: .now() + 60) == .success) }
            try #require(frames < 1000)
        }
        #expect(frames > 0)
        #expect(!layer.prepare(for: camera, deviceScale: 1, at: time + 1))
        let builder = SceneBuilder(size: camera.size, scale: 1)
        layer.encode(into: builder, camera, at: .zero)
        #expect(builder.finish().nodes.count >= 4)
    }

    // MARK: Grid

    @Test func linesOfDegreesAreWhereTheyAre() throws {
        for (zoom, latitude) in [(4.0, 20.0), (11, 52.5), (16, -33.9), (19.5, 70)] {
            let camera = try camera(latitude, 13.4, zoom: zoom, rotation: 0.2)
            let grid = Graticule(camera)
            #expect(!grid.lines.isEmpty && grid.lines.count < 60)
            for line in grid.lines {
                for point in line.points {
                    let place = camera.plane.place(camera.planePoint(at: point))
                    let value = line.isParallel ? place.latitude : place.longitude
                    #expect(abs((value - line.degrees).remainder(dividingBy: 360)) < 1e-9)
                }
            }
        }
        #expect(Graticule.text(52.533333333333, step: 1 / 60.0, isParallel: true) == "52°32′N")
        #expect(Graticule.text(-0.5, step: 0.5, isParallel: false) == "0°30′W")
        #expect(Graticule.text(180, step: 10, isParallel: false) == "180°")
        #expect(
            Graticule.text(-33.9 - 1 / 3600.0, step: 1 / 3600.0, isParallel: true) == "33°54′01″S")
    }
}
