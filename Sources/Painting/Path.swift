import Geometry
import Glibc

/// Outlines of straight lines and cubic curves, in points.
public struct Path: Hashable, Sendable {
    /// One step of an outline.
    public enum Step: Hashable, Sendable {
        /// Begins an outline at a point.
        case move(Point)
        /// A straight line to a point.
        case line(Point)
        /// A cubic Bézier curve to a point, with its two control points.
        case curve(Point, Point, to: Point)
        /// A straight line to where the outline began.
        case close
    }

    /// The steps in their order.
    public private(set) var steps: [Step] = []

    /// A path without outlines.
    public init() {}

    /// An outline through points, closed by default.
    public init(_ points: some Sequence<Point>, isClosed: Bool = true) {
        for point in points {
            if steps.isEmpty { move(to: point) } else { line(to: point) }
        }
        if isClosed { close() }
    }

    /// The outline of a rectangle.
    public init(_ rect: Rect) {
        self.init([
            Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
            Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
        ])
    }

    /// The outline of a rectangle with round corners, which are limited to half its size.
    public init(_ rect: Rect, corners: Corners) {
        guard corners != 0 else {
            self.init(rect)
            return
        }
        self.init()
        let most = max(0, min(rect.width, rect.height) / 2)
        func radius(_ wanted: Double) -> Double { min(max(wanted, 0), most) }
        let (lt, rt) = (radius(corners.leftTop), radius(corners.rightTop))
        let (rb, lb) = (radius(corners.rightBottom), radius(corners.leftBottom))
        move(to: Point(x: rect.minX + lt, y: rect.minY))
        line(to: Point(x: rect.maxX - rt, y: rect.minY))
        corner(Point(x: rect.maxX - rt, y: rect.minY + rt), rt, from: -.pi / 2)
        line(to: Point(x: rect.maxX, y: rect.maxY - rb))
        corner(Point(x: rect.maxX - rb, y: rect.maxY - rb), rb, from: 0)
        line(to: Point(x: rect.minX + lb, y: rect.maxY))
        corner(Point(x: rect.minX + lb, y: rect.maxY - lb), lb, from: .pi / 2)
        line(to: Point(x: rect.minX, y: rect.minY + lt))
        corner(Point(x: rect.minX + lt, y: rect.minY + lt), lt, from: .pi)
        close()
    }

    /// The outline of a circle.
    public init(circleAt center: Point, radius: Double) {
        self.init()
        move(to: Point(x: center.x + radius, y: center.y))
        arc(center, radius, from: 0, to: 2 * .pi)
        close()
    }

    /// Whether it has no steps.
    public var isEmpty: Bool { steps.isEmpty }

    /// Begins an outline.
    public mutating func move(to point: Point) { steps.append(.move(point)) }

    /// Adds a straight line.
    public mutating func line(to point: Point) { steps.append(.line(point)) }

    /// Adds a cubic Bézier curve.
    public mutating func curve(_ first: Point, _ second: Point, to end: Point) {
        steps.append(.curve(first, second, to: end))
    }

    /// Adds an arc around a center, from the current point, which must be at the angle `start`.
    ///
    /// Angles are in radians, 0 to the right, growing clockwise if y grows downwards. Adds curves
    /// of at most a quarter turn, each within 0.03 % of the radius.
    public mutating func arc(_ center: Point, _ radius: Double, from start: Double, to end: Double)
    {
        let count = max(1, Int((abs(end - start) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = (end - start) / Double(count)
        // The distance of control points for which the middle of the curve is on the arc.
        let reach = 4 / 3 * tan(step / 4) * radius
        for number in 0..<count {
            let (from, to) = (start + Double(number) * step, start + Double(number + 1) * step)
            let (a, b) = (
                Point(x: center.x + radius * cos(from), y: center.y + radius * sin(from)),
                Point(x: center.x + radius * cos(to), y: center.y + radius * sin(to))
            )
            curve(
                Point(x: a.x - reach * sin(from), y: a.y + reach * cos(from)),
                Point(x: b.x + reach * sin(to), y: b.y - reach * cos(to)), to: b)
        }
    }

    private mutating func corner(_ center: Point, _ radius: Double, from start: Double) {
        if radius > 0 { arc(center, radius, from: start, to: start + .pi / 2) }
    }

    /// Closes the outline.
    public mutating func close() { if !steps.isEmpty { steps.append(.close) } }

    /// Adds the outlines of another path.
    public mutating func append(_ other: Path) { steps.append(contentsOf: other.steps) }

    /// The path with a map applied to every point.
    public func transformed(by map: AffineTransform) -> Path {
        var path = Path()
        path.steps = steps.map { step in
            switch step {
            case .move(let point): .move(map(point))
            case .line(let point): .line(map(point))
            case .curve(let first, let second, let end):
                .curve(map(first), map(second), to: map(end))
            case .close: .close
            }
        }
        return path
    }

    /// A rectangle around all its points, including control points; nil without points, or if one
    /// is not finite.
    public var bounds: Rect? {
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        func include(_ point: Point) {
            (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
            (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
        }
        for step in steps {
            switch step {
            case .move(let point), .line(let point): include(point)
            case .curve(let first, let second, let end):
                include(first)
                include(second)
                include(end)
            case .close: break
            }
        }
        guard low.x <= high.x, low.y <= high.y, (high.x - low.x).isFinite, (high.y - low.y).isFinite
        else { return nil }
        return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Its outlines as straight lines that are at most `departure` from the curves, each with
    /// whether it is closed.
    public func flattened(departure: Double) -> [(points: [Point], isClosed: Bool)] {
        var outlines: [(points: [Point], isClosed: Bool)] = []
        var current: [Point] = []
        func end(_ isClosed: Bool) {
            if !current.isEmpty { outlines.append((current, isClosed)) }
        }
        for step in steps {
            switch step {
            case .move(let point):
                end(false)
                current = [point]
            case .line(let point): current.append(point)
            case .curve(let first, let second, let to):
                guard let from = current.last else { continue }
                // The distance of a chord from a cubic is at most √3/18 of its second differences over
                // the square of the number of pieces (T. Sederberg, Computer Aided Geometric Design).
                let (u, v) = (
                    from - first + (second - first), first - second + (to - second)
                )
                let bend = 6 * 3.0.squareRoot() / 18 * max(u.length, v.length)
                let wanted = (bend / max(departure, 1e-6)).squareRoot().rounded(.up)
                let count = wanted.isFinite ? min(max(Int(wanted), 1), 1_000) : 1
                for number in 1...count {
                    let t = Double(number) / Double(count)
                    let s = 1 - t
                    let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                    current.append(
                        Point(
                            x: a * from.x + b * first.x + c * second.x + d * to.x,
                            y: a * from.y + b * first.y + c * second.y + d * to.y))
                }
            case .close:
                guard let start = current.first else { continue }
                end(true)
                current = [start]
            }
        }
        // After a close the next outline begins where the closed one began; a single point is not
        // an outline.
        if current.count > 1 || outlines.last?.isClosed != true { end(false) }
        return outlines
    }
}

/// The rule for the inside of outlines that cross or contain one another.
public enum FillRule: Hashable, Sendable {
    /// Inside if outlines go around more often in one direction than in the other.
    case nonZero
    /// Inside if an odd number of outlines contains the point: an outline within another is a hole.
    case evenOdd
}
