import Geometry

/// A view of a chart, along both axes.
public struct InkView: Hashable, Sendable {
    /// Sideways.
    public var x: InkAxisView
    /// Downwards.
    public var y: InkAxisView

    /// A view from its axes.
    public init(x: InkAxisView, y: InkAxisView) { (self.x, self.y) = (x, y) }
}

extension InkMark {
    /// The nodes of the stroke in a view, in device pixels, as runs without those that have no place
    /// there.
    ///
    /// Every node is placed, and the curve is drawn through the places. The width stays the same in
    /// points. Nodes that a view puts within half a pixel of one another are one.
    public func runs(in view: InkView) -> [[InkNode]] {
        let scale = view.x.pixelsPerPoint
        let (mapX, mapY) = (x.map(to: view.x), y.map(to: view.y))
        var runs: [[InkNode]] = []
        var run: [InkNode] = []
        let nodes = stroke.nodes
        for (index, node) in nodes.enumerated() {
            let place = node.position
            let pixel = Point(
                x: mapX.map { place.x * $0.scale + $0.offset } ?? x.pixel(of: place.x, in: view.x),
                y: mapY.map { place.y * $0.scale + $0.offset } ?? y.pixel(of: place.y, in: view.y))
            guard pixel.x.isFinite, pixel.y.isFinite else {
                if !run.isEmpty { runs.append(run) }
                run = []
                continue
            }
            if let last = run.last, index + 1 < nodes.count,
                (pixel - last.position).length < Self.finest
            {
                continue
            }
            run.append(InkNode(pixel, width: max(node.width * scale, 1)))
        }
        if !run.isEmpty { runs.append(run) }
        return runs
    }

    /// Nodes closer than this are one, in device pixels.
    private static let finest = 0.5
    /// How far pieces may be from the curve, in device pixels.
    public static let departure = 0.1

    /// The straight pieces of the stroke in a view that may be seen in a rectangle, in device
    /// pixels, as runs.
    public func pieces(in view: InkView, within rect: Rect) -> [[InkNode]] {
        guard mayBeSeen(in: view, within: rect) else { return [] }
        return runs(in: view).flatMap { InkCurve($0).pieces(within: Self.departure, seenIn: rect) }
    }

    /// Whether any of the stroke may be in a rectangle of a view, in device pixels, by the rectangle
    /// around it.
    private func mayBeSeen(in view: InkView, within rect: Rect) -> Bool {
        let places = stroke.places
        let reach = stroke.widest * view.x.pixelsPerPoint + 2
        func spans(_ axis: InkAxis, _ view: InkAxisView, _ ends: [Double]) -> ClosedRange<Double>? {
            guard let map = axis.map(to: view) else { return nil }
            let pixels = ends.map { $0 * map.scale + map.offset }
            return (pixels.min() ?? 0) - reach...(pixels.max() ?? 0) + reach
        }
        let across = spans(x, view.x, [places.minX, places.maxX])
        let down = spans(y, view.y, [places.minY, places.maxY])
        return across?.overlaps(rect.minX...max(rect.minX, rect.maxX)) ?? true
            && down?.overlaps(rect.minY...max(rect.minY, rect.maxY)) ?? true
    }

    /// Whether the stroke is within a distance of a place in a view, both in device pixels.
    public func isHit(at place: Point, within distance: Double, in view: InkView) -> Bool {
        let reach = Rect(
            x: place.x - distance, y: place.y - distance, width: 2 * distance, height: 2 * distance)
        return pieces(in: view, within: reach).contains { run in
            if run.count == 1 {
                return (run[0].position - place).length <= distance + run[0].width / 2
            }
            return zip(run, run.dropFirst()).contains { a, b in
                let segment = Segment(a.position, b.position)
                let part = segment.part(nearestTo: place)
                let width = a.width + (b.width - a.width) * part
                return (segment.place(at: part) - place).length <= distance + width / 2
            }
        }
    }
}

extension InkCurve {
    /// The straight pieces of the parts of the curve that may be seen in a rectangle, as runs; the
    /// pieces stay within a distance of it.
    func pieces(within distance: Double, seenIn rect: Rect) -> [[InkNode]] {
        guard nodes.count > 1 else { return nodes.isEmpty ? [] : [nodes] }
        var runs: [[InkNode]] = []
        var run: [InkNode] = []
        for index in 1..<nodes.count {
            let (a, b) = (nodes[index - 1], nodes[index])
            let curve = segment(endingAt: index)
            let reach = max(a.width, b.width) / 2 + 1
            let corners = [curve.start, curve.first, curve.second, curve.end]
            let isSeen =
                corners.contains { $0.x > rect.minX - reach }
                && corners.contains { $0.x < rect.maxX + reach }
                && corners.contains { $0.y > rect.minY - reach }
                && corners.contains { $0.y < rect.maxY + reach }
            guard isSeen else {
                if !run.isEmpty { runs.append(run) }
                run = []
                continue
            }
            if run.isEmpty { run.append(a) }
            append(curve, endingAt: index, within: distance, to: &run)
        }
        if !run.isEmpty { runs.append(run) }
        return runs
    }
}
