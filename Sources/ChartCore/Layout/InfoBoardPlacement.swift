// The position of the board that describes a point.
//
// Method: the rules of the Telegram chart that the board descends from, in their order. The board
// is above the point, near the plot's top (and lifted towards the container's edge if that is
// enough). If it would cover a marker, its middle is 0.6 of its width to one side of the point: to
// the left near the right edge, to the right near the left edge, otherwise towards the wider side;
// and it keeps that side while it collides. If these rules fail, a search follows: among all
// maximal rectangles between the markers, in those that can contain the board, the place nearest to
// the desired one. So a place is found if there is one. If there is none, a smaller board is tried,
// in the same order, and finally the board is cut to the place that keeps most of it.
//
// The rules use the target of the viewport, so that a board does not have to move again once the
// ranges have arrived; meanwhile it keeps its distance from the point, unless that would cover a
// marker where it is now.
//
// Limits: O(markers³) for the search; there are one or two markers for each series.
// Rejected: the nearest free place at once (a board next to a rising line would creep along it).

import Geometry

/// Chooses the place of an info board: never over a marker, never outside its container.
///
/// A value with memory: it stores the last side of the board.
public struct InfoBoardPlacement: Hashable, Sendable {
    /// A side of the point.
    public enum Side: Hashable, Sendable {
        /// Towards smaller x.
        case left
        /// Towards larger x.
        case right
    }

    /// The rule by which a place was found.
    public enum Rule: Hashable, Sendable {
        /// Above the point.
        case over
        /// To one side of the point.
        case aside(Side)
        /// In the nearest gap between the markers and the edges.
        case gap
        /// In the gap that keeps most of the board, if there is no room for all of it.
        case cut
    }

    /// Distances, in points unless stated otherwise.
    public struct Measures: Hashable, Sendable {
        /// From the plot's top to the board's.
        public var top = 8.0
        /// The least distance between the board and a marker.
        public var clearance = 5.0
        /// From the point to the middle of a board at its side, in widths of the board.
        public var aside = 0.6
        /// A board that would be closer to the plot's side than this moves to the other side.
        public var edge = 5.0
        /// The least distance between the board and the container's edges.
        public var margin = 6.0
        /// A board is not cut below this size.
        public var least = Size(width: 40, height: 20)

        /// The distances of the original chart, on Oresen's grid.
        public init() {}
    }

    /// The point in one viewport.
    public struct View: Hashable, Sendable {
        /// The horizontal position of the point.
        public var x: Double
        /// The areas that must not be covered.
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
        /// The number of the chosen size; if it is the last one, the board may be only a part of
        /// it.
        public var size: Int
        /// How it was found.
        public var rule: Rule
    }

    /// The distances to keep.
    public var measures: Measures
    /// The last side of the board, while it collides above the point.
    public private(set) var side: Side?

    /// A placement without a stored side.
    public init(measures: Measures = Measures()) { self.measures = measures }

    /// The place of a board for a point; nil if the markers leave no room.
    ///
    /// - Parameters:
    ///   - sizes: the sizes of the board in the order of preference; a later one is used if no
    ///     earlier one has room.
    ///   - target: the point and its markers in the viewport that the chart is moving to.
    ///   - current: the same at their present positions; nil if they do not move.
    ///   - plot: the chart's plot.
    ///   - container: the area that the board must stay inside.
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
        // The target place does not show where there is room now; the side of the target place is
        // kept.
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

    /// The rules of the original chart; nil if none of their places is free.
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

/// The surroundings in which a board is placed.
private struct Scene {
    let x: Double
    let plot: Rect
    /// The area that the board may use.
    let bounds: Rect
    /// The markers enlarged by the clearance, from the top down.
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

    /// A rectangle moved into the bounds, which are at least as large.
    func inside(_ rect: Rect) -> Rect {
        Rect(
            x: max(min(rect.x, bounds.maxX - rect.width), bounds.minX),
            y: max(min(rect.y, bounds.maxY - rect.height), bounds.minY), width: rect.width,
            height: rect.height)
    }

    /// Above the point: near the plot's top, or as far above it as a marker below requires.
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

    /// To one side of the point, outside the markers at its place.
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

    /// All maximal rectangles between obstacles and edges.
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

    /// The place nearest to that above the point, in a gap that can contain a board of this size.
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

    /// As much of a board as fits into a gap; nil if that is too little.
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
