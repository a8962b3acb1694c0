// Diagonal stripes in bars, for bars that are incomplete.
//
// The stripes rise to the right. Where a point is across them is its distance from an origin to the
// right less that upwards, divided by the root of 2; each period has its stripe in the middle. The
// origin is at the left side of the bar, and at the place of 0 along it (of a horizontal bar, at its
// lower side). So the stripes of a bar stay with it while it moves, they grow at its top, and the
// parts of a stack have stripes in common. The shader (`Bar/bar.vert`) and the outlines here have the
// same stripes. Rejected: stripes that are fixed on the screen, which would flow through bars that
// move, and break at the seams of a picture that is kept.

import Geometry
import Glibc
import Painting

/// Diagonal stripes in some of the bars of a style: the stripes have the colour of the bar.
public struct Hatching: Hashable, Sendable {
    /// The colours between the stripes, by the number of the bar's colour.
    ///
    /// Bars of a colour without a gap have no stripes, and neither have those whose gap is nil.
    public var gaps: [Color?]
    /// The distance from one stripe to the next, in points.
    public var period: Double
    /// The width of a stripe, in points.
    public var width: Double

    /// Stripes with these gaps.
    public init(gaps: [Color?], period: Double = 5, width: Double = 2) {
        (self.gaps, self.period, self.width) = (gaps, period, width)
    }

    /// The gap of a colour; nil if its bars have no stripes.
    public func gap(_ color: Int) -> Color? { gaps.indices.contains(color) ? gaps[color] : nil }
}

extension Hatching {
    /// A place along bars in device pixels, less whole periods of the stripes, so that it is exact
    /// as a `Float` wherever the place is.
    package func reduced(_ place: Double, scale: Double) -> Double {
        let period = period * scale * 2.0.squareRoot()
        guard place.isFinite, period > 0 else { return 0 }
        return place.remainder(dividingBy: period)
    }

    /// The stripes inside a bar, as outlines.
    ///
    /// O(stripes).
    /// - Parameters:
    ///   - rect: the bar.
    ///   - corners: its corners.
    ///   - origin: where the stripes begin; only its distance from the bar in periods matters.
    func stripes(in rect: Rect, corners: Corners, from origin: Point) -> Path {
        var path = Path()
        guard period > 0, width > 0, rect.width > 0, rect.height > 0 else { return path }
        let outline = Self.outline(of: rect, corners)
        func across(_ point: Point) -> Double {
            (point.x - origin.x + point.y - origin.y) / 2.0.squareRoot()
        }
        let first = (across(Point(x: rect.minX, y: rect.minY)) / period).rounded(.down)
        let last = (across(Point(x: rect.maxX, y: rect.maxY)) / period).rounded(.up)
        for number in stride(from: first, to: last, by: 1) {
            let middle = (number + 0.5) * period
            let low = Self.cut(outline) { across($0) - (middle - width / 2) }
            let stripe = Self.cut(low) { (middle + width / 2) - across($0) }
            guard stripe.count > 2 else { continue }
            for (index, point) in stripe.enumerated() {
                if index == 0 { path.move(to: point) } else { path.line(to: point) }
            }
            path.close()
        }
        return path
    }

    /// The outline of a bar with its corners as short lines.
    private static func outline(of rect: Rect, _ corners: Corners) -> [Point] {
        let most = min(rect.width, rect.height) / 2
        func radius(_ wanted: Double) -> Double { min(max(wanted, 0), most) }
        var points: [Point] = []
        func corner(_ x: Double, _ y: Double, _ radius: Double, from start: Double) {
            let steps = radius > 0 ? 8 : 0
            for step in 0...steps {
                let angle = start + (steps > 0 ? Double(step) / Double(steps) : 0) * .pi / 2
                points.append(
                    Point(x: x + radius * cos(angle), y: y + radius * sin(angle)))
            }
        }
        let (lt, rt) = (radius(corners.leftTop), radius(corners.rightTop))
        let (rb, lb) = (radius(corners.rightBottom), radius(corners.leftBottom))
        corner(rect.minX + lt, rect.minY + lt, lt, from: .pi)
        corner(rect.maxX - rt, rect.minY + rt, rt, from: 1.5 * .pi)
        corner(rect.maxX - rb, rect.maxY - rb, rb, from: 0)
        corner(rect.minX + lb, rect.maxY - lb, lb, from: 0.5 * .pi)
        return points
    }

    /// The part of a convex outline where a linear function is not negative.
    ///
    /// Sutherland and Hodgman, CACM 17(1), 1974, for one edge.
    private static func cut(_ outline: [Point], _ side: (Point) -> Double) -> [Point] {
        var kept: [Point] = []
        for (index, point) in outline.enumerated() {
            let before = outline[index == 0 ? outline.count - 1 : index - 1]
            let (now, then) = (side(point), side(before))
            if (now < 0) != (then < 0) {
                let part = then / (then - now)
                kept.append(
                    Point(
                        x: before.x + (point.x - before.x) * part,
                        y: before.y + (point.y - before.y) * part))
            }
            if now >= 0 { kept.append(point) }
        }
        return kept
    }
}
