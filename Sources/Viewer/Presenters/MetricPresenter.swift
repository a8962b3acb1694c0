import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// A metric, its data and its chart, held together for one screen.
///
/// The chart's x dimension is shared by all presenters: choosing another metric shows the same days.
@MainActor
class MetricPresenter {
    private(set) var data: MetricData
    let metric: Metric
    /// How its values are written, and what is round on their axis.
    private(set) var format: MetricFormat
    let calendar: CivilCalendar
    let locale: LocaleFormat
    let chart: Chart
    /// What happened, beside what was measured; nil of a chart that does not lie along the dates.
    let lane: EventLane?
    /// Changes whenever `legend` does.
    var legendRevision = 0
    /// Attachments that take their colour from the theme are set here.
    private(set) var theme: Theme

    init(
        _ data: MetricData, x: Dimension, yFilters: [any RangeFilter], calendar: CivilCalendar,
        locale: LocaleFormat, theme: Theme
    ) {
        self.data = data
        metric = data.metric
        self.calendar = calendar
        self.locale = locale
        self.theme = theme
        let format = MetricFormat(data.metric, locale: locale)
        self.format = format
        chart = Chart(
            x: x, yFilters: yFilters,
            xLabels: TimeLabels(calendar: calendar, locale: locale, slot: nil),
            yLabels: ValueLabels(format: format), style: MetricPresenter.style(theme))
        let lane = EventLane(style: MetricPresenter.laneStyle(theme))
        lane.summary = { trn("{n} note", "{n} notes", count: $0) }
        self.lane = lane
        chart.background = [lane.bands]
        chart.annotations = [TierLabels(), lane]
        chart.y.panZoom.gutterActions = .all
        adaptAxis()
    }

    /// A presenter of a chart that does not lie along the dates.
    init(
        _ data: MetricData, chart: Chart, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        self.data = data
        metric = data.metric
        self.calendar = calendar
        self.locale = locale
        self.theme = theme
        format = MetricFormat(data.metric, locale: locale)
        self.chart = chart
        lane = nil
    }

    /// Lets the value axis begin and end on round values; which those are the format says.
    static func roundEnds() -> NiceRangeFilter {
        NiceRangeFilter(maximumTicks: 24, spacing: TickSpacing())
    }

    /// Makes round on the value axis what is so in the unit that is shown.
    private func adaptAxis() {
        chart.yAxis.ladder = format.ladder
        chart.yAxis.unit = format.scale
        chart.yAxis.finest = format.finestStep
        for case let filter as NiceRangeFilter in chart.y.updater.filters {
            filter.ladder = format.ladder
            filter.unit = format.scale
            filter.finest = format.finestStep
        }
    }

    /// The presenter that suits a metric.
    static func make(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) -> MetricPresenter {
        switch data.content {
        case .categories(let series):
            CategoryPresenter(data, series, calendar: calendar, locale: locale, theme: theme)
        case .totals where data.nights != nil:
            NightsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        case .totals:
            TotalsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        case .readings:
            ReadingsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        case .pairs:
            PairsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        }
    }

    /// - Parameter hasEvents: whether there is a lane for what happened.
    static func style(_ theme: Theme, hasEvents: Bool = false) -> ChartStyle {
        let lane = hasEvents ? EventLane.height : 0
        return ChartStyle(
            grid: theme.grid, label: theme.text3, strongLabel: theme.text2, ground: theme.card,
            // The lines of high contrast are no ground for words.
            tierGround: theme.derived { $0.isHighContrast ? $0.hoveredControl : $0.grid },
            // Room for the pill of the month, with some above and below it.
            insets: Insets(left: 18, top: 22 + lane, right: 52, bottom: 34), eventLane: lane)
    }

    private static func laneStyle(_ theme: Theme) -> EventLane.Style {
        EventLane.Style(
            sign: theme.text3, text: theme.text2,
            rule: theme.derived { $0.text3.opacity($0.isHighContrast ? 1 : 0.45) },
            band: theme.derived { $0.text3.opacity($0.isHighContrast ? 0.2 : 0.07) })
    }

    // MARK: Notes

    /// Shows the notes about this metric or about all metrics, and where its samples are damaged or
    /// missing.
    func show(_ notes: [Library.Note], damaged: [ClosedRange<Double>] = []) {
        guard let lane else { return }
        let had = !lane.events.isEmpty
        // Notes have numbers from 1 on.
        let gaps = damaged.enumerated().map { number, span in
            ChartEvent(
                id: -1 - Int64(number), span: Extent(min: span.lowerBound, max: span.upperBound),
                text: tr("damaged in the library"))
        }
        lane.events =
            gaps
            + notes.filter { $0.concerns(metric.id) }.map {
                ChartEvent(id: $0.id, span: NoteTime.span(of: $0, in: calendar), text: $0.text)
            }
        if had != !lane.events.isEmpty { restyle() }
    }

