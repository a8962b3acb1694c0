import Foundation
import Geodesy
import Maps
import Testing

@Suite("Planes")
struct MapPlaneTests {
    @Test("Mercator is the formula of map tiles")
    func mercator() throws {
        for latitude in stride(from: -85.0, through: 85, by: 2.5) {
            for longitude in [-180.0, -73.8, 0, 8.5, 179.999, 181, 539] {
                let place = Coordinate(latitude: latitude, longitude: longitude)
                let point = try #require(MapPlane.mercator.point(place))
                let phi = latitude * .pi / 180
                #expect(abs(point.x - (longitude + 180) / 360) < 1e-15)
                #expect(abs(point.y - (0.5 - log(tan(.pi / 4 + phi / 2)) / (2 * .pi))) < 1e-14)
                let back = MapPlane.mercator.place(point)
                #expect(abs(back.latitude - latitude) < 1e-12)
                #expect(abs(back.longitude - longitude) < 1e-12)
            }
        }
        let corner = Coordinate(latitude: MapPlane.mercatorLatitude, longitude: -180)
        let point = try #require(MapPlane.mercator.point(corner))
        #expect(abs(point.x) < 1e-15 && abs(point.y) < 1e-14)
        for wrong in [90, -90, 91, Double.nan] {
            #expect(MapPlane.mercator.point(Coordinate(latitude: wrong, longitude: 0)) == nil)
        }
    }

    @Test("Around the poles it is UPS, to a micrometre")
    func polar() throws {
        for latitude in [90.0, 89.999, 89, 87.3, 84.5, 84] {
            for isNorthern in [true, false] {
                for longitude in stride(from: -180.0, to: 180, by: 22.5) {
                    let place = Coordinate(
                        latitude: isNorthern ? latitude : -latitude, longitude: longitude)
                    let plane = MapPlane.polar(isNorthern: isNorthern)
                    let point = try #require(plane.point(place))
                    let grid = try #require(GridPosition(place, zone: 0))
                    #expect(abs(point.x * MapPlane.unit - (grid.easting - 2e6)) < 1e-6)
                    #expect(abs(-point.y * MapPlane.unit - (grid.northing - 2e6)) < 1e-6)
                    #expect(plane.place(point).distance(to: place) < 1e-6)
                }
            }
        }
    }

    @Test("The planes around the poles go on to the other half, up to its pole")
    func far() throws {
        let plane = MapPlane.polar(isNorthern: true)
        for latitude in [60.0, 0, -45, -80] {
            let place = Coordinate(latitude: latitude, longitude: 33)
            let point = try #require(plane.point(place))
            let back = plane.place(point)
            #expect(abs(back.latitude - latitude) < 1e-9 && abs(back.longitude - 33) < 1e-9)
        }
        #expect(plane.point(Coordinate(latitude: -90, longitude: 0)) == nil)
        #expect(plane.point(Coordinate(latitude: 0, longitude: .infinity)) == nil)
    }

    @Test("Lengths are those of the ellipsoid")
    func lengths() throws {
        for plane in [MapPlane.mercator, .polar(isNorthern: true)] {
            for latitude in [0.0, 23, 47, 70, 83, 89] where plane != .mercator || latitude < 85 {
                let place = Coordinate(latitude: latitude, longitude: 12)
                let point = try #require(plane.point(place))
                let (east, north) = plane.metresPerUnit(at: point)
                let step = 1e-7
                for (way, metres) in [((step, 0.0), east), ((0, step), north)] {
                    let other = plane.place(PlanePoint(x: point.x + way.0, y: point.y + way.1))
                    #expect(abs(other.distance(to: place) / (metres * step) - 1) < 1e-6)
                }
            }
        }
        let pole = PlanePoint(x: 0, y: 0)
        let (east, _) = MapPlane.polar(isNorthern: true).metresPerUnit(at: pole)
        #expect(abs(east * 0.994 / MapPlane.unit - 1) < 1e-12)
    }

    @Test(
        "What reaches beyond 84° is on a plane around its pole",
        arguments: [
            (-10, 83.9, .mercator), (-10, 84.1, .polar(isNorthern: true)),
            (-86, 20, .polar(isNorthern: false)), (0, 0, .mercator),
        ] as [(Double, Double, MapPlane)])
    func choice(south: Double, north: Double, plane: MapPlane) {
        #expect(MapPlane(south: south, north: north) == plane)
    }
}
