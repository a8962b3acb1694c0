import ChartRendering
import ChartScene
import Geometry
import Glibc
import Painting

/// A stroked polyline by its geometric definition, for comparison with a picture: computed on the
/// CPU from polygons and discs, without any code of the shaders.
///
/// The stroke is the union of a rectangle for each segment, a shape for each join, and two caps. A
/// pixel's coverage is the fraction of its 8 × 8 subpixels whose middles are in that union.
struct StrokeOracle {
    /// A convex polygon, or a disc if it has one corner.
    struct Piece {
        var corners: [Point]
        var radius = 0.0

        init(_ corners: [Point]) { self.corners = corners }

        init(disc center: Point, radius: Double) {
            corners = [center]
            self.radius = radius
        }

        /// Whether a place is inside; polygons may run either way round.
        func contains(_ p: Point) -> Bool {
            if corners.count == 1 {
                let arm = p - corners[0]
                return arm.dx * arm.dx + arm.dy * arm.dy <= radius * radius
            }
            var isLeft = false
            var isRight = false
            var last = corners[corners.count - 1]
            var index = 0
            while index < corners.count {
                let corner = corners[index]
                let side =
                    (corner.x - last.x) * (p.y - last.y) - (corner.y - last.y) * (p.x - last.x)
                if side > 0 { isLeft = true }
                if side < 0 { isRight = true }
                last = corner
                index += 1
            }
            return !(isLeft && isRight)
        }
    }

    /// A segment with its two ends.
    struct Part {
        var pieces: [Piece]
        var start: Point
        var end: Point
        /// The maximum distance of any of its points from the segment.
        var reach: Double
        /// Left, top, right and bottom of its possible extent.
        var bounds: SIMD4<Double>

        /// The distance of a place from its possible extent.
        func distance(to place: Point) -> Double {
            RoundSegment(start: start, end: end, width: 2 * reach).distance(to: place)
        }
    }

    private(set) var parts: [Part] = []

    /// The stroke of `points`, all in device pixels.
    init(_ points: [Point], width: Double, join: LineJoin, cap: LineCap) {
        let half = width / 2
        var limit = 1.0
        if case .miter(let most) = join { limit = most }
        let reach = half * max(limit, 1.5)
        let count = points.count - 1
        for index in 0..<count {
            let (a, b) = (points[index], points[index + 1])
            guard (b - a).length > 0 else { continue }
            let along = (b - a) * (1 / (b - a).length)
            let across = Vector(dx: -along.dy, dy: along.dx) * half
            var pieces = [Piece([a + across, b + across, b + across * -1, a + across * -1])]
            for (place, isEnd) in [(a, index == 0), (b, index == count - 1)] {
                guard isEnd else { continue }
                let out = along * (place == a ? -half : half)
                switch cap {
                case .butt: break
                case .round: pieces.append(Piece(disc: place, radius: half))
                case .square:
                    pieces.append(
                        Piece([
                            place + across, place + across + out, place + across * -1 + out,
                            place + across * -1,
                        ]))
                }
            }
            if index > 0 {
                pieces += Self.corner(points[index - 1], a, b, half: half, join: join)
            }
            if index + 1 < count {
                pieces += Self.corner(a, b, points[index + 2], half: half, join: join)
            }
            let bounds = SIMD4(
                min(a.x, b.x) - reach, min(a.y, b.y) - reach, max(a.x, b.x) + reach,
                max(a.y, b.y) + reach)
            parts.append(Part(pieces: pieces, start: a, end: b, reach: reach, bounds: bounds))
        }
    }

    /// The shape that a join adds to the rectangles of its two segments.
    private static func corner(
        _ before: Point, _ place: Point, _ after: Point, half: Double, join: LineJoin
    ) -> [Piece] {
        let (a, b) = (place - before, after - place)
        // At a repeated sample the line joins round.
        if join == .round || a.length == 0 || b.length == 0 {
            return [Piece(disc: place, radius: half)]
        }
        let (u, v) = (a * (1 / a.length), b * (1 / b.length))
        let turn = u.dx * v.dy - u.dy * v.dx
        // The outer side is the one that the line turns away from.
        let side = turn > 0 ? -half : half
        let first = place + Vector(dx: -u.dy, dy: u.dx) * side
        let second = place + Vector(dx: -v.dy, dy: v.dx) * side
        let halfTurn = atan2(abs(turn), u.dx * v.dx + u.dy * v.dy) / 2
        if case .miter(let limit) = join, 1 / cos(halfTurn) <= limit {
            let tip = first + u * (half * tan(halfTurn))
            return [Piece([place, first, tip, second])]
        }
        return [Piece([place, first, second])]
    }

    /// The coverage of a pixel by a stroke.
    struct Coverage {
        /// By the segment that covers it the most: the lower bound for a maximum of segments.
        var least = 0.0
        /// By the union of all.
        var most = 0.0
        /// Whether one segment alone covers all of the pixel.
        var isWhole = false
    }

    func coverage(_ x: Int, _ y: Int) -> Coverage {
        let (left, top) = (Double(x), Double(y))
        let near = parts.filter { part in
            part.bounds.x < left + 1 && part.bounds.z > left && part.bounds.y < top + 1
                && part.bounds.w > top
        }
        // A convex piece that contains a pixel's corners contains all of it.
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { Point(x: left + $0, y: top + $1) }
        if near.contains(where: { part in corners.allSatisfy(part.pieces[0].contains) }) {
            return Coverage(least: 1, most: 1, isWhole: true)
        }
        var united = [Bool](repeating: false, count: 64)
        var result = Coverage()
        for part in near where part.distance(to: Point(x: left + 0.5, y: top + 0.5)) < 1 {
            var count = 0
            for index in 0..<64 {
                let place = Point(
                    x: left + (Double(index % 8) + 0.5) / 8,
                    y: top + (Double(index / 8) + 0.5) / 8)
                guard part.pieces.contains(where: { $0.contains(place) }) else { continue }
                count += 1
                united[index] = true
            }
            result.least = max(result.least, Double(count) / 64)
            // The maximum has been reached.
            if count == 64 { break }
        }
        result.most = result.least == 1 ? 1 : Double(united.count { $0 }) / 64
        return result
    }
}
