// Workouts without what is inside of the zones around homes.
//
// The points inside are removed, and what remains are segments. Nothing else may tell how long the way
// inside was, because the length of it and a map of the streets lead to the home: so lengths count from
// the border on, the device's own lengths are counted again, the start and the end of the workout are
// those of what remains, and figures of the whole workout are dropped, as well as laps that are not
// wholly outside. Heart rates stay. The name goes, since devices name a workout by its place.

import Geodesy
import HealthData
import Maps

/// What of a workout is outside of the zones around homes, if anything was inside.
package struct HomeCut: Hashable, Sendable {
    /// The times of the parts that remain, in seconds since 1970.
    package var spans: [ClosedRange<Double>]
    /// Whether the start and the end of the way were inside.
    package var hidesStart: Bool
    package var hidesEnd: Bool
}

extension Workout {
    /// The workout without what is inside of zones, and what was cut; nil if nothing was inside.
    ///
    /// If all of the way was inside, it has no track.
    package func hiding(_ zones: [PrivacyZone]) -> (workout: Workout, cut: HomeCut)? {
        guard !zones.isEmpty, let track else { return nil }
        let points = track.points
        let parts = PrivacyZone.visible(points.map(\.place), outside: zones)
        guard parts != [0..<points.count] else { return nil }
        var kept: [Track.Point] = []
        var spans: [ClosedRange<Double>] = []
        // The device's length of what remains, and what it was at the start of the part.
        var length: Double?
        for part in parts {
            var base: Double?
            let before = length ?? 0
            for index in part {
                var point = points[index]
                if index == part.lowerBound { point.beginsSegment = true }
                if let distance = point.distance {
                    let start = base ?? distance
                    base = start
                    let counted = before + max(distance - start, 0)
                    (point.distance, length) = (counted, counted)
                }
                kept.append(point)
            }
            let times = points[part].compactMap(\.time)
            if let first = times.min(), let last = times.max() { spans.append(first...last) }
        }
        let cut = HomeCut(
            spans: spans, hidesStart: parts.first?.lowerBound != 0,
            hidesEnd: parts.last?.upperBound != points.count)
        return (remaining(Track(kept), cut), cut)
    }

    private func remaining(_ track: Track?, _ cut: HomeCut) -> Workout {
        var result = self
        result.track = track
        result.name = nil
        result.figures = Figures(
            meanHeartRate: figures.meanHeartRate, highestHeartRate: figures.highestHeartRate)
        if let first = cut.spans.first, let last = cut.spans.last {
            if cut.hidesStart { result.start = first.lowerBound }
            if cut.hidesEnd { result.end = last.upperBound }
            result.end = max(result.start, result.end)
        }
        let ends = laps.dropFirst().map(\.start) + [end]
        result.laps = zip(laps, ends).filter { lap, end in
            cut.spans.contains { $0.lowerBound <= lap.start && end <= $0.upperBound }
        }.map(\.0)
        return result
    }
}

extension Track.Point {
    /// The place; nil for a point without a position.
    var place: Coordinate? {
        guard let latitude, let longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension LikelyHome {
    /// The places where the tracks of workouts start and end, the most frequent first.
    ///
    /// Cost: that of unpacking the first and the last block of every track.
    package static func find(in workouts: some Sequence<Workout>, least: Int = 2) -> [LikelyHome] {
        find(
            workouts.compactMap(\.track).flatMap { $0.endPoints.compactMap(\.place) }, least: least)
    }
}

extension WorkoutEntry {
    /// The entry without what is inside of zones.
    func hiding(_ zones: [PrivacyZone]) -> WorkoutEntry {
        guard let (workout, cut) = workout.hiding(zones) else { return self }
        return WorkoutEntry(id: id, workout: workout, source: source, cut: cut)
    }
}
