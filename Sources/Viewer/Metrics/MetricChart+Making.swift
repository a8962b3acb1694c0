import ChartCore
import Charts
import HealthData
import Localization

extension MetricChart {
    /// Makes the chart for a metric: one line for each aggregation, with a folder for its parts.
    static func make(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) -> MetricChart {
        let setting = MetricSetting(
            data: data, x: x, calendar: calendar, locale: locale, theme: theme)
        return switch data.content {
        case .totals where data.nights != nil: nights(setting)
        case .totals: totals(setting)
        case .readings: readings(setting)
        case .pairs: pairs(setting)
        case .lines: lines(setting)
        case .categories: categories(setting)
        }
    }
}
