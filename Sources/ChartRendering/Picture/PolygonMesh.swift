// Triangles of a simple polygon with a soft edge.
//
// Layout: three (place, coverage) per triangle; coverage 1 inside, falling to 0 over one device
// pixel across each edge, half of it on either side.
// Method: the outline is moved half a pixel inwards and outwards along its corners' bisectors; the
// inner outline is cut into triangles by clipping ears (G. H. Meisters, Polygons have ears, 1975),
// the ring between the two becomes quads.
// Limits: no holes, no crossing edges; O(n²), meant for icons; features thinner than a pixel fade.
// Rejected: a scan converter on the CPU (a texture per icon and scale).

import Geometry
import Glibc

struct PolygonMesh {
    private(set) var triangles: [(place: Point, coverage: Double)] = []
    private(set) var bounds = Rect.zero

    init(_ points: [Point]) {
        var outline: [Point] = []
        for point in points {
            if let last = outline.last, (point - last).length < 1e-6 { continue }
            outline.append(point)
        }
        if let first = outline.first, let last = outline.last, outline.count > 1,
            (first - last).length < 1e-6
        {
            outline.removeLast()
        }
        guard outline.count >= 3 else { return }
        if Self.area(outline) < 0 { outline.reverse() }
        let inner = addEdge(of: outline)
        for place in Self.ears(inner) { triangles.append((place, 1)) }
    }

    /// The area between two lines that run side by side, the second one on the right side of the
    /// first in its direction, or one point for a fan.
    ///
    /// O(n).
    init(strip left: [Point], _ right: [Point]) {
        precondition(
            left.count >= 2 && (right.count == left.count || right.count == 1),
            "a strip has as many points on both sides, or one on its right")
        let inner = addEdge(of: left + right.reversed())
        for index in 0..<left.count - 1 {
            let (a, b) = (inner[index], inner[index + 1])
            let c = inner[right.count == 1 ? left.count : inner.count - 2 - index]
            for place in [a, b, c] { triangles.append((place, 1)) }
            guard right.count > 1 else { continue }
            for place in [a, c, inner[inner.count - 1 - index]] { triangles.append((place, 1)) }
        }
    }

    /// The area between two lines that run side by side, in either direction and on either side of
    /// each other; the second one may be a point.
    ///
    /// O(n). Parts that turn back on themselves are covered twice.
    init(band first: [Point], _ second: [Point]) {
        let turnsRight = Self.area(first + second.reversed()) >= 0
        self.init(
            strip: turnsRight ? first : first.reversed(), turnsRight ? second : second.reversed())
    }

    /// The area between two closed lines that run side by side in one direction, either of them
    /// inside the other; the second one may be a point that the first one goes around.
    ///
    /// O(n). Parts that turn back on themselves are covered twice.
    init(ring first: [Point], _ second: [Point]) {
        precondition(
            first.count >= 2 && (second.count == first.count || second.count == 1),
            "a ring has as many points on both sides, or one on its second side")
        var (outer, inner) = (first, second)
        if inner.count > 1, abs(Self.area(inner)) > abs(Self.area(outer)) {
            swap(&outer, &inner)
        }
        if Self.area(outer) < 0 {
            outer.reverse()
            inner.reverse()
        }
        // The bounds are those of the outline added last.
        if inner.count > 1 { inner = addEdge(of: inner.reversed()).reversed() }
        outer = addEdge(of: outer)
        for index in outer.indices {
            let next = (index + 1) % outer.count
            guard inner.count > 1 else {
                for place in [outer[index], outer[next], inner[0]] { triangles.append((place, 1)) }
                continue
            }
            let quad = [outer[index], outer[next], inner[next], inner[index]]
            for corner in [0, 1, 2, 0, 2, 3] { triangles.append((quad[corner], 1)) }
        }
    }

    /// Adds the soft edge of an outline whose corners turn right; returns the remaining inside.
    private mutating func addEdge(of outline: [Point]) -> [Point] {
        let inner = Self.moved(outline, by: 0.5)
        let outer = Self.moved(outline, by: -0.5)
        for index in outline.indices {
            let next = (index + 1) % outline.count
            let quad = [
                (inner[index], 1.0), (inner[next], 1.0), (outer[next], 0.0), (outer[index], 0.0),
            ]
            for corner in [0, 1, 2, 0, 2, 3] { triangles.append(quad[corner]) }
        }
        let xs = outer.map(\.x)
        let ys = outer.map(\.y)
        let left = xs.min() ?? 0
        let top = ys.min() ?? 0
        bounds = Rect(
            x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
        return inner
    }

    /// Twice the signed area; positive where corners turn right on a screen (y downwards).
    private static func area(_ points: [Point]) -> Double {
        var sum = 0.0
        for index in points.indices {
            let a = points[index]
            let b = points[(index + 1) % points.count]
            sum += a.x * b.y - b.x * a.y
        }
        return sum
    }

    /// The outline moved inwards; a sharp corner moves by at most four times the distance.
    private static func moved(_ points: [Point], by distance: Double) -> [Point] {
        points.indices.map { index in
            let before = points[(index + points.count - 1) % points.count]
            let here = points[index]
            let after = points[(index + 1) % points.count]
            let a = normal(before, here)
            let b = normal(here, after)
            let sum = Vector(dx: a.dx + b.dx, dy: a.dy + b.dy)
            let dot = sum.dx * a.dx + sum.dy * a.dy
            let factor = distance / max(dot, 0.25)
            return Point(x: here.x + sum.dx * factor, y: here.y + sum.dy * factor)
        }
    }

    /// The unit normal of an edge that points inwards.
    private static func normal(_ a: Point, _ b: Point) -> Vector {
        let edge = b - a
        let size = max(edge.length, 1e-12)
        return Vector(dx: -edge.dy / size, dy: edge.dx / size)
    }

    private static func cross(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    private static func ears(_ points: [Point]) -> [Point] {
        var rest = Array(points.indices)
        var result: [Point] = []
        while rest.count > 3 {
            var clipped = false
            for position in rest.indices {
                let a = points[rest[(position + rest.count - 1) % rest.count]]
                let b = points[rest[position]]
                let c = points[rest[(position + 1) % rest.count]]
                guard cross(a, b, c) > 0 else { continue }
                let holds = rest.contains { index in
                    let p = points[index]
                    if p == a || p == b || p == c { return false }
                    return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0
                }
                if holds { continue }
                result += [a, b, c]
                rest.remove(at: position)
                clipped = true
                break
            }
            // An outline that is not simple has no ear left; the rest becomes a fan, which is as
            // good as any other result.
            if !clipped {
                for index in 1..<rest.count - 1 {
                    result += [points[rest[0]], points[rest[index]], points[rest[index + 1]]]
                }
                return result
            }
        }
        result += rest.map { points[$0] }
        return result
    }
}
