import Geometry

/// The part of a chart that a place on the screen belongs to.
public enum ChartRegion: Hashable, Sendable {
    /// Outside the chart.
    case none
    /// The area of the series.
    case plot
    /// The gutter of an axis, by the axis's id.
    case gutter(String)
    /// The small chart of the whole record.
    case overview
}

/// The positions of the parts of a chart, in points.
public struct ChartRegions: Hashable, Sendable {
    /// The strip next to the plot with the labels of one axis.
    public struct Gutter: Hashable, Sendable {
        /// The id of the axis.
        public var axis: String
        /// The position of the strip, in points.
        public var rect: Rect

        /// Makes the gutter of an axis.
        public init(axis: String, rect: Rect) {
            self.axis = axis
            self.rect = rect
        }
    }

    /// The area of the data.
    public var plot: Rect
    /// The strips of the axes that can be moved in them.
    public var gutters: [Gutter]
    /// The area of the whole record, if it is drawn.
    public var overview: Rect?

    /// Makes the regions of a layout.
    public init(plot: Rect, gutters: [Gutter] = [], overview: Rect? = nil) {
        self.plot = plot
        self.gutters = gutters
        self.overview = overview
    }

    /// The part at a place; the plot has priority over the gutters, the first gutter over the next.
    public func region(at place: Point) -> ChartRegion {
        if plot.contains(place) { return .plot }
        if let gutter = gutters.first(where: { $0.rect.contains(place) }) {
            return .gutter(gutter.axis)
        }
        if let overview, overview.contains(place) { return .overview }
        return .none
    }
}
