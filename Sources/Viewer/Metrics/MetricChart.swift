import ChartCore
import Charts
import HealthData
import Localization

/// One metric's chart: its data, how they are written, and the parts that draw and describe them.
///
/// The parts depend on how the metric's samples are aggregated; `make` chooses them. The dates are
/// shared by all charts that lie along them: another metric shows the same days.
@MainActor
final class MetricChart {
    let context: MetricContext
    let parts: MetricParts
    private var hasAppeared = false

    init(_ context: MetricContext, _ parts: MetricParts) {
        self.context = context
        self.parts = parts
    }

    var data: MetricData { context.data }
    var metric: Metric { context.metric }
    /// How values are written, and which are round on their axis.
    var format: MetricFormat { context.format }
    var calendar: CivilCalendar { context.calendar }
    var locale: LocaleFormat { context.locale }
    var accent: Accent { context.accent }
    var chart: Chart { context.chart }
    /// The bars of calendar units; nil where samples are shown one by one.
    var bars: TotalsBars? { parts.bars }
    /// The bars by name that can be seen; nil where the chart lies along the dates.
    var placedBars: [PlacedBar]? { parts.pages?.placedBars }

    // MARK: Data, theme and preferences

    /// Takes over other data; the range stays where it is.
    func show(_ data: MetricData) {
        context.show(data)
        parts.marks.dataDidChange()
    }

    /// Lets what came with the last data begin to move.
    ///
    /// - Parameter time: when they came on the frame clock, in seconds.
    func grow(at time: Double) { parts.pages?.grow(at: time) }

    /// Takes over another theme.
    func apply(_ theme: Theme) {
        context.apply(theme)
        parts.zones?.themeDidChange()
        parts.marks.themeDidChange()
    }

    /// Follows how the person wants values written and judged.
    ///
    /// Another unit is shown with the next frame; the caller fits the values.
    func follow(_ preferences: Preferences) {
        context.follow(preferences.units)
        parts.zones?.follow(preferences)
    }

    // MARK: Motion

    /// Called when the metric is chosen: what is shown for the first time may come in motion.
    ///
    /// - Parameters:
    ///   - time: on the frame clock, in seconds.
    ///   - animated: whether it may; where not, it does not later either.
    func appear(at time: Double, animated: Bool = true) {
        guard !hasAppeared else { return }
        hasAppeared = true
        if animated { parts.entrance?.begin(at: time) }
    }

    /// Adapts what depends on the visible range: bar widths, the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axis has to be fitted again.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let hasOtherValues = parts.marks.rangeDidChange(range, at: moment)
        if moment.isSettled { parts.zones?.label() }
        return hasOtherValues
    }

    /// Moves what is animated to the time of a frame; whether another frame is needed.
    func advance(to time: Double) -> Bool { parts.marks.advance(to: time) }

    // MARK: Figures and small pictures

    /// The figures over a visible range, the most important last.
    func figures(over range: Extent) -> [CaptionedFigure] { parts.figures.figures(over: range) }

    /// The latest value, for the list of metrics.
    var latest: LatestValue { parts.figures.latest }

    /// The latest values, for the list of metrics.
    var sparkline: Sparkline { parts.overview.sparkline }

    /// The whole record in a number of columns, for the strip below the chart.
    func overview(over domain: Extent, columns: Int) -> OverviewShape {
        parts.overview.shape(over: domain, columns: columns)
    }

    /// Whether there is anything to see in a range.
    func hasData(over range: Extent) -> Bool { chart.hasData(over: range) }

    // MARK: The crosshair

    /// The reading nearest to a place along the chart, for the crosshair; nil where there is none.
    func reading(at place: Double) -> Reading? { parts.crosshair.reading(at: place) }

    /// The place of the reading that is `count` readings later, earlier where negative; that of the
    /// last one where there are fewer.
    func step(from place: Double, by count: Int) -> Double? {
        Chart.step(from: place, by: count, over: parts.crosshair.marks)
    }

    /// Lets a reading stand out from the others; nil for none.
    func select(_ reading: Reading?) { parts.highlight?.highlight(reading?.index) }

    /// An instant in words: with its year where the chart shows parts of several.
    func words(for instant: Double) -> String { context.words(for: instant) }

    // MARK: Pages

    /// What the overview shows.
    var domain: Extent { parts.pages?.domain ?? data.extent }

    /// The visible range in words; nil where those are its dates.
    func title(of range: Extent) -> String? { parts.pages?.title(of: range) }

    /// Where the view goes from `view` to show a place.
    func view(of view: Extent, showing place: Double) -> Extent {
        parts.pages?.window(holding: place) ?? view.showing(place)
    }

    /// The page that is shown, from 0; nil where there are only dates.
    var page: Int? { parts.pages?.page }

    /// Shows a page at once, the first one being 0, where there are pages.
    func setPage(_ page: Int) { parts.pages?.setPage(page) }

    /// Lets a page come to rest, where there are pages.
    func settle(at time: Double) { parts.pages?.settle(at: time) }

    /// The buttons that turn pages; nil for none.
    var pager: PagerModel? { parts.pages?.pager }
}