    private func restyle() {
        chart.style = MetricPresenter.style(theme, hasEvents: lane?.events.isEmpty == false)
    }

    /// What was noted of what a reading tells of: of its span, or so near that both are one place.
    func notes(of reading: Reading) -> [String] {
        guard let lane, !lane.events.isEmpty else { return [] }
        let density = chart.x.range.length > 0 ? chart.plot.width / chart.x.range.length : 0
        let slack = density > 0 ? Self.nearby / density : 0
        let told = reading.span ?? Extent(min: reading.time - slack, max: reading.time + slack)
        return lane.events.filter { event in
            let isWithin = event.span.min <= told.max && event.span.max >= told.min
            // What ends where a bar begins is not of it, nor what begins where it ends.
            let touches = event.span.min == told.max || event.span.max == told.min
            return isWithin && (!touches || event.isMoment && event.span.min == told.min)
        }.map(\.text)
    }

    /// How near a note is to what is told of for both to be one place, in points.
    private static let nearby = 8.0

    var accent: Accent {
        switch metric.family {
        case .activity, .other: .activity
        case .body: .body
        case .heart: .heart
        case .sleep: .sleep
        case .route: .route
        }
    }

    /// The latest value, as the list says it.
    var latest: String { "" }
    /// The day that it is of, where that matters.
    var latestDay: String { "" }
    var sparkline: Sparkline { Sparkline(shape: .line([])) }
    /// The series that can be shown and hidden.
    var legend: [LegendItem] { [] }

    /// The whole record as a small picture of so many columns.
    func overview(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape(kind: .line, high: [])
    }

    /// What the overview shows, of a chart that does not lie along the dates.
    var domain: Extent { data.extent }

    /// The visible range in words; nil for the dates that it is of.
    func title(of range: Extent) -> String? { nil }

    /// Where the view goes from `view` to show a place.
    func view(of view: Extent, showing place: Double) -> Extent { view.showing(place) }

    /// Shows a page at once, the first one being 0: of what has pages of its own.
    func setPage(_ page: Int) {}

    /// The page that is shown, from 0, of what has pages of its own.
    var page: Int? { nil }

    /// Lets a page come to rest: of what has pages of its own.
    func settle(at time: Double) {}

    /// The buttons that turn pages; nil for none.
    var pager: PagerModel? { nil }

    /// Lets what came with the last data begin to move, at the time at which they came.
    func grow(at time: Double) {}

    /// An instant in words: with its year where the chart shows parts of several.
    func words(for instant: Double) -> String {
        let shown = chart.x.target
        let years = [shown.min, shown.max.nextDown].map { calendar.date(of: $0).year }
        return locale.date(
            CivilMoment(instant, in: calendar),
            years[0] == years[1] ? .weekdayDayMonthTime : .weekdayDayMonthYearTime)
    }

    /// The figures over a visible range, the most telling last.
    func figures(over range: Extent) -> [CaptionedFigure] { [] }

    /// Takes over other data; the range stays where it is.
    func show(_ data: MetricData) {
        self.data = data
        dataDidChange()
    }

    /// Takes over another theme.
    func apply(_ theme: Theme) {
        self.theme = theme
        lane?.style = MetricPresenter.laneStyle(theme)
        restyle()
        legendRevision += 1
        themeDidChange()
    }

