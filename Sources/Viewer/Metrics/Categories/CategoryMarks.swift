import ChartCore
import Charts
import HealthData
import Localization

/// Bars by name.
///
/// New values are shown once the time of their arrival is known: `grow` provides it.
@MainActor
final class CategoryMarks: MetricMarks, MetricHighlight {
    let context: MetricContext
    let categories: CategoryChart
    /// The summary of all values, including those on other pages.
    private(set) var summary = Summary()
    /// Their average, with one digit more than the values.
    private(set) var mean = 0.0
    /// The page to show once the chart has a size.
    var wantedPage: Int?
    /// New data whose time of arrival is not known yet.
    private var pending: CategorySeries?

    init(_ setting: MetricSetting) {
        let (theme, locale) = (setting.theme, setting.locale)
        categories = CategoryChart(
            id: setting.data.metric.id.rawValue, style: Self.style(of: theme),
            chartStyle: MetricContext.style(theme), axisLabels: PlainValues(locale: locale),
            format: { Self.text($0, locale) },
            pageText: { tr("{1} of {2}", locale.number($0), locale.number($1)) })
        context = MetricContext(setting, chart: categories.chart, accent: .secondary)
        dataDidChange()
    }

    var series: CategorySeries { categories.bars.series }

    func dataDidChange() {
        guard case .categories(let series) = context.data.content else { return }
        pending = series
    }

    /// Animates the growth of the latest data from a time on the frame clock.
    func grow(at time: Double) {
        guard let series = pending else { return }
        pending = nil
        summary = Summary()
        let values = series.values.filter(\.isFinite)
        for value in values { summary.append(Summary(value)) }
        var scale = 1.0
        while scale < 1e6, values.contains(where: { ($0 * scale).rounded() != $0 * scale }) {
            scale *= 10
        }
        mean = (summary.mean * scale * 10).rounded() / (scale * 10)
        categories.show(series, at: time)
        context.legendRevision += 1
    }

    func themeDidChange() {
        categories.style = Self.style(of: context.theme)
        categories.chartStyle = MetricContext.style(context.theme)
    }

    private static func style(of theme: Theme) -> CategoryStyle {
        CategoryStyle(
            accent: theme.activity, ordinary: theme.secondary, value: theme.text2,
            accentValue: theme.text1, name: theme.text2, baseline: theme.text3, dot: theme.text2)
    }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        categories.adapt(to: context.chart.frame)
    }

    func advance(to time: Double) -> Bool {
        let moves = categories.follow(at: time)
        // The number of bars on a page is known only with the size of the chart.
        if let page = wantedPage, !context.chart.frame.isEmpty {
            if page < categories.pages.pageCount { categories.setPage(page) }
            wantedPage = nil
        }
        return moves || categories.bars.isGrowing
    }

    func highlight(_ index: Int?) { categories.bars.selected = index }

    /// A value in the person's language, with its significant decimals.
    static func text(_ value: Double, _ locale: LocaleFormat) -> String {
        let size = abs(value)
        let digits = size >= 10_000 ? 1 : size >= 1_000 ? 2 : size >= 1 ? 3 : 6
        return locale.number(value, upToFractionDigits: digits)
    }
}

/// The labels of an axis of values of any kind.
private struct PlainValues: AxisLabeling {
    let locale: LocaleFormat

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(locale.axisValue(tick.value, step: step.length ?? 1))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [] }
}
