// The positions of callouts around the places that they point at.
//
// Method: each callout in turn, in the given order, tries places around its point: above it, below
// it, to the right, to the left and between those, at three distances. The cost of a place is
// higher the less preferred it is, more for the part of it outside the plot, and far more for what
// it covers: points, and callouts that are already placed. A place that extends out of the bounds
// is moved into them, which costs too, so that a place that fits without moving is preferred. The
// cheapest place is used. But the present place of a callout is kept until another is cheaper by
// more than a threshold, so a pan that brings two callouts close together does not make them jump
// back and forth. The result depends only on the points, the sizes and the previous places.
// Limits: greedy, so a later callout gives way to an earlier one and never the reverse;
// O(callouts²), for dozens of them. If there is no free place, callouts cover one another.
// Rejected: forces between callouts (they settle over many frames, and drift while a chart is
// panned).

import Geometry

/// Chooses the places of callouts: inside a chart, next to the points they point at, apart from one
/// another.
///
/// A value with memory: it stores the last place of each callout.
public struct CalloutPlacement<ID: Hashable & Sendable>: Sendable {
    /// Distances, in points.
    public struct Measures: Hashable, Sendable {
        /// From a point to the nearest edge of its callout.
        public var distance = 14.0
        /// The free space around each point.
        public var point = 6.0
        /// The least distance between two callouts.
        public var clearance = 4.0
        /// The least distance from the bounds.
        public var margin = 2.0

        /// Creates the usual distances.
        public init() {}
    }

    /// A callout to be placed.
    public struct Item: Sendable {
        /// Different from that of any other callout.
        public var id: ID
        /// The point that it points at.
        public var point: Point
        /// The size of its box.
        public var size: Size

        /// Creates an item.
        public init(id: ID, point: Point, size: Size) {
            self.id = id
            self.point = point
            self.size = size
        }
    }

    /// The distances that are kept.
    public var measures: Measures
    private var chosen: [ID: Int] = [:]

    /// A placement without stored places.
    public init(measures: Measures = Measures()) { self.measures = measures }

    /// Directions in the order of preference; right and down are positive.
    private static var directions: [(x: Double, y: Double)] {
        [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1)]
    }

    /// How far away, as multiples of the distances above.
    private static var distances: [Double] { [1, 2.5, 4.5] }
    /// How much cheaper another place must be.
    private static var threshold: Double { 60 }

    /// The boxes of callouts, in their order; callouts that no longer exist are forgotten.
    ///
    /// - Parameters:
    ///   - bounds: the frame of a chart, which no box leaves.
    ///   - plot: the area that a box leaves only if necessary, because there are labels around it;
    ///     nil for all of the bounds.
    public mutating func place(
        _ items: [Item], in bounds: Rect, preferring plot: Rect? = nil
    ) -> [Rect] {
        let bounds = bounds.inset(by: measures.margin)
        let plot = plot ?? bounds
        var rects: [Rect] = []
        var now: [ID: Int] = [:]
        for item in items {
            let places = candidates(item)
            let costs = places.enumerated().map { number, rect in
                cost(rect, number, item, items, rects, bounds, plot)
            }
            var best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
            if let last = chosen[item.id], costs[last] <= costs[best] + Self.threshold {
                best = last
            }
            now[item.id] = best
            rects.append(Self.inside(places[best], bounds))
        }
        chosen = now
        return rects
    }

    private func candidates(_ item: Item) -> [Rect] {
        Self.distances.flatMap { factor in
            Self.directions.map { direction in
                // A diagonal distance is shared by both directions.
                let isAslant = direction.x != 0 && direction.y != 0
                let gap = measures.distance * factor * (isAslant ? 0.5.squareRoot() : 1)
                let x = direction.x * (gap + item.size.width / 2)
                let y = direction.y * (gap + item.size.height / 2)
                return Rect(
                    x: item.point.x + x - item.size.width / 2,
                    y: item.point.y + y - item.size.height / 2, width: item.size.width,
                    height: item.size.height)
            }
        }
    }

    private func cost(
        _ rect: Rect, _ number: Int, _ item: Item, _ items: [Item], _ placed: [Rect],
        _ bounds: Rect, _ plot: Rect
    ) -> Double {
        let moved = Self.inside(rect, bounds)
        // Less preferred, and further away.
        var cost = 10 * Double(number % Self.directions.count)
        cost += 100 * Double(number / Self.directions.count)
        cost += 4 * (moved.center - rect.center).length
        let inner = moved.intersection(plot)
        let area = max(moved.width * moved.height, .leastNormalMagnitude)
        cost += 600 * (1 - inner.width * inner.height / area)
        for other in items {
            let isOwn = other.id == item.id
            let covered = moved.intersection(Self.square(other.point, measures.point))
            if !covered.isEmpty { cost += isOwn ? 1e6 : 400 }
        }
        for other in placed {
            let shared = moved.inset(by: -measures.clearance).intersection(other)
            guard !shared.isEmpty else { continue }
            cost += 1000 + 1000 * shared.width * shared.height / area
        }
        return cost
    }

    private static func square(_ point: Point, _ reach: Double) -> Rect {
        Rect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    }

    /// A box moved into the bounds; at their top left if it is larger than they are.
    private static func inside(_ rect: Rect, _ bounds: Rect) -> Rect {
        Rect(
            x: max(min(rect.x, bounds.maxX - rect.width), bounds.minX),
            y: max(min(rect.y, bounds.maxY - rect.height), bounds.minY), width: rect.width,
            height: rect.height)
    }
}
