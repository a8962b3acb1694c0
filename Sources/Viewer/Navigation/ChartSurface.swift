import Charts
import Geometry

/// Where the parts of a chart with all that belongs to it are, in points; nil for what is not shown.
struct ChartFrames: Equatable {
    var headline: Rect?
    var isHeadlineStacked = false
    var card = Rect.zero
    var overview: Rect?
    var legend: Rect?

    /// The chart's card alone.
    init(card: Rect) { self.card = card }
}

/// A chart of a screen, as tools see it.
@MainActor
protocol ChartSurface: AnyObject {
    /// Where its parts are.
    var frames: ChartFrames { get }
    /// The chart that is shown; nil for none.
    var chart: Chart? { get }
}
