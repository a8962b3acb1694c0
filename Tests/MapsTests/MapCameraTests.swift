import Foundation
import Geodesy
import Geometry
import Maps
import Testing

@Suite("Cameras")
struct MapCameraTests {
    private let place = Coordinate(latitude: 47.3769, longitude: 8.5417)

    private func camera(
        zoom: Double = 14, rotation: Double = 0, at place: Coordinate? = nil
    ) throws -> MapCamera {
        MapCamera(
            .mercator, center: try #require(MapPlane.mercator.point(place ?? self.place)),
            zoom: zoom, rotation: rotation, size: Size(width: 800, height: 500))
    }

    private func near(_ a: Point, _ b: Point, _ tolerance: Double = 1e-6) -> Bool {
        abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
    }

    @Test("The middle is in the middle, and what is north of it is above, turned with the map")
    func directions() throws {
        for rotation in [0, 0.5, -2, .pi] {
            let camera = try camera(rotation: rotation)
            #expect(near(camera.point(of: camera.center), Point(x: 400, y: 250)))
            let north = Coordinate(latitude: place.latitude + 0.001, longitude: place.longitude)
            let way = try #require(camera.point(of: north)) - Point(x: 400, y: 250)
            // Clockwise from above.
            let turned = (atan2(way.dx, -way.dy) - rotation).remainder(dividingBy: 2 * .pi)
            #expect(abs(turned) < 1e-6)
        }
    }

    @Test("From places to points and back, to a thousandth of a point at zoom 20")
    func precision() throws {
        for longitude in [-179.9999999, 8.5417, 179.9999999] {
            for latitude in [-84.0, 0, 47.3769, 84] {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                let camera = try camera(zoom: 20, rotation: 0.7, at: place)
                for (dx, dy) in [(0.0, 0.0), (399, -249), (-12.5, 100)] {
                    let point = Point(x: 400 + dx, y: 250 + dy)
                    let back = try #require(camera.point(of: camera.place(at: point)))
                    #expect(near(back, point, 1e-3))
                }
            }
        }
    }

    @Test("A pan moves the map with the finger, whatever its turn")
    func pan() throws {
        for rotation in [0, 1, -2.5] {
            var camera = try camera(rotation: rotation)
            let mark = camera.planePoint(at: Point(x: 300, y: 300))
            camera.pan(by: Vector(dx: 40, dy: -25))
            #expect(near(camera.point(of: mark), Point(x: 340, y: 275)))
        }
    }

    @Test("Zoom and turn leave what is under the pointer")
    func transform() throws {
        var camera = try camera(rotation: 0.3)
        let pointer = Point(x: 650, y: 90)
        let mark = camera.planePoint(at: pointer)
        camera.transform(by: 1.7, turn: 0.4, about: pointer)
        #expect(near(camera.point(of: mark), pointer))
        #expect(abs(camera.zoom - 14 - log2(1.7)) < 1e-12 && abs(camera.rotation - 0.7) < 1e-12)
        camera.transform(by: 1e9, about: pointer)
        #expect(camera.zoom == 20 && near(camera.point(of: mark), pointer))
        camera.transform(by: 0, about: pointer)
        camera.transform(by: -1, about: pointer)
        #expect(camera.zoom == 20)
        camera.transform(by: 1e-9, about: pointer)
        #expect(camera.zoom == 1)
    }

    @Test("Under two fingers stays what was there")
    func pinch() throws {
        var camera = try camera(rotation: -1)
        let old = (Point(x: 200, y: 200), Point(x: 500, y: 260))
        let new = (Point(x: 150, y: 330), Point(x: 480, y: 120))
        let marks = [camera.planePoint(at: old.0), camera.planePoint(at: old.1)]
        camera.pinch(from: old, to: new)
        #expect(near(camera.point(of: marks[0]), new.0, 1e-5))
        #expect(near(camera.point(of: marks[1]), new.1, 1e-5))
        let before = camera
        camera.pinch(from: (new.0, new.0), to: (old.0, old.0))
        #expect(camera.zoom == before.zoom && camera.rotation == before.rotation)
    }

