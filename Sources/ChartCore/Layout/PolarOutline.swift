// Lines and bands in a polar space, in units of its rim.
//
// Layout: the centre is (0, 0), the rim has the radius 1, y grows downwards. Method: from one
// sample to the next a line is straight, or turns at a constant rate while its distance changes at
// a constant rate (a spiral, and at one distance an arc). Spirals and rings become chords that are
// as long as possible: many chords shorter than a pixel would be drawn too wide.
// A band is between a line and a ring. Where the line meets the ring, the band ends and another
// begins, possibly on the ring's other side, so that each of them has the ring on one side. A
// closed band without a break has no ends; with a break it begins there, so that there is no
// visible seam at the first sample.

import Geometry
import Glibc

/// How a line goes from one sample of a polar space to the next.
public enum PolarInterpolation: Hashable, Sendable {
    /// Straight, as between the axes of a profile.
    case straight
    /// Turning: along the ring if both have the same value. The numbers give the angle between two
    /// samples, so 350 to 370 is a small step and 350 to 10 nearly a full turn back.
    case turning
}

/// A sample of a polar space.
public struct PolarSample: Hashable, Sendable {
    /// In the space's units of angle.
    public var angle: Double
    /// NaN, or infinite, for a gap.
    public var value: Double

    /// Creates a sample.
    public init(angle: Double, value: Double) {
        self.angle = angle
        self.value = value
    }

    var isPresent: Bool { angle.isFinite && value.isFinite }
}

/// A stretch of area between a line and a ring.
public struct PolarBand: Hashable, Sendable {
    /// Along the line.
    public var outline: [Point]
    /// Along the adjacent ring, with the same number of points; one point for the centre.
    public var base: [Point]
    /// Whether its end is its beginning, which is stored once.
    public var isClosed: Bool
}

extension PolarLayout {
    /// The maximum distance of a chord from its arc, in units of the radius.
    private static let departure = 0.1
    /// A point closer to a ring than this, in radii of the rim, is on it.
    private static let nearness = 1e-9

    /// The longest chord that is at most a tenth of a pixel from its arc, in radians.
    ///
    /// It has only a few different values, so that most changes of the size do not change it.
    ///
    /// - Parameter radius: of the rim, in pixels.
    public static func chord(radius: Double) -> Double {
        var chord = Double.pi / 8
        while chord > 1e-3, radius * (1 - cos(chord / 2)) > departure { chord /= 2 }
        return chord
    }

    private func polar(_ sample: PolarSample) -> (direction: Double, distance: Double) {
        (direction(of: sample.angle), distance(of: sample.value))
    }

    private static func point(_ direction: Double, _ distance: Double) -> Point {
        Point.zero + vector(ofDirection: direction) * distance
    }

    /// The position of a sample, with the rim's radius as the unit.
    public func unitPoint(_ sample: PolarSample) -> Point {
        let (direction, distance) = polar(sample)
        return Self.point(direction, distance)
    }

    /// The places from one sample up to, but not including, the next, each with its distance from
    /// the centre.
    private func way(
        _ from: PolarSample, _ to: PolarSample, _ interpolation: PolarInterpolation, _ chord: Double
    ) -> [(direction: Double, distance: Double)] {
        let (a, b) = (polar(from), polar(to))
        let turned = abs(b.direction - a.direction)
        let pieces = max(1, Int(min(turned / chord, 100_000).rounded(.up)))
        return (0..<pieces).map { piece in
            let part = Double(piece) / Double(pieces)
            guard interpolation == .straight, piece > 0 else {
                return (
                    a.direction + (b.direction - a.direction) * part,
                    a.distance + (b.distance - a.distance) * part
                )
            }
            let (start, end) = (
                Self.point(a.direction, a.distance), Self.point(b.direction, b.distance)
            )
            let place = start + (end - start) * part
            let arm = place - .zero
            return (PolarLayout.direction(of: arm), arm.length)
        }
    }

