import ChartCore
import ChartRendering
import Charts
import Geometry
import HealthData
import Localization

/// Single readings, as points joined by a quiet line, and where they have one, their trend.
final class ReadingsPresenter: MetricPresenter {
    private let points: PointMark
    private let line: LineMark
    private let trend: LineMark
    private let hasTrend: Bool
    /// More than this many readings in view are a line without points.
    private static let mostPoints = 1_500

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat, theme: Theme
    ) {
        points = PointMark(id: "measured", style: PointStyle(radius: 2.5, fill: theme.body))
        line = LineMark(id: "line", style: LineStyle(width: 1.5, color: theme.body))
        trend = LineMark(id: "trend", style: LineStyle(width: 3, color: theme.body))
        if case .readings(_, let trend, _, _) = data.content {
            hasTrend = !trend.isEmpty
        } else {
            hasTrend = false
        }
        super.init(
            data, x: x,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 0, max: 1), expandMin: false, expandMax: false),
                BlockFilter { range, _ in Self.headroom(range) },
                NiceRangeFilter(maximumTicks: 7, pointsPerTick: 56),
            ], calendar: calendar, locale: locale, theme: theme)
        chart.marks = hasTrend ? [line, points, trend] : [line, points]
        line.isHidden = hasTrend
        themeDidChange()
        dataDidChange()
    }

    /// A tenth of the span above and below, and something around a single value.
    private static func headroom(_ range: Extent) -> Extent {
        let margin = range.length > 0 ? range.length * 0.08 : max(abs(range.mid) * 0.05, 0.5)
        let low = range.min - margin
        // Values that are never negative get no negative axis.
        return Extent(min: range.min >= 0 ? max(0, low) : low, max: range.max + margin)
    }

    private var series: SampleSeries {
        guard case .readings(let series, _, _, _) = data.content else { return SampleSeries() }
        return series
    }

    override func dataDidChange() {
        guard case .readings(let series, let smoothed, let breaks, _) = data.content else { return }
        points.show(series)
        line.show(series, breaks: breaks)
        trend.show(smoothed, breaks: breaks)
    }

    override func themeDidChange() {
        let color = theme.color(of: accent)
        let ground = theme.card
        points.style = PointStyle(
            radius: hasTrend ? 2.5 : 3, fill: hasTrend ? color.mixed(with: ground, 0.42) : color)
        line.style = LineStyle(
            width: hasTrend ? 1.5 : 2, color: hasTrend ? color.mixed(with: ground, 0.55) : color,
            gap: .dashed(.dots(every: 7, width: hasTrend ? 1.5 : 2), opacity: 0.6))
        trend.style = LineStyle(
            width: 3, color: color, gap: .dashed(.dots(every: 7, width: 3), opacity: 0.6))
    }

    override func rangeDidChange(_ range: Extent, isSettled: Bool) {
        guard !hasTrend else { return }
        let visible = series.slice(over: range)
        points.isHidden = visible.count > Self.mostPoints
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        guard case .readings(let series, let smoothed, _, let sums) = data.content else { return [] }
        let visible = series.slice(over: range)
        let extent = series.valueExtent(of: visible)
        guard !extent.isEmpty else { return [] }
        let span = CaptionedFigure(
            caption: tr("Range"),
            figure: extent.length == 0
                ? format.figure(extent.min) : format.range(extent.min, extent.max))
        if hasTrend, let first = smoothed.values[visible].first(where: \.isFinite),
            let last = smoothed.values[visible].last(where: \.isFinite)
        {
            return [
                CaptionedFigure(caption: tr("Trend"), figure: format.figure(last)),
                CaptionedFigure(
                    caption: tr("Change"), figure: format.figure(last - first, signed: true)), span,
            ]
        }
        guard let mean = sums.mean(of: visible) else { return [span] }
        return [CaptionedFigure(caption: tr("Average"), figure: format.figure(mean)), span]
    }

    override var latest: String {
        series.values.last(where: \.isFinite).map { format.figure($0).text } ?? ""
    }

    override var sparkline: Sparkline {
        Sparkline(shape: .line(MetricPresenter.normalized(Array(series.values.suffix(24)))))
    }

    override var legend: [LegendItem] {
        guard hasTrend else { return [] }
        return [
            LegendItem(
                id: "measured", name: tr("Measured"), color: points.style.fill, shape: .disc,
                isShown: !points.isHidden),
            LegendItem(
                id: "line", name: tr("Line"), color: line.style.color, shape: .square,
                isShown: !line.isHidden),
            LegendItem(
                id: "trend", name: tr("Trend"), color: trend.style.color, shape: .disc,
                isShown: !trend.isHidden),
        ]
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape.columns(
            .line, times: series.times, high: series.values, over: domain, count: columns * 2)
    }
}
