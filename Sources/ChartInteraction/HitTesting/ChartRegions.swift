import Geometry

/// The part of a chart that a place on the screen belongs to.
public enum ChartRegion: Hashable, Sendable {
    /// Outside the chart.
    case none
    /// Where series are drawn.
    case plot
    /// The gutter of an axis, by the axis's id.
    case gutter(String)
    /// The small chart of the whole record.
    case overview
}

/// Where the parts of a chart are, in points.
public struct ChartRegions: Hashable, Sendable {
    /// The strip beside the plot that carries the labels of one axis.
    public struct Gutter: Hashable, Sendable {
        /// The id of the axis.
        public var axis: String
        /// Where the strip is, in points.
        public var rect: Rect

        /// Makes the gutter of an axis.
        public init(axis: String, rect: Rect) {
            self.axis = axis
            self.rect = rect
        }
    }

    /// Where the data are drawn.
    public var plot: Rect
    /// The strips of the axes that may be moved by them.
    public var gutters: [Gutter]
    /// Where the whole record is drawn, if it is.
    public var overview: Rect?

    /// Makes the regions of a layout.
    public init(plot: Rect, gutters: [Gutter] = [], overview: Rect? = nil) {
        self.plot = plot
        self.gutters = gutters
        self.overview = overview
    }

    /// The part at a place; the plot comes before the gutters, the first gutter before the next.
    public func region(at place: Point) -> ChartRegion {
        if plot.contains(place) { return .plot }
        if let gutter = gutters.first(where: { $0.rect.contains(place) }) {
            return .gutter(gutter.axis)
        }
        if let overview, overview.contains(place) { return .overview }
        return .none
    }
}
