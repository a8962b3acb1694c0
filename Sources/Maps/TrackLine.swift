// The line of a track, as a plane shows it, at any scale.
//
// Layout: chunks of at most 2,048 vertices, each with its own origin in double precision, so that floats
// are exact to some millimetres where a chunk is not longer than 50 km; the last vertex of a chunk is the first of the next one. A line is broken
// where the track has a gap.
// Method: Douglas and Peucker (The Canadian Cartographer 10, 1973), once for all scales: the vertex that
// is farthest from the chord of its part divides it, and has that distance as its weight, but not more
// than that of the vertex that divided the part before. At a tolerance the line has the vertices whose
// weight is larger, which are those that the algorithm would give for it: no vertex is farther from
// the line than the tolerance. A point of the track is where it was, so what depends on points (a colour,
// a mark) is looked up by them and is not thinned.
// Rejected: Visvalingam and Whyatt (The Cartographic Journal 30, 1993): rounder, without a bound of the
// distance.

import Geodesy

/// The vertices of a track on a plane, thinned for any scale.
public struct TrackLine: Hashable, Sendable {
    /// A vertex of a line.
    public struct Vertex: Hashable, Sendable {
        /// The units of the plane from the chunk's origin to the right.
        public var x: Float
        /// The units of the plane from the chunk's origin downwards.
        public var y: Float
        /// The index of the point of the track.
        public var point: Int32
    }

    /// Vertices that follow one another without a gap.
    public struct Chunk: Hashable, Sendable {
        /// What the vertices are relative to.
        public var origin: PlanePoint
        /// The smallest rectangle around them.
        public var bounds: PlaneRect
        /// All vertices.
        public fileprivate(set) var vertices: [Vertex]
        /// How far the line would be from each vertex without it, in units of the plane; infinite at the
        /// ends.
        public fileprivate(set) var weights: [Float]

        /// The vertices of the line that is nowhere farther than a tolerance from all of them.
        ///
        /// Cost: linear in all vertices.
        ///
        /// - Parameter tolerance: units of the plane.
        public func vertices(within tolerance: Double) -> [Vertex] {
            let tolerance = Float(tolerance)
            return zip(vertices, weights).lazy.filter { $0.1 > tolerance }.map(\.0)
        }

        /// The place of a vertex by its number.
        public func place(_ number: Int) -> PlanePoint {
            PlanePoint(
                x: origin.x + Double(vertices[number].x), y: origin.y + Double(vertices[number].y))
        }
    }

    /// In the order of the track.
    public let chunks: [Chunk]
    /// The smallest rectangle around the line; nil if it has no vertex.
    public let bounds: PlaneRect?

    /// The number of vertices of a chunk at most.
    static let most = 2048

    /// The line of points.
    ///
    /// Longitudes that follow one another are joined the shorter way round, so that a line across the
    /// antimeridian is one line. Points without a place are left out.
    ///
    /// - Parameters:
    ///   - breaks: whether the line is broken before the point with an index.
    public init(
        _ points: [Coordinate?], on plane: MapPlane, breaks: (Int) -> Bool = { _ in false }
    ) {
        var chunks: [Chunk] = []
        var places: [PlanePoint] = []
        var numbers: [Int32] = []
        var longitude: Double?
        // Whether the first vertex is also the last one of the chunk before.
        var isContinued = false
        func finish(continues: Bool) {
            guard let lastPlace = places.last, let lastNumber = numbers.last else { return }
            if places.count > 1 || !isContinued { chunks.append(Chunk(places, numbers)) }
            isContinued = continues
            (places, numbers) = continues ? ([lastPlace], [lastNumber]) : ([], [])
        }
        for (index, place) in points.enumerated() {
            if breaks(index) { finish(continues: false) }
            guard var place, place.isValid else { continue }
            if let longitude {
                place.longitude =
                    longitude + (place.longitude - longitude).remainder(dividingBy: 360)
            }
            guard let point = plane.point(place) else { continue }
            longitude = place.longitude
            if places.count == Self.most { finish(continues: true) }
            places.append(point)
            numbers.append(Int32(index))
        }
        finish(continues: false)
        self.chunks = chunks
        bounds = PlaneRect(
            around: chunks.flatMap { chunk in
                [
                    PlanePoint(x: chunk.bounds.x, y: chunk.bounds.y),
                    PlanePoint(x: chunk.bounds.maxX, y: chunk.bounds.maxY),
                ]
            })
    }

    /// The number of vertices.
    public var count: Int { chunks.reduce(0) { $0 + $1.vertices.count } }
}

extension TrackLine.Chunk {
    fileprivate init(_ places: [PlanePoint], _ numbers: [Int32]) {
        let bounds = PlaneRect(around: places) ?? PlaneRect(x: 0, y: 0, width: 0, height: 0)
        let origin = bounds.middle
        self.bounds = bounds
        self.origin = origin
        vertices = zip(places, numbers).map { place, number in
            TrackLine.Vertex(
                x: Float(place.x - origin.x), y: Float(place.y - origin.y), point: number)
        }
        weights = Self.weights(places)
    }

    private static func weights(_ places: [PlanePoint]) -> [Float] {
        var weights = [Float](repeating: 0, count: places.count)
        guard !places.isEmpty else { return weights }
        weights[0] = .infinity
        weights[places.count - 1] = .infinity
        var parts = [(first: 0, last: places.count - 1, most: Double.infinity)]
        while let (first, last, most) = parts.popLast() {
            guard last - first > 1 else { continue }
            var (farthest, distance) = (first + 1, -1.0)
            let (a, b) = (places[first], places[last])
            for index in first + 1..<last {
                let squared = places[index].nearestSquared(from: a, to: b).squared
                if squared > distance { (farthest, distance) = (index, squared) }
            }
            let weight = min(distance.squareRoot(), most)
            weights[farthest] = Float(weight)
            parts.append((first, farthest, weight))
            parts.append((farthest, last, weight))
        }
        return weights
    }
}