    /// The samples as points of a line, with gaps as points that are not finite.
    ///
    /// - Parameters:
    ///   - isClosed: whether the line continues from the last sample to the first, if both have
    ///     values.
    ///   - chord: the longest chord of an arc, in radians.
    public func line(
        _ samples: [PolarSample], _ interpolation: PolarInterpolation, isClosed: Bool,
        chord: Double
    ) -> [Point] {
        var points: [Point] = []
        func add(_ sample: PolarSample, to next: PolarSample?) {
            guard sample.isPresent else { return points.append(Point(x: .nan, y: .nan)) }
            if let next, next.isPresent, interpolation == .turning {
                points += way(sample, next, interpolation, chord).map {
                    Self.point($0.direction, $0.distance)
                }
            } else {
                points.append(unitPoint(sample))
            }
        }
        for (index, sample) in samples.enumerated() {
            add(sample, to: index + 1 < samples.count ? samples[index + 1] : nil)
        }
        guard isClosed, samples.count > 2, let first = samples.first, let last = samples.last,
            first.isPresent, last.isPresent
        else { return points }
        if interpolation == .turning {
            points.removeLast()
            add(last, to: onwards(first, after: last, samples))
        }
        points.append(unitPoint(first))
        return points
    }

    /// The first sample with its angle moved by the turn of the others, so that the line continues
    /// to it.
    private func onwards(
        _ first: PolarSample, after last: PolarSample, _ samples: [PolarSample]
    ) -> PolarSample {
        let isForwards = last.angle >= first.angle
        return PolarSample(
            angle: first.angle + (isForwards ? turn : -turn), value: first.value)
    }

    /// The area between the samples' line and the ring of a value, in bands that are each on one
    /// side of it.
    ///
    /// - Parameters:
    ///   - base: the value of the ring; nil for the edge of the hole.
    ///   - chord: the longest chord of an arc, in radians.
    public func bands(
        _ samples: [PolarSample], _ interpolation: PolarInterpolation, base: Double?,
        isClosed: Bool, chord: Double
    ) -> [PolarBand] {
        let ring = base.map(distance) ?? hole
        let closes = isClosed && samples.count > 2
        var places: [(direction: Double, distance: Double)?] = []
        for (index, sample) in samples.enumerated() {
            let isLast = index + 1 == samples.count
            guard sample.isPresent else {
                places.append(nil)
                continue
            }
            let next: PolarSample? =
                isLast
                ? closes ? onwards(samples[0], after: sample, samples) : nil : samples[index + 1]
            if let next, next.isPresent {
                places += way(sample, next, interpolation, chord)
            } else {
                places.append(polar(sample))
            }
        }
        return Self.bands(places, ring: ring, isClosed: closes)
    }

    private static func bands(
        _ places: [(direction: Double, distance: Double)?], ring: Double, isClosed: Bool
    ) -> [PolarBand] {
        // Where the line meets the ring one band ends and the next begins.
        var list: [(direction: Double, distance: Double)?] = []
        var breaks: Set<Int> = []
        func isOn(_ distance: Double) -> Bool { abs(distance - ring) < nearness }
        for (index, place) in places.enumerated() {
            if let place, isOn(place.distance) {
                breaks.insert(list.count)
                list.append((place.direction, ring))
                continue
            }
            list.append(place)
            let isLast = index + 1 == places.count
            guard let place, !isLast || isClosed,
                let next = places[isLast ? 0 : index + 1], !isOn(next.distance),
                (place.distance < ring) != (next.distance < ring)
            else { continue }
            let part = (ring - place.distance) / (next.distance - place.distance)
            let turned = (next.direction - place.direction).remainder(dividingBy: 2 * Double.pi)
            breaks.insert(list.count)
            list.append((place.direction + turned * part, ring))
        }
        let isWhole = breaks.isEmpty && !list.contains { $0 == nil }
        if isClosed, isWhole { return band(list.compactMap { $0 }, ring, isClosed: true) }
        var start = 0
        if isClosed {
            start = breaks.min() ?? (list.firstIndex { $0 == nil } ?? 0)
        }
        var bands: [PolarBand] = []
        var run: [(direction: Double, distance: Double)] = []
        for step in 0..<list.count + (isClosed && !breaks.isEmpty ? 1 : 0) {
            let index = (start + step) % list.count
            guard let place = list[index] else {
                bands += band(run, ring, isClosed: false)
                run = []
                continue
            }
            run.append(place)
            if breaks.contains(index) {
                bands += band(run, ring, isClosed: false)
                run = [place]
            }
        }
        return bands + band(run, ring, isClosed: false)
    }

    private static func band(
        _ run: [(direction: Double, distance: Double)], _ ring: Double, isClosed: Bool
    ) -> [PolarBand] {
        guard run.count > 1, run.contains(where: { $0.distance != ring }) else { return [] }
        return [
            PolarBand(
                outline: run.map { point($0.direction, $0.distance) },
                base: ring > 0 ? run.map { point($0.direction, ring) } : [.zero],
                isClosed: isClosed)
        ]
    }
}
