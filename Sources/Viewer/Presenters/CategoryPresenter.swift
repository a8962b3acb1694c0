import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// Values by name, as bars on pages of their own: they lie along no dates.
final class CategoryPresenter: MetricPresenter {
    let categories: CategoryChart

    init(
        _ data: MetricData, _ series: CategorySeries, calendar: CivilCalendar,
        locale: LocaleFormat, theme: Theme
    ) {
        categories = CategoryChart(
            id: data.metric.id.rawValue, style: Self.style(of: theme),
            chartStyle: MetricPresenter.style(theme),
            axisLabels: PlainValues(locale: locale),
            format: { Self.text($0, locale) },
            pageText: { tr("{1} of {2}", locale.number($0), locale.number($1)) })
        super.init(
            data, chart: categories.chart, calendar: calendar, locale: locale, theme: theme)
        pending = series
    }

    /// Of all values that are there.
    private var summary = Summary()
    /// Their average, told one digit finer than they are themselves.
    private var mean = 0.0

    /// What came and waits to be told when it came.
    private var pending: CategorySeries?

    override func dataDidChange() {
        guard case .categories(let series) = data.content else { return }
        pending = series
    }

    override func grow(at time: Double) {
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
        legendRevision += 1
    }

    override func themeDidChange() {
        categories.style = Self.style(of: theme)
        categories.chartStyle = MetricPresenter.style(theme)
    }

    private static func style(of theme: Theme) -> CategoryStyle {
        CategoryStyle(
            accent: theme.activity, ordinary: theme.secondary, value: theme.text2,
            accentValue: theme.text1, name: theme.text2, baseline: theme.text3, dot: theme.text2)
    }

    override var accent: Accent { .secondary }

    private var series: CategorySeries { categories.bars.series }

    // MARK: Pages

    override var domain: Extent { categories.pages.bounds }

    override func title(of range: Extent) -> String? {
        let shown = categories.pages.indices(on: categories.pages.page(nearest: range))
        let count = locale.number(series.count)
        guard let first = shown.first, let last = shown.last else { return "" }
        if first == last { return tr("{1} of {2}", locale.number(first + 1), count) }
        let span = locale.range(locale.number(first + 1), locale.number(last + 1))
        return tr("{1} of {2}", span, count)
    }

    override func view(of view: Extent, showing place: Double) -> Extent {
        categories.pages.window(categories.pages.page(of: Int(place.rounded())))
    }

    override func setPage(_ page: Int) { wantedPage = page }

    /// The page to show once there are categories.
    private var wantedPage: Int?

    override var page: Int? { categories.page }

    override func settle(at time: Double) { categories.settle(at: time) }

