import ChartScene
import Geometry
import Glibc
import Painting

extension ListRecorder {
    /// A line through `points`, closed to a ring if wanted: for icons and small charts.
    ///
    /// A series belongs into a `SampleBuffer`. A see-through one may darken where it crosses
    /// itself (corners stay even). Points that are not finite, or the same twice, are left out.
    func polyline(
        _ points: [Point], width: Double, color: Color, closed: Bool = false,
        join: LineJoin = .round, cap: LineCap = .round
    ) {
        var places: [Point] = []
        places.reserveCapacity(points.count)
        for point in points where point.x.isFinite && point.y.isFinite {
            let place = Point(x: point.x * scale, y: point.y * scale)
            if let last = places.last, (place - last).length < 1e-3 { continue }
            places.append(place)
        }
        if closed, let first = places.first, let last = places.last, places.count > 1,
            (last - first).length < 1e-3
        {
            places.removeLast()
        }
        guard let first = places.first else { return }
        // A single place is a dot.
        if places.count == 1 { places.append(first) }
        let ring = closed && places.count > 2
        let count = places.count
        var strokes: [StrokeInstance] = []
        strokes.reserveCapacity(count)
        var low = first
        var high = first
        for index in 0..<(ring ? count : count - 1) {
            let a = places[index]
            let b = places[(index + 1) % count]
            let before = ring || index > 0 ? places[(index + count - 1) % count] : a
            let after = ring || index + 2 < count ? places[(index + 2) % count] : b
            let joints = (ring || index > 0 ? 1 : 0) | (ring || index + 2 < count ? 2 : 0)
            strokes.append(
                StrokeInstance(
                    beforeX: Float(before.x), beforeY: Float(before.y), afterX: Float(after.x),
                    afterY: Float(after.y), startX: Float(a.x), startY: Float(a.y),
                    endX: Float(b.x), endY: Float(b.y), width: Float(width * scale),
                    color: PackedColor(color), joints: UInt16(joints),
                    style: UInt16(cap.rawValue | join.code << 4)))
            for place in [a, b] {
                low = Point(x: min(low.x, place.x), y: min(low.y, place.y))
                high = Point(x: max(high.x, place.x), y: max(high.y, place.y))
            }
        }
        // A miter may reach four half widths beyond its corner.
        let reach = max(width * scale, 1) * (join.code == 2 ? 2 : 0.75) + 1
        add(
            strokes, StrokeInstance.kind,
            Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y).inset(
                by: -reach)
        )
    }

    /// A filled polygon without holes whose edges do not cross, in either direction of turning.
    ///
    /// For icons: it is cut into triangles (ears) in quadratic time. Points that are not finite, or
    /// the same twice, are left out; fewer than three draw nothing.
    func polygon(_ points: [Point], color: Color) {
        let places = points.filter { $0.x.isFinite && $0.y.isFinite }
            .map { Point(x: $0.x * scale, y: $0.y * scale) }
        add(PolygonMesh(places), color)
    }

    /// The area between two lines that run side by side and do not cross: between a series and its base
    /// in a space that is bent.
    ///
    /// In linear time. Where it turns back on itself a see-through colour darkens; `draw(_:evenlyIn:)`
    /// draws it in one tone. Points that are not finite draw nothing of it.
    /// - Parameters:
    ///   - second: as many points as in the first line, or one that all of that goes round.
    ///   - isClosed: whether the ends of each line are joined; else the ends of both to each other.
    func band(
        _ first: [Point], _ second: [Point], isClosed: Bool = false, color: Color
    ) {
        precondition(
            second.count == first.count || second.count == 1,
            "a band has as many points on both sides, or one on its second")
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
