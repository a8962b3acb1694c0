// Where the board that tells of a point stands.
//
// Method: the rules of the Telegram chart that the board descends from, in their order. Over the
// point, near the plot's top (and lifted towards the container's edge where that is enough); where
// it would cover a marker, its middle 0.6 of its width beside the point: to the left near the right
// edge, to the right near the left one, else towards the wider side; and it keeps that side while
// it collides. What those rules leave is searched: every rectangle between the markers that cannot
// grow any more, and in those that hold the board the place nearest to the one wanted. So a place
// is found if there is one. If there is none a smaller board is tried, in the same order, and at
// last the board is cut to the place that keeps most of it.
//
// The rules look at the viewport that the chart is going to, so that a board does not have to move
// on once the ranges have arrived; on the way it keeps its distance from the point, unless that
// would cover a marker where it is now.
//
// Limits: O(markers³) where it is searched, of which there are one or two for each series.
// Rejected: the nearest free place at once (a board beside a rising line would creep along it).

import Geometry

/// Chooses the place of an info board: never over a marker, never outside of its container.
///
/// A value with a memory: of the side on which the board stood last.
public struct InfoBoardPlacement: Hashable, Sendable {
    /// A side of the point.
    public enum Side: Hashable, Sendable {
        /// To smaller x.
        case left
        /// To larger x.
        case right
    }

    /// The rule by which a place was found.
    public enum Rule: Hashable, Sendable {
        /// Over the point.
        case over
        /// Beside the point.
        case aside(Side)
        /// In the nearest gap between the markers and the edges.
        case gap
        /// In the gap that keeps most of the board, which has no room anywhere.
        case cut
    }

    /// Distances, in points unless the text says otherwise.
    public struct Measures: Hashable, Sendable {
        /// From the plot's top to the board's.
        public var top = 8.0
        /// The least distance between the board and a marker.
        public var clearance = 5.0
        /// From the point to the middle of a board beside it, in widths of the board.
        public var aside = 0.6
        /// A board that would come closer to the plot's side than this goes to the other side.
        public var edge = 5.0
        /// The least distance between the board and the container's edges.
        public var margin = 6.0
        /// A board is not cut to less than this.
        public var least = Size(width: 40, height: 20)

        /// The distances of the ancestor, on Oresen's grid.
        public init() {}
    }

    /// The point in one viewport.
    public struct View: Hashable, Sendable {
        /// The horizontal place of the point.
        public var x: Double
        /// What must not be covered.
        public var markers: [Rect]

        /// A point and its markers.
        public init(x: Double, markers: [Rect]) {
            self.x = x
            self.markers = markers
        }
    }

    /// A place that was found.
    public struct Place: Hashable, Sendable {
        /// Where the board is.
        public var rect: Rect
        /// Which of the sizes it has, by number; of the last one it may be a part.
        public var size: Int
        /// How it was found.
        public var rule: Rule
    }

    /// The distances that are kept.
    public var measures: Measures
    /// The side on which the board stood last, while it collides over the point.
    public private(set) var side: Side?

    /// A placement that remembers nothing.
    public init(measures: Measures = Measures()) { self.measures = measures }

    /// The place of a board over a point; nil where markers leave no room for any.
    ///
    /// - Parameters:
    ///   - sizes: of the board in the order of preference; a later one is for when no earlier one
    ///     has room.
    ///   - target: the point and its markers in the viewport that the chart is going to.
    ///   - current: the same where they are now; nil for the same place.
    ///   - plot: the chart's plot.
    ///   - container: what the board must stay inside of.
    public mutating func place(
        _ sizes: [Size], over target: View, now current: View? = nil, plot: Rect,
        in container: Rect
    ) -> Place? {
        let isMoving = current != nil && current != target
        let scene = Scene(target, plot: plot, container: container, measures: measures)
        guard let place = find(sizes, scene) else { return nil }
        guard isMoving, let current else { return place }
        let now = Scene(current, plot: plot, container: container, measures: measures)
        let carried = now.inside(
            Rect(
                x: place.rect.x + current.x - target.x, y: place.rect.y, width: place.rect.width,
                height: place.rect.height))
        if now.isFree(carried) { return Place(rect: carried, size: place.size, rule: place.rule) }
        // Where it is going says nothing of where it has room now; the side it is going to stays.
        let goal = side
        defer { side = goal }
        return find(sizes, now)
    }

    private mutating func find(_ sizes: [Size], _ scene: Scene) -> Place? {
        guard !scene.bounds.isEmpty else { return nil }
        var gaps: [Rect]?
        for (number, size) in sizes.enumerated() {
            guard size.width <= scene.bounds.width, size.height <= scene.bounds.height else {
                continue
            }
            if let (rect, rule) = follow(size, scene) {
                return Place(rect: rect, size: number, rule: rule)
            }
            let known = gaps ?? scene.gaps()
            gaps = known
            if let rect = scene.nearest(size, in: known) {
                return Place(rect: rect, size: number, rule: .gap)
            }
        }
        guard let last = sizes.last else { return nil }
        return scene.cut(last, to: gaps ?? scene.gaps()).map {
            Place(rect: $0, size: sizes.count - 1, rule: .cut)
        }
    }

