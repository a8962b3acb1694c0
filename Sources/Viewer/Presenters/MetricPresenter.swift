import ChartCore
import ChartRendering
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
    let format: MetricFormat
    let calendar: CivilCalendar
    let locale: LocaleFormat
    let chart: Chart
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
    }

    /// The presenter that suits a metric.
    static func make(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) -> MetricPresenter {
        switch data.content {
        case .totals:
            TotalsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        case .readings:
            ReadingsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        case .pairs:
            PairsPresenter(data, x: x, calendar: calendar, locale: locale, theme: theme)
        }
    }

    private static func style(_ theme: Theme) -> ChartStyle {
        ChartStyle(
            grid: theme.grid, label: theme.text3, strongLabel: theme.text2, ground: theme.card)
    }

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
    var sparkline: Sparkline { Sparkline(shape: .line([])) }
    /// The series that can be shown and hidden.
    var legend: [LegendItem] { [] }

    /// The whole record as a small picture of so many columns.
    func overview(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape(kind: .line, high: [])
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
        chart.style = MetricPresenter.style(theme)
        legendRevision += 1
        themeDidChange()
    }

    /// Shows or hides a series.
    func toggle(_ series: String) {
        for mark in chart.marks where mark.id == series { mark.isHidden.toggle() }
        legendRevision += 1
    }

    /// The reading nearest to an instant, for the crosshair; nil where there is none.
    func reading(at time: Double) -> Reading? { nil }

    /// Lets a reading stand out from the others; nil for none.
    func select(_ reading: Reading?) {}

    /// Adapts what depends on the visible range: bar widths, the unit of bars.
    ///
    /// - Returns: whether other values are shown now, so that the value axis has to be fitted anew.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool { false }

    /// Moves what the presenter animates to the time of a frame; whether another frame is needed.
    func advance(to time: Double) -> Bool { false }

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

/// When and how a presenter's picture may change.
struct PictureMoment {
    /// Of the frame clock, in seconds.
    var time: Double
    /// Whether the range stands (or is known where it is going): only then may the kind of picture
    /// change.
    var isSettled: Bool
    /// How long such a change takes, in seconds; 0 for at once.
    var duration: Double
    /// Whether the range is a page of the calendar, which looks the same wherever one comes from.
    var isPage = false
}

/// What the crosshair tells of one instant.
struct Reading: Equatable {
    /// A line of the board.
    struct Row: Equatable {
        var figure: Figure
        var name: String
        var color: Color
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

    init(time: Double, value: Double, date: String) {
        self.time = time
        self.value = value
        self.date = date
    }
}

/// Labels of a value axis, in the metric's unit.
struct ValueLabels: AxisLabeling {
    let format: MetricFormat

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(format.tick(tick.value, step: length(step)))
    }

    func longestText(step: AxisStep) -> String { "" }

    private func length(_ step: AxisStep) -> Double {
        switch step {
        case .decimal(let step): step.length
        case .fixed(let ticks): ticks.interval
        case .calendar(let step): step.length
        case .category: 1
        }
    }
}

/// Labels of a time axis: the smallest unit that tells ticks apart, and the larger one where it begins.
struct TimeLabels: AxisLabeling {
    let calendar: CivilCalendar
    let locale: LocaleFormat
    /// The unit of the bars: a label of one stands under the middle of its bar.
    let slot: CalendarUnit?

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        guard case .calendar(let step) = step else { return AxisLabel("") }
        let moment = CivilMoment(tick.value, in: calendar)
        let begins = tick.begins ?? .minute
        switch step.unit {
        case .fraction: return AxisLabel(fraction(tick.value, step: step.length))
        case .second:
            return AxisLabel(locale.date(moment, .timeWithSeconds))
        case .minute, .hour:
            let isDay = begins >= .day
            let form: DateForm = isDay ? .dayMonth : step.unit == .hour ? .hour : .time
            return AxisLabel(
                locale.date(moment, form), isStrong: isDay,
                placement: isDay
                    ? .leading
                    : slot == .hour && step.unit == .hour
                        ? slotPlacement(tick, isSlot: true) : .centered,
                hasGridLine: isDay || slot != .hour)
        case .day, .week:
            let isDaily = step.unit == .day && step.count == 1
            let form: DateForm = isDaily ? .weekday : .dayMonth
            let text =
                isDaily && begins >= .month
                ? locale.date(moment, .dayMonth)
                : begins == .year && !isDaily
                    ? locale.date(moment, .dayMonthYear) : locale.date(moment, form)
            let unit = slot == .week && step.unit == .week ? CalendarUnit.week : .day
            return AxisLabel(
                text, isStrong: begins == .year || (isDaily && begins >= .month),
                placement: .slot(until: calendar.next(unit, after: tick.value)),
                hasGridLine: slot == nil && step.unit == .week)
        case .month:
            let isSlot =
                (slot == .month && step.count == 1) || (slot == .quarter && step.count == 3)
            return AxisLabel(
                locale.date(moment, begins == .year ? .shortMonthYear : .month),
                isStrong: begins == .year, placement: slotPlacement(tick, isSlot: isSlot),
                hasGridLine: !isSlot)
        case .year:
            let isSlot = slot == .year && step.count == 1
            return AxisLabel(
                locale.date(moment, .year), placement: slotPlacement(tick, isSlot: isSlot),
                hasGridLine: !isSlot)
        }
    }

    /// Under the middle of the bar that begins at a tick, or where the tick is.
    private func slotPlacement(_ tick: Tick, isSlot: Bool) -> AxisLabel.Placement {
        guard isSlot, let slot else { return .leading }
        return .slot(until: calendar.next(slot, after: tick.value))
    }

    func allows(_ step: AxisStep) -> Bool {
        // Bars of days have no hours to tell of.
        guard case .calendar(let step) = step, let slot else { return true }
        return slot == .hour ? step.unit >= .hour : step.unit >= .day
    }

    /// A time with the digits of its second that tell ticks apart.
    private func fraction(_ value: Double, step: Double) -> String {
        let second = value.rounded(.down)
        let digits = locale.axisValue(value - second, step: step)
        // What rounds up to the next second belongs to it.
        let isNext = !digits.hasPrefix(locale.number(0))
        let moment = CivilMoment(isNext ? second + 1 : second, in: calendar)
        return locale.date(moment, .timeWithSeconds) + digits.dropFirst()
    }

    func longestText(step: AxisStep) -> String {
        guard case .calendar(let step) = step else { return "" }
        // A Wednesday in September: as wide as dates get, near enough.
        let moment = CivilMoment(year: 2026, month: 9, day: 30, hour: 20, minute: 48, second: 48)
        switch step.unit {
        case .fraction:
            return locale.date(moment, .timeWithSeconds)
                + locale.axisValue(0, step: step.length).dropFirst()
        case .second: return locale.date(moment, .timeWithSeconds)
        case .hour where step.count >= 12:
            // Times of day are of use among days only where there is much room.
            return locale.date(moment, .weekdayDayMonthTime)
        case .minute, .hour:
            let (day, time) = (locale.date(moment, .dayMonth), locale.date(moment, .time))
            return day.count > time.count ? day : time
        case .day where step.count == 1: return locale.date(moment, .dayMonth)
        case .day, .week: return locale.date(moment, .dayMonth) + "  "
        case .month where slot == .month && step.count == 1:
            // Under its own bar, and only the first of a year is this long.
            return locale.date(moment, .shortMonthYear)
        case .month: return locale.date(moment, .shortMonthYear) + "   "
        case .year: return locale.date(moment, .year) + "   "
        }
    }
}