    @Test("All of a rectangle fits, turned or not, and a place is shown from near")
    func fit() throws {
        let corners = [
            Coordinate(latitude: 47.2, longitude: 8.3), Coordinate(latitude: 47.6, longitude: 8.9),
        ]
        let points = corners.compactMap { MapPlane.mercator.point($0) }
        let rect = try #require(PlaneRect(around: points))
        for rotation in [0, 0.6, -1.5] {
            var camera = try camera(zoom: 3, rotation: rotation)
            camera.fit(rect, inset: 20)
            let shown = [
                PlanePoint(x: rect.x, y: rect.y), PlanePoint(x: rect.maxX, y: rect.y),
                PlanePoint(x: rect.x, y: rect.maxY), PlanePoint(x: rect.maxX, y: rect.maxY),
            ].map { camera.point(of: $0) }
            let (left, right) = (shown.map(\.x).min() ?? 0, shown.map(\.x).max() ?? 0)
            let (top, bottom) = (shown.map(\.y).min() ?? 0, shown.map(\.y).max() ?? 0)
            #expect(left >= 20 - 1e-6 && right <= 780 + 1e-6)
            #expect(top >= 20 - 1e-6 && bottom <= 480 + 1e-6)
            #expect(abs(right - left - 760) < 1e-6 || abs(bottom - top - 460) < 1e-6)
        }
        var camera = try camera(zoom: 3)
        camera.fit(PlaneRect(x: 0.4, y: 0.3, width: 0, height: 0), inset: 20)
        #expect(camera.zoom == 17 && camera.center == PlanePoint(x: 0.4, y: 0.3))
        #expect(PlaneRect(around: []) == nil)
    }

    @Test("What is seen is in its rectangle and in its circle")
    func visible() throws {
        for rotation in [0, 0.4, 2] {
            let camera = try camera(rotation: rotation)
            let corners = [(0.0, 0.0), (800, 0), (0, 500), (800, 500)].map {
                camera.planePoint(at: Point(x: $0.0, y: $0.1))
            }
            let around = try #require(PlaneRect(around: corners))
            let seen = camera.visible
            #expect(abs(around.x - seen.x) < 1e-12 && abs(around.width - seen.width) < 1e-12)
            #expect(abs(around.y - seen.y) < 1e-12 && abs(around.height - seen.height) < 1e-12)
            for corner in corners {
                let (x, y) = (corner.x - camera.center.x, corner.y - camera.center.y)
                #expect(abs((x * x + y * y).squareRoot() - camera.radius) < 1e-12)
            }
        }
    }

    @Test("A way across the antimeridian is seen from both sides")
    func turns() throws {
        // From 179° to 181°.
        let rect = PlaneRect(x: 359.0 / 360, y: 0.3, width: 2.0 / 360, height: 0.1)
        let y = 0.35
        for (longitude, turns) in [(179.5, 0...0), (-179.5, -1 ... -1), (539.5, 1...1)] {
            var camera = try camera(zoom: 10)
            camera.center = PlanePoint(x: longitude / 360 + 0.5, y: y)
            #expect(camera.turns(of: rect) == turns)
        }
        var camera = try camera(zoom: 10)
        camera.center = PlanePoint(x: 0.5, y: y)
        #expect(camera.turns(of: rect) == nil)
        camera.zoom = 2
        camera.size.width = 2600
        #expect(camera.turns(of: rect) == -1...0)
        camera.center.y = 0.9
        camera.zoom = 10
        #expect(camera.turns(of: rect) == nil)
        // A place is shown where it is nearest.
        camera.center = PlanePoint(x: 1.5 / 360, y: y)
        let point = try #require(camera.point(of: Coordinate(latitude: 47, longitude: 179.5)))
        #expect(point.x < 0 && point.x > -2000)
    }

    @Test("The middle stays on the map")
    func confine() throws {
        var camera = try camera(zoom: 4)
        camera.pan(by: Vector(dx: 0, dy: 1e7))
        #expect(camera.center.y == 0)
        camera.pan(by: Vector(dx: 0, dy: -1e9))
        #expect(camera.center.y == 1)
    }

    @Test("The bar of the scale is as long on the earth as it says, and no longer than allowed")
    func scaleBar() throws {
        for units in DistanceUnits.allCases {
            for zoom in stride(from: 2.0, through: 20, by: 0.37) {
                for rotation in [0, 0.9] {
                    let camera = try camera(zoom: zoom, rotation: rotation)
                    let bar = try #require(
                        ScaleBar(
                            metresPerPoint: camera.metresPerPoint, units: units, longest: 120))
                    #expect(bar.length <= 120 * (1 + 1e-9) && bar.length > 120 / 2.6)
                    let digits = bar.value / pow(10, log10(bar.value).rounded(.down))
                    #expect([1, 2, 5].contains { abs(digits - $0) < 1e-9 }, "\(bar)")
                    // Straight through the middle, where it is short enough.
                    guard zoom > 9 else { continue }
                    let ends = [-0.5, 0.5].map { side in
                        camera.place(at: Point(x: 400 + side * bar.length, y: 250))
                    }
                    let metres = bar.value * (bar.isLarge ? units.large : units.small)
                    #expect(abs(ends[0].distance(to: ends[1]) / metres - 1) < 1e-4)
                }
            }
        }
        for wrong in [0, -1, Double.nan, .infinity] {
            #expect(ScaleBar(metresPerPoint: wrong, units: .metric, longest: 100) == nil)
        }
    }
}
