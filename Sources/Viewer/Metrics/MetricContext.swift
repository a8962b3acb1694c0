import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// The values that a chart of a metric is made from.
struct MetricSetting {
    var data: MetricData
    /// The dates, which the charts of all metrics share.
    var x: Dimension
    var calendar: CivilCalendar
    var locale: LocaleFormat
    var theme: Theme
}

/// The context that the parts of a metric's chart share.
///
/// It has the data and their format, the theme, and the chart in which the parts draw.
@MainActor
final class MetricContext {
    private(set) var data: MetricData
    /// How often other data have come.
    private(set) var dataRevision = 0
    let metric: Metric
    /// The format of values, which also determines the round values of their axis.
    private(set) var format: MetricFormat
    private(set) var theme: Theme
    let calendar: CivilCalendar
    let locale: LocaleFormat
    let chart: Chart
    /// The lane of notes over the plot; nil if the chart has no time axis.
    let lane: EventLane?
    let accent: Accent
    /// The signs of values that look wrong and are left out; nil if the chart has no time axis.
    let flags: EdgeFlags?
    /// Changes whenever the legend or the kind of figures does.
    var legendRevision = 0
    /// What is drawn on the chart; nil until it is first needed.
    private(set) var ink: InkLayer?
    /// What bars of weeks and longer units show.
    var barAmount = BarAmount.perDay
    /// The value that the axis includes if it is near those that are shown.
    let nearby = NearbyValueFilter()
    /// What bars of nights and weeks of sleep show.
    var nightView = NightView.bedtime
    /// The labels of a value axis that does not show the metric's values; nil for those.
    var ownLabels: (any AxisLabeling)? { didSet { labelValues() } }
    /// The room at the right of the plot for an axis without labels, in points; nil for the usual one.
    var rightInset: Double? { didSet { if rightInset != oldValue { restyle() } } }
    /// The ranges that the value axis may have: space is reserved for the labels of each.
    var valueRanges: [Extent] = [] {
        didSet { if valueRanges != oldValue { labelValues() } }
    }

    /// Creates the context of a chart with a time axis.
    init(_ setting: MetricSetting, yFilters: [any RangeFilter]) {
        data = setting.data
        metric = setting.data.metric
        calendar = setting.calendar
        locale = setting.locale
        theme = setting.theme
        accent = Accent(of: metric.family)
        var format = MetricFormat(metric, locale: locale)
        format.decimals = setting.data.decimals
        self.format = format
        var filters = yFilters
        // What replaces the range with that of the data comes before it.
        filters.insert(nearby, at: yFilters.first is SourceFilter ? 1 : 0)
        nearby.isZeroBased = yFilters.first is HeadroomFilter
        chart = Chart(
            x: setting.x, yFilters: filters,
            xLabels: TimeLabels(calendar: calendar, locale: locale, slot: nil),
            yLabels: ValueLabels(format: format), style: Self.style(theme))
        let lane = EventLane(style: Self.laneStyle(theme))
        lane.summary = { trn("{n} note", "{n} notes", count: $0) }
        self.lane = lane
        flags = EdgeFlags(color: setting.theme.text3, ground: setting.theme.card)
        chart.background = [lane.bands]
        chart.annotations = [TierLabels(fewest: 2), lane]
        chart.y.panZoom.gutterActions = .all
        adaptAxis()
    }

    /// Creates the context of an existing chart without a time axis.
    init(_ setting: MetricSetting, chart: Chart, accent: Accent) {
        data = setting.data
        metric = setting.data.metric
        calendar = setting.calendar
        locale = setting.locale
        theme = setting.theme
        format = MetricFormat(metric, locale: locale)
        self.accent = accent
        self.chart = chart
        lane = nil
        flags = nil
    }

    /// The layer of drawings, made now if there is none; nil for a chart without a time axis.
    func makeInk() -> InkLayer? {
        guard lane != nil else { return nil }
        if let ink { return ink }
        let layer = InkLayer()
        layer.attach(to: chart)
        ink = layer
        return layer
    }

    /// The colour of the metric in the theme.
    var color: Color { theme.color(of: accent) }

    // MARK: Changes

    func show(_ data: MetricData) {
        self.data = data
        dataRevision += 1
        if format.decimals != data.decimals {
            format.decimals = data.decimals
            legendRevision += 1
        }
        flagLeftOut()
    }

