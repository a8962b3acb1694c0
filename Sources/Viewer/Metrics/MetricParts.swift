import ChartCore
import ChartScene
import Charts
import Geometry
import Localization

// The parts that the chart of a metric is composed of. Each way of aggregating samples has a folder
// with its own parts, which share a `MetricContext` and refer to each other by their types; the
// rest of the viewer uses only `MetricChart`. Every part implements all of its protocol: if a
// metric lacks a feature (series to hide, zones, pages), the part is missing, instead of a part
// that does nothing.

/// The parts of one metric's chart.
struct MetricParts {
    var marks: any MetricMarks
    var figures: any MetricFigures
    var crosshair: any MetricCrosshair
    var overview: any MetricOverview
    /// The series that can be hidden; nil if there is only one.
    var legend: (any MetricLegend)?
    /// The names of ranges of values, as bands across the plot.
    var zones: (any MetricZones)?
    /// The bars of calendar units, if the chart consists of those.
    var bars: TotalsBars?
    /// The nights of sleep, if the chart shows those.
    var nights: NightsMarks?
    /// The pages of single days.
    var days = DayPages.calendar
    /// The highlight of samples under the crosshair; nil if there is only the crosshair itself.
    var highlight: (any MetricHighlight)?
    /// The animation when the metric is chosen for the first time; nil if it appears at once.
    var entrance: (any MetricEntrance)?
    /// The pages of a chart without a time axis.
    var pages: (any MetricPages)?
}

/// A part of what a plot shows, in words, with its rectangle in points.
struct ChartWords: Equatable {
    var name: String
    var value: String
    var frame: Rect
}

/// The marks of a metric's chart, and how they follow data, theme and range.
@MainActor
protocol MetricMarks: AnyObject {
    /// Takes the data of the context; the range stays where it is.
    func dataDidChange()

    /// Takes the theme of the context.
    func themeDidChange()

    /// Adapts whatever depends on the visible range: bar widths, the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axis has to be fitted
    ///   again.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool

    /// Advances animations to the time of a frame, in seconds.
    ///
    /// - Returns: whether another frame is needed.
    func advance(to time: Double) -> Bool
}

/// The figures that summarize a metric.
@MainActor
protocol MetricFigures {
    /// The figures over a range, most important last.
    func figures(over range: Extent) -> [CaptionedFigure]

    /// Whether a figure can have a chip, in some range: room is kept for one in all of them.
    var hasChips: Bool { get }

    /// The latest value, for the list of metrics.
    var latest: LatestValue { get }
}

/// The latest value of a metric, for the list of metrics and the summary.
struct LatestValue: Equatable {
    /// The value; nil if there is none.
    var figure: Figure?
    /// An instant of the day that it belongs to; nil for a value without a time.
    var time: Double?
    /// Whether it is the time in bed, because no sleep is known.
    var isInBed = false

    /// The value in words; empty if there is none.
    var text: String { figure?.text ?? "" }

    /// Its day in words; empty for a value without a time.
    func day(_ words: DayWords, isNight: Bool) -> String {
        guard let time else { return "" }
        let day = words.text(time, isNight: isNight)
        return isInBed ? tr("{1}, in bed", day) : day
    }
}

/// The readings of a metric for the crosshair.
@MainActor
protocol MetricCrosshair {
    /// The marks whose samples the crosshair stops at.
    var marks: [any Mark] { get }

    /// The reading nearest to a position along the chart; nil if there is none.
    func reading(at place: Double) -> Reading?
}

/// Samples that can be highlighted.
@MainActor
protocol MetricHighlight: AnyObject {
    /// Highlights a sample.
    ///
    /// - Parameter index: the index of the sample in a reading; nil for none.
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

    /// The ids of all series, in the order in which they are shown again.
    ///
    /// It includes those that have no item while another one is hidden.
    var series: [String] { get }

    /// The series that remain when one is shown alone: itself and those that it needs.
    func group(of series: String) -> Set<String>

    /// Whether every series is hidden.
    var isAllHidden: Bool { get }

    /// Shows or hides an item.
    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment)
}

/// Bands across the plot that name ranges of values.
@MainActor
protocol MetricZones: AnyObject {
    /// Takes the theme of the context.
    func themeDidChange()

    /// Applies the units and the guideline; the context already has the new units.
    func follow(_ preferences: Preferences)

    /// Writes the names where there is room for them, after the range has come to rest.
    func label()
}

/// The animation of a metric that is chosen for the first time.
@MainActor
protocol MetricEntrance: AnyObject {
    /// Starts the animation.
    ///
    /// - Parameter time: its start on the frame clock, in seconds.
    func begin(at time: Double)
}

/// The pages of a chart without a time axis.
@MainActor
protocol MetricPages {
    /// The range of all pages.
    var domain: Extent { get }

    /// The title of the page nearest to a range.
    func title(of range: Extent) -> String

    /// The range of the page that contains a position.
    func window(holding place: Double) -> Extent

    /// The current page, from 0.
    var page: Int { get }

    /// Shows a page once the chart has a size, and with it a number of pages.
    func setPage(_ page: Int)

    /// Glides the page nearest to the view to its resting position.
    func settle(at time: Double)

    /// The buttons that turn pages; nil if there is only one page.
    var pager: PagerModel? { get }

    /// Animates the growth of the latest data from a time on the frame clock.
    func grow(at time: Double)

    /// The visible bars.
    var placedBars: [PlacedBar] { get }
}

/// A visible bar, and its rectangle in points.
struct PlacedBar {
    var name: String
    var value: Double
    var color: Color
    var rect: Rect
}
