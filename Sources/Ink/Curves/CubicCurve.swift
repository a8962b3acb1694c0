// Smooth curves through places.
//
// Method: centripetal Catmull-Rom splines (Barry and Goldman, SIGGRAPH 1988), as cubic Bézier
// curves. With the square roots of the distances as knots a segment has neither cusps nor loops
// (Yuksel, Schaefer, Keyser, Computer-Aided Design 43, 2011), however unevenly a device samples.
// The number of straight pieces of a curve is Wang's bound (Wang 1984; Sederberg's lecture notes on
// computer-aided geometric design, 2.6.4).

import Geometry

/// A cubic Bézier curve.
struct CubicCurve: Hashable, Sendable {
    var start: Point
    var first: Point
    var second: Point
    var end: Point

    /// The curve from `b` to `c` of the spline through four places; without a place before or
    /// after, it ends straight.
    init(_ a: Point?, _ b: Point, _ c: Point, _ d: Point?) {
        start = b
        end = c
        let middle = (c - b).length.squareRoot()
        first = b + (a.flatMap { Self.handle($0, b, c, middle) } ?? (c - b) * (1 / 3))
        second = c + (d.flatMap { Self.handle($0, c, b, middle) } ?? (b - c) * (1 / 3))
    }

    /// The way from `b` to its control point towards `c`; nil if `a` or `c` is in the same place.
    private static func handle(_ a: Point, _ b: Point, _ c: Point, _ next: Double) -> Vector? {
        let before = (b - a).length.squareRoot()
        guard before > 0, next > 0 else { return nil }
        // The derivative of the spline at `b`, over the knots between `b` and `c`.
        let share = 1 / (3 * before * (before + next))
        return (c - b) * (before * before * share) + (b - a) * (next * next * share)
    }

    /// The place at a part of the way, from 0 to 1.
    func place(at part: Double) -> Point {
        let rest = 1 - part
        let (a, b) = (rest * rest * rest, 3 * rest * rest * part)
        let (c, d) = (3 * rest * part * part, part * part * part)
        return Point(
            x: a * start.x + b * first.x + c * second.x + d * end.x,
            y: a * start.y + b * first.y + c * second.y + d * end.y)
    }

    /// How many straight pieces of equal parts stay within a distance of it; at least one.
    func pieces(within distance: Double) -> Int {
        let bend = max(
            ((start - first) + (second - first)).length, ((first - second) + (end - second)).length)
        let pieces = (6 * bend / (8 * distance)).squareRoot().rounded(.up)
        return pieces.isFinite ? min(max(Int(min(pieces, 1e4)), 1), 10_000) : 1
    }

    /// The largest distance between it and the straight line between its ends, or a little more.
    var bulge: Double {
        0.75
            * max(
                Segment(start, end).distance(to: first), Segment(start, end).distance(to: second))
    }
}

/// A straight line between two places.
struct Segment: Hashable, Sendable {
    var start: Point
    var end: Point

    init(_ start: Point, _ end: Point) { (self.start, self.end) = (start, end) }

    /// The part of the way, from 0 to 1, at which it is nearest to a place.
    func part(nearestTo place: Point) -> Double {
        let way = end - start
        let square = way.dx * way.dx + way.dy * way.dy
        guard square > 0 else { return 0 }
        let offset = place - start
        return min(max((offset.dx * way.dx + offset.dy * way.dy) / square, 0), 1)
    }

    /// The place at a part of the way.
    func place(at part: Double) -> Point { start + (end - start) * part }

    /// The distance from a place to the nearest one on it.
    func distance(to place: Point) -> Double {
        (place - self.place(at: part(nearestTo: place))).length
    }
}
