import ChartScene
import Geometry
import Glibc
import Painting

extension ListRecorder {
    /// A line through `points`, optionally closed to a ring: for icons and small charts.
    ///
    /// For a series use a `SampleBuffer`. A translucent line may darken where it crosses itself
    /// (corners stay even). Points that are not finite, or repeated, are omitted.
    func polyline(
        _ points: [Point], width: Double, color: Color, closed: Bool = false,
        join: LineJoin = .round, cap: LineCap = .round
    ) {
        guard
            let segments = StrokeSegments(
                points, width: width, color: color, isClosed: closed, join, cap, scale: scale)
        else { return }
        add(segments.instances, StrokeInstance.kind, segments.bounds)
    }

    /// A filled polygon without holes whose edges do not cross, in either direction of turning.
    ///
    /// For icons: it is cut into triangles (ears) in quadratic time. Points that are not finite, or
    /// repeated, are omitted; fewer than three draw nothing.
    func polygon(_ points: [Point], color: Color) {
        let places = points.filter { $0.x.isFinite && $0.y.isFinite }
            .map { Point(x: $0.x * scale, y: $0.y * scale) }
        add(PolygonMesh(places), color)
    }

    /// The area between two lines that run side by side and do not cross: between a series and its
    /// base in a curved space.
    ///
    /// In linear time. If it turns back on itself, a translucent colour darkens;
    /// `draw(_:evenlyIn:)` draws it in one tone. The parts at points that are not finite are not
    /// drawn.
    /// - Parameters:
    ///   - second: as many points as in the first line, or one point that the first line goes
    ///     around.
    ///   - isClosed: whether the ends of each line are joined; otherwise the ends of one are joined
    ///     to those of the other.
    func band(
        _ first: [Point], _ second: [Point], isClosed: Bool = false, color: Color
    ) {
        precondition(
            second.count == first.count || second.count == 1,
            "a band has as many points on both sides, or one on its second side")
        guard first.count >= 2, (first + second).allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return }
        func pixels(_ points: [Point]) -> [Point] {
            points.map { Point(x: $0.x * scale, y: $0.y * scale) }
        }
        add(
            isClosed
                ? PolygonMesh(ring: pixels(first), pixels(second))
                : PolygonMesh(band: pixels(first), pixels(second)), color)
    }

    /// A sector of a disc or of a ring.
    ///
    /// Draws nothing if the angle or the outer radius is not above zero, or the inner radius is not
    /// below the outer.
    /// - Parameters:
    ///   - center: the centre of the arcs, in points.
    ///   - inner: the radius of the hole in points; 0 for none.
    ///   - outer: the radius in points.
    ///   - start: where it begins, in radians clockwise from 12 o'clock.
    ///   - end: where it ends; a turn or more later is the whole disc.
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
        add(
            PolygonMesh(
                sectorAbout: Point(x: center.x * scale, y: center.y * scale), inner: hole * scale,
                outer: outer * scale, from: start, to: end), color)
    }

    /// Adds the triangles of a mesh in one colour.
    func add(_ outline: PolygonMesh, _ color: Color) {
        guard !outline.triangles.isEmpty else { return }
        var corners: [MeshVertex] = []
        corners.reserveCapacity(outline.triangles.count)
        for (place, coverage) in outline.triangles {
            let c = color.opacity(Float(coverage)).premultiplied
            let packed = PackedColor(Color(red: c[0], green: c[1], blue: c[2], alpha: c[3]))
            corners.append(
                MeshVertex(x: Float(place.x), y: Float(place.y), color: packed))
        }
        add(corners, MeshVertex.kind, outline.bounds)
    }
}
