import Foundation
import Geodesy
import Geometry
import Maps
import Testing

@Suite("Lines of tracks")
struct TrackLineTests {
    /// A walk with turns, a second a point.
    private static func walk(_ count: Int, seed: UInt64 = 1, turns: Double = 1) -> [Coordinate] {
        var numbers = Numbers(seed: seed)
        var (latitude, longitude, course) = (47.0, 8.0, 0.0)
        return (0..<count).map { _ in
            course += turns * numbers.next(-0.5, 0.5)
            latitude += 3e-5 * cos(course) + 4e-6 * numbers.next(-0.5, 0.5)
            longitude += 4e-5 * sin(course) + 4e-6 * numbers.next(-0.5, 0.5)
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    private func places(_ line: TrackLine) -> [PlanePoint] {
        line.chunks.enumerated().flatMap { number, chunk in
            chunk.vertices.dropFirst(number == 0 ? 0 : 1).map {
                PlanePoint(x: chunk.origin.x + Double($0.x), y: chunk.origin.y + Double($0.y))
            }
        }
    }

    @Test("Every point is where it is, within a tenth of a pixel at zoom 20")
    func precision() throws {
        for (latitude, longitude) in [(47.0, 8.0), (84, 179.99), (-60, -180), (0, 0)] {
            let points = Self.walk(5000).map {
                Coordinate(
                    latitude: $0.latitude - 47 + latitude, longitude: $0.longitude - 8 + longitude)
            }
            let line = TrackLine(points, on: .mercator)
            let places = places(line)
            #expect(places.count == points.count && line.count == points.count + 2)
            for (place, point) in zip(places, points) {
                let wanted = try #require(MapPlane.mercator.point(point))
                let pixels = 256.0 * 1_048_576
                #expect(abs(place.x - wanted.x) * pixels < 0.1)
                #expect(abs(place.y - wanted.y) * pixels < 0.1)
            }
        }
    }

    /// The algorithm for one tolerance, by its definition.
    private func thinned(_ points: ArraySlice<PlanePoint>, _ tolerance: Double) -> [PlanePoint] {
        guard let a = points.first, let b = points.last, points.count > 2 else {
            return Array(points)
        }
        let (index, farthest) = points.indices.dropFirst().dropLast().reduce((0, -1.0)) {
            best, next in
            let distance = distance(points[next], a, b)
            return distance > best.1 ? (next, distance) : best
        }
        guard farthest > tolerance else { return [a, b] }
        return thinned(points[...index], tolerance).dropLast()
            + thinned(points[index...], tolerance)
    }

    private func distance(_ point: PlanePoint, _ a: PlanePoint, _ b: PlanePoint) -> Double {
        let length = hypot(b.x - a.x, b.y - a.y)
        guard length > 0 else { return hypot(point.x - a.x, point.y - a.y) }
        let along = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length
        if along < 0 { return hypot(point.x - a.x, point.y - a.y) }
        if along > length { return hypot(point.x - b.x, point.y - b.y) }
        return abs((point.x - a.x) * (b.y - a.y) - (point.y - a.y) * (b.x - a.x)) / length
    }

    @Test("At each scale it is the line of Douglas and Peucker", arguments: [4.0, 9, 12, 14.5, 17])
    func levels(zoom: Double) throws {
        let points = Self.walk(2000)
        let line = TrackLine(points, on: .mercator)
        let chunk = try #require(line.chunks.first)
        #expect(line.chunks.count == 1)
        let tolerance = 0.35 / (256 * exp2(zoom))
        let places = points.compactMap { MapPlane.mercator.point($0) }
        let wanted = thinned(places[...], tolerance)
        let own = chunk.vertices(within: tolerance)
        // Floats may decide otherwise at the border.
        #expect(abs(own.count - wanted.count) <= 1 + wanted.count / 100)
        // No point is farther from the line than the tolerance.
        var next = 1
        for (index, place) in places.enumerated() {
            while next + 1 < own.count, Int(own[next].point) < index { next += 1 }
            let (a, b) = (places[Int(own[next - 1].point)], places[Int(own[next].point)])
            #expect(distance(place, a, b) <= tolerance * 1.000_01)
        }
    }

    @Test("A long track has few vertices where all of it is seen, and each end is there")
    func thinning() throws {
        let points = Self.walk(100_000, turns: 0.15)
        let line = TrackLine(points, on: .mercator)
        var camera = MapCamera(
            .mercator, center: PlanePoint(x: 0.5, y: 0.5), zoom: 3,
            size: Size(width: 900, height: 700))
        camera.fit(try #require(line.bounds), inset: 24)
        let tolerance = 0.35 / camera.pointsPerUnit
        let shown = line.chunks.map { $0.vertices(within: tolerance) }
        #expect(shown.reduce(0) { $0 + $1.count } < 6000)
        #expect(shown.first?.first?.point == 0 && shown.last?.last?.point == 99_999)
        for (a, b) in zip(shown, shown.dropFirst()) { #expect(a.last?.point == b.first?.point) }
        // At the finest scale all are there.
        #expect(line.chunks.allSatisfy { $0.vertices(within: 0).count > $0.vertices.count - 20 })
    }

    @Test("Across the antimeridian it is one line, in both directions")
    func antimeridian() throws {
        for sign in [1.0, -1] {
            let points = [179.0, 179.8, -179.4, -179.0].map {
                Coordinate(latitude: 10, longitude: sign * $0)
            }
            let line = TrackLine(points, on: .mercator)
            let bounds = try #require(line.bounds)
            #expect(line.chunks.count == 1 && abs(bounds.width * 360 - 2) < 1e-9)
            #expect(abs(bounds.x * 360 - 180 - (sign > 0 ? 179 : -181)) < 1e-9)
        }
        // Round the world and on.
        let round = TrackLine(
            (0...40).map { Coordinate(latitude: 0, longitude: Double($0) * 10) }, on: .mercator)
        #expect(abs((round.bounds?.width ?? 0) * 360 - 400) < 1e-9)
    }

    @Test("Over a pole it is a straight line on its plane")
    func pole() throws {
        let points = [
            Coordinate(latitude: 89, longitude: 30), Coordinate(latitude: 89.9, longitude: 30),
            Coordinate(latitude: 89.9, longitude: -150), Coordinate(latitude: 89, longitude: -150),
        ]
        let line = TrackLine(points, on: MapPlane(south: 89, north: 89.9))
        let chunk = try #require(line.chunks.first)
        #expect(chunk.vertices(within: 1e-9).count == 2)
        #expect(abs(chunk.origin.x) < 1e-9 && abs(chunk.origin.y) < 1e-9)
    }

    @Test("Gaps break it, and points without a place are left out")
    func breaks() {
        let points: [Coordinate?] =
            Self.walk(10) + [nil, Coordinate(latitude: 95, longitude: 0)] + Self.walk(10, seed: 2)
        let line = TrackLine(points, on: .mercator) { $0 == 12 }
        #expect(line.chunks.count == 2 && line.count == 20)
        #expect(line.chunks.last?.vertices.first?.point == 12)
        #expect(TrackLine([], on: .mercator).bounds == nil)
        #expect(TrackLine([nil], on: .mercator).chunks.isEmpty)
        let one = TrackLine([Coordinate(latitude: 1, longitude: 2)], on: .mercator)
        #expect(one.count == 1 && one.bounds?.width == 0)
        let same = TrackLine(
            [Coordinate](repeating: Coordinate(latitude: 1, longitude: 2), count: 5000),
            on: .mercator)
        #expect(same.chunks.allSatisfy { $0.vertices(within: 0).count == 2 })
        // A chunk that is just full has no second one of a single vertex.
        let full = TrackLine(Self.walk(2048), on: .mercator)
        #expect(full.chunks.count == 1)
        #expect(
            TrackLine(Self.walk(2049), on: .mercator).chunks.map(\.vertices.count) == [2048, 2])
    }
}
