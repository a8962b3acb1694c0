// Lines and bands in a polar space, in units of its rim.
//
// Layout: the centre is (0, 0), the rim has the radius 1, y grows downwards. Method: from one sample
// to the next a line goes straight, or turns at an even rate while its distance changes evenly (a
// spiral, and at one distance an arc); spirals and rings become chords as long as can be: what is
// drawn of many that are shorter than a pixel gets too wide.
// A band lies between a line and a ring. Where the line meets the ring the band ends and another
// begins, perhaps on the ring's other side, so that each of them has the ring on one side. A closed
// band without a break is one without ends; with one it begins at a break, so that no seam shows
// where the samples begin.

import Geometry
import Glibc

/// How a line goes from one sample of a polar space to the next.
public enum PolarInterpolation: Hashable, Sendable {
    /// Straight, as between the axes of a profile.
    case straight
    /// Turning: along the ring where both have one value. From one angle to the next as the numbers
    /// say, so that 350 to 370 is a small step and 350 to 10 nearly a turn back.
    case turning
}

/// A sample of a polar space.
public struct PolarSample: Hashable, Sendable {
    /// In the space's units of angle.
    public var angle: Double
    /// NaN, or infinite, for a gap.
    public var value: Double

    /// A sample put together.
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
    /// Along the ring beside it, as many; one point for the centre.
    public var base: [Point]
    /// Whether its end is its beginning, which is there once.
    public var isClosed: Bool
}

extension PolarLayout {
    /// How far a chord may be from its arc, in units of the radius' own.
    private static let departure = 0.1
    /// Nearer than this to a ring, in radii of the rim, is on it.
    private static let nearness = 1e-9

    /// The longest chord that is nowhere further from its arc than a tenth of a pixel, in radians: one
    /// of few, so that most changes of a size change none.
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

    /// Where a sample is, with the rim's radius as the unit.
    public func unitPoint(_ sample: PolarSample) -> Point {
        let (direction, distance) = polar(sample)
        return Self.point(direction, distance)
    }

    /// The places from one sample up to and without the next, each with its distance from the centre.
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

    /// The samples as points of a line, gaps as points that are not finite.
    ///
    /// - Parameters:
    ///   - isClosed: whether it goes on from the last sample to the first, if both are there.
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

    /// The first sample with its angle moved by the turn that the others have gone, so that the way
    /// to it goes on.
    private func onwards(
        _ first: PolarSample, after last: PolarSample, _ samples: [PolarSample]
    ) -> PolarSample {
        let isForwards = last.angle >= first.angle
        return PolarSample(
            angle: first.angle + (isForwards ? turn : -turn), value: first.value)
    }

    /// The area between the samples' line and the ring of a value, in bands that each lie on one side
    /// of it.
    ///
    /// - Parameters:
    ///   - base: the value of the ring; nil for the hole's edge.
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
