import Geometry

/// A straight piece of a stroke with round ends, and its coverage of pixels by their distance to
/// it: like the shaders, but computed independently.
struct RoundSegment {
    var start: Point
    var end: Point
    var width: Double

    /// The pieces of a line through points.
    static func pieces(
        _ points: [(Double, Double)], width: (Int) -> Double
    ) -> [RoundSegment] {
        points.indices.dropLast().map {
            RoundSegment(
                start: Point(x: points[$0].0, y: points[$0].1),
                end: Point(x: points[$0 + 1].0, y: points[$0 + 1].1), width: width($0))
        }
    }

    /// How far a place is outside of it.
    func distance(to place: Point) -> Double {
        let (along, arm) = (end - start, place - start)
        let size = along.dx * along.dx + along.dy * along.dy
        let part = min(max((arm.dx * along.dx + arm.dy * along.dy) / size, 0), 1)
        return (place - (start + along * part)).length - width / 2
    }

    /// Its coverage of a pixel around a place; its edge is as soft as that of any line with its
    /// slope.
    func coverage(at place: Point) -> Double {
        let along = end - start
        let ramp = (1 + max(abs(along.dx), abs(along.dy)) / along.length) / 2
        return min(max(0.5 - distance(to: place) / ramp, 0), 1)
    }

    /// The error of a coverage relative to the pieces of a line together.
    ///
    /// The expected value is the largest coverage of one of them; but around a corner it is that of
    /// the piece nearest to a place, or of either of two equally near ones, whose edges may be
    /// softer and harder.
    static func error(_ coverage: Double, at place: Point, of pieces: [RoundSegment]) -> Double {
        let nearest = pieces.map { $0.distance(to: place) }.min() ?? .infinity
        let tied = pieces.filter { $0.distance(to: place) < nearest + 1e-6 }
        let wanted =
            tied.map { $0.coverage(at: place) }
            + [pieces.map { $0.coverage(at: place) }.max() ?? 0]
        return wanted.map { abs(coverage - $0) }.min() ?? coverage
    }
}
