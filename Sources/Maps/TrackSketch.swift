// The line of a track for a map of many tracks.
//
// Layout: the vertices of Douglas and Peucker's line (`TrackLine`) at tolerances of a third of a point at
// every second zoom, eight bytes each; a vertex that is not a number ends a part of the line. A level that
// has no more vertices than the one before shares its bytes. The finest level has a limit, above
// which its tolerance grows, so that many long tracks stay within a stated memory.
// Vertices are relative to the middle of the track: within a hundred kilometres a float is right to a
// centimetre.
// Rejected: weights for all vertices (every map would walk through all of them, and they need twice the
// memory of all levels).

import Geometry

/// A track, simplified for several zooms.
public struct TrackSketch: Sendable {
    /// The zooms that there are levels for.
    public static let zooms = [4, 6, 8, 10, 12, 14, 16, 18]
    /// Points of the view by which a level may be wrong at its zoom.
    public static let tolerance = 0.35

    /// What the vertices are relative to.
    public let origin: PlanePoint
    /// The smallest rectangle around the track.
    public let bounds: PlaneRect
    /// The vertices of each level, in units of the plane from the origin; one that is not a number ends a
    /// part of the line.
    private let levels: [[SIMD2<Float>]]

    /// The sketch of a line; nil if it has no vertex.
    ///
    /// Cost: linear in the vertices, for each level.
    ///
    /// - Parameter most: the vertices of the finest level, unless the line has more parts.
    public init?(_ line: TrackLine, most: Int = .max) {
        guard let bounds = line.bounds else { return nil }
        let origin = bounds.middle
        (self.bounds, self.origin) = (bounds, origin)
        var least = 0.0
        func vertices(_ tolerance: Double) -> [SIMD2<Float>] {
            Self.vertices(line, origin, within: max(tolerance, least))
        }
        var levels: [[SIMD2<Float>]] = []
        for zoom in Self.zooms.reversed() {
            let tolerance = Self.tolerance / (MapCamera.tile * Double(1 << zoom))
            var level = vertices(tolerance)
            if levels.isEmpty {
                while level.count > most, least < 1 {
                    least = max(least, tolerance) * 1.3
                    level = vertices(tolerance)
                }
            }
            if let finer = levels.last, finer.count == level.count { level = finer }
            levels.append(level)
        }
        self.levels = levels.reversed()
    }

    private static func vertices(
        _ line: TrackLine, _ origin: PlanePoint, within tolerance: Double
    ) -> [SIMD2<Float>] {
        let tolerance = Float(tolerance)
        var vertices: [SIMD2<Float>] = []
        var last: Int32?
        for chunk in line.chunks {
            let moved = (x: chunk.origin.x - origin.x, y: chunk.origin.y - origin.y)
            let isContinued = chunk.vertices.first.map { $0.point == last } ?? false
            if !isContinued, !vertices.isEmpty { vertices.append(Self.gap) }
            for (index, vertex) in chunk.vertices.enumerated()
            where chunk.weights[index] > tolerance && !(isContinued && index == 0) {
                vertices.append(
                    SIMD2(
                        Float(moved.x + Double(vertex.x)), Float(moved.y + Double(vertex.y))))
            }
            last = chunk.vertices.last?.point
        }
        return vertices
    }

    private static let gap = SIMD2<Float>(repeating: .nan)

    /// The vertices for a zoom, from the origin on; one that is not a number ends a part of the line.
    public func vertices(at zoom: Double) -> [SIMD2<Float>] {
        let index = Self.zooms.firstIndex { Double($0) >= zoom } ?? Self.zooms.count - 1
        return levels[index]
    }

    /// The bytes of all levels.
    public var bytes: Int {
        var (sum, last) = (0, -1)
        for level in levels where level.count != last {
            sum += level.count * MemoryLayout<SIMD2<Float>>.stride
            last = level.count
        }
        return sum
    }

    /// The point of the plane of a vertex.
    public func place(_ vertex: SIMD2<Float>) -> PlanePoint {
        PlanePoint(x: origin.x + Double(vertex.x), y: origin.y + Double(vertex.y))
    }
}

extension PlaneRect {
    /// The smallest rectangle of Mercator around some others, each of which may be moved by whole turns;
    /// nil for none.
    ///
    /// So rectangles on both sides of the antimeridian have a small one. Cost: sorting them.
    public init?(aroundTurned rects: some Collection<PlaneRect>) {
        guard let first = rects.first else { return nil }
        var (top, bottom) = (first.y, first.maxY)
        var spans: [(start: Double, end: Double)] = []
        for rect in rects {
            (top, bottom) = (min(top, rect.y), max(bottom, rect.maxY))
            let start = rect.x - rect.x.rounded(.down)
            spans.append((start, start + rect.width))
        }
        spans.sort { $0.start < $1.start }
        // The widest part of the turn without any of them is left out.
        var (widest, left) = (-Double.infinity, 0.0)
        let farthest = spans.map(\.end).max() ?? 1
        var end = farthest - 1
        for span in spans {
            if span.start - end > widest { (widest, left) = (span.start - end, span.start) }
            end = max(end, span.end)
        }
        let width = widest > 0 ? 1 - widest : 1
        // The turn that the earth is usually drawn at.
        let x = left + width / 2 > 1 ? left - 1 : left
        self.init(x: widest > 0 ? x : 0, y: top, width: width, height: bottom - top)
    }
}
