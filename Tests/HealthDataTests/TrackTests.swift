import Foundation
import Testing

@testable import HealthData

/// Tracks in memory: their points, blocks and bytes.
@Suite("Tracks") struct TrackTests {
    /// A walk at random of points a second, from a place, with everything that a device records.
    static func walk(
        _ count: Int, from latitude: Double, _ longitude: Double, seed: UInt64,
        has: Set<String> = ["height", "distance", "accuracy", "dilution", "speed"]
    ) -> [Track.Point] {
        var random = SplitMix64(seed: seed)
        func step(_ most: Double) -> Double { Double.random(in: -most...most, using: &random) }
        var point = Track.Point(
            time: 1_777_793_400, latitude: latitude, longitude: longitude,
            height: has.contains("height") ? 400 : nil,
            distance: has.contains("distance") ? 0 : nil,
            accuracy: has.contains("accuracy") ? 5 : nil,
            dilution: has.contains("dilution") ? 1.25 : nil,
            speed: has.contains("speed") ? 3 : nil)
        var heading = 0.0
        return (0..<count).map { index in
            defer {
                // About three metres a second, to a side that turns slowly.
                heading += step(0.2)
                let metre = 1 / 111_195.0
                point.time = (point.time ?? 0) + 1
                let north = min(90, max(-90, (point.latitude ?? 0) + 3 * metre * cos(heading)))
                let width = max(0.01, cos(north * .pi / 180))
                let east = (point.longitude ?? 0) + 3 * metre * sin(heading) / width
                point.latitude = north
                point.longitude = east > 180 ? east - 360 : east < -180 ? east + 360 : east
                point.height = point.height.map { $0 + step(0.4) }
                point.distance = point.distance.map { $0 + 3 + step(0.2) }
                point.accuracy = point.accuracy.map { max(1, $0 + step(0.3)) }
                point.speed = point.speed.map { max(0, $0 + step(0.05)) }
                point.beginsSegment = false
            }
            var result = point
            result.beginsSegment = index == 0
            return result
        }
    }

    /// A point as it has to come back, by arithmetic of its own.
    private func rounded(_ point: Track.Point) -> Track.Point {
        func to(_ parts: Double, _ value: Double?) -> Double? {
            value.map { ($0 * parts).rounded() / parts }
        }
        return Track.Point(
            time: to(1000, point.time), latitude: to(1e7, point.latitude),
            longitude: to(1e7, point.longitude), height: to(10, point.height),
            distance: to(100, point.distance), accuracy: to(10, point.accuracy),
            dilution: to(100, point.dilution), speed: to(1000, point.speed),
            beginsSegment: point.beginsSegment)
    }

