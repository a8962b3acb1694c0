import Cartography
import ChartScene
import Foundation
import Geodesy
import Geometry
import Maps
import Testing

@MainActor
@Suite struct TrackLayerTests {
    private func camera(
        _ line: TrackLine, size: Size = Size(width: 900, height: 700)
    ) throws -> MapCamera {
        var camera = MapCamera(
            .mercator, center: PlanePoint(x: 0.5, y: 0.5), zoom: 3, size: size)
        camera.fit(try #require(line.bounds), inset: 24)
        return camera
    }

    private func style() -> TrackStyle {
        TrackStyle(color: Color(hex: 0x123456), casing: Color(hex: 0xFFFFFF))
    }

    /// The polylines that a layer adds.
    private func items(_ layer: TrackLayer, _ camera: MapCamera) -> [PolylineItem] {
        layer.prepare(for: camera, deviceScale: 1)
        let builder = SceneBuilder(size: camera.size, scale: 1)
        layer.encode(into: builder, camera, at: .zero)
        return builder.finish().nodes.compactMap {
            if case .item(let item) = $0 { item as? PolylineItem } else { nil }
        }
    }

    /// Laps on one square kilometre, and a million points of them.
    private func laps(_ count: Int) -> [Coordinate?] {
        (0..<count).map { index in
            let turn = Double(index) / 97
            let reach = 0.004 + 0.000_1 * Double(index % 31)
            return Coordinate(
                latitude: 47 + reach * cos(turn), longitude: 8 + reach * sin(turn * 1.0003))
        }
    }

    @Test(arguments: [1_000, 100_000, 1_000_000])
    func aViewHasFewVerticesHoweverManyPointsThereAre(_ count: Int) throws {
        let line = TrackLine(laps(count), on: .mercator)
        let layer = TrackLayer(line, style: style())
        var camera = try camera(line)
        for _ in 0..<4 {
            layer.prepare(for: camera, deviceScale: 2)
            #expect(layer.vertexCount <= 8000 && layer.vertexCount > 1)
            camera.transform(by: 3, about: Point(x: 300, y: 200))
        }
    }

    @Test func aPanASmallZoomAndATurnMakeNothing() throws {
        let line = TrackLine(laps(1000), on: .mercator)
        let layer = TrackLayer(line, style: style())
        var camera = try camera(line)
        camera.zoom = camera.zoom.rounded(.down) + 0.6
        let first = try #require(items(layer, camera).first).lines.revision
        camera.pan(by: Vector(dx: 200, dy: -150))
        camera.transform(by: 1.1, turn: 0.3, about: Point(x: 100, y: 100))
        #expect(items(layer, camera).first?.lines.revision == first)
        camera.transform(by: 1.5, about: Point(x: 100, y: 100))
        #expect(items(layer, camera).first?.lines.revision != first)
    }

    @Test func verticesAreWhereTheCameraHasThem() throws {
        for (latitude, longitude) in [(47.0, 8.0), (84.0, 179.99), (-60, -179.995), (0, 0)] {
            let points: [Coordinate?] = (0..<200).map {
                Coordinate(
                    latitude: latitude - 0.000_001 * Double($0 % 7),
                    longitude: longitude + 0.0001 * Double($0))
            }
            let line = TrackLine(points, on: .mercator)
            let layer = TrackLayer(line, style: style())
            var camera = try camera(line)
            for zoom in [14.0, 17.3, 20] {
                camera.zoom = zoom
                camera.rotation = 0.7
                let item = try #require(items(layer, camera).first)
                let shown = item.lines.content.vertices.map {
                    item.map(Point(x: Double($0.x), y: Double($0.y)))
                }
                // Each vertex in view is that of one of the points, within a tenth of a pixel.
                let wanted = line.chunks.flatMap { chunk in
                    chunk.vertices.indices.map { camera.point(of: chunk.place($0)) }
                }
                let view = Rect(origin: .zero, size: camera.size)
                let seen = shown.filter { view.contains($0) }
                #expect(!seen.isEmpty)
                for place in seen {
                    let nearest = wanted.map { ($0 - place).length }.min()
                    #expect(try #require(nearest) < 0.1)
                }
            }
        }
    }

    @Test func aLineAcrossTheAntimeridianIsSeenFromBothSides() throws {
        let points: [Coordinate?] = (0...40).map {
            Coordinate(latitude: 10, longitude: 178 + 0.1 * Double($0)).normalized
        }
        let line = TrackLine(points, on: .mercator)
        let layer = TrackLayer(line, style: style())
        for longitude in [179.5, -179.5] {
            let center = try #require(
                MapPlane.mercator.point(Coordinate(latitude: 10, longitude: longitude)))
            let camera = MapCamera(
                .mercator, center: center, zoom: 7, size: Size(width: 400, height: 300))
            let item = try #require(items(layer, camera).first)
            let places = item.lines.content.vertices.map {
                item.map(Point(x: Double($0.x), y: Double($0.y))).x
            }
            // One line of four degrees: 364 points long.
            let (least, most) = (try #require(places.min()), try #require(places.max()))
            #expect(abs(most - least - 4 * 256 * 128 / 360) < 0.1)
            #expect(least < 200 && most > 200)
        }
    }

    @Test func colorsChangeWithTheirClassesAndNotForLessThanAPixel() throws {
        let points: [Coordinate?] = (0..<1000).map {
            Coordinate(latitude: 47, longitude: 8 + 0.00001 * Double($0))
        }
        let line = TrackLine(points, on: .mercator)
        let layer = TrackLayer(line, style: style())
        let (red, blue) = (Color(hex: 0xFF0000), Color(hex: 0x0000FF))
        // Two halves, a single point of another class within each, and a part without a value.
        var classes: [Int?] = (0..<1000).map { $0 < 500 ? 0 : 1 }
        (classes[100], classes[700]) = (1, 0)
        for index in 900..<1000 { classes[index] = nil }
        layer.color(classes, [red, blue])
        var camera = try camera(line, size: Size(width: 300, height: 200))
        // About four points of the track for a pixel.
        var vertices = try #require(items(layer, camera).first).lines.content.vertices.map { $0 }
        #expect(vertices.count == 4)
        // At the finest scale the single ones are there.
        camera.transform(by: 1000, about: camera.point(of: line.chunks[0].place(100)))
        vertices = try #require(items(layer, camera).first).lines.content.vertices.map { $0 }
        #expect(vertices.count >= 3)
    }

    @Test func aPointerStaysOnThePassThatItFollows() throws {
        // Three laps of a square of 100 points a side, half a meter apart.
        var points: [Coordinate?] = []
        for lap in 0..<3 {
            for side in 0..<4 {
                for step in 0..<25 {
                    let part = Double(step) / 25
                    let corner = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)]
                    let x = corner[side].0 + part * (corner[side + 1].0 - corner[side].0)
                    let y = corner[side].1 + part * (corner[side + 1].1 - corner[side].1)
                    points.append(
                        Coordinate(
                            latitude: 47 + 0.001 * y + 0.000_001 * Double(lap),
                            longitude: 8 + 0.001 * x))
                }
            }
        }
        let line = TrackLine(points, on: .mercator)
        let layer = TrackLayer(line, style: style())
        let camera = try camera(line, size: Size(width: 500, height: 500))
        layer.prepare(for: camera, deviceScale: 1)
        for lap in 0..<3 {
            var last = Double(lap * 100 + 2)
            for index in stride(from: 2.25, through: 97, by: 0.5) {
                let wanted = index + Double(lap * 100)
                let place = camera.point(of: try #require(line.place(at: wanted)))
                let found = layer.nearest(to: place, in: camera, within: 20, last: last)
                last = try #require(found)
                #expect(abs(last - wanted) <= 1)
            }
        }
        #expect(layer.nearest(to: Point(x: 250, y: 250), in: camera, within: 20) == nil)
    }
}
