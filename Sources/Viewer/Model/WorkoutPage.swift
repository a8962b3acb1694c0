import ChartCore
import Charts
import HealthData
import Localization

/// The page of one workout.
///
/// It has the facts of the workout, and charts of what was measured during it, on a date axis of
/// their own.
@MainActor
final class WorkoutPage {
    let entry: WorkoutEntry
    /// The dates of the charts, which are those of the workout.
    let x: Dimension
    /// What was measured during the workout, heart rate first; one of them is displayed.
    let measured: [MetricData]
    /// The displayed metric; nil if nothing was measured.
    private(set) var shown: MetricID?
    /// Whether the way of the workout is shown in place of a metric and the figures.
    var showsRoute = false
    /// Whether the workout has a way.
    var hasRoute: Bool { entry.workout.track?.box != nil }
    /// The charts of the metrics that have been displayed.
    private(set) var metricCharts: [MetricID: MetricChart] = [:]
    private let calendar: CivilCalendar
    private let locale: LocaleFormat

    /// The displayed chart; nil if nothing was measured, or if the way is shown.
    var metricChart: MetricChart? { showsRoute ? nil : shown.flatMap { metricCharts[$0] } }

    /// Creates the page of a workout.
    ///
    /// - Parameters:
    ///   - records: the data of every metric of the whole document.
    init(
        _ entry: WorkoutEntry, of records: [MetricData], calendar: CivilCalendar,
        locale: LocaleFormat
    ) {
        self.entry = entry
        self.calendar = calendar
        self.locale = locale
        x = Dimension(id: "x", kind: .time(calendar), direction: .horizontal)
        measured = WorkoutPage.measured(records, during: entry)
        let bounds = entry.span.isProper ? entry.span : entry.span.expanded(by: 30)
        x.filter.limits = AxisLimits(minimumLength: min(60, bounds.length), bounds: bounds)
        x.updater.setSource(bounds, update: true)
        x.panZoom.home = bounds
        x.panZoom.set(bounds)
    }

    /// Shows a metric, or the first one measured if this one was not.
    ///
    /// - Returns: its chart if that was created by this call, else nil.
    func show(_ wanted: MetricID?, theme: Theme) -> MetricChart? {
        let data = measured.first { $0.metric.id == wanted } ?? measured.first
        shown = data?.metric.id
        guard let data, metricCharts[data.metric.id] == nil else { return nil }
        let made = MetricChart.make(
            data, x: x, calendar: calendar, locale: locale, theme: theme)
        made.dropGuides()
        // For one workout every reading is shown, not the means of its hours.
        made.setShown(false, "mean", at: .immediate)
        metricCharts[data.metric.id] = made
        return made
    }

    /// Whether a page of this workout and these records would differ.
    func isOutdated(_ entry: WorkoutEntry, of records: [MetricData]) -> Bool {
        guard entry == self.entry else { return true }
        let now = WorkoutPage.measured(records, during: entry)
        return !now.elementsEqual(measured) { new, old in
            guard new.metric.id == old.metric.id, case .readings(let new) = new.content,
                case .readings(let old) = old.content
            else { return false }
            return new.series.times == old.series.times && new.series.values == old.series.values
        }
    }

    /// The readings during a workout, for every metric that has some there, heart rate first.
    private static func measured(
        _ records: [MetricData], during entry: WorkoutEntry
    ) -> [MetricData] {
        let found = records.compactMap { readings($0, during: entry) }
        return found.filter { $0.metric.id == .heartRate }
            + found.filter { $0.metric.id != .heartRate }
    }

    /// The readings during a workout, in a form that a chart shows; nil if there are none.
    private static func readings(
        _ data: MetricData, during entry: WorkoutEntry
    ) -> MetricData? {
        guard case .readings(let all) = data.content else { return nil }
        let span = entry.span
        let within = all.series.lowerBound(span.min)..<all.series.upperBound(span.max)
        let indices = within.filter { index in
            entry.cut?.spans.contains { $0.contains(all.series.time(at: index)) } ?? true
        }
        guard !indices.isEmpty else { return nil }
        let series = SampleSeries(
            times: indices.map { all.series.time(at: $0) },
            values: indices.map { all.series.value(at: $0) })
        let readings = Readings(
            series: series, longestGap: MetricData.longestGap(in: series, of: data.metric))
        return MetricData(metric: data.metric, content: .readings(readings), count: series.count)
    }
}
