import Foundation
import Geodesy
import Maps
import Testing

/// Splitmix64: numbers that look random, the same in each run.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

@Suite("Zones around homes")
struct PrivacyZoneTests {
    private static let home = Coordinate(latitude: 52.5, longitude: 13.4)

    private func zone(
        _ radius: Double = 500, seed: UInt64 = 1, home: Coordinate = Self.home
    ) throws -> PrivacyZone {
        var numbers = Seeded(state: seed)
        return try #require(PrivacyZone(home: home, radius: radius, using: &numbers))
    }

    /// A place at a distance in metres to the east and to the north of another one.
    private func place(_ east: Double, _ north: Double, of origin: Coordinate) -> Coordinate {
        let length = (east * east + north * north).squareRoot()
        return Geodesic.end(
            from: origin, azimuth: atan2(east, north) * 180 / .pi, length: length
        ).place
    }

    @Test("The centre is 30 to 70 % of the radius away from the home, in every direction")
    func offsets() throws {
        var quarters = [0, 0, 0, 0]
        for seed in 0..<1000 {
            let zone = try zone(800, seed: UInt64(seed))
            let way = Geodesic(from: zone.home, to: zone.center)
            #expect((240...560).contains(way.length))
            #expect(zone.contains(zone.home))
            quarters[min(Int((way.azimuth + 180) / 90), 3)] += 1
        }
        #expect(quarters.allSatisfy { (190...310).contains($0) }, "\(quarters)")
    }

