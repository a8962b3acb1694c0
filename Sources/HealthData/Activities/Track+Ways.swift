// The way to each point of a track, counted as that of its workout (`ActivityAssembler`).

import Geodesy

extension Track {
    /// The metres of the way from the first of the points of a track to each of them.
    ///
    /// A pause adds nothing. Across a long gap the device's distance counts; without one the straight way
    /// does, unless it is faster than all of the track: a ride. The last one is the distance of the
    /// workout, if the device gave none. Points without a time, as planned ones, are joined by the
    /// shortest ways.
    ///
    /// Cost: linear in the points.
    package static func ways(_ points: [Point]) -> [Double] {
        var lengths = [Double](repeating: 0, count: points.count)
        var (way, gaps, usual) = (TrackWay(), GapWays(), UsualInterval())
        // The points at the ends of the gaps.
        var ends: [Int] = []
        var last: Double?
        var plan = PlannedWay()
        for (index, point) in points.enumerated() {
            if point.beginsSegment { (way, plan, last) = (TrackWay(), PlannedWay(), nil) }
            guard let time = point.time else {
                lengths[index] = plan.go(to: point)
                continue
            }
            if let last, time > last { usual.add(time - last) }
            last = time
            guard let step = way.go(to: ActivityPoint(point, time), longest: TrackPause.longestStep)
            else { continue }
            guard step.isAcrossGap else {
                gaps.note(step, until: time)
                lengths[index] = step.length
                continue
            }
            gaps.add(
                GapWays.Gap(step: step, end: time, source: 0, isRecord: false, isPause: false))
            ends.append(index)
        }
        let settled = gaps.settled(longest: TrackPause.longest(usual))
        for (index, (gap, counts)) in zip(ends, settled) where counts {
            lengths[index] = gap.step.length
        }
        var sum = 0.0
        return lengths.map { length in
            sum += length
            return sum
        }
    }
}

extension Track {
    /// The seconds that points of a track may be apart without a pause between them.
    ///
    /// - Parameter times: of all points, in seconds.
    package static func longestStep(between times: [Double]) -> Double {
        var usual = UsualInterval()
        for (a, b) in zip(times, times.dropFirst()) where b > a { usual.add(b - a) }
        return TrackPause.longest(usual)
    }
}

/// When points of a track are apart for a pause.
enum TrackPause {
    /// Points that are at most this many seconds apart have no pause between them, even if the other
    /// points are much closer to one another.
    static let longestStep = 60.0
    /// Neither have points that are at most this many usual intervals apart.
    private static let usualIntervals = 6.0

    /// The seconds that points of a track may be apart without a pause.
    static func longest(_ usual: UsualInterval) -> Double {
        max(longestStep, (usual.seconds ?? 0) * usualIntervals)
    }
}

/// The way along points without a time.
private struct PlannedWay {
    private var place: Coordinate?

    mutating func go(to point: Track.Point) -> Double {
        guard let latitude = point.latitude, let longitude = point.longitude else { return 0 }
        let next = Coordinate(latitude: latitude, longitude: longitude)
        defer { place = next }
        return place?.distance(to: next) ?? 0
    }
}

extension ActivityPoint {
    /// What a track has kept of a point.
    fileprivate init(_ point: Track.Point, _ time: Double) {
        self.init(
            time: time, latitude: point.latitude, longitude: point.longitude,
            distance: point.distance)
    }
}
