import ChartCore
import ChartScene
import Charts
import Geometry

// What the chart of a metric is put together from. Each way of aggregating samples has a folder with its
// own parts, which share a `MetricContext` and know each other by their types; the rest of the viewer
// knows only `MetricChart`. Every part does all that its protocol asks for: what a metric does not have
// (series to hide, zones, pages) is a part that is missing, not a part that does nothing.

/// The parts of one metric's chart.
struct MetricParts {
    var marks: any MetricMarks
    var figures: any MetricFigures
    var crosshair: any MetricCrosshair
    var overview: any MetricOverview
    /// The series that can be hidden; nil where the chart is a single one.
    var legend: (any MetricLegend)?
    /// What values are called, as bands across the plot.
    var zones: (any MetricZones)?
    /// The bars of calendar units, where those are what the chart is made of.
    var bars: TotalsBars?
    /// What is emphasised under the crosshair; nil where that is only the crosshair itself.
    var highlight: (any MetricHighlight)?
    /// How the metric comes in when it is chosen for the first time; nil for at once.
    var entrance: (any MetricEntrance)?
    /// The pages of a chart that does not lie along the dates.
    var pages: (any MetricPages)?
}

/// What a metric's chart draws, and how that follows data, theme and range.
@MainActor
protocol MetricMarks: AnyObject {
    /// Takes over the data of the context; the range stays where it is.
    func dataDidChange()

    /// Takes over the theme of the context.
    func themeDidChange()

    /// Adapts what depends on the visible range: bar widths, the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axis has to be fitted again.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool

    /// Moves what is animated to the time of a frame, in seconds.
    ///
    /// - Returns: whether another frame is needed.
    func advance(to time: Double) -> Bool
}

/// What a metric amounts to, in figures.
@MainActor
protocol MetricFigures {
    /// The figures over a range, the most important last.
    func figures(over range: Extent) -> [CaptionedFigure]

    /// The latest value, for the list of metrics.
    var latest: LatestValue { get }
}

/// The latest value of a metric, as the list of metrics writes it.
struct LatestValue: Equatable {
    var text = ""
    /// The day that it belongs to, where that matters.
    var day = ""
}

/// What the crosshair reads of a metric.
@MainActor
protocol MetricCrosshair {
    /// The marks whose samples the crosshair stops at.
    var marks: [any Mark] { get }

    /// The reading nearest to a place along the chart; nil where there is none.
    func reading(at place: Double) -> Reading?
}

/// Samples that can stand out from the others.
@MainActor
protocol MetricHighlight: AnyObject {
    /// - Parameter index: that of the sample in a reading; nil for none.
    func highlight(_ index: Int?)
}

/// A metric in small pictures.
@MainActor
protocol MetricOverview {
    /// The latest values, for the list of metrics.
    var sparkline: Sparkline { get }

    /// The whole record in a number of columns, for the strip below the chart.
    func shape(over domain: Extent, columns: Int) -> OverviewShape
}

/// The series of a metric that can be shown and hidden.
@MainActor
protocol MetricLegend {
    var items: [LegendItem] { get }

    /// The ids of all series, in the order in which they are shown again: also of those that are no
    /// item while another one is hidden.
    var series: [String] { get }

    /// The series that remain where one is shown alone: itself and those that it needs.
    func group(of series: String) -> Set<String>

    /// Whether every series is hidden.
    var isAllHidden: Bool { get }

    /// Shows something that has an item, or hides it.
    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment)
}

/// Bands across the plot that say what values are called.
@MainActor
protocol MetricZones: AnyObject {
    /// Takes over the theme of the context.
    func themeDidChange()

    /// Takes over units and guideline; the context has the new units already.
    func follow(_ preferences: Preferences)

    /// Writes the names where there is room for them, when the range has come to rest.
    func label()
}

/// How a metric comes in when it is chosen for the first time.
@MainActor
protocol MetricEntrance: AnyObject {
    /// - Parameter time: when it begins on the frame clock, in seconds.
    func begin(at time: Double)
}

/// The pages of a chart that does not lie along the dates.
@MainActor
protocol MetricPages {
    /// What all pages cover.
    var domain: Extent { get }

    /// What is on the page nearest to a range, in words.
    func title(of range: Extent) -> String

    /// The page that holds a place.
    func window(holding place: Double) -> Extent

    /// The page that is shown, from 0.
    var page: Int { get }

    /// Shows a page once the chart has a size, and with it a number of pages.
    func setPage(_ page: Int)

    /// Lets the page nearest to the view glide to its place.
    func settle(at time: Double)

    /// The buttons that turn pages; nil where there is only one page.
    var pager: PagerModel? { get }

    /// Lets what came with the last data grow from a time on the frame clock.
    func grow(at time: Double)

    /// The bars that can be seen.
    var placedBars: [PlacedBar] { get }
}

/// A bar that can be seen, and its place in points.
struct PlacedBar {
    var name: String
    var value: Double
    var color: Color
    var rect: Rect
}