    @Test("Impossible homes, radii and kept zones are refused")
    func refusals() throws {
        var numbers = Seeded(state: 1)
        let pole = Coordinate(latitude: 91, longitude: 0)
        #expect(PrivacyZone(home: pole, radius: 500, using: &numbers) == nil)
        for radius in [0, 199, 1601, .nan, .infinity] {
            #expect(PrivacyZone(home: Self.home, radius: radius, using: &numbers) == nil)
        }
        // A centre that shows the home.
        #expect(PrivacyZone(home: Self.home, center: Self.home, radius: 500) == nil)
        let zone = try zone()
        #expect(PrivacyZone(home: zone.home, center: zone.center, radius: 500) == zone)
        let text = try JSONEncoder().encode(HomePrivacy(zones: [zone], hides: true))
        #expect(try JSONDecoder().decode(HomePrivacy.self, from: text).zones == [zone])
        let broken = String(decoding: text, as: UTF8.self).replacing("500", with: "5000")
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(HomePrivacy.self, from: Data(broken.utf8))
        }
    }

    @Test(
        "A track is divided where it is inside, and points without a place go with their neighbours"
    )
    func cutting() throws {
        let zone = try zone(500)
        // A line from west to east through the centre, a point every 10 m.
        let line = (0...300).map { place(Double($0) * 10 - 1495, 0, of: zone.center) }
        let parts = PrivacyZone.visible(line, outside: [zone])
        #expect(parts == [0..<100, 200..<301])
        for index in line.indices {
            let isOutside = zone.center.distance(to: line[index]) > 500
            #expect(parts.contains { $0.contains(index) } == isOutside, "\(index)")
        }
        var gaps = line.map(Optional.some)
        for index in 95..<105 { gaps[index] = nil }
        for index in 20..<30 { gaps[index] = nil }
        // From the last place before the border on.
        #expect(PrivacyZone.visible(gaps, outside: [zone]) == [0..<95, 200..<301])
        #expect(PrivacyZone.visible([nil, nil], outside: [zone]) == [0..<2])
        #expect(PrivacyZone.visible([], outside: [zone]).isEmpty)
        #expect(PrivacyZone.visible(line, outside: []) == [0..<301])
        #expect(PrivacyZone.visible([zone.home, zone.center], outside: [zone]).isEmpty)
    }

    @Test("A step over a zone interrupts the track, and a step past it does not")
    func steps() throws {
        let zone = try zone(500)
        let over = [place(-2000, 100, of: zone.center), place(2000, -100, of: zone.center)]
        #expect(PrivacyZone.visible(over, outside: [zone]) == [0..<1, 1..<2])
        let past = [place(-2000, 530, of: zone.center), place(2000, 530, of: zone.center)]
        #expect(PrivacyZone.visible(past, outside: [zone]) == [0..<2])
        let beyond = [place(-2000, 0, of: zone.center), place(-600, 0, of: zone.center)]
        #expect(PrivacyZone.visible(beyond, outside: [zone]) == [0..<2])
        // A point without a place does not make it continue.
        #expect(PrivacyZone.visible([over[0], nil, over[1]], outside: [zone]) == [0..<2, 2..<3])
    }

    @Test("Zones work on the antimeridian")
    func antimeridian() throws {
        let zone = try zone(1000, home: Coordinate(latitude: -17, longitude: 179.999))
        let line = (0...400).map { place(Double($0) * 10 - 1995, 0, of: zone.center) }
        #expect(PrivacyZone.visible(line, outside: [zone]) == [0..<100, 300..<401])
        let far = [
            Coordinate(latitude: -17, longitude: 10), Coordinate(latitude: -17, longitude: 12),
        ]
        #expect(PrivacyZone.visible(far, outside: [zone]) == [0..<2])
    }

    /// The circle with the least squares of x² + y² + ax + by + c (Kåsa 1976).
    private func circle(_ points: [(x: Double, y: Double)]) -> (x: Double, y: Double, r: Double) {
        let count = Double(points.count)
        let (mx, my) = (
            points.map(\.x).reduce(0, +) / count, points.map(\.y).reduce(0, +) / count
        )
        var (uu, uv, vv, uz, vz) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for point in points {
            let (u, v) = (point.x - mx, point.y - my)
            let z = u * u + v * v
            (uu, uv, vv, uz, vz) = (uu + u * u, uv + u * v, vv + v * v, uz + u * z, vz + v * z)
        }
        let determinant = 2 * (uu * vv - uv * uv)
        let (x, y) = (
            (uz * vv - vz * uv) / determinant, (vz * uu - uz * uv) / determinant
        )
        return (mx + x, my + y, (x * x + y * y + (uu + vv) / count).squareRoot())
    }

    @Test("An attacker who fits a circle to the cuts finds its centre, and not the home")
    func attack() throws {
        var (hidden, seeds) = (0, 0)
        var worst = 0.0
        let metre = 1 / 111_240.0
        let stretch = cos(Self.home.latitude * .pi / 180)
        for seed in 0..<200 {
            let radius = [200.0, 500, 1600][seed % 3]
            let zone = try zone(radius, seed: UInt64(seed))
            var numbers = Seeded(state: UInt64(seed) &+ 77)
            var cuts: [(x: Double, y: Double)] = []
            for _ in 0..<200 {
                // From the home straight away, with turns, a point every hundredth of the radius.
                let step = radius / 100 * metre
                var course = Double.random(in: 0..<2 * .pi, using: &numbers)
                var track = [Self.home]
                for _ in 0..<220 {
                    course += Double.random(in: -0.02...0.02, using: &numbers)
                    let last = track[track.count - 1]
                    track.append(
                        Coordinate(
                            latitude: last.latitude + step * cos(course),
                            longitude: last.longitude + step * sin(course) / stretch))
                }
                guard let part = PrivacyZone.visible(track, outside: [zone]).first else { continue }
                let cut = Geodesic(from: Self.home, to: track[part.lowerBound])
                let angle = cut.azimuth * .pi / 180
                cuts.append((cut.length * sin(angle), cut.length * cos(angle)))
            }
            try #require(cuts.count > 150)
            let found = circle(cuts)
            let truth = Geodesic(from: Self.home, to: zone.center)
            let angle = truth.azimuth * .pi / 180
            let (x, y) = (truth.length * sin(angle), truth.length * cos(angle))
            let miss = ((found.x - x) * (found.x - x) + (found.y - y) * (found.y - y)).squareRoot()
            worst = max(worst, miss / radius)
            seeds += 1
            if (found.x * found.x + found.y * found.y).squareRoot() > 0.25 * radius { hidden += 1 }
        }
        // The centre is no secret: it is what cuts on a circle show.
        #expect(worst < 0.03, "\(worst)")
        #expect(seeds == 200 && hidden >= 190, "\(hidden)")
    }

    @Test("Homes are the places where tracks start and end, the most frequent first")
    func finding() {
        var numbers = Numbers(seed: 5)
        let work = place(3000, 500, of: Self.home)
        var ends: [Coordinate] = []
        for index in 0..<120 {
            let origin = index % 3 == 0 ? work : Self.home
            ends.append(place(numbers.next(-60, 60), numbers.next(-60, 60), of: origin))
            // The other ends are all elsewhere.
            ends.append(place(Double(index) * 700 + 9000, 4000, of: Self.home))
        }
        let homes = LikelyHome.find(ends)
        #expect(homes.map(\.count) == [80, 40])
        #expect(homes[0].place.distance(to: Self.home) < 20)
        #expect(homes[1].place.distance(to: work) < 20)
        #expect(LikelyHome.find(ends, least: 41).count == 1)
        #expect(LikelyHome.find([]).isEmpty)
        let date = [179.9995, -179.9995].map { Coordinate(latitude: 0, longitude: $0) }
        #expect(
            LikelyHome.find(date).first.map { abs(abs($0.place.longitude) - 180) < 1e-6 } == true)
    }

    @Test("A home that a zone hides is not offered again")
    func missing() throws {
        let zone = try zone()
        let homes = [
            LikelyHome(place: Self.home, count: 9),
            LikelyHome(place: place(4000, 0, of: Self.home), count: 3),
        ]
        let privacy = HomePrivacy(zones: [zone])
        #expect(privacy.missing(of: homes).map(\.count) == [3])
        #expect(privacy.hidden == [zone] && HomePrivacy(zones: [zone], hides: false).hidden.isEmpty)
    }
}
