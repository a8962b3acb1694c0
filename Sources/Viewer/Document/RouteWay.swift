// The way of a workout, by the points of its track.
//
// A place on the way is an index of the points with a fraction: the same place has a time, a length from
// the start, a height and a point on the map, and each of these leads to the index by a binary search.
// So whatever shows a place shows the same one. Between two points everything goes along a straight
// line, but nothing moves across a pause: until the next point is reached it stays where it was.
// Points without a time or without a position take it from their neighbours.

import ChartCore
import Geodesy
import HealthData
import Maps

/// The way of a workout: its line on a plane, its lengths, heights and speeds.
struct RouteWay: Sendable {
    /// The number of points.
    let count: Int
    /// Seconds since 1970; empty if the track has no times.
    let times: [Double]
    /// Metres from the start.
    let ways: [Double]
    let profile: HeightProfile
    /// Nil if the track has no times.
    let motion: TrackMotion?
    let line: TrackLine
    let plane: MapPlane
    /// The points on both sides of the places where the recording was interrupted, or where there is no
    /// point for longer than is usual in the track.
    let gaps: [ClosedRange<Int>]
    /// Whether the way continues from a point to the next one.
    private let continues: [Bool]

    /// The way along a track; nil if it has no position.
    ///
    /// Cost: linear in its points.
    init?(_ track: Track, _ movement: Movement) {
        guard let box = track.box else { return nil }
        let points = track.points
        count = points.count
        let places = points.map { point -> Coordinate? in
            guard let latitude = point.latitude, let longitude = point.longitude else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
        let times = Self.filled(points.map { $0.time ?? .nan })
        let ways = Track.ways(points)
        plane = MapPlane(south: box.south, north: box.north)
        let longestTime = Track.longestStep(between: times)
        var continues = [Bool](repeating: true, count: points.count)
        var gaps: [ClosedRange<Int>] = []
        // The last point with a position.
        var last: Int?
        for index in points.indices {
            guard places[index] != nil else { continue }
            defer { last = index }
            guard let last else { continue }
            let duration = times.isEmpty ? 0 : times[index] - times[last]
            guard
                duration > longestTime
                    || points[last + 1...index].contains(where: \.beginsSegment)
            else { continue }
            for point in last..<index { continues[point] = false }
            gaps.append(last...index)
        }
        let broken = Set(gaps.map(\.upperBound))
        line = TrackLine(places, on: plane) { broken.contains($0) }
        profile = HeightProfile(ways: ways, heights: points.map { $0.height ?? .nan })
        motion =
            times.isEmpty
            ? nil
            : TrackMotion(
                points.indices.map {
                    TrackMotion.Point(
                        time: times[$0], way: ways[$0], speed: points[$0].speed,
                        beginsSegment: broken.contains($0) || points[$0].beginsSegment)
                }, movement)
        (self.times, self.ways) = (times, ways)
        (self.gaps, self.continues) = (gaps, continues)
    }

    /// Times without gaps: those that are missing lie evenly between their neighbours.
    ///
    /// Empty if there is none.
    private static func filled(_ times: [Double]) -> [Double] {
        guard let first = times.firstIndex(where: \.isFinite) else { return [] }
        var times = times
        for index in 0..<first { times[index] = times[first] }
        var last = first
        for index in first + 1..<max(times.count, first + 1) where times[index].isFinite {
            // Devices that set their clocks back have not gone back.
            times[index] = max(times[index], times[last])
            for between in last + 1..<max(index, last + 1) {
                let part = Double(between - last) / Double(index - last)
                times[between] = times[last] + part * (times[index] - times[last])
            }
            last = index
        }
        for index in last..<times.count { times[index] = times[last] }
        return times
    }

    // MARK: Places

    /// The length of the whole way, in metres.
    var length: Double { ways.last ?? 0 }
    /// The first and the last time; nil if there are none.
    var span: ClosedRange<Double>? {
        guard let first = times.first, let last = times.last else { return nil }
        return first...last
    }
    /// The index of the last point.
    var end: Double { Double(count - 1) }

    /// The place at a length from the start.
    func index(atWay way: Double) -> Double { Self.index(of: way, in: ways) }

    /// The place at a time; during a pause the point before it.
    func index(atTime time: Double) -> Double {
        let index = Self.index(of: time, in: times)
        let before = Int(index)
        return before < count - 1 && !continues[before] && index < Double(before + 1)
            ? Double(before) : index
    }

    private static func index(of value: Double, in values: [Double]) -> Double {
        guard let last = values.indices.last else { return 0 }
        let after = values.indices.partitioningIndex { values[$0] > value }
        guard after > 0 else { return 0 }
        guard after <= last else { return Double(last) }
        let (low, high) = (values[after - 1], values[after])
        return Double(after - 1) + (high > low ? (value - low) / (high - low) : 0)
    }

    /// Metres from the start.
    func way(at index: Double) -> Double { Self.value(at: index, in: ways) }

    /// Seconds since 1970; nil if the track has no times.
    func time(at index: Double) -> Double? {
        times.isEmpty ? nil : Self.value(at: index, in: times)
    }

    private static func value(at index: Double, in values: [Double]) -> Double {
        let first = min(max(Int(index), 0), values.count - 1)
        let part = min(max(index - Double(first), 0), 1)
        guard part > 0, first + 1 < values.count else { return values[first] }
        return values[first] + part * (values[first + 1] - values[first])
    }

    /// The point of the plane.
    ///
    /// Between points without a line it is that of the one before.
    func planePoint(at index: Double) -> PlanePoint? {
        if let place = line.place(at: index) { return place }
        var point = min(Int(index), count - 1)
        while point >= 0 {
            if let place = line.place(at: Double(point)) { return place }
            point -= 1
        }
        return line.chunks.first?.place(0)
    }

    /// The speed at a place in metres a second; nil where it is not known.
    func speed(at index: Double) -> Double? {
        guard let motion else { return nil }
        let first = min(max(Int(index), 0), count - 1)
        guard first + 1 < count, continues[first], let a = motion.speeds[first],
            let b = motion.speeds[first + 1]
        else { return motion.speeds[first] }
        return a + (index - Double(first)) * (b - a)
    }

    /// Whether the way continues from a point to the next one.
    func continues(after point: Int) -> Bool { continues[point] }

    /// The time with points, in seconds: without what lies between the points on both sides of a gap.
    var recordedTime: Double {
        zip(times.indices, times.indices.dropFirst()).reduce(0) { sum, step in
            continues[step.0] ? sum + times[step.1] - times[step.0] : sum
        }
    }

    // MARK: Parts

    /// What is known of a part of the way.
    struct Part: Equatable {
        var length: Double
        var movingTime: Double?
        var ascent: Double?
        var descent: Double?
    }

    /// The figures of the part between two places.
    func part(_ range: ClosedRange<Double>) -> Part {
        let ways =
            way(
                at: range.lowerBound)...max(
                way(at: range.lowerBound), way(at: range.upperBound))
        let swings = profile.isEmpty ? nil : profile.swings(ways)
        var part = Part(
            length: ways.upperBound - ways.lowerBound, ascent: swings?.up, descent: swings?.down)
        if let first = time(at: range.lowerBound), let last = time(at: range.upperBound) {
            part.movingTime = motion?.movingTime(first...max(first, last))
        }
        return part
    }

    /// The places at whole kilometres, miles or other lengths in metres, without that at the start.
    func marks(every length: Double) -> [Double] {
        guard length > 0, self.length.isFinite else { return [] }
        let count = Int((self.length / length).rounded(.down))
        return (0..<min(count, 100_000)).map { index(atWay: Double($0 + 1) * length) }
    }
}
