import ChartCore
import Foundation
import Testing

@testable import HealthData

/// The way to each point of a track is counted as that of its workout.
@Suite("Ways along tracks") struct TrackWaysTests {
    /// Points at places in hundred-thousandths of a degree to the north, at seconds.
    private func points(_ places: [(second: Int, place: Int)]) -> [Track.Point] {
        places.enumerated().map { index, point in
            Track.Point(
                time: 1000 + Double(point.second), latitude: 47 + Double(point.place) * 1e-5,
                longitude: 8.5, beginsSegment: index == 0)
        }
    }

    private func way(_ from: Int, _ to: Int) -> Double {
        EarthTruth.meridian(47 + Double(from) * 1e-5, 47 + Double(to) * 1e-5)
    }

    /// The distance that a file with these points has, by the reader.
    private func distance(_ points: [Track.Point]) throws -> Double {
        let begin = utc(2026, 5, 3, 7, 30)
        let formatter = ISO8601DateFormatter()
        let segments = points.split(omittingEmptySubsequences: false) { $0.beginsSegment }
        // What was split at belongs to the part after it.
        var starts = points.filter(\.beginsSegment)
        let parts = segments.dropFirst().map { [starts.removeFirst()] + $0 }
        let text = parts.map { part in
            "<trkseg>"
                + part.map { point in
                    let date = Date(timeIntervalSince1970: begin + (point.time ?? 0))
                    return
                        "<trkpt lat=\"\(point.latitude ?? 0)\" lon=\"\(point.longitude ?? 0)\">"
                        + "<time>\(formatter.string(from: date))</time></trkpt>"
                }.joined() + "</trkseg>"
        }.joined()
        let files = try TestFiles()
        let result = load(
            try files.write("<gpx creator=\"Watch\"><trk>\(text)</trk></gpx>", "track.gpx"))
        let workout = try #require(result.records.workouts.first)
        let track = try #require(workout.track)
        #expect(track.points.count == points.count)
        // What was kept gives the same as what was read.
        let own = try #require(Track.ways(track.points).last)
        let figure = try #require(workout.figures.distance)
        #expect(abs(own - figure) < 1e-6 * figure + 0.01)
        return figure
    }

    @Test("A walk: the meridian's arc to each point, and the workout's distance at the last")
    func walk() throws {
        let points = points((0..<200).map { ($0, $0 * 3) })
        let ways = Track.ways(points)
        for (index, length) in ways.enumerated() {
            #expect(abs(length - way(0, index * 3)) < 1e-3)
        }
        #expect(abs(try distance(points) - way(0, 597)) < 1e-3)
    }

    @Test("Pauses, tunnels and trains count as in the workout")
    func gaps() throws {
        // A tunnel of three minutes, a pause, and a train over 50,000 places in 40 minutes.
        var places = (0..<100).map { (second: $0, place: $0 * 5) }
        places += (0..<100).map { (280 + $0, 1390 + $0 * 5) }
        places += (0..<100).map { (2_800 + $0, 51_890 + $0 * 4) }
        var points = points(places)
        #expect(abs(Track.ways(points)[100] - way(0, 1390)) < 0.01)
        #expect(abs(Track.ways(points)[200] - way(0, 1885)) < 0.01)
        _ = try distance(points)
        points[150].beginsSegment = true
        let ways = Track.ways(points)
        #expect(ways[150] == ways[149])
        _ = try distance(points)
    }

    @Test("The device's distance counts where there are no positions")
    func device() {
        let points = (0..<50).map { (second: Int) -> Track.Point in
            var point = Track.Point(
                time: Double(second), distance: Double(second) * 2, beginsSegment: second == 0)
            if second < 10 {
                point.latitude = 47 + Double(second) * 1e-5
                point.longitude = 8.5
            }
            return point
        }
        let ways = Track.ways(points)
        #expect(abs(ways[9] - way(0, 9)) < 1e-3)
        #expect(abs(ways[49] - ways[9] - 80) < 1e-9)
    }

    @Test("Planned points are joined by the shortest ways")
    func planned() throws {
        let points = [
            Track.Point(latitude: 10, longitude: 179.5, beginsSegment: true),
            Track.Point(distance: 3),
            Track.Point(latitude: 10, longitude: -179.5),
            Track.Point(latitude: 10, longitude: -179.5),
        ]
        let ways = Track.ways(points)
        #expect(abs(try #require(ways.last) - 109_638) < 40)
        #expect(ways[0] == 0 && ways[1] == 0 && ways[2] == ways[3])
        #expect(Track.ways([]) == [])
    }
}
