// The value dimensions of a chart, what stands on which of them, and where their axes lie.

import ChartCore
import ChartInteraction
import Geometry
import Text

/// Room at the sides of a plot, in points.
public struct SideGutters: Hashable, Sendable {
    /// At the left.
    public var leading: Double
    /// At the right.
    public var trailing: Double

    /// Room from its parts; none unless told otherwise.
    public init(leading: Double = 0, trailing: Double = 0) {
        self.leading = leading
        self.trailing = trailing
    }

    /// The larger room on either side.
    public func union(_ other: SideGutters) -> SideGutters {
        SideGutters(
            leading: max(leading, other.leading), trailing: max(trailing, other.trailing))
    }
}

extension Chart {
    /// What stands on another value dimension than the first.
    struct Assignment {
        weak var part: AnyObject?
        var dimension: ValueDimension
    }

    // MARK: Dimensions

    /// Adds a value dimension after the others; nothing where it is there.
    ///
    /// It is shown by axes that are added for it, if any. Its id is that of no other one, nor of x.
    public func add(_ dimension: ValueDimension) {
        guard !dimensions.contains(where: { $0 === dimension }) else { return }
        precondition(
            dimension.id != x.id && self.dimension(dimension.id) == nil,
            "two dimensions of a chart share the id \(dimension.id)")
        dimensions.append(dimension)
        interaction.add(dimension.panZoom)
        dimension.pin.onUndo = { [weak self, weak dimension] time in
            if let dimension { self?.undoPin(of: dimension, at: time) }
        }
    }

    /// The value dimension with an id; nil where there is none.
    public func dimension(_ id: String) -> ValueDimension? {
        dimensions.first { $0.id == id }
    }

    /// Lets a mark, an attachment or an annotation stand on a value dimension of the chart; and an
    /// axis of x that lies in the plot at a value of it.
    public func assign(_ part: AnyObject, to dimension: ValueDimension) {
        precondition(
            dimensions.contains { $0 === dimension },
            "the dimension \(dimension.id) was not added to the chart")
        assignments = assignments.filter { $0.value.part != nil }
        assignments[ObjectIdentifier(part)] =
            dimension === y ? nil : Assignment(part: part, dimension: dimension)
    }

    /// The value dimension on which a mark, an attachment or an annotation stands, or that an axis of
    /// values shows: the first one where nothing else was said.
    public func dimension(of part: AnyObject) -> ValueDimension {
        if let axis = part as? ChartAxis, !axis.side.isHorizontal {
            return dimensions.first { $0.scale === axis.scale } ?? y
        }
        guard !assignments.isEmpty, let known = assignments[ObjectIdentifier(part)],
            known.part === part
        else { return y }
        return known.dimension
    }

    /// Whether no visible mark of a value dimension has values in a part of the plot, from and to along
    /// x and y.
    ///
    /// Between the smallest and the largest value over the part of x all is taken for covered.
    public func isFree(_ x: Extent, _ y: Extent, on dimension: ValueDimension) -> Bool {
        !marks.contains { mark in
            !mark.isHidden && self.dimension(of: mark) === dimension
                && mark.values(over: x).overlaps(y)
        }
    }

    // MARK: Axes

    /// Adds an axis, further away from the plot than those on its side; nothing where it is there.
    ///
    /// It shows the x dimension, above the plot or below it, or a value dimension that was added, at
    /// a side of the plot.
    public func add(_ axis: ChartAxis) {
        guard !axes.contains(where: { $0 === axis }) else { return }
        if axis.side.isHorizontal {
            precondition(axis.scale === x.scale, "a horizontal axis shows the chart's x dimension")
        } else {
            guard let dimension = dimensions.first(where: { $0.scale === axis.scale }) else {
                preconditionFailure("the scale \(axis.scale.id) of an axis is not of the chart")
            }
            dimension.axes.append(axis)
        }
        axes.append(axis)
        regionFrame = nil
    }

    /// Removes an axis that is not one of the first two; nothing where it is not there.
    public func remove(_ axis: ChartAxis) {
        precondition(axis !== xAxis && axis !== yAxis, "the first two axes of a chart stay")
        axes.removeAll { $0 === axis }
        for dimension in dimensions { dimension.axes.removeAll { $0 === axis } }
        regionFrame = nil
    }

