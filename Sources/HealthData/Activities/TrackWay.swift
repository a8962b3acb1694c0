// The way along the points of a track.
//
// Points with a position and points with the device's own distance may alternate, with points that
// have neither between them. So the last of each is kept, and a step starts there: by positions if
// both ends have one, so that a track gives the same way in every format, otherwise by the device.
// The device's distance since the last position is subtracted from the straight way, so that
// nothing counts twice. Across a long gap the device has priority: a person on a train changes
// place without covering a way, and the device records that. If it gives no distance, the straight
// way counts if the track was as fast elsewhere (`GapWays`).

import Geodesy

/// The position along a track, from which the length of the next step is computed.
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
    /// The end time of the way covered so far.
    private var coveredUntil = -Double.infinity
    /// The metres since the last position, by the device.
    private var lengthSincePlace = 0.0

    /// Moves on to a point.
    ///
    /// Two points at the same place, more than `longest` seconds apart, make no step: there was a
    /// rest.
    ///
    /// - Returns: the step that leads to the point; nil if its length is not known.
    mutating func go(to point: ActivityPoint, longest: Double) -> Step? {
        // A point before the covered time starts again from its own time.
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
        let straight = Coordinate(latitude: place.latitude, longitude: place.longitude)
            .distance(to: Coordinate(latitude: latitude, longitude: longitude))
        return Step(
            start: start, length: max(0, straight - lengthSincePlace), isAcrossGap: isAcrossGap)
    }
}

/// The straight ways across the long gaps of a track, until its speed is known.
struct GapWays {
    struct Gap {
        var step: TrackWay.Step
        var end: Double
        var source: UInt16
        /// Whether the point at its end has no other sample.
        var isRecord: Bool
        /// Whether it is between two consecutive points, and not just between two positions.
        var isPause: Bool

        fileprivate var speed: Double { step.length / (end - step.start) }
        fileprivate func isLonger(than seconds: Double) -> Bool { end - step.start > seconds }
    }

    /// A gap may be passed faster than all of the rest by this factor.
    private static let tolerance = 1.25

    private var gaps: [Gap] = []
    /// Metres per second.
    private var fastest: Double?

    /// Notes the speed of the activity in a step that is not a gap.
    mutating func note(_ step: TrackWay.Step, until end: Double) {
        fastest = max(fastest ?? 0, step.length / (end - step.start))
    }

    mutating func add(_ gap: Gap) { gaps.append(gap) }

    var isEmpty: Bool { gaps.isEmpty }

    /// Determines which of the gaps count: those that are usual in the track (no longer than
    /// `longest` seconds), and those that were passed no faster than the rest.
    func settled(longest: Double) -> [(gap: Gap, counts: Bool)] {
        let usual = gaps.filter { !$0.isLonger(than: longest) }.map(\.speed).max()
        let limit = [fastest, usual].compactMap { $0 }.max().map { $0 * GapWays.tolerance }
        return gaps.map { gap in
            (gap, !gap.isLonger(than: longest) || gap.speed <= limit ?? .infinity)
        }
    }
}
