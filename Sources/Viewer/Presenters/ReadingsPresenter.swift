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
    private var hasTrend: Bool { !trend.series.isEmpty }
    /// More than this many readings in view are a line without points.
    private static let mostPoints = 1_500
    /// More than this many readings in view and the line between them hides the trend.
    private static let mostJoined = 130
    private var wantsPoints = true
    private var wantsLine = true
    /// Whether the readings in view are few enough to be joined.
    private var isJoined = true

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        points = PointMark(id: "measured", style: PointStyle(radius: 2.5, fill: theme.body))
        line = LineMark(id: "line", style: LineStyle(width: 1.5, color: theme.body))
        trend = LineMark(id: "trend", style: LineStyle(width: 3, color: theme.body))
        super.init(
            data, x: x,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 0, max: 1), expandMin: false, expandMax: false),
                BlockFilter { range, _ in Self.headroom(range) },
                NiceRangeFilter(maximumTicks: 24, pointsPerTick: Measure.tickDistance),
            ], calendar: calendar, locale: locale, theme: theme)
        dataDidChange()
    }

    /// Some room above and below; the span is at least a fiftieth of the values themselves, so that
    /// a day's readings do not look like a year's.
    private static func headroom(_ range: Extent) -> Extent {
        let least = max(abs(range.mid) * 0.02, 1e-6)
        let margin = max(range.length * 0.08, (least - range.length) / 2)
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
        // Points lie on top: a reading can be seen where the trend passes through it.
        chart.marks = hasTrend ? [line, trend, points] : [line, points]
        themeDidChange()
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
        let visible = series.slice(over: range).count
        points.isHidden = !wantsPoints || (!hasTrend && visible > Self.mostPoints)
        isJoined = !hasTrend || visible <= Self.mostJoined
        line.isHidden = !wantsLine || !isJoined
        guard hasTrend else { return }
        // Points lie on top while each can be seen for itself; among many the trend does.
        let apart = chart.plot.width / Double(max(visible, 1))
        chart.marks = apart >= 7 ? [line, trend, points] : [line, points, trend]
    }

    override func toggle(_ series: String) {
        switch series {
        case points.id: wantsPoints.toggle()
        case line.id: wantsLine.toggle()
        default: return super.toggle(series)
        }
        rangeDidChange(chart.x.range, isSettled: false)
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        guard case .readings(let series, let smoothed, _, let sums) = data.content else {
            return []
        }
        let visible = series.slice(over: range)
        let extent = series.valueExtent(of: visible)
        guard !extent.isEmpty else { return [] }
        let span = CaptionedFigure(
            caption: tr("Range"),
            figure: extent.length == 0
                ? format.figure(extent.min) : format.range(extent.min, extent.max))
        if smoothed.count == series.count,
            let first = smoothed.values[visible].first(where: \.isFinite),
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

    override func reading(at time: Double) -> Reading? {
        guard case .readings(let series, let smoothed, _, _) = data.content,
            let index = series.nearest(to: time), series.values[index].isFinite
        else { return nil }
        let instant = series.times[index]
        let value = series.values[index]
        let color = theme.color(of: accent)
        var reading = Reading(
            time: instant, value: value,
            date: locale.date(CivilMoment(instant, in: calendar), .weekdayDayMonthTime))
        reading.rows.append(
            Reading.Row(
                figure: format.figure(value), name: hasTrend ? tr("measured") : "",
                color: theme.text1))
        if wantsPoints || wantsLine {
            reading.markers.append(Reading.Marker(value: value, color: points.style.fill))
        }
        if hasTrend, !trend.isHidden, smoothed.count == series.count {
            let smooth = smoothed.values[index]
            reading.rows.append(
                Reading.Row(figure: format.figure(smooth), name: tr("trend"), color: color))
            reading.markers.append(Reading.Marker(value: smooth, color: color))
        }
        return reading
    }

    override var latest: String {
        series.values.last(where: \.isFinite).map { format.figure($0).text } ?? ""
    }

    override var sparkline: Sparkline {
        Sparkline(shape: .line(MetricPresenter.normalized(Array(series.values.suffix(24)))))
    }

    override var legend: [LegendItem] {
        guard hasTrend else { return [] }
        var items = [
            LegendItem(
                id: "measured", name: tr("Measured"), color: points.style.fill, shape: .disc,
                isShown: wantsPoints),
            LegendItem(
                id: "trend", name: tr("Trend"), color: trend.style.color, shape: .disc,
                isShown: !trend.isHidden),
        ]
        if isJoined {
            items.insert(
                LegendItem(
                    id: "line", name: tr("Line"), color: line.style.color, shape: .square,
                    isShown: wantsLine), at: 1)
        }
        return items
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape.columns(
            .line, times: series.times, high: series.values, over: domain, count: columns * 2)
    }
}