    /// The axes beside the plot at a side, the nearest first.
    private func axes(at side: ChartAxis.Side) -> some Sequence<ChartAxis> {
        axes.lazy.filter { $0.side == side && $0.placement == nil }
    }

    /// The room that the axes at the plot's sides need, and annotations beside them, in points, as of
    /// the last layout.
    public var neededGutters: SideGutters {
        func needed(_ side: ChartAxis.Side, _ inset: Double) -> Double {
            var sum = 0.0
            for axis in axes(at: side) { sum = axis.offset + axis.thickness(style) }
            return max(inset, sum)
        }
        return SideGutters(
            leading: needed(.leading, style.insets.left) + margins.room.left,
            trailing: needed(.trailing, style.insets.right) + margins.room.right)
    }

    /// Places the axes at a side of the plot one beside the other; the room they need.
    ///
    /// - Parameters:
    ///   - gutter: of the whole side.
    ///   - least: the room that there is at least.
    func arrange(
        _ side: ChartAxis.Side, _ gutter: inout Gutter, least: Double, canShrink: Bool
    ) -> Double {
        var (offset, last, isEmpty) = (0.0, 0.0, true)
        for axis in axes(at: side) {
            isEmpty = false
            if axis.offset != offset {
                axis.offset = offset
                regionFrame = nil
            }
            last = offset + axis.thickness(style)
            offset += axis.gutter.update(needed: axis.thickness(style), canShrink: canShrink)
        }
        if isEmpty { return least }
        return gutter.update(needed: max(least, last), canShrink: canShrink)
    }

    /// Tells the axes in the plot where others lie across them.
    func findCrossings() {
        for axis in axes where axis.placement != nil {
            axis.crossings = axes.compactMap { other in
                guard other.side.isHorizontal != axis.side.isHorizontal,
                    case .value(let value)? = other.placement
                else { return nil }
                return axis.scale.kind.transform.place(of: value)
            }
        }
    }

    /// Places the axes above the plot and below it one over the other.
    func arrangeRows() {
        var rows = (above: 0.0, below: 0.0)
        if axes.count > 2 {
            // Tall labels at the upper end of the values reach above the plot.
            let tall =
                axes.lazy.filter { !$0.side.isHorizontal && $0.placement == nil }
                .map { $0.extraHeight(self.style) / 2 }.max() ?? 0
            if tall > 0, axes.contains(where: { $0.side == .top && $0.placement == nil }) {
                rows.above = tall + 4
            }
        }
        for axis in axes(at: .top) {
            axis.offset = style.eventLane + rows.above
            rows.above += axis.thickness(style)
        }
        var isFirst = true
        for axis in axes(at: .bottom) {
            axis.offset = isFirst ? 0 : style.timeLabelBaseline + 4 + rows.below
            rows.below += isFirst ? axis.extraHeight(style) : axis.thickness(style)
            isFirst = false
        }
        axisRows = rows
    }

    /// The parts of the chart that a place may belong to.
    var regions: ChartRegions {
        let frame = frame.inset(by: margins.room)
        var gutters = [
            ChartRegions.Gutter(
                axis: x.id,
                rect: Rect(
                    x: plot.x, y: plot.maxY, width: plot.width, height: frame.maxY - plot.maxY))
        ]
        if axisRows.above > 0 {
            gutters.append(
                .init(
                    axis: x.id,
                    rect: Rect(
                        x: plot.x, y: plot.minY - style.eventLane - axisRows.above,
                        width: plot.width, height: axisRows.above)))
        }
        // The furthest axis has all that is left.
        for axis in axes.reversed() where !axis.side.isHorizontal && axis.placement == nil {
            let isLast = !axes(at: axis.side).contains { $0.offset > axis.offset }
            let width =
                isLast
                ? (axis.side == .leading ? plot.minX - frame.minX : frame.maxX - plot.maxX)
                    - axis.offset : axis.gutter.thickness
            let x =
                axis.side == .leading
                ? plot.minX - axis.offset - width : plot.maxX + axis.offset
            gutters.append(
                .init(
                    axis: axis.scale.id,
                    rect: Rect(x: x, y: plot.y, width: max(0, width), height: plot.height)))
        }
        return ChartRegions(plot: plot, gutters: gutters)
    }
}
