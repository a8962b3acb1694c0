// Labels along an axis, none touching another.
//
// Thinning keeps the labels whose ordinal is divisible by n, with the smallest n that leaves no two
// closer than the gap. Ordinals belong to the ticks' grid and not to the view, so the same labels
// stay while the view moves. n is remembered: it grows when it must, and shrinks only when the
// smaller n would do with 15 % wider labels, so that "May" and "September" passing by do not make
// the others come and go.
//
// What thinning by ordinals cannot part (the tick that is there twice in the repeated hour, a label
// pushed inwards at an edge) is settled at last one by one: the more important label stays, of two
// equal ones the first.

import Geometry

/// A label that wants a place on an axis.
public struct LabelRequest: Hashable, Sendable {
    /// The tick's identity.
    public var id: Double
    /// The tick's number on its grid.
    public var ordinal: Int
    /// Where the tick stands along the axis, in points.
    public var position: Double
    /// The size of the text as measured.
    public var size: Size
    /// Larger is more important; a label that carries the year stays where one with a day must go.
    public var rank: Int

    /// A label with everything said.
    public init(id: Double, ordinal: Int, position: Double, size: Size, rank: Int = 0) {
        self.id = id
        self.ordinal = ordinal
        self.position = position
        self.size = size
        self.rank = rank
    }

    /// A label for a tick; the larger the unit that begins at it, the more important.
    public init(tick: Tick, position: Double, size: Size) {
        self.init(
            id: tick.value, ordinal: tick.ordinal, position: position, size: size,
            rank: tick.begins?.rawValue ?? 0)
    }
}

/// A label with its place.
public struct PlacedLabel: Hashable, Sendable {
    /// The index of the request.
    public var index: Int
    /// The tick's identity.
    public var id: Double
    /// Where the text goes.
    public var rect: Rect
    public var rank: Int

    /// A label that was placed.
    public init(index: Int, id: Double, rect: Rect, rank: Int = 0) {
        self.index = index
        self.id = id
        self.rect = rect
        self.rank = rank
    }
}

/// Places the labels of one axis.
public struct LabelPlacer: Sendable {
    /// What happens to a label that reaches beyond the ends of the room along the axis.
    public enum Edge: Hashable, Sendable {
        /// It is left out.
        case drop
        /// It is pushed inwards, if its tick is inside.
        case clamp
        /// It stays where it is.
        case free
    }

    /// The side of the plot the labels stand on.
    public var side: PlotSide
    /// The point of a label's rectangle that stands at the tick, as fractions of its size.
    public var anchor: Point
    /// Added to the place of the anchor, in points.
    public var offset: Vector
    /// The least distance between two labels along the axis.
    public var gap: Double
    /// What happens at the ends of the room.
    public var edge: Edge
    private var stride = 1

    /// A placer; without an anchor the labels are centred on their ticks and touch the band's inner
    /// edge.
    public init(
        side: PlotSide, anchor: Point? = nil, offset: Vector = .zero, gap: Double = 8,
        edge: Edge = .clamp
    ) {
        self.side = side
        self.anchor = anchor ?? LabelPlacer.anchor(of: side)
        self.offset = offset
        self.gap = gap
        self.edge = edge
    }

    /// The anchor that centres labels on their ticks, outside the plot.
    public static func anchor(of side: PlotSide) -> Point {
        switch side {
        case .left: Point(x: 1, y: 0.5)
        case .right: Point(x: 0, y: 0.5)
        case .top: Point(x: 0.5, y: 1)
        case .bottom: Point(x: 0.5, y: 0)
        }
    }

    /// Places labels: thinned, inside the room, none touching another.
    ///
    /// - Parameters:
    ///   - labels: In the order of their positions, either way.
    ///   - line: Where the anchors stand across the axis (for the bottom axis, a y).
    ///   - room: The ends of the room along the axis; labels stay inside according to `edge`.
    public mutating func place(
        _ labels: [LabelRequest], line: Double, room: Extent
    ) -> [PlacedLabel] {
        stride = thinned(labels)
        var placed: [PlacedLabel] = []
        for (index, label) in labels.enumerated() where label.ordinal % stride == 0 {
            var rect = rect(of: label, line: line)
            let span = along(rect)
            if span.min < room.min || span.max > room.max {
                switch edge {
                case .drop: continue
                case .clamp:
                    guard room.contains(label.position), span.length <= room.length else {
                        continue
                    }
                    let shift = span.min < room.min ? room.min - span.min : room.max - span.max
                    rect = rect.offset(
                        by: side.isHorizontal
                            ? Vector(dx: shift, dy: 0) : Vector(dx: 0, dy: shift))
                case .free: break
                }
            }
            placed.append(PlacedLabel(index: index, id: label.id, rect: rect, rank: label.rank))
        }
        return LabelPlacer.separated(
            [placed],
            gap: side.isHorizontal ? Size(width: gap, height: 0) : Size(width: 0, height: gap))[0]
    }

