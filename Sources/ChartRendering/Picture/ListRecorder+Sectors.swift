// Slices of pies and rings.
//
// Method: the arcs become chords that are nowhere further than a tenth of a device pixel from them,
// the outline a mesh with a soft edge (`PolygonMesh`), its inside a strip between the two arcs. A
// whole turn has no corners and is a disc or a ring of the shape's shader.

import Geometry
import Glibc
import Painting

extension ListRecorder {
    /// How far a chord may be from its arc, in device pixels.
    private static let departure = 0.1

    /// A sector of a disc or of a ring.
    ///
    /// Nothing where the angle or the outer radius is not above zero, or the inner one not below the
    /// outer.
    /// - Parameters:
    ///   - center: of the arcs, in points.
    ///   - inner: the radius of the hole in points; 0 for none.
    ///   - outer: the radius in points.
    ///   - start: where it begins, in radians clockwise from 12 o'clock.
    ///   - end: where it ends; a turn later or more is the whole disc.
    func sector(
        center: Point, inner: Double, outer: Double, from start: Double, to end: Double,
        color: Color
    ) {
        let hole = max(inner, 0)
        guard outer > hole, end > start, outer.isFinite, start.isFinite, end.isFinite else {
            return
        }
        guard end - start < 2 * Double.pi - 1e-9 else {
            let ring = Border(width: outer - hole, color: color)
            return circle(
                at: center, radius: outer, fill: hole > 0 ? .clear : color,
                stroke: hole > 0 ? ring : nil)
        }
        let middle = Point(x: center.x * scale, y: center.y * scale)
        let reach = outer * scale
        let pieces = Self.pieces(angle: end - start, radius: reach)
        func arc(_ radius: Double) -> [Point] {
            (0...pieces).map { number in
                let angle = start + (end - start) * (Double(number) / Double(pieces))
                return Point(x: middle.x + radius * sin(angle), y: middle.y - radius * cos(angle))
            }
        }
        // A hole smaller than a pixel cannot be seen.
        let inside = hole * scale < 0.5 ? [middle] : arc(hole * scale)
        add(PolygonMesh(strip: arc(reach), inside), color)
    }

    /// How many chords an arc in device pixels takes.
    static func pieces(angle: Double, radius: Double) -> Int {
        let step = 2 * acos(max(1 - departure / max(radius, 1e-3), 0))
        return max(1, Int((angle / step).rounded(.up)))
    }
}