    override func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        categories.adapt(to: chart.frame)
    }

    override func advance(to time: Double) -> Bool {
        let moves = categories.follow(at: time)
        // How many bars a page has is known only with the size of the chart.
        if let page = wantedPage, !chart.frame.isEmpty {
            if page < categories.pages.pageCount { categories.setPage(page) }
            wantedPage = nil
        }
        return moves || categories.bars.isGrowing
    }

    override var pager: PagerModel? {
        guard categories.pages.pageCount > 1 else { return nil }
        return PagerModel(
            dots: categories.pagesRect, page: categories.page + 1,
            count: categories.pages.pageCount)
    }

    // MARK: Figures

    override func figures(over range: Extent) -> [CaptionedFigure] {
        guard summary.count > 0 else { return [] }
        return [
            CaptionedFigure(caption: tr("Average"), figure: figure(mean)),
            // Of all pages, which the words over it do not say.
            CaptionedFigure(
                caption: tr("Total of {1}", locale.number(summary.count)),
                figure: figure(summary.sum)),
        ]
    }

    /// A value with its unit.
    private func figure(_ value: Double) -> Figure {
        Figure(
            Self.text(value, locale), unit: metric.unit == "count" ? "" : metric.unit)
    }

    /// A value as it is written in the person's language: with its decimals, as far as they tell
    /// anything.
    static func text(_ value: Double, _ locale: LocaleFormat) -> String {
        let size = abs(value)
        let digits = size >= 10_000 ? 1 : size >= 1_000 ? 2 : size >= 1 ? 3 : 6
        return locale.number(value, upToFractionDigits: digits)
    }

    // MARK: Reading

    override func reading(at time: Double) -> Reading? {
        guard let found = nearest(to: time, on: categories.bars),
            let value = found.values.first
        else { return nil }
        var reading = Reading(time: found.x, value: value, date: series.names[found.index])
        var rows = [Reading.Row(figure: figure(value), name: "", color: theme.text1)]
        if summary.minimum >= 0, summary.sum > 0, summary.count > 1 {
            let share = value / summary.sum * 100
            rows.append(
                Reading.Row(
                    figure: Figure(locale.number(share, fractionDigits: 1), unit: "%"),
                    name: tr("of all"), color: theme.text1))
        }
        reading.rows = rows
        // The line from above ends over the value that stands on the bar.
        let unit = chart.plot.height > 0 ? chart.y.range.length / chart.plot.height : 0
        reading.barTop = value < 0 ? 0 : min(value + unit * 28, chart.y.range.max)
        reading.index = found.index
        return reading
    }

    override func select(_ reading: Reading?) { categories.bars.selected = reading?.index }

    // MARK: Small pictures

    override var latest: String {
        trn("{n} value", "{n} values", count: series.count)
    }

    override var sparkline: Sparkline {
        let indices = Array(series.values.indices.prefix(24))
        let strong = Set(indices.filter(categories.bars.isMaximum))
        let extent = series.valueExtent.union(Extent(min: 0, max: 0))
        guard extent.length > 0, extent.length.isFinite else {
            return Sparkline(shape: .bars(indices.map { _ in 0 }), strong: strong)
        }
        func place(_ value: Double) -> Double { (value - extent.min) / extent.length }
        let values = indices.map { series.values[$0].isFinite ? series.values[$0] : 0 }
        if extent.min < 0 {
            return Sparkline(
                shape: .ranges(values.map { place(min($0, 0))...place(max($0, 0)) }),
                strong: strong)
        }
        return Sparkline(shape: .bars(values.map(place)), strong: strong)
    }

    /// The bars that can be seen, with their places in points.
    var placedBars: [(name: String, value: Double, color: Color, rect: Rect)] {
        let projection = chart.projection
        let bars = categories.bars
        return bars.indices(over: chart.drawnRange).compactMap { index in
            let value = series.values[index]
            guard value.isFinite, chart.drawnRange.contains(Double(index)) else { return nil }
            let slot = projection.px(1) - projection.px(0)
            let width = slot * bars.drawnFraction
            let ends = [projection.py(0), projection.py(bars.shownValue(index))]
            return (
                series.names[index], value,
                bars.isMaximum(index) ? bars.style.accent : bars.style.ordinary,
                Rect(
                    x: projection.px(Double(index)) - width / 2, y: min(ends[0], ends[1]),
                    width: width, height: abs(ends[0] - ends[1]))
            )
        }
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        let slots = Int(domain.length.rounded())
        guard series.valueExtent.min != 0 || series.valueExtent.max != 0 else {
            return OverviewShape(kind: .bars, high: [])
        }
        let isSigned = series.valueExtent.min < 0
        return OverviewShape.columns(
            isSigned ? .ranges : .bars, over: domain, count: max(1, min(slots, columns))
        ) { span in
            var extent = Extent.nothing
            let bars = self.categories.bars.indices(
                over: Extent(min: span.min + 0.5, max: span.max - 0.5))
            for index in bars { extent.include(self.series.values[index]) }
            return extent.isEmpty ? extent : extent.union(Extent(min: 0, max: 0))
        }
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
