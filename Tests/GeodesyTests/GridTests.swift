import Foundation
import Geodesy
import Testing

/// Grids against PROJ, whose formulas are others (Poder and Engsager).
@Suite("Grids")
struct GridTests {
    @Test("A thousand places in all zones, those of Norway and Spitsbergen and the poles' too")
    func places() throws {
        let lines = try fixture("grid")
        #expect(lines.count == 1000)
        #expect(Set(lines.map { Int($0[2]) }).count == 61)
        for line in lines {
            let place = Coordinate(latitude: line[0], longitude: line[1])
            let grid = try #require(GridPosition(place))
            #expect(grid.zone == Int(line[2]) && grid.isNorthern == (line[3] == 1), "\(line)")
            #expect(abs(grid.easting - line[4]) < 1e-3, "\(line)")
            #expect(abs(grid.northing - line[5]) < 1e-3, "\(line)")
            let back = try #require(grid.place)
            #expect(back.distance(to: place) < 1e-6, "\(line)")
        }
    }

    @Test(
        "The rows of the brief",
        arguments: [
            (60, 5.9, "32n 327131 6655463"), (84.5, 10, "n 2106113 1398202"),
            (-33.86, 151.2, "56s 333491 6251909"), (0, -180, "01n 166021 0"),
        ])
    func rows(latitude: Double, longitude: Double, text: String) throws {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        #expect(CoordinateFormat.grid.text(place) == text)
        #expect(try Coordinate(parsing: text).distance(to: place) < 1.5)
    }

    @Test("Squares of a thousand places are those of another program (GEOTRANS)")
    func squares() throws {
        for line in try fixtureLines("grid") {
            let numbers = line.compactMap { Double($0) }
            let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
            let text = try #require(MilitaryGrid.reference(to: place))
            // A place on the border of two squares may be in either.
            #expect(text.dropLast(10) == line[6].dropLast(10), "\(line)")
            let (own, other) = (Self.metres(text), Self.metres(String(line[6])))
            #expect(abs(own.0 - other.0) <= 1 && abs(own.1 - other.1) <= 1, "\(line)")
        }
    }

    private static func metres(_ square: String) -> (Int, Int) {
        let digits = square.suffix(10)
        return (Int(digits.prefix(5)) ?? -9, Int(digits.suffix(5)) ?? -9)
    }

    @Test(
        "The middle of a square is near the place, whatever its size",
        arguments: [
            (38.8977, -77.0365), (-33.8568, 151.2153), (60, 5.9), (90, 0), (-90, 0), (84.2, -100),
        ])
    func middles(latitude: Double, longitude: Double) throws {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        for digits in 0...11 {
            let text = try #require(MilitaryGrid.reference(to: place, digits: digits))
            let middle = try #require(MilitaryGrid.place(of: text))
            let side = pow(10.0, Double(5 - digits))
            // At a corner of the square, on a grid whose metres are shorter by up to 0.6 %.
            #expect(middle.distance(to: place) <= side * 0.712 + 1e-6, "\(text)")
        }
    }

    @Test("Zones and metres that do not exist have no place")
    func none() {
        let place = Coordinate(latitude: 47, longitude: 8)
        #expect(GridPosition(place, zone: 61) == nil && GridPosition(place, zone: -2) == nil)
        // Too far from the zone.
        #expect(GridPosition(place, zone: 1) == nil && GridPosition(place, zone: 0) == nil)
        #expect(GridPosition(place, zone: 31) != nil)
        for grid in [
            GridPosition(zone: 61, isNorthern: true, easting: 500_000, northing: 0),
            GridPosition(zone: -1, isNorthern: true, easting: 500_000, northing: 0),
            GridPosition(zone: 32, isNorthern: true, easting: 1e9, northing: 0),
            GridPosition(zone: 32, isNorthern: true, easting: .nan, northing: 0),
        ] { #expect(grid.place.map { !$0.isValid } ?? true) }
        for text in ["", "32", "32V", "32VLM1", "99VLM11", "32ILM11", "🙂", "32VLM27131554631"] {
            #expect(MilitaryGrid.place(of: text) == nil, "\(text)")
        }
        #expect(MilitaryGrid.place(of: String(repeating: "1", count: 1000)) == nil)
        #expect(MilitaryGrid.reference(to: place, digits: 12) == nil)
    }
}