    /// The ancestor's rules; nil where none of their places is free.
    private mutating func follow(_ size: Size, _ scene: Scene) -> (Rect, Rule)? {
        if let rect = scene.over(size) {
            side = nil
            return (rect, .over)
        }
        let wanted = side ?? scene.side(for: size)
        for side in [wanted, wanted == .left ? .right : .left] {
            let rect = scene.beside(size, side)
            if scene.isFree(rect) {
                self.side = side
                return (rect, .aside(side))
            }
        }
        return nil
    }
}

/// What a board is placed in.
private struct Scene {
    let x: Double
    let plot: Rect
    /// Where the board may be.
    let bounds: Rect
    /// The markers with the distance kept from them, from the top down.
    let obstacles: [Rect]
    let measures: InfoBoardPlacement.Measures

    init(
        _ view: InfoBoardPlacement.View, plot: Rect, container: Rect,
        measures: InfoBoardPlacement.Measures
    ) {
        x = view.x
        self.plot = plot
        self.measures = measures
        bounds = container.inset(by: measures.margin)
        let distance = measures.clearance
        let bounds = bounds
        obstacles = view.markers.map {
            Rect(
                x: $0.x - distance, y: $0.y - distance, width: $0.width + 2 * distance,
                height: $0.height + 2 * distance)
        }.filter { $0.intersects(bounds) }.sorted { $0.minY < $1.minY }
    }

    func isFree(_ rect: Rect) -> Bool { !obstacles.contains { $0.intersects(rect) } }

    /// A rectangle moved into the bounds, which are no smaller.
    func inside(_ rect: Rect) -> Rect {
        Rect(
            x: max(min(rect.x, bounds.maxX - rect.width), bounds.minX),
            y: max(min(rect.y, bounds.maxY - rect.height), bounds.minY), width: rect.width,
            height: rect.height)
    }

    /// Over the point: near the plot's top, or as far above that as a marker below it asks for.
    func over(_ size: Size) -> Rect? {
        var rect = wanted(size)
        if isFree(rect) { return rect }
        let highest =
            obstacles.lazy.filter { $0.minX < rect.maxX && rect.minX < $0.maxX }
            .map(\.minY).min() ?? rect.maxY
        rect.y = min(rect.y, highest - rect.height)
        return rect.y >= bounds.minY && isFree(rect) ? rect : nil
    }

    private func wanted(_ size: Size) -> Rect {
        inside(
            Rect(
                x: x - size.width / 2, y: plot.minY + measures.top, width: size.width,
                height: size.height))
    }

    func side(for size: Size) -> InfoBoardPlacement.Side {
        if x + size.width >= plot.maxX - measures.edge { return .left }
        if x - size.width <= plot.minX + measures.edge { return .right }
        return x > plot.midX ? .left : .right
    }

    /// Beside the point, at least as far as the markers at its place reach.
    func beside(_ size: Size, _ side: InfoBoardPlacement.Side) -> Rect {
        var rect = wanted(size)
        var distance = measures.aside * size.width
        for marker in obstacles where marker.minX < x && x < marker.maxX {
            let reach = side == .left ? x - marker.minX : marker.maxX - x
            distance = max(distance, reach + size.width / 2)
        }
        rect.x = x - size.width / 2 + (side == .left ? -distance : distance)
        return inside(rect)
    }

    /// The rectangles between obstacles and edges, all that cannot grow any more among them.
    func gaps() -> [Rect] {
        var gaps: [Rect] = []
        let lefts = [bounds.minX] + obstacles.map(\.maxX).filter { $0 < bounds.maxX }
        let rights = [bounds.maxX] + obstacles.map(\.minX).filter { $0 > bounds.minX }
        for left in lefts {
            for right in rights where right > left {
                var top = bounds.minY
                func close(at bottom: Double) {
                    guard bottom > top else { return }
                    gaps.append(Rect(x: left, y: top, width: right - left, height: bottom - top))
                }
                for obstacle in obstacles where obstacle.minX < right && left < obstacle.maxX {
                    close(at: min(obstacle.minY, bounds.maxY))
                    top = max(top, obstacle.maxY)
                }
                close(at: bounds.maxY)
            }
        }
        return gaps
    }

    /// The place nearest to that over the point in a gap that holds a board of this size.
    func nearest(_ size: Size, in gaps: [Rect]) -> Rect? {
        let wanted = wanted(size)
        var best: (rect: Rect, distance: Double)?
        for gap in gaps where gap.width >= size.width && gap.height >= size.height {
            let rect = Rect(
                x: max(min(wanted.x, gap.maxX - size.width), gap.minX),
                y: max(min(wanted.y, gap.maxY - size.height), gap.minY), width: size.width,
                height: size.height)
            let distance = (rect.origin - wanted.origin).length
            if distance < best?.distance ?? .infinity { best = (rect, distance) }
        }
        return best?.rect
    }

    /// As much of a board as a gap holds; nil where that is too little.
    func cut(_ size: Size, to gaps: [Rect]) -> Rect? {
        var best: (size: Size, part: Double)?
        for gap in gaps {
            let part = Size(
                width: min(size.width, gap.width), height: min(size.height, gap.height))
            let area = part.width * part.height
            guard part.width >= min(measures.least.width, size.width),
                part.height >= min(measures.least.height, size.height), area > best?.part ?? 0
            else { continue }
            best = (part, area)
        }
        return best.flatMap { nearest($0.size, in: gaps) }
    }
}
