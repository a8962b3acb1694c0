import ChartCore
import Charts
import HealthData
import Localization

/// The chart that is shown, as a file.
@MainActor
struct ShownChartExport {
    private let viewer: ViewerContext
    private var model: ViewerModel { viewer.model }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    /// The chart as it is now; throws a sentence if it shows nothing.
    func pictures() throws(ExportFailure) -> any ChartPictures {
        _ = try chart()
        guard let pictures = viewer.hosts.pictures?.chart(of: viewer) else {
            throw ExportFailure.noPictures
        }
        return pictures
    }

    /// The values in view as a table; throws a sentence if there are none.
    func table() throws(ExportFailure) -> [UInt8] {
        let chart = try chart()
        let range = chart.hasDates ? model.axis.target : model.axis.range
        let isList = model.workouts.page == nil && chart.metric.id == .workouts
        let listed = model.workouts.list
        return ChartTable(
            chart, over: range,
            workouts: isList ? listed.places(over: range).map { listed.entries[$0] } : nil
        ).bytes
    }

    private func chart() throws(ExportFailure) -> MetricChart {
        guard let chart = model.metricChart, model.phase == .shown else {
            throw ExportFailure(tr("There is no chart to export"))
        }
        if chart.isAllHidden {
            throw ExportFailure(
                tr("Every series of this chart is hidden"), remedy: tr("show one of them first"))
        }
        guard chart.hasData(over: model.axis.target) else {
            throw ExportFailure(
                tr("There is no data in this view"), remedy: tr("show another period first"))
        }
        return chart
    }

    /// The name of a file of the view: the metric with its year, month, day or days.
    var name: String {
        guard let chart = model.metricChart else { return tr("Chart") }
        let name = Self.plain(chart.metric.name)
        guard chart.hasDates, model.axis.target.isProper else { return name }
        return name + " " + Self.days(of: model.axis.target, in: model.calendar)
    }

    /// The title of the view, for a printed page.
    var title: String {
        guard let chart = model.metricChart else { return "Oresen" }
        let range = model.rangeTitle(of: model.axis.target)
        return Self.plain(chart.metric.name) + (range.isEmpty ? "" : ", " + range)
    }

    /// The days of a range as a name of a file has them: `2026`, `2026-05`, `2026-05-04`, or
    /// `2026-05-04 to 2026-05-10`.
    static func days(of range: Extent, in calendar: CivilCalendar) -> String {
        let last = max(range.min, range.max.nextDown)
        let (from, to) = (calendar.date(of: range.min), calendar.date(of: last))
        func isWhole(_ unit: CalendarUnit) -> Bool {
            calendar.start(of: unit, containing: range.min) == range.min
                && calendar.start(of: unit, containing: range.max) == range.max
        }
        let day = "\(from)"
        if isWhole(.year), from.year == to.year { return String(day.dropLast(6)) }
        if isWhole(.month), from.year == to.year, from.month == to.month {
            return String(day.dropLast(3))
        }
        return from == to ? day : tr("{1} to {2}", day, "\(to)")
    }

    /// A text as part of a file's name: no slash, no control characters, no dot at its beginning.
    private static func plain(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar -> Character in
            scalar == "/" || scalar.value < 32 || scalar.value == 127
                || scalar.properties.generalCategory == .format ? "-" : Character(scalar)
        }
        let name = String(String(kept).drop { $0 == "." || $0 == " " }.prefix(60))
        return name.isEmpty ? tr("Chart") : name
    }
}
