import ChartCore
import ChartRendering
import Charts
import Geometry
import HealthData
import Localization

/// Two readings that belong together: a bar from the low to the high one, a disc and a diamond at
/// its ends, and both as lines for those who prefer them.
final class PairsPresenter: MetricPresenter {
    private let bars: RangeBarMark
    private let highPoints: PointMark
    private let lowPoints: PointMark
    private let highLine: LineMark
    private let lowLine: LineMark

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        bars = RangeBarMark(id: "pairs", style: .range(width: 8, color: theme.heart))
        highPoints = PointMark(id: "systolic", style: PointStyle(radius: 4.5, fill: theme.heart))
        lowPoints = PointMark(
            id: "diastolic", style: PointStyle(.diamond, radius: 5, fill: theme.secondary))
        highLine = LineMark(id: "systolic-line", style: LineStyle(width: 2, color: theme.heart))
        lowLine = LineMark(id: "diastolic-line", style: LineStyle(width: 2, color: theme.secondary))
        super.init(
            data, x: x,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 60, max: 140), expandMin: true, expandMax: true),
                PaddingFilter(low: 2, high: 2, widensRange: false),
                NiceRangeFilter(maximumTicks: 24, pointsPerTick: Measure.tickDistance),
            ], calendar: calendar, locale: locale, theme: theme)
        chart.marks = [bars, lowLine, highLine, lowPoints, highPoints]
        highLine.isHidden = true
        lowLine.isHidden = true
        themeDidChange()
        dataDidChange()
    }

    private var series: RangeSeries {
        guard case .pairs(let series, _, _) = data.content else { return RangeSeries() }
        return series
    }

    override func dataDidChange() {
        guard case .pairs(let series, let breaks, _) = data.content else { return }
        bars.show(series)
        let high = series.series(of: .high)
        let low = series.series(of: .low)
        highPoints.show(high)
        lowPoints.show(low)
        highLine.show(high, breaks: breaks)
        lowLine.show(low, breaks: breaks)
    }

    override func themeDidChange() {
        bars.style.colors = [theme.heart.opacity(theme.appearance == .light ? 0.26 : 0.34)]
        highPoints.style.fill = theme.heart
        lowPoints.style.fill = theme.secondary
        let gap = GapStyle.dashed(.dots(every: 7, width: 2), opacity: 0.6)
        highLine.style = LineStyle(width: 2, color: theme.heart, gap: gap)
        lowLine.style = LineStyle(width: 2, color: theme.secondary, gap: gap)
    }

    override func rangeDidChange(_ range: Extent, isSettled: Bool) {
        // Marks get smaller where readings stand closer than their size.
        let visible = max(1, series.slice(over: range).count)
        let apart = chart.plot.width / Double(visible)
        let factor = min(max(apart / 14, 0.32), 1)
        highPoints.style.radius = 4.5 * factor
        lowPoints.style.radius = 5 * factor
        bars.style.width = .points(max(1.5, 8 * factor))
        bars.style.corners = Corners(4 * factor)
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        guard case .pairs(let series, _, let sums) = data.content else { return [] }
        let visible = series.slice(over: range)
        var figures: [CaptionedFigure] = []
        func add(_ caption: String, _ part: PairSums.Part, hasUnit: Bool) {
            guard let means = sums.means(part, of: visible) else { return }
            var figure = format.pair(means.high, means.low)
            if !hasUnit { figure.unit = "" }
            figures.append(CaptionedFigure(caption: caption, figure: figure))
        }
        add(tr("Morning"), .morning, hasUnit: false)
        add(tr("Evening"), .evening, hasUnit: false)
        add(tr("Average"), .all, hasUnit: true)
        return figures
    }

    override func reading(at time: Double) -> Reading? {
        guard let index = series.nearest(to: time) else { return nil }
        let instant = series.times[index]
        let (high, low) = (series.highs[index], series.lows[index])
        var reading = Reading(
            time: instant, value: high,
            date: locale.date(CivilMoment(instant, in: calendar), .weekdayDayMonthTime))
        reading.rows.append(
            Reading.Row(figure: format.pair(high, low), name: "", color: theme.text1))
        if !highPoints.isHidden || !highLine.isHidden {
            reading.markers.append(Reading.Marker(value: high, color: theme.heart))
        }
        if !lowPoints.isHidden || !lowLine.isHidden {
            reading.markers.append(Reading.Marker(value: low, color: theme.secondary))
        }
        return reading
    }

    override var latest: String {
        guard let high = series.highs.last, let low = series.lows.last else { return "" }
        return format.pair(high, low).text
    }

    override var sparkline: Sparkline {
        let lows = series.lows.suffix(11)
        let highs = series.highs.suffix(11)
        var extent = Extent.nothing
        for value in lows { extent.include(value) }
        for value in highs { extent.include(value) }
        guard extent.length > 0 else { return Sparkline(shape: .ranges([])) }
        return Sparkline(
            shape: .ranges(
                zip(lows, highs).map { low, high in
                    let a = (min(low, high) - extent.min) / extent.length
                    let b = (max(low, high) - extent.min) / extent.length
                    return a...b
                }))
    }

    override var legend: [LegendItem] {
        [
            LegendItem(
                id: "systolic", name: tr("Systolic"), color: theme.heart, shape: .disc,
                isShown: !highPoints.isHidden),
            LegendItem(
                id: "diastolic", name: tr("Diastolic"), color: theme.secondary, shape: .diamond,
                isShown: !lowPoints.isHidden),
            LegendItem(
                id: "pairs", name: tr("Pairs"), color: theme.heart.mixed(with: theme.card, 0.6),
                shape: .square, isShown: !bars.isHidden),
            LegendItem(
                id: "systolic-line", name: tr("Systolic line"), color: theme.heart, shape: .disc,
                isShown: !highLine.isHidden),
            LegendItem(
                id: "diastolic-line", name: tr("Diastolic line"), color: theme.secondary,
                shape: .diamond, isShown: !lowLine.isHidden),
        ]
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape.columns(
            .ranges, times: series.times, high: series.highs, low: series.lows, over: domain,
            count: columns)
    }
}
