import ChartCore
import Charts
import HealthData
import Localization

extension MetricChart {
    /// The chart that suits a metric: a line here for each way of aggregating, a folder for its parts.
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
        case .categories: categories(setting)
        }
    }
}
