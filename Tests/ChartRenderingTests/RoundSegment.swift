import Geometry

/// A straight piece of a stroke with round ends, and what it covers of pixels by their distance to it:
/// what the shaders say, worked out apart from them.
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

    /// What it covers of a pixel about a place; its edge is as soft as one of its slope.
    func coverage(at place: Point) -> Double {
        let along = end - start
        let ramp = (1 + max(abs(along.dx), abs(along.dy)) / along.length) / 2
        return min(max(0.5 - distance(to: place) / ramp, 0), 1)
    }

    /// How far a coverage is from that of the pieces of a line together.
    ///
    /// It is the most that one of them covers; but about a corner the piece nearest to a place says it,
    /// or either of two that are as near, whose edges may be softer and harder ones.
    static func error(_ coverage: Double, at place: Point, of pieces: [RoundSegment]) -> Double {
        let nearest = pieces.map { $0.distance(to: place) }.min() ?? .infinity
        let tied = pieces.filter { $0.distance(to: place) < nearest + 1e-6 }
        let wanted =
            tied.map { $0.coverage(at: place) }
            + [pieces.map { $0.coverage(at: place) }.max() ?? 0]
        return wanted.map { abs(coverage - $0) }.min() ?? coverage
    }
}
