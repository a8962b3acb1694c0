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
    /// The lines of the mark in a view, in device pixels, as runs without the parts that have no
    /// place there: for a stroke the nodes of its curve, for a figure the ends of straight lines.
    ///
    /// Every node is placed, and the curve is drawn through the places. The width stays the same in
    /// points. Nodes that a view puts within half a pixel of one another are one.
    public func runs(in view: InkView) -> [[InkNode]] {
        switch content {
        case .stroke(let stroke): return runs(of: stroke, in: view)
        case .figure(let figure):
            let (a, b) = (pixel(of: figure.start, in: view), pixel(of: figure.end, in: view))
            guard a.x.isFinite, a.y.isFinite, b.x.isFinite, b.y.isFinite else { return [] }
            // A level goes on beyond the plot, so that a picture that pans has all of it; a time goes
            // so far that its round ends are not seen.
            let (left, length) = (view.x.start, view.x.length)
            let end = figure.brush.size * view.x.pixelsPerPoint
            return figure.lines(
                from: a, to: b, across: (left - length)...(left + 2 * length),
                (view.y.start - end)...(view.y.start + view.y.length + end),
                scale: view.x.pixelsPerPoint)
        }
    }

    /// Where a point of the mark is in a view, in device pixels; NaN where it has no place.
    public func pixel(of point: Point, in view: InkView) -> Point {
        Point(x: x.pixel(of: point.x, in: view.x), y: y.pixel(of: point.y, in: view.y))
    }

    private func runs(of stroke: InkStroke, in view: InkView) -> [[InkNode]] {
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

    /// The straight pieces of the mark in a view that may be seen in a rectangle, in device pixels,
    /// as runs.
    public func pieces(in view: InkView, within rect: Rect) -> [[InkNode]] {
        guard mayBeSeen(in: view, within: rect) else { return [] }
        let runs = runs(in: view)
        guard case .stroke = content else { return runs }
        return runs.flatMap { InkCurve($0).pieces(within: Self.departure, seenIn: rect) }
    }

    /// The pixels of a view that it may cover, in device pixels, along each axis; nil where these
    /// do not follow from its ends, or where it has none.
    public func reach(
        in view: InkView
    ) -> (x: ClosedRange<Double>?, y: ClosedRange<Double>?) {
        let places = places
        let reach = overhang * view.x.pixelsPerPoint + 2
        func spans(_ axis: InkAxis, _ view: InkAxisView, _ ends: [Double]) -> ClosedRange<Double>? {
            guard let map = axis.map(to: view) else { return nil }
            let pixels = ends.map { $0 * map.scale + map.offset }
            guard let low = pixels.min(), let high = pixels.max(), low.isFinite, high.isFinite
            else { return nil }
            return low - reach...high + reach
        }
        return (
            figure?.kind == .level ? nil : spans(x, view.x, [places.minX, places.maxX]),
            figure?.kind.crossesHeight == true
                ? nil : spans(y, view.y, [places.minY, places.maxY])
        )
    }

    /// Whether any of it may be in a rectangle of a view, in device pixels, by the rectangle around
    /// it.
    private func mayBeSeen(in view: InkView, within rect: Rect) -> Bool {
        let reach = reach(in: view)
        return reach.x?.overlaps(rect.minX...max(rect.minX, rect.maxX)) ?? true
            && reach.y?.overlaps(rect.minY...max(rect.minY, rect.maxY)) ?? true
    }

    /// Whether its lines are within a distance of a place in a view, both in device pixels.
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
