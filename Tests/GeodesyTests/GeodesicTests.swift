import Foundation
import Geodesy
import Testing

/// Geodesics against GeographicLib's other algorithm, which integrates elliptic functions
/// (`GeodSolve -E`): 10,000 pairs of seven kinds, and tables of the literature.
@Suite("Geodesics")
struct GeodesicTests {
    private struct Pair {
        var start: Coordinate
        var end: Coordinate
        var azimuth: Double
        var endAzimuth: Double
        var length: Double
    }

    private static func pairs() throws -> [Pair] {
        try fixture("geodesics").map { numbers in
            Pair(
                start: Coordinate(latitude: numbers[0], longitude: numbers[1]),
                end: Coordinate(latitude: numbers[2], longitude: numbers[3]), azimuth: numbers[4],
                endAzimuth: numbers[5], length: numbers[6])
        }
    }

    @Test("Ten thousand lengths are within 15 nm")
    func lengths() throws {
        let pairs = try Self.pairs()
        #expect(pairs.count == 10_000)
        var worst = 0.0
        for pair in pairs {
            let way = Geodesic(from: pair.start, to: pair.end)
            worst = max(worst, abs(way.length - pair.length))
        }
        #expect(worst <= 15e-9, "\(worst)")
    }

    @Test(
        "Their azimuths are within a billionth of a degree, where one metre aside changes them less"
    )
    func azimuths() throws {
        for pair in try Self.pairs().prefix(3000) {
            let way = Geodesic(from: pair.start, to: pair.end)
            // Between random places only these are near the same or the opposite one.
            guard (1e5...1.99e7).contains(pair.length),
                max(abs(pair.start.latitude), abs(pair.end.latitude)) < 89.9
            else { continue }
            let error = (way.azimuth - pair.azimuth).remainder(dividingBy: 360)
            let endError = (way.endAzimuth - pair.endAzimuth).remainder(dividingBy: 360)
            #expect(abs(error) < 1e-9 && abs(endError) < 1e-9, "\(pair)")
        }
    }

    @Test("A way from a start in its direction ends where it should, to 20 nm")
    func ends() throws {
        for pair in try Self.pairs() {
            let end = Geodesic.end(from: pair.start, azimuth: pair.azimuth, length: pair.length)
            #expect(Geodesic(from: end.place, to: pair.end).length < 20e-9, "\(pair)")
        }
    }

    @Test(
        "The table of the brief",
        arguments: [
            (40.6, -73.8, 51.6, -0.5, 5_551_759.400319, 51.19888284558),
            (0, 0, 0.5, 179.5, 19_936_288.578965, 25.67187286829),
            (-30, 0, 29.9, 179.8, 19_989_832.827610, 161.89052473633),
            (89.9, 0, 89.9, 180, 22_338.795683, 0), (0, 179, 0, -179, 222_638.981587, 90),
            (-26.3, -48.85, -26.92, -49.07, 72_104.091553, -162.35846794397),
        ])
    func table(
        latitude: Double, longitude: Double, toLatitude: Double, toLongitude: Double,
        length: Double, azimuth: Double
    ) {
        let start = Coordinate(latitude: latitude, longitude: longitude)
        let end = Coordinate(latitude: toLatitude, longitude: toLongitude)
        let way = Geodesic(from: start, to: end)
        #expect(abs(way.length - length) < 0.6e-6)
        #expect(abs(way.azimuth - azimuth) < 0.6e-11)
        #expect(abs(start.distance(to: end) / length - 1) < 1e-8)
    }

    @Test("Lengths of steps are within a hundred-millionth, and 20 nm of what is short")
    func steps() throws {
        var count = 0
        for pair in try Self.pairs() {
            let length = pair.start.distance(to: pair.end)
            #expect(abs(length - pair.length) <= 1e-8 * pair.length + 20e-9, "\(pair)")
            if pair.length < 3000 { count += 1 }
        }
        // Most of them by the local metric.
        #expect(count > 1000)
    }

    @Test("Places that are not valid have no way")
    func invalid() {
        let place = Coordinate(latitude: 47, longitude: 8)
        for wrong in [
            Coordinate(latitude: 90.001, longitude: 0), Coordinate(latitude: .nan, longitude: 0),
            Coordinate(latitude: 0, longitude: .infinity),
        ] {
            #expect(!wrong.isValid)
            #expect(Geodesic(from: place, to: wrong).length.isNaN)
            #expect(Geodesic(from: wrong, to: place).length.isNaN)
            #expect(GridPosition(wrong) == nil && MilitaryGrid.reference(to: wrong) == nil)
            for format in CoordinateFormat.allCases { #expect(format.text(wrong) == nil) }
        }
    }

    @Test(
        "Turns change nothing",
        arguments: [
            (180.0, -180.0), (-180, -180), (540, -180), (181, -179), (-181, 179), (0, 0), (359, -1),
        ])
    func turns(degrees: Double, normalized: Double) {
        #expect(Coordinate.normalized(degrees) == normalized)
        let there = Coordinate(latitude: 10, longitude: 20)
        let place = Coordinate(latitude: 47, longitude: degrees)
        #expect(abs(place.distance(to: there) - place.normalized.distance(to: there)) < 1e-6)
    }
}

/// The words of the lines of a fixture.
func fixtureLines(_ name: String) throws -> [[Substring]] {
    let file = try #require(
        Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Fixtures"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: " ")
    }
}

/// The numbers of the lines of a fixture; `n` is one and `s` is zero.
func fixture(_ name: String) throws -> [[Double]] {
    try fixtureLines(name).map { line in
        line.map { $0 == "n" ? 1 : $0 == "s" ? 0 : Double($0) ?? .nan }
    }
}