    /// Expects that a track keeps points, in memory and through the bytes of its blocks.
    private func expectKept(
        _ points: [Track.Point], _ location: SourceLocation = #_sourceLocation
    ) throws {
        let track = try #require(Track(points), sourceLocation: location)
        let wanted = points.map(rounded)
        #expect(track.count == points.count, sourceLocation: location)
        #expect(track.points == wanted, sourceLocation: location)
        #expect(
            track.segments == wanted.count { $0.beginsSegment }, sourceLocation: location)
        let times = wanted.compactMap(\.time)
        #expect(track.span?.lowerBound == times.min(), sourceLocation: location)
        #expect(track.span?.upperBound == times.max(), sourceLocation: location)
        let read = try track.blocks.map { try TrackBlock(bytes: $0.bytes) }
        let again = try #require(Track(blocks: read), sourceLocation: location)
        #expect(again == track && again.points == wanted, sourceLocation: location)
        #expect(again.box == track.box && again.span == track.span, sourceLocation: location)
        #expect(again.hashValue == track.hashValue, sourceLocation: location)
        #expect(
            track.blocks.count == (points.count + 4095) / 4096, sourceLocation: location)
    }

    // MARK: Points

    @Test(
        "Walks at random come back to the last digit, wherever they are",
        arguments: [
            (47.0, 8.5), (0, 0), (-33.9, 151.2), (60, 179.9999), (-60, -179.9999), (89.9999, 10),
            (-89.9999, -170), (90, 180), (-90, -180),
        ])
    func walks(latitude: Double, longitude: Double) throws {
        for (seed, count) in [1, 2, 4095, 4096, 4097, 9000].enumerated() {
            try expectKept(
                Self.walk(count, from: latitude, longitude, seed: UInt64(seed) + 7))
        }
    }

    @Test("Points may lack anything, and their times may be equal, fall, or be missing")
    func gaps() throws {
        var random = SplitMix64(seed: 36)
        for round in 0..<60 {
            var points = Self.walk(
                Int.random(in: 2...600, using: &random), from: 47, 179.999, seed: UInt64(round))
            for index in points.indices {
                func lacks() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
                if round % 3 > 0, lacks() { points[index].height = nil }
                if round % 4 > 1, lacks() { points[index].accuracy = nil }
                if round % 5 > 1, index > 0, lacks() {
                    points[index].latitude = nil
                    points[index].longitude = nil
                } else if lacks() {
                    points[index].distance = nil
                }
                if round % 6 == 5 {
                    points[index].time = nil
                } else if round % 6 == 4 {
                    points[index].time = 1_777_793_400
                } else if round % 6 == 3 {
                    points[index].time = Double.random(in: -2e9...4e9, using: &random)
                }
                if index > 0 {
                    points[index].beginsSegment = Int.random(in: 0..<20, using: &random) == 0
                }
            }
            try expectKept(points)
        }
    }

    @Test("Numbers that no device can mean, and points of which nothing is known, are left out")
    func impossible() throws {
        let points = [
            Track.Point(time: 1, latitude: 47, longitude: 8),
            Track.Point(time: 2), Track.Point(time: 3, height: 400, speed: 2),
            Track.Point(time: 4, latitude: 47, longitude: nil, distance: 12),
            Track.Point(
                time: .infinity, latitude: 47, longitude: 8, height: .nan, distance: -1,
                accuracy: -1, dilution: .infinity, speed: 1e300),
            Track.Point(time: 6, latitude: 91, longitude: 8),
            Track.Point(time: 7, latitude: 47, longitude: 181, distance: 0),
        ]
        let track = try #require(Track(points))
        #expect(
            track.points == [
                Track.Point(time: 1, latitude: 47, longitude: 8, beginsSegment: true),
                Track.Point(time: 4, distance: 12), Track.Point(latitude: 47, longitude: 8),
                Track.Point(time: 7, distance: 0),
            ])
        // Distances without any position are no track.
        #expect(Track([Track.Point(time: 1, distance: 2), Track.Point(time: 2)]) == nil)
        #expect(Track([]) == nil)
    }

    // MARK: Figures of the whole

    @Test("The box goes on beyond the antimeridian, and round the earth")
    func boxes() throws {
        func box(_ longitudes: [Double]) throws -> Track.Box {
            try #require(
                Track(longitudes.map { Track.Point(latitude: $0 / 10, longitude: $0) })?.box)
        }
        #expect(
            try box([179, 180, -179.5, -179])
                == Track.Box(south: -17.95, north: 18, west: 179, east: 181))
        #expect(
            try box([-179, 179]) == Track.Box(south: -17.9, north: 17.9, west: -181, east: -179))
        #expect(try box([8, 8.5, 7]) == Track.Box(south: 0.7, north: 0.85, west: 7, east: 8.5))
        // Twice round the earth in steps of a tenth of a degree, over the borders of blocks.
        let round = try box((0...7200).map { (Double($0) / 10).remainder(dividingBy: 360) })
        #expect(abs(round.west) < 1e-9 && abs(round.east - 720) < 1e-9)
    }

    @Test("Parts of a track, and several tracks as one")
    func parts() throws {
        let points = Self.walk(5000, from: 47, 8.5, seed: 3)
        let track = try #require(Track(points))
        let start = 1_777_793_400.0
        let (before, after) = track.divided(after: start + 4500)
        #expect(before?.count == 4501 && after?.count == 499)
        #expect(after?.points.first?.beginsSegment == true)
        #expect(track.divided(after: start + 4999).after == nil)
        #expect(track.divided(after: start - 1).before == nil)
        #expect(track.part(start + 10...start + 19)?.count == 10)
        #expect(track.part(start - 10...start + 9999) == track)
        #expect(track.part(start - 10...start - 1) == nil)
        // In the order of their times, with a pause between them.
        let both = try #require(Track.joined([after, before].compactMap(\.self)))
        #expect(both.count == 5000 && both.segments == 2)
        #expect(both.points.map(\.time) == track.points.map(\.time))
        #expect(both.points[4501].beginsSegment)
        #expect(Track.joined([]) == nil)
    }

    // MARK: Bytes

    @Test("A point takes six to eight bytes, fewer if the positions are even")
    func size() throws {
        func bytes(_ has: Set<String>, noise: Double = 0) throws -> Double {
            var random = SplitMix64(seed: 4)
            var points = Self.walk(20_000, from: 47, 8.5, seed: 11, has: has)
            for index in points.indices where noise > 0 {
                let (north, east) = (
                    Double.random(in: -noise...noise, using: &random),
                    Double.random(in: -noise...noise, using: &random)
                )
                points[index].latitude = (points[index].latitude ?? 0) + north
                points[index].longitude = (points[index].longitude ?? 0) + east
            }
            let track = try #require(Track(points))
            return Double(track.blocks.reduce(0) { $0 + $1.bytes.count }) / 20_000
        }
        #expect(try bytes([]) < 3.5)
        #expect(try bytes(["height", "distance"]) < 5.5)
        #expect(try bytes(["height", "distance", "accuracy", "speed"]) < 8)
        // Positions that jump by half a metre.
        #expect(try bytes(["height", "distance"], noise: 5e-6) < 7.1)
        #expect(try bytes(["height", "distance", "accuracy"], noise: 5e-6) < 8.1)
    }

    @Test("Truncated and changed bytes are refused, or give possible points")
    func damagedBytes() throws {
        let points = Self.walk(300, from: 89.99, 179.99, seed: 5)
        var lacking = points
        for index in stride(from: 1, to: 300, by: 3) { lacking[index].height = nil }
        for points in [points, lacking] {
            let bytes = TrackBlock(points).bytes
            for count in 0..<bytes.count {
                #expect(throws: PackedReader.Malformed.self) {
                    try TrackBlock(bytes: Array(bytes[..<count]))
                }
            }
            #expect(throws: PackedReader.Malformed.self) { try TrackBlock(bytes: bytes + [0]) }
            var random = SplitMix64(seed: 9)
            for _ in 0..<2000 {
                var changed = bytes
                let place = Int.random(in: 0..<changed.count, using: &random)
                changed[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
                guard let block = try? TrackBlock(bytes: changed) else { continue }
                #expect(block.points.count == block.count)
                #expect(
                    block.points.allSatisfy { point in
                        abs(point.latitude ?? 0) <= 90 && abs(point.longitude ?? 0) <= 180
                            && (point.latitude == nil) == (point.longitude == nil)
                    })
            }
        }
    }

    @Test("Any numbers come back from their differences, in the shorter of two orders")
    func differences() throws {
        var random = SplitMix64(seed: 2)
        var lists: [[Int64]] = [
            [], [0], [.min, .max, .min], [.max, .max], (0..<100).map { 7 + $0 * 1000 },
            (0..<100).map { $0 % 2 * 40 },
        ]
        for _ in 0..<50 {
            let most = Int64(1) << Int64.random(in: 0..<62, using: &random)
            lists.append((0..<40).map { _ in Int64.random(in: -most...most, using: &random) })
        }
        for list in lists {
            var writer = PackedWriter()
            writer.append(differencesOf: list)
            var reader = PackedReader(writer.bytes)
            #expect(try reader.differences(count: list.count) == list)
            #expect(reader.isAtEnd)
        }
        func size(_ list: [Int64]) -> Int {
            var writer = PackedWriter()
            writer.append(differencesOf: list)
            return writer.bytes.count
        }
        // The order, one byte for 7, two for the first difference, then one byte each.
        #expect(size(lists[4]) == 1 + 1 + 2 + 98)
        // Differences of 40 take one byte, their differences of 80 two.
        #expect(size(lists[5]) == 1 + 100)
    }
}
