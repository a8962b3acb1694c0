import ChartScene
import Geometry
import Painting

/// The segments of a line with a width, in device pixels, each with its neighbours.
struct StrokeSegments {
    private(set) var instances: [StrokeInstance] = []
    /// The area that they cover.
    let bounds: Rect

    /// The segments of a line through points; nil if there is no point.
    ///
    /// Points that are not finite, or repeated, are omitted; a single one is a dot.
    init?(
        _ points: [Point], width: Double, color: Color, isClosed: Bool, _ join: LineJoin,
        _ cap: LineCap, scale: Double
    ) {
        var places = Self.places(of: points, isClosed: isClosed, scale: scale)
        guard let first = places.first else { return nil }
        // A single point is a dot.
        if places.count == 1 { places.append(first) }
        let ring = isClosed && places.count > 2
        let count = places.count
        instances.reserveCapacity(count)
        var low = first
        var high = first
        for index in 0..<(ring ? count : count - 1) {
            let a = places[index]
            let b = places[(index + 1) % count]
            let before = ring || index > 0 ? places[(index + count - 1) % count] : a
            let after = ring || index + 2 < count ? places[(index + 2) % count] : b
            let joints = (ring || index > 0 ? 1 : 0) | (ring || index + 2 < count ? 2 : 0)
            instances.append(
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
        // A miter may extend four half widths beyond its corner.
        let reach = max(width * scale, 1) * (join.code == 2 ? 2 : 0.75) + 1
        bounds = Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y).inset(
            by: -reach)
    }

    /// The points in device pixels, without those equal to the one before.
    private static func places(of points: [Point], isClosed: Bool, scale: Double) -> [Point] {
        var places: [Point] = []
        places.reserveCapacity(points.count)
        for point in points where point.x.isFinite && point.y.isFinite {
            let place = Point(x: point.x * scale, y: point.y * scale)
            if let last = places.last, (place - last).length < 1e-3 { continue }
            places.append(place)
        }
        if isClosed, let first = places.first, let last = places.last, places.count > 1,
            (last - first).length < 1e-3
        {
            places.removeLast()
        }
        return places
    }
}