    /// Shows a series or hides it; it fades.
    func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        for mark in chart.marks where mark.id == series {
            chart.setShown(shown, of: mark, at: moment.time, duration: moment.duration)
        }
        legendRevision += 1
    }

    /// Shows a hidden series, and hides one that is shown.
    func toggle(_ series: String, at moment: PictureMoment = .immediate) {
        guard let item = legend.first(where: { $0.id == series }) else { return }
        setShown(!item.isShown, series, at: moment)
    }

    /// Shows one series alone; all of them where it is alone already.
    func showAlone(_ series: String, at moment: PictureMoment = .immediate) {
        let items = legend.filter(\.isSeries)
        guard items.contains(where: { $0.id == series }) else { return }
        let isAlone = items.allSatisfy { $0.isShown == ($0.id == series) }
        for item in items { setShown(isAlone || item.id == series, item.id, at: moment) }
    }

    /// Shows every series.
    func showAll(at moment: PictureMoment = .immediate) {
        for item in legend where item.isSeries { setShown(true, item.id, at: moment) }
    }

    /// Whether the person has hidden every series.
    var isAllHidden: Bool { chart.marks.allSatisfy(\.isHidden) }

    /// Called when the metric is chosen: what is shown for the first time may come in motion.
    ///
    /// - Parameters:
    ///   - time: of the frame clock, in seconds.
    ///   - animated: whether it may; where not, it does not later either.
    func appear(at time: Double, animated: Bool = true) {}

    /// The reading nearest to an instant, for the crosshair; nil where there is none.
    func reading(at time: Double) -> Reading? { nil }

    /// The marks whose samples the crosshair stands on and steps along.
    var crosshairMarks: [any Mark] { chart.marks.filter { !$0.isHidden } }

    /// The place of the reading so many readings after another, before it where negative; the last
    /// one there is where there are fewer.
    func step(from time: Double, by count: Int) -> Double? {
        Chart.step(from: time, by: count, over: crosshairMarks)
    }

    /// The sample of a mark nearest to an instant: of those in the view that the range is going to,
    /// where it holds the instant and one of them.
    func nearest(to time: Double, on mark: any Mark) -> MarkReading? {
        guard let mark = mark as? any ReadableMark else { return nil }
        let view = chart.x.target
        if view.contains(time), let found = mark.nearest(to: time, within: view) { return found }
        return mark.nearest(to: time)
    }

    /// Lets a reading stand out from the others; nil for none.
    func select(_ reading: Reading?) {}

    /// Adapts what depends on the visible range: bar widths, the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axis has to be fitted anew.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool { false }

    /// Moves what the presenter animates to the time of a frame; whether another frame is needed.
    func advance(to time: Double) -> Bool { false }

    /// Follows what the person has chosen of how figures are told and judged.
    ///
    /// Another unit is shown with the next frame; who calls fits the values.
    func follow(_ preferences: Preferences) {
        let wanted = MetricFormat(metric, locale: locale, units: preferences.units)
        guard wanted.unit != format.unit else { return }
        format = wanted
        adaptAxis()
        labelValues()
        unitDidChange()
        legendRevision += 1
    }

    /// Over which ranges the value axis may come to be: room is kept for the labels of each.
    var valueRanges: [Extent] = [] {
        didSet { if valueRanges != oldValue { labelValues() } }
    }

    private func labelValues() {
        chart.yAxis.labeling = ValueLabels(format: format, ranges: valueRanges)
    }

    /// Writes anew what the presenter has written in another unit.
    func unitDidChange() {}
    func dataDidChange() {}
    func themeDidChange() {}

    /// Whether there is anything to see in a range.
    func hasData(over range: Extent) -> Bool { chart.hasData(over: range) }

    /// Values of 0…1 over the span of some, for small pictures; the middle where they are all one.
    static func normalized(_ values: [Double], from floor: Double? = nil) -> [Double] {
        var extent = Extent.nothing
        for value in values where value.isFinite { extent.include(value) }
        if let floor { extent.include(floor) }
        guard extent.length > 0 else { return values.map { $0.isFinite ? 0.5 : .nan } }
        return values.map { ($0 - extent.min) / extent.length }
    }
}

/// What the crosshair tells of one instant.
struct Reading: Equatable {
    /// A line of the board.
    struct Row: Equatable {
        var figure: Figure
        var name: String
        var color: Color
        /// Whether it means nothing without its name: a count beside values.
        var isDetail = false
    }

    /// A ring on a series.
    struct Marker: Equatable {
        var value: Double
        var color: Color
    }

    /// Where the crosshair stands, and the main value there.
    var time: Double
    var value: Double
    var date: String
    var rows: [Row] = []
    var markers: [Marker] = []
    /// The top of a bar, above which the crosshair ends; nil for a line across the plot.
    var barTop: Double?
    var index: Int?
    /// All that it sums up, where that is more than an instant.
    var span: Extent?
    /// What the person has noted of it.
    var notes: [String] = []

    init(time: Double, value: Double, date: String) {
        self.time = time
        self.value = value
        self.date = date
    }
}

/// Labels of a value axis, in the metric's unit.
struct ValueLabels: AxisLabeling {
    let format: MetricFormat
    /// Over which ranges the axis may come to be: room is kept for the labels of each.
    var ranges: [Extent] = []

    var widest: [AxisLabel] {
        let most = TickSpacing().most
        return ranges.filter { $0.min <= $0.max }.flatMap { range in
            let (ends, step) = format.ladder.niceRange(
                format.scale.shown(range), maximumTicks: most, finest: format.finestStep)
            return step.ticks(over: ends).map { label($0, step: step) }
        }
    }

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(format.label(tick, step: step))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [] }
}