    /// Forgets the thinning, as when the step changed.
    public mutating func reset() { stride = 1 }

    /// Where a label's text would go, thinning and edges aside.
    public func rect(of label: LabelRequest, line: Double) -> Rect {
        let at =
            side.isHorizontal
            ? Point(x: label.position, y: line) : Point(x: line, y: label.position)
        return Rect(
            x: at.x + offset.dx - anchor.x * label.size.width,
            y: at.y + offset.dy - anchor.y * label.size.height, width: label.size.width,
            height: label.size.height)
    }

    private func along(_ rect: Rect) -> Extent {
        side.isHorizontal
            ? Extent(min: rect.minX, max: rect.maxX) : Extent(min: rect.minY, max: rect.maxY)
    }

    /// The smallest n that parts the labels, with some reluctance to go back to a smaller one.
    private func thinned(_ labels: [LabelRequest]) -> Int {
        guard labels.count > 1 else { return stride }
        let first = labels[0]
        let last = labels[labels.count - 1]
        let most = abs(last.ordinal - first.ordinal) + 1
        // Half of what evenly spaced labels of the least size would need is certainly too little;
        // where there are thousands of ticks the search may begin there.
        var n = 1
        if most > 64 {
            let pitch = abs(last.position - first.position) / Double(most - 1)
            let sizes = labels.lazy.map { side.isHorizontal ? $0.size.width : $0.size.height }
            let least = ((sizes.min() ?? 0) + gap) / pitch / 2
            n = min(max(1, least.isFinite ? Int(least) : most), most)
        }
        while n < most {
            if parts(labels, n, widening: n < stride ? 1.15 : 1) { return n }
            n += 1
        }
        return most
    }

    private func parts(_ labels: [LabelRequest], _ n: Int, widening: Double) -> Bool {
        var last: (span: Extent, ordinal: Int)?
        for label in labels where label.ordinal % n == 0 {
            let span = along(rect(of: label, line: 0)).expanded(
                by: (widening - 1) * (side.isHorizontal ? label.size.width : label.size.height) / 2)
            if let last, last.ordinal != label.ordinal {
                let distance = max(span.min - last.span.max, last.span.min - span.max)
                if distance < gap - 1e-9 { return false }
            }
            last = (span, label.ordinal)
        }
        return true
    }

    /// What is left of groups of labels when none may come nearer to another than `gap`.
    ///
    /// Of two that do, the one with the higher rank stays; of equal rank the one of the earlier
    /// group, of one group the first. Used within one axis, and between the axes of a chart at its
    /// corners.
    public static func separated(_ groups: [[PlacedLabel]], gap: Size = .zero) -> [[PlacedLabel]] {
        var order: [(group: Int, item: Int)] = []
        for group in groups.indices {
            for item in groups[group].indices { order.append((group, item)) }
        }
        order.sort {
            let a = groups[$0.group][$0.item].rank
            let b = groups[$1.group][$1.item].rank
            return a != b ? a > b : ($0.group, $0.item) < ($1.group, $1.item)
        }
        var kept: [Rect] = []
        var stays = groups.map { $0.map { _ in false } }
        for (group, item) in order {
            let rect = groups[group][item].rect
            // A hair less than the gap, for labels that stand exactly at it.
            let wide = Rect(
                x: rect.x - gap.width + 1e-9, y: rect.y - gap.height + 1e-9,
                width: rect.width + 2 * gap.width - 2e-9,
                height: rect.height + 2 * gap.height - 2e-9)
            if kept.contains(where: { $0.intersects(wide) }) { continue }
            kept.append(rect)
            stays[group][item] = true
        }
        return groups.indices.map { group in
            groups[group].indices.filter { stays[group][$0] }.map { groups[group][$0] }
        }
    }
}
