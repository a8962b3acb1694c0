import ChartScene
import Foundation
import Geodesy
import Geometry
import Maps
import Painting
import Testing

@testable import Cartography

@MainActor
@Suite("Many tracks on a map")
struct PassLayerTests {
    /// Rounds of a city: some thousand points each.
    private static func sketches(
        _ count: Int, points: Int, most: Int = .max
    ) throws -> [TrackSketch] {
        try (0..<count).map { number in
            var course = Double(number)
            var (latitude, longitude) = (52.5, 13.4)
            let places = (0..<points).map { index -> Coordinate? in
                course += sin(Double(index * (number % 7 + 3)) * 0.011) * 0.3
                latitude += 2.4e-5 * cos(course)
                longitude += 4e-5 * sin(course)
                return Coordinate(latitude: latitude, longitude: longitude)
            }
            return try #require(TrackSketch(TrackLine(places, on: .mercator), most: most))
        }
    }

    private static func camera(_ zoom: Double, _ width: Double = 1280) throws -> MapCamera {
        let center = try #require(
            MapPlane.mercator.point(Coordinate(latitude: 52.5, longitude: 13.4)))
        return MapCamera(
            .mercator, center: center, zoom: zoom, size: Size(width: width, height: 800))
    }

    private static func scene(_ layer: PassLayer, _ camera: MapCamera) -> Scene {
        let builder = SceneBuilder(size: camera.size, scale: 1)
        layer.encode(into: builder, camera, at: .zero)
        return builder.finish()
    }

    @Test("A pan within the window counts nothing again, and nothing moves at rest")
    func panning() throws {
        let layer = PassLayer(palette: .light)
        layer.waits = true
        layer.show(try Self.sketches(30, points: 1500), Array(0..<30))
        var camera = try Self.camera(12)
        #expect(!layer.prepare(for: camera))
        let look = layer.look
        #expect(try #require(layer.top) >= 30)
        for _ in 0..<20 {
            camera.pan(by: Vector(dx: 15, dy: -9))
            #expect(!layer.prepare(for: camera))
        }
        #expect(layer.look == look)
        camera.pan(by: Vector(dx: 900, dy: 0))
        #expect(!layer.prepare(for: camera))
        #expect(layer.look > look)
    }

    @Test("A window is made on a thread, and what was there is shown until it is done")
    func threads() throws {
        let layer = PassLayer(palette: .dark)
        layer.show(try Self.sketches(10, points: 800), Array(0..<10))
        let camera = try Self.camera(13)
        #expect(layer.prepare(for: camera) && layer.top == nil)
        var tries = 0
        while layer.prepare(for: camera), tries < 20_000 {
            tries += 1
            usleep(500)
        }
        #expect(try #require(layer.top) >= 10)
        #expect(layer.isCurrent)
        // Another choice counts less.
        layer.show(try Self.sketches(10, points: 800), [3])
        #expect(!layer.isCurrent || layer.prepare(for: camera))
    }

    @Test("Hundreds of tracks send no more vertices than a map of few")
    func vertices() throws {
        let few = try Self.sketches(4, points: 1500)
        let many = (0..<100).flatMap { _ in few }
        let layer = PassLayer(palette: .light)
        layer.waits = true
        for zoom in [4.0, 9, 12, 14, 16, 18] {
            layer.show(many, Array(many.indices))
            _ = layer.prepare(for: try Self.camera(zoom))
            #expect(layer.vertexCount <= PassLayer.mostVertices)
            layer.show(few, Array(few.indices))
            _ = layer.prepare(for: try Self.camera(zoom))
            #expect(layer.vertexCount > 1 && layer.vertexCount <= PassLayer.mostVertices)
        }
    }

    @Test("A cell has the colour of its passes, and its neighbours that of casings")
    func colors() throws {
        let unit = 1 / Double(1 << 19)
        let start = PlanePoint(x: 0.5 + 0.5 * unit, y: 0.4375 + 0.5 * unit)
        func line(_ length: Double) throws -> TrackSketch {
            let places = [start, PlanePoint(x: start.x + length * unit, y: start.y)].map {
                Optional(MapPlane.mercator.place($0))
            }
            return try #require(TrackSketch(TrackLine(places, on: .mercator)))
        }
        let layer = PassLayer(palette: .light)
        layer.waits = true
        layer.show([try line(40), try line(20), try line(20), try line(20)], [0, 1, 2, 3])
        let camera = MapCamera(
            .mercator, center: start, zoom: 12.5, size: Size(width: 400, height: 300))
        _ = layer.prepare(for: camera)
        // Four passes are shown on a scale up to five.
        #expect(layer.top == 5)
        let scene = Self.scene(layer, camera)
        let images = scene.items.compactMap { $0 as? ImageItem }
        let item = try #require(images.first)
        func color(_ columns: Double, _ rows: Double) -> [UInt8] {
            let point = camera.point(
                of: PlanePoint(x: start.x + columns * unit, y: start.y + rows * unit))
            let x = (point.x - item.map.tx) / item.rect.width * Double(item.image.width)
            let y = (point.y - item.map.ty) / item.rect.height * Double(item.image.height)
            let place = 4 * (Int(y) * item.image.width + Int(x))
            return Array(item.image.bytes[place..<place + 4])
        }
        func bytes(_ color: Color) -> [UInt8] {
            [color.red, color.green, color.blue, color.alpha].map { UInt8(($0 * 255).rounded()) }
        }
        let values = MapPalette.light.passes
        #expect(color(30, 0) == bytes(values[0]))
        let part = log(4.0) / log(5.0)
        #expect(color(10, 0) == bytes(values[Int(part * Double(values.count))]))
        #expect(color(10, 1)[3] > 100 && color(10, 1)[3] < 255)
        #expect(color(10, 3) == [0, 0, 0, 0])
    }

    @Test(
        "The colours of many passes have the most contrast", arguments: [MapPalette.light, .dark])
    func contrasts(palette: MapPalette) throws {
        let colors = palette.passes
        let (few, many) = (try #require(colors.first), try #require(colors.last))
        #expect(many.contrast(with: palette.land) > few.contrast(with: palette.land))
        for color in colors {
            #expect(color.contrast(with: palette.casing.over(palette.land)) >= 3)
        }
    }

    @Test("Scales end at ones, twos and fives")
    func scales() {
        #expect(
            [0, 1, 2, 3, 5, 6, 11, 40, 51, 1000, 1001].map(PassLayer.roundedUp) == [
                0, 1, 2, 5, 5, 10, 20, 50, 100, 1000, 2000,
            ])
    }

    @Test("Places on a disc are where an orthographic projection has them")
    func discs() {
        let disc = EarthDisc(center: Coordinate(latitude: 40, longitude: -100), reach: 90)
        // Snyder, page 312: R = 1, φ1 = 40°, λ0 = -100°; φ = 30°, λ = -110°.
        let place = disc.point(Coordinate(latitude: 30, longitude: -110))
        #expect(place.isSeen)
        #expect(abs(place.point.x + 0.1503837) < 1e-6)
        #expect(abs(place.point.y - 0.1651911) < 1e-6)
        #expect(!disc.point(Coordinate(latitude: -41, longitude: 80)).isSeen)
        #expect(abs(disc.angle(to: Coordinate(latitude: 50, longitude: -100)) - 10) < 1e-9)
        let region = EarthDisc(center: Coordinate(latitude: 0, longitude: 0), reach: 14)
        let edge = region.point(Coordinate(latitude: 0, longitude: 14)).point
        #expect(abs(edge.x - 1) < 1e-9 && abs(edge.y) < 1e-9)
    }

    @Test("The inset has land and sea where they are, and none for half of the earth")
    func insets() throws {
        let locator = MapLocator()
        locator.waits = true
        let palette = MapPalette.light
        func color(_ place: Coordinate) throws -> [UInt8] {
            let image = try #require(locator.image)
            let point = try #require(locator.disc).point(place).point
            let (x, y) = (
                Int((point.x + 1) / 2 * Double(image.width)),
                Int((point.y + 1) / 2 * Double(image.height))
            )
            let first = 4 * (y * image.width + x)
            return Array(image.bytes[first..<first + 4])
        }
        func bytes(_ color: Color) -> [UInt8] {
            [color.red, color.green, color.blue, color.alpha].map { UInt8(($0 * 255).rounded()) }
        }
        // A city: its region.
        #expect(!locator.prepare(for: try Self.camera(12), side: 320, palette: palette))
        #expect(try #require(locator.disc).reach < 20)
        for (latitude, longitude, isLand) in [
            (51.0, 10.0, true), (55.6, 16.8, false), (49.4, 17.0, true), (54.2, 7.0, false),
            // Where two tiles meet, on land and at sea.
            (52, 22.5, true), (51, 22.5, true), (59.5, 22.5, false),
        ] {
            let found = try color(Coordinate(latitude: latitude, longitude: longitude))
            #expect(
                found == bytes(isLand ? palette.land : palette.water), "\(latitude) \(longitude)")
        }
        // A country: half of the earth.
        #expect(!locator.prepare(for: try Self.camera(6), side: 320, palette: palette))
        #expect(try #require(locator.disc).reach == 90)
        for (latitude, longitude, isLand) in [
            (23.0, 10.0, true), (30.0, -40.0, false), (62.0, 100.0, true), (-5.0, 22.0, true),
            (-10, 0, false), (75, -40, true),
        ] {
            let found = try color(Coordinate(latitude: latitude, longitude: longitude))
            #expect(
                found == bytes(isLand ? palette.land : palette.water), "\(latitude) \(longitude)")
        }
        let image = try #require(locator.image)
        #expect(Array(image.bytes[0..<4]) == [0, 0, 0, 0])
        // A pan does not paint again.
        var camera = try Self.camera(6)
        camera.pan(by: Vector(dx: 200, dy: 100))
        #expect(!locator.prepare(for: camera, side: 320, palette: palette))
        #expect(locator.image === image)
        let corners = try #require(locator.outline(of: camera))
        #expect(corners[0].x < corners[1].x && corners[0].y < corners[3].y)
        #expect(!locator.prepare(for: try Self.camera(2), side: 320, palette: palette))
        #expect(locator.disc == nil)
    }
}
