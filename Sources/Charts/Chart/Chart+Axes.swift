// The value dimensions of a chart, the parts assigned to each, and their axes.

import ChartCore
import ChartInteraction

extension Chart {
    // MARK: Dimensions

    /// Adds a value dimension after the others; does nothing if the chart already has it.
    ///
    /// Axes that show it are added separately. Its id must differ from those of `x` and of all
    /// other dimensions.
    public func add(_ dimension: ValueDimension) {
        precondition(
            dimension.id != x.id, "two dimensions of a chart share the id \(dimension.id)")
        guard valueDimensions.add(dimension) else { return }
        interaction.add(dimension.panZoom)
        dimension.wasAdded(to: self)
    }

    /// The value dimension with an id; nil if there is none.
    public func dimension(_ id: String) -> ValueDimension? { valueDimensions.dimension(id) }

    /// Assigns a mark, an attachment or an annotation to a value dimension of the chart.
    ///
    /// An axis of x placed in the plot at a value can be assigned too.
    public func assign(_ part: AnyObject, to dimension: ValueDimension) {
        valueDimensions.assign(part, to: dimension)
    }

    /// The value dimension that a mark, an attachment or an annotation is assigned to, or that a
    /// value axis shows: the first one by default.
    public func dimension(of part: AnyObject) -> ValueDimension {
        valueDimensions.dimension(of: part)
    }

    /// Whether no visible mark of a value dimension has values in a part of the plot, given by its
    /// extents along x and y.
    ///
    /// Everything between the smallest and the largest value over the part of x counts as covered.
    public func isFree(_ x: Extent, _ y: Extent, on dimension: ValueDimension) -> Bool {
        !marks.contains { mark in
            !mark.isHidden && self.dimension(of: mark) === dimension
                && mark.values(over: x).overlaps(y)
        }
    }

    // MARK: Axes

    /// Adds an axis, further from the plot than the others on its side; does nothing if the chart
    /// already has it.
    ///
    /// It shows the x dimension, above or below the plot, or a value dimension that was added, at a
    /// side of the plot.
    public func add(_ axis: ChartAxis) {
        guard !axes.contains(where: { $0 === axis }) else { return }
        precondition(
            !axis.side.isHorizontal || axis.scale === x.scale,
            "a horizontal axis shows the chart's x dimension")
        valueDimensions.check(axis)
        arrangement.add(axis)
    }

    /// Removes an axis other than the first two; does nothing if the chart does not have it.
    public func remove(_ axis: ChartAxis) {
        precondition(axis !== xAxis && axis !== yAxis, "the first two axes of a chart stay")
        arrangement.remove(axis)
    }

    /// The room, in points, that the axes at the plot's sides and the annotations next to them
    /// need, as of the last layout.
    public var neededGutters: SideGutters {
        arrangement.neededGutters(style, margins.room)
    }
}