    /// Puts a sign in the chart for each value that is left out.
    func flagLeftOut() {
        guard let flags else { return }
        flags.flags = data.leftOut.map { EdgeFlags.Flag(x: $0.time, value: $0.value) }
        let isFlagged = chart.foreground.contains { $0 === flags }
        if flags.flags.isEmpty {
            if isFlagged { chart.foreground.removeAll { $0 === flags } }
        } else if !isFlagged {
            chart.foreground.append(flags)
        }
    }

    func apply(_ theme: Theme) {
        self.theme = theme
        lane?.style = Self.laneStyle(theme)
        flags?.color = theme.text3
        flags?.ground = theme.card
        restyle()
        legendRevision += 1
    }

    /// Updates the chart's style for the theme and for the presence of notes.
    func restyle() {
        var style = Self.style(theme, hasEvents: lane?.events.isEmpty == false)
        if let rightInset { style.insets.right = rightInset }
        chart.style = style
    }

    /// Formats values in the units that the person has chosen.
    func follow(_ units: UnitPreferences) {
        var wanted = MetricFormat(metric, locale: locale, units: units)
        wanted.decimals = data.decimals
        guard wanted.unit != format.unit else { return }
        format = wanted
        adaptAxis()
        labelValues()
        legendRevision += 1
    }

    // MARK: The value axis

    /// Makes the value axis begin and end on values that are round in the displayed unit.
    static func roundEnds() -> NiceRangeFilter {
        NiceRangeFilter(maximumTicks: 24, spacing: TickSpacing(), endsAtHalves: true)
    }

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

    /// Labels the value axis in the unit that is shown, with room for every range that it may have.
    func labelValues() {
        let ranges = valueRanges.map(nearby.including)
        chart.yAxis.labeling = ownLabels ?? ValueLabels(format: format, ranges: ranges)
    }

    // MARK: Styles

    /// The style of a chart.
    ///
    /// - Parameter hasEvents: whether there is a lane of notes over the plot.
    static func style(_ theme: Theme, hasEvents: Bool = false) -> ChartStyle {
        let lane = hasEvents ? EventLane.height : 0
        return ChartStyle(
            grid: theme.grid, label: theme.text3, strongLabel: theme.text2, ground: theme.card,
            // In high contrast, the colour of lines is no background for words.
            tierGround: theme.derived { $0.isHighContrast ? $0.hoveredControl : $0.grid },
            // Space for the pill of the month, with some above and below it; at the right for the
            // labels of nearly all metrics and periods, so that the plot keeps its size.
            insets: Insets(left: 18, top: 24 + lane, right: 60, bottom: 34), eventLane: lane)
    }

    private static func laneStyle(_ theme: Theme) -> EventLane.Style {
        EventLane.Style(
            sign: theme.text3, text: theme.text2,
            rule: theme.derived { $0.text3.opacity($0.isHighContrast ? 1 : 0.45) },
            band: theme.derived { $0.text3.opacity($0.isHighContrast ? 0.2 : 0.07) })
    }
}

extension MetricContext {
    /// The marks that are not hidden.
    var visibleMarks: [any Mark] { chart.marks.filter { !$0.isHidden } }

    /// The sample of a mark nearest to a position.
    ///
    /// Samples in the target view take precedence, if it contains the position and a sample.
    func nearest(to place: Double, on mark: any ReadableMark) -> MarkReading? {
        let view = chart.x.target
        if view.contains(place), let found = mark.nearest(to: place, within: view) { return found }
        return mark.nearest(to: place)
    }

    /// An instant in words, with its year if the chart shows parts of several.
    func words(for instant: Double) -> String {
        let shown = chart.x.target
        let years = [shown.min, shown.max.nextDown].map { calendar.date(of: $0).year }
        return locale.date(
            CivilMoment(instant, in: calendar),
            years[0] == years[1] ? .weekdayDayMonthTime : .weekdayDayMonthYearTime)
    }

    /// Shows or hides the marks of a series, with a fade.
    func setShown(_ shown: Bool, marksOf series: String, at moment: PictureMoment) {
        for mark in chart.marks where mark.id == series {
            chart.setShown(shown, of: mark, at: moment.time, duration: moment.duration)
        }
    }
}

extension Accent {
    /// The accent of a family of metrics.
    init(of family: MetricFamily) {
        switch family {
        case .activity, .other: self = .activity
        case .body: self = .body
        case .heart: self = .heart
        case .sleep: self = .sleep
        case .route: self = .route
        }
    }
}
