// Places on a line between the points of its track.

import ChartCore

extension TrackLine {
    /// The place at an index of the points with a fraction; nil beyond the ends, and where the line is
    /// broken.
    ///
    /// Cost: two binary searches.
    public func place(at index: Double) -> PlanePoint? {
        guard index.isFinite, let (chunk, number) = vertex(notAfter: index) else { return nil }
        let vertices = chunks[chunk].vertices
        let first = chunks[chunk].place(number)
        let start = Double(vertices[number].point)
        if index == start { return first }
        // The last vertex of a chunk is the first of the next one, or an end.
        guard number + 1 < vertices.count else { return nil }
        let part = (index - start) / (Double(vertices[number + 1].point) - start)
        let second = chunks[chunk].place(number + 1)
        return PlanePoint(
            x: first.x + part * (second.x - first.x), y: first.y + part * (second.y - first.y))
    }

    /// The place of a part of the line that is nearest to a point of the plane: an index of the points
    /// with a fraction, and the distance in units of the plane; nil if the line has nothing there.
    ///
    /// Cost: linear in the vertices between the points.
    public func nearest(
        to target: PlanePoint, between points: ClosedRange<Int>
    ) -> (index: Double, distance: Double)? {
        guard var (chunk, number) = vertex(notAfter: Double(points.lowerBound)) else { return nil }
        var best: (index: Double, distance: Double)?
        while chunk < chunks.count {
            let vertices = chunks[chunk].vertices
            if Int(vertices[number].point) > points.upperBound { break }
            let a = chunks[chunk].place(number)
            let start = Double(vertices[number].point)
            var (index, distance) = (start, target.nearest(from: a, to: a).distance)
            if number + 1 < vertices.count, Int(vertices[number].point) < points.upperBound {
                let near = target.nearest(from: a, to: chunks[chunk].place(number + 1))
                index = start + near.part * (Double(vertices[number + 1].point) - start)
                distance = near.distance
            }
            if distance < best?.distance ?? .infinity { best = (index, distance) }
            number += 1
            if number >= vertices.count { (chunk, number) = (chunk + 1, 0) }
        }
        return best
    }

    /// The last vertex whose point is not after an index, in the last chunk that has one; nil before the
    /// first.
    private func vertex(notAfter index: Double) -> (chunk: Int, number: Int)? {
        let chunk = chunks.indices.partitioningIndex {
            Double(chunks[$0].vertices[0].point) > index
        }
        guard chunk > 0 else { return nil }
        let vertices = chunks[chunk - 1].vertices
        let number = vertices.indices.partitioningIndex { Double(vertices[$0].point) > index }
        return (chunk - 1, number - 1)
    }
}

extension PlanePoint {
    /// The part of the way between two points at which it is nearest, from 0 to 1, and its distance there.
    public func nearest(
        from a: PlanePoint, to b: PlanePoint
    ) -> (part: Double, distance: Double) {
        let nearest = nearestSquared(from: a, to: b)
        return (nearest.part, nearest.squared.squareRoot())
    }

    /// The same with the square of the distance.
    func nearestSquared(from a: PlanePoint, to b: PlanePoint) -> (part: Double, squared: Double) {
        let (x, y) = (b.x - a.x, b.y - a.y)
        let (px, py) = (self.x - a.x, self.y - a.y)
        let squared = x * x + y * y
        let part = squared > 0 ? min(max((px * x + py * y) / squared, 0), 1) : 0
        let (dx, dy) = (px - part * x, py - part * y)
        return (part, dx * dx + dy * dy)
    }
}
