import ChartCore
import Charts
import Geometry
import HealthData
import Localization

/// One metric's chart: its data, their format, and the parts that draw and describe them.
///
/// The parts depend on how the metric's samples are aggregated; `make` chooses them. All charts
/// with a time axis share the dates: another metric shows the same days.
@MainActor
final class MetricChart {
    let context: MetricContext
    let parts: MetricParts
    /// The goal and the bands of the person; nil if the chart has none.
    private(set) var guides: MetricGuides?
    private var hasAppeared = false

    init(_ context: MetricContext, _ parts: MetricParts) {
        self.context = context
        self.parts = parts
        context.flagLeftOut()
        switch context.data.content {
        case .totals, .readings: guides = MetricGuides(context, parts.bars)
        case .pairs, .lines, .categories: break
        }
    }

    /// Leaves out goals and bands, which are about days: for a chart of a shorter time.
    func dropGuides() { guides = nil }

    var data: MetricData { context.data }
    /// Changes whenever the data do.
    var dataRevision: Int { context.dataRevision }
    var metric: Metric { context.metric }
    /// The format of values, which also determines the round values of their axis.
    var format: MetricFormat { context.format }
    var calendar: CivilCalendar { context.calendar }
    var locale: LocaleFormat { context.locale }
    var accent: Accent { context.accent }
    var chart: Chart { context.chart }
    /// The bars of calendar units; nil if samples are shown individually.
    var bars: TotalsBars? { parts.bars }
    /// The visible bars by name; nil if the chart has a time axis.
    var placedBars: [PlacedBar]? { parts.pages?.placedBars }

    /// What bars of weeks and longer units show; nil if there are no bars.
    var barAmount: BarAmount? { parts.bars == nil ? nil : context.barAmount }
    /// Whether what bars show makes a difference now: a bar of an hour or a day is a total.
    var hasBarChoice: Bool {
        (parts.bars.map { $0.unit > .day } ?? false) && parts.nights?.picture ?? .hours == .hours
    }
    /// The pages of single days.
    var days: DayPages { parts.days }
    /// What the plot shows in words, with the rectangle of each part in points.
    var words: [ChartWords] {
        parts.nights?.picture == .lanes ? parts.nights?.lanes.words ?? [] : []
    }

    // MARK: Data, theme and preferences

    /// Shows other data; the range stays where it is.
    func show(_ data: MetricData) {
        context.show(data)
        parts.marks.dataDidChange()
        guides?.dataDidChange()
    }

    /// Starts the motion of the latest data.
    ///
    /// - Parameter time: when the data arrived on the frame clock, in seconds.
    func grow(at time: Double) { parts.pages?.grow(at: time) }

    /// Applies another theme.
    func apply(_ theme: Theme) {
        context.apply(theme)
        parts.zones?.themeDidChange()
        parts.marks.themeDidChange()
        guides?.themeDidChange()
    }

    /// Applies the person's preferences for units, zones, goals and bands.
    ///
    /// Another unit is shown with the next frame; the caller fits the values.
    ///
    /// - Returns: whether a goal has changed that is part of the value axis.
    @discardableResult
    func follow(_ preferences: Preferences) -> Bool {
        context.follow(preferences.units)
        parts.zones?.follow(preferences)
        return guides?.follow(preferences) ?? false
    }

    // MARK: Motion

    /// Animates the first appearance of the metric, when it is chosen.
    ///
    /// - Parameters:
    ///   - time: the time on the frame clock, in seconds.
    ///   - animated: whether to animate; if false, it is not animated later either.
    func appear(at time: Double, animated: Bool = true) {
        guard !hasAppeared else { return }
        hasAppeared = true
        if animated { parts.entrance?.begin(at: time) }
    }

    /// Adapts whatever depends on the visible range: bar widths, the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axis has to be fitted
    ///   again.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let hasOtherValues = parts.marks.rangeDidChange(range, at: moment)
        let hasOtherGuides = guides?.rangeDidChange(range, at: moment) ?? false
        if moment.isSettled { parts.zones?.label() }
        return hasOtherValues || hasOtherGuides
    }

    /// Advances animations to the time of a frame, and returns whether another frame is needed.
    func advance(to time: Double) -> Bool {
        let moves = guides?.advance(to: time) ?? false
        return parts.marks.advance(to: time) || moves
    }

    // MARK: Figures and small pictures

    /// The figures over a visible range, most important last.
    func figures(over range: Extent) -> [CaptionedFigure] {
        let figures = parts.figures.figures(over: range)
        guard let guides else { return figures }
        return (guides.figure(over: range).map { [$0] } ?? []) + guides.judged(figures)
    }

    /// Whether a figure can have a chip, in some range.
    var hasChips: Bool { parts.figures.hasChips || guides?.hasChips ?? false }

    /// The latest value, for the list of metrics.
    var latest: LatestValue { parts.figures.latest }

    /// The latest values, for the list of metrics.
    var sparkline: Sparkline { parts.overview.sparkline }

    /// The whole record in a number of columns, for the strip below the chart.
    func overview(over domain: Extent, columns: Int) -> OverviewShape {
        parts.overview.shape(over: domain, columns: columns)
    }

    /// Whether a range contains any data.
    func hasData(over range: Extent) -> Bool { chart.hasData(over: range) }

    // MARK: The crosshair

    /// The reading nearest to a position along the chart, for the crosshair; nil if there is none.
    func reading(at place: Double) -> Reading? {
        parts.crosshair.reading(at: place).map { guides?.completed($0) ?? $0 }
    }

    /// The position of the reading `count` readings later, earlier if negative.
    ///
    /// If there are fewer, it is that of the last one.
    func step(from place: Double, by count: Int) -> Double? {
        Chart.step(from: place, by: count, over: parts.crosshair.marks)
    }

    /// Highlights a reading; nil for none.
    func select(_ reading: Reading?) { parts.highlight?.highlight(reading?.index) }

    /// An instant in words, with its year if the chart shows parts of several.
    func words(for instant: Double) -> String { context.words(for: instant) }

    // MARK: Pages

    /// The range of the overview.
    var domain: Extent { parts.pages?.domain ?? data.extent }

    /// The title of the visible range; nil if its dates are the title.
    func title(of range: Extent) -> String? { parts.pages?.title(of: range) }

    /// The view that shows a position, coming from `view`.
    func view(of view: Extent, showing place: Double) -> Extent {
        parts.pages?.window(holding: place) ?? view.showing(place)
    }

    /// The current page, from 0; nil if there are only dates.
    var page: Int? { parts.pages?.page }

    /// Shows a page at once, counted from 0, if there are pages.
    func setPage(_ page: Int) { parts.pages?.setPage(page) }

    /// Brings a page to rest, if there are pages.
    func settle(at time: Double) { parts.pages?.settle(at: time) }

    /// The buttons that turn pages; nil for none.
    var pager: PagerModel? { parts.pages?.pager }
}
