import Charts
import Geometry

/// The frames of a chart and the parts that belong to it, in points; nil for parts not shown.
struct ChartFrames: Equatable {
    var headline: Rect?
    var isHeadlineStacked = false
    var card = Rect.zero
    var overview: Rect?
    var legend: Rect?

    /// Creates frames with only the chart's card.
    init(card: Rect) { self.card = card }
}

/// A chart of a screen, as tools see it.
@MainActor
protocol ChartSurface: AnyObject {
    /// The frames of its parts.
    var frames: ChartFrames { get }
    /// The displayed chart; nil for none.
    var chart: Chart? { get }
}
