// How fast a track is, and when it rests.
//
// Method: the speed at a point is the average of a window around it, weighted as a triangle: as long as
// it takes for 20 m of way or four times the error of the positions, whichever is more, at least 10 s
// and at most 60 s. With the integral of the way over time, W, such an average of a half width w is
// (W(t + w) - 2 W(t) + W(t - w)) / w², whatever the number of points in it. A window does not reach
// across a pause, and is narrower near one. The device's own speed is taken where it was recorded.
// A rest is at least 5 s of a speed that is below that of walking (0.5 m/s; on wheels 1 m/s), or a
// break of the recording; the moving time is all other time.

import ChartCore

/// How a person moves, which decides what counts as a rest.
public enum Movement: String, Hashable, Sendable {
    /// On foot, on skis, in water.
    case foot
    /// On wheels.
    case wheels

    /// Metres a second: below it is a rest.
    public var restSpeed: Double { self == .wheels ? 1 : 0.5 }
}

/// The speeds and the rests of a track.
public struct TrackMotion: Hashable, Sendable {
    /// A point of a track in time.
    public struct Point: Hashable, Sendable {
        /// Seconds; points follow one another in time.
        public var time: Double
        /// Metres since the start.
        public var way: Double
        /// Metres a second by the device; nil if it was not recorded.
        public var speed: Double?
        /// Whether the recording was interrupted before it.
        public var beginsSegment: Bool

        /// A point of a track.
        public init(time: Double, way: Double, speed: Double? = nil, beginsSegment: Bool = false) {
            (self.time, self.way) = (time, way)
            (self.speed, self.beginsSegment) = (speed, beginsSegment)
        }
    }

    /// Metres a second at each point; nil where one point is alone.
    public let speeds: [Double?]
    /// When the track rests, in seconds.
    public let rests: [ClosedRange<Double>]
    /// Seconds from the first to the last point without the rests.
    public let movingTime: Double

    /// Seconds.
    static let leastWindow = 10.0
    static let mostWindow = 60.0
    static let leastRest = 5.0

    /// The motion along points that follow one another.
    ///
    /// Cost: linear in the points, times the logarithm of their number.
    ///
    /// - Parameter error: the metres by which a position may be wrong.
    public init(_ points: [Point], _ movement: Movement, error: Double = 5) {
        var speeds = [Double?](repeating: nil, count: points.count)
        var rests: [ClosedRange<Double>] = []
        var start = 0
        while start < points.count {
            var end = start + 1
            while end < points.count, !points[end].beginsSegment { end += 1 }
            let segment = Segment(points[start..<end])
            for index in start..<end {
                speeds[index] = points[index].speed ?? segment.speed(at: points[index].time, error)
            }
            rests += Self.rests(points[start..<end], speeds[start..<end], movement.restSpeed)
            if end < points.count, points[end].time > points[end - 1].time {
                rests.append(points[end - 1].time...points[end].time)
            }
            start = end
        }
        self.speeds = speeds
        self.rests = Self.joined(rests)
        let all = (points.last?.time ?? 0) - (points.first?.time ?? 0)
        movingTime = all - self.rests.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    }

    /// The seconds of a part of the time that are no rest.
    public func movingTime(_ part: ClosedRange<Double>) -> Double {
        rests.reduce(part.upperBound - part.lowerBound) { sum, rest in
            let low = max(rest.lowerBound, part.lowerBound)
            let high = min(rest.upperBound, part.upperBound)
            return sum - max(high - low, 0)
        }
    }

    /// Where the speed is low for some seconds.
    private static func rests(
        _ points: ArraySlice<Point>, _ speeds: ArraySlice<Double?>, _ least: Double
    ) -> [ClosedRange<Double>] {
        var rests: [ClosedRange<Double>] = []
        var start: Double?
        for index in points.indices {
            let isSlow = speeds[index].map { $0 < least } ?? false
            if isSlow {
                if start == nil { start = points[index].time }
                continue
            }
            if let start, index > points.startIndex {
                rests.append(start...max(points[index - 1].time, start))
            }
            start = nil
        }
        if let start, let last = points.last { rests.append(start...max(last.time, start)) }
        return rests.filter { $0.upperBound - $0.lowerBound >= leastRest }
    }

    private static func joined(_ rests: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        rests.reduce(into: []) { joined, rest in
            if let last = joined.last, last.upperBound >= rest.lowerBound {
                joined[joined.count - 1] =
                    last.lowerBound...max(last.upperBound, rest.upperBound)
            } else {
                joined.append(rest)
            }
        }
    }
}

/// Points without a break between them.
private struct Segment {
    private let points: ArraySlice<TrackMotion.Point>
    /// The integral of the way over time up to each point, both from the first one on.
    private let sums: [Double]

    init(_ points: ArraySlice<TrackMotion.Point>) {
        self.points = points
        var (sum, sums) = (0.0, [0.0])
        sums.reserveCapacity(points.count)
        for (a, b) in zip(points, points.dropFirst()) {
            let first = points[points.startIndex].way
            sum += (b.time - a.time) * ((a.way + b.way) / 2 - first)
            sums.append(sum)
        }
        self.sums = sums
    }

    /// The average speed around a time; nil for one point, and for points at one time.
    func speed(at time: Double, _ error: Double) -> Double? {
        guard let first = points.first, let last = points.last, last.time > first.time else {
            return nil
        }
        let room = min(time - first.time, last.time - time)
        let least = TrackMotion.leastWindow / 2
        guard room >= least else {
            // Near a break as much as there is on either side.
            let (low, high) = (max(time - least, first.time), min(time + least, last.time))
            return (way(at: high) - way(at: low)) / (high - low)
        }
        let wanted = max(4 * error, 20)
        // The half width with enough way in it; the way in it does not fall with it.
        var (low, high) = (least, min(TrackMotion.mostWindow / 2, room))
        if way(at: time + low) - way(at: time - low) < wanted {
            for _ in 0..<16 where high - low > 0.001 {
                let middle = (low + high) / 2
                if way(at: time + middle) - way(at: time - middle) < wanted {
                    low = middle
                } else {
                    high = middle
                }
            }
        } else {
            high = low
        }
        return (sum(to: time + high) - 2 * sum(to: time) + sum(to: time - high)) / (high * high)
    }

    /// The index of the last point that is not after a time.
    private func index(at time: Double) -> Int {
        let after = points.indices.partitioningIndex { points[$0].time > time }
        return max(after - 1, points.startIndex)
    }

    private func way(at time: Double) -> Double {
        let index = index(at: time)
        guard index + 1 < points.endIndex else { return points[index].way }
        let (a, b) = (points[index], points[index + 1])
        guard b.time > a.time else { return a.way }
        return a.way + (b.way - a.way) * min(max((time - a.time) / (b.time - a.time), 0), 1)
    }

    private func sum(to time: Double) -> Double {
        let index = index(at: time)
        let (a, first) = (points[index], points[points.startIndex].way)
        let way = (a.way + way(at: time)) / 2 - first
        return sums[index - points.startIndex] + (time - a.time) * way
    }
}
