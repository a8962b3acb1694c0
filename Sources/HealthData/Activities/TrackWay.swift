// The way along the points of a track.
//
// Points with a position and points with the device's own distance may take turns, with points that
// have neither between them. So the last of each is kept, and a step goes from there: by positions
// where both ends have one, so that a track gives the same way out of every format, by the device
// where they have not. What the device has told since the last position is taken off the straight way
// from it, so that nothing counts twice. Across a long gap it is the other way round: who took a train
// has another place and no way, and the device knows. Where it does not say, the straight way counts
// if the track was as fast elsewhere (`GapWays`).

/// Where a track has come to, and how far it is to the next point.
struct TrackWay {
    /// A part of the way.
    struct Step {
        var start: Double
        /// Metres.
        var length: Double
        /// Whether it is only the straight way across a long gap.
        var isAcrossGap = false
    }

    private var place: (time: Double, latitude: Double, longitude: Double)?
    private var meter: (time: Double, distance: Double)?
    /// When the way that was told ends.
    private var coveredUntil = -Double.infinity
    /// The metres told by the device since the last position.
    private var lengthSincePlace = 0.0

    /// Goes on to a point; the step that leads there, nil where nothing says how long it is.
    ///
    /// Of two points further apart than `longest` seconds at one place none is made: there was a
    /// rest.
    mutating func go(to point: ActivityPoint, longest: Double) -> Step? {
        // Points that lie before those told begin anew.
        coveredUntil = min(coveredUntil, point.time)
        let found = step(to: point, longest: longest)
        let step = found.flatMap {
            $0.length == 0 && point.time - $0.start > longest ? nil : $0
        }
        if let step {
            coveredUntil = point.time
            lengthSincePlace += step.length
        }
        if let latitude = point.latitude, let longitude = point.longitude {
            place = (point.time, latitude, longitude)
            lengthSincePlace = 0
        }
        if let distance = point.distance, distance.isFinite { meter = (point.time, distance) }
        return step
    }

    private func step(to point: ActivityPoint, longest: Double) -> Step? {
        let byDevice = meter.flatMap { meter -> Step? in
            guard let distance = point.distance, distance.isFinite, distance >= meter.distance,
                meter.time >= coveredUntil, point.time > meter.time
            else { return nil }
            return Step(start: meter.time, length: distance - meter.distance)
        }
        guard let latitude = point.latitude, let longitude = point.longitude, let place else {
            return byDevice
        }
        if place.time < coveredUntil, let byDevice { return byDevice }
        let start = max(place.time, coveredUntil)
        guard point.time > start else { return nil }
        let isAcrossGap = point.time - start > longest
        if isAcrossGap, let byDevice { return byDevice }
        let straight = Earth.distance(place.latitude, place.longitude, latitude, longitude)
        return Step(
            start: start, length: max(0, straight - lengthSincePlace), isAcrossGap: isAcrossGap)
    }
}

/// The straight ways across the long gaps of a track, until it is known how fast the track was.
struct GapWays {
    struct Gap {
        var step: TrackWay.Step
        var end: Double
        var source: UInt16
        /// Whether nothing else stands for the point at its end.
        var isRecord: Bool
        /// Whether it lies between two points, and not between two positions alone.
        var isPause: Bool

        fileprivate var speed: Double { step.length / (end - step.start) }
        fileprivate func isLonger(than seconds: Double) -> Bool { end - step.start > seconds }
    }

    /// A gap may be passed faster than all of the rest, by so much.
    private static let tolerance = 1.25

    private var gaps: [Gap] = []
    /// Metres a second.
    private var fastest: Double?

    /// Takes down how fast the activity was in a step that is no gap.
    mutating func note(_ step: TrackWay.Step, until end: Double) {
        fastest = max(fastest ?? 0, step.length / (end - step.start))
    }

    mutating func add(_ gap: Gap) { gaps.append(gap) }

    var isEmpty: Bool { gaps.isEmpty }

    /// Which of the gaps count: those that are usual in the track, being no longer than `longest`
    /// seconds, and those that were passed no faster than the rest.
    func settled(longest: Double) -> [(gap: Gap, counts: Bool)] {
        let usual = gaps.filter { !$0.isLonger(than: longest) }.map(\.speed).max()
        let limit = [fastest, usual].compactMap { $0 }.max().map { $0 * GapWays.tolerance }
        return gaps.map { gap in
            (gap, !gap.isLonger(than: longest) || gap.speed <= limit ?? .infinity)
        }
    }
}
