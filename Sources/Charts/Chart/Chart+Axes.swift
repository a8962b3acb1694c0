// The value dimensions of a chart, what stands on which of them, and their axes.

import ChartCore
import ChartInteraction

extension Chart {
    // MARK: Dimensions

    /// Adds a value dimension after the others; nothing where it is there.
    ///
    /// It is shown by axes that are added for it, if any. Its id is that of no other one, nor of x.
    public func add(_ dimension: ValueDimension) {
        precondition(
            dimension.id != x.id, "two dimensions of a chart share the id \(dimension.id)")
        guard valueDimensions.add(dimension) else { return }
        interaction.add(dimension.panZoom)
        dimension.pin.onUndo = { [weak self, weak dimension] time in
            guard let self, let dimension else { return }
            following.undoPin(of: dimension, in: self, at: time)
        }
    }

    /// The value dimension with an id; nil where there is none.
    public func dimension(_ id: String) -> ValueDimension? { valueDimensions.dimension(id) }

    /// Lets a mark, an attachment or an annotation stand on a value dimension of the chart; and an
    /// axis of x that lies in the plot at a value of it.
    public func assign(_ part: AnyObject, to dimension: ValueDimension) {
        valueDimensions.assign(part, to: dimension)
    }

    /// The value dimension on which a mark, an attachment or an annotation stands, or that an axis of
    /// values shows: the first one where nothing else was said.
    public func dimension(of part: AnyObject) -> ValueDimension {
        valueDimensions.dimension(of: part)
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
        precondition(
            !axis.side.isHorizontal || axis.scale === x.scale,
            "a horizontal axis shows the chart's x dimension")
        valueDimensions.add(axis)
        arrangement.add(axis)
    }

    /// Removes an axis that is not one of the first two; nothing where it is not there.
    public func remove(_ axis: ChartAxis) {
        precondition(axis !== xAxis && axis !== yAxis, "the first two axes of a chart stay")
        arrangement.remove(axis)
        valueDimensions.remove(axis)
    }

    /// The room that the axes at the plot's sides need, and annotations beside them, in points, as of
    /// the last layout.
    public var neededGutters: SideGutters {
        arrangement.neededGutters(style, margins.room)
    }
}
