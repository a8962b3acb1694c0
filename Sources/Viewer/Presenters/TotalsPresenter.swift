import ChartCore
import ChartRendering
import Charts
import Geometry
import HealthData
import Localization

/// Amounts that add up, as bars: a bar a day, or an hour where days are wide and the file is fine.
final class TotalsPresenter: MetricPresenter {
    private let bars: BarMark
    private let mean: ReferenceLine
    private var unit = CalendarUnit.day
    /// Below this many seconds of visible range bars are hours, where there are hours.
    private static let hourlyBelow = 2.5 * 86_400

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        bars = BarMark(
            id: data.metric.id.rawValue,
            style: BarStyle(width: .fraction(0.6), colors: [theme.activity]))
        mean = ReferenceLine(
            at: .nan, width: 1.5, color: theme.text3, dash: .dots(every: 5, width: 1.5))
        super.init(
            data, x: x,
            yFilters: [
                SourceFilter(alternative: Extent(min: 0, max: 1), expandMin: true, expandMax: true),
                NiceRangeFilter(maximumTicks: 24, pointsPerTick: Measure.tickDistance),
            ], calendar: calendar, locale: locale, theme: theme)
        chart.marks = [bars]
        chart.foreground = [mean]
        themeDidChange()
        dataDidChange()
    }

    private var daily: Totals {
        guard case .totals(let daily, _) = data.content else {
            return Totals(unit: .day, buckets: [])
        }
        return daily
    }

    private var hourly: Totals? {
        guard case .totals(_, let hourly) = data.content else { return nil }
        return hourly
    }

    private var shown: Totals { unit == .hour ? hourly ?? daily : daily }

    override func dataDidChange() {
        if hourly == nil { unit = .day }
        showBars()
    }

    private func showBars() {
        let totals = shown
        bars.show(
            zip(totals.spans, totals.values).map {
                Bar(start: $0.min, end: $0.max, value: $1)
            })
        chart.xAxis.labeling = TimeLabels(calendar: calendar, locale: locale, slot: unit)
        chart.xAxis.generation += 1
    }

    override func themeDidChange() {
        bars.style.colors = [theme.color(of: accent)]
        mean.color = theme.text3
    }

    override func rangeDidChange(_ range: Extent, isSettled: Bool) {
        if isSettled {
            let wanted: CalendarUnit =
                hourly != nil && range.length < Self.hourlyBelow ? .hour : .day
            if wanted != unit {
                unit = wanted
                showBars()
            }
        }
        // Seven bars take 0.39 of their slots, thirty-one take 0.6, more a little more.
        let slots = range.length / unit.meanLength
        let part = min(max((slots - 7) / 24, 0), 1)
        bars.style.width = .fraction(0.39 + part * 0.21 + min(max((slots - 60) / 300, 0), 0.2))
        let pointsWide = chart.plot.width / max(slots, 1)
        let radius = pointsWide > 6 ? Measure.barCorner : pointsWide > 2.5 ? 1.5 : 0
        bars.style.corners = Corners(
            leftTop: radius, rightTop: radius, rightBottom: 0, leftBottom: 0)
        // The line stands still under a finger, and follows when the range has come to rest.
        if isSettled { mean.value = meanPerDay(range) ?? .nan }
        mean.isHidden = unit == .hour
    }

    /// The mean of the days that have data.
    private func meanPerDay(_ range: Extent) -> Double? {
        let days = daily.indices(over: range)
        return days.isEmpty ? nil : daily.sum(of: days) / Double(days.count)
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        let days = daily.indices(over: range)
        if days.isEmpty { return [] }
        let total = CaptionedFigure(
            caption: tr("Total"), figure: format.figure(daily.sum(of: days)))
        if unit == .hour, let hourly {
            let hours = hourly.indices(over: range)
            return [
                CaptionedFigure(
                    caption: tr("Total"), figure: format.figure(hourly.sum(of: hours)))
            ]
        }
        guard let mean = meanPerDay(range) else { return [total] }
        return [
            CaptionedFigure(caption: tr("Daily average"), figure: format.figure(mean)), total,
        ]
    }

    override func reading(at time: Double) -> Reading? {
        let totals = shown
        let near = totals.indices(over: Extent(min: time - 43_200, max: time + 43_200))
        // The bar whose slot holds the instant; a missing day has none to tell of.
        guard
            let index = (max(0, near.lowerBound - 1)..<min(totals.spans.count, near.upperBound + 1))
                .first(where: { totals.spans[$0].min <= time && time < totals.spans[$0].max })
        else { return nil }
        let span = totals.spans[index]
        let moment = CivilMoment(span.min, in: calendar)
        let date =
            unit == .hour
            ? locale.date(moment, .weekdayDayMonthTime) : locale.date(moment, .weekdayDayMonth)
        var reading = Reading(time: span.mid, value: totals.values[index], date: date)
        reading.rows.append(
            Reading.Row(
                figure: format.figure(totals.values[index]),
                name: metric.id == .steps ? tr("steps") : "", color: theme.text1))
        reading.barTop = totals.values[index]
        reading.index = index
        return reading
    }

    override func select(_ reading: Reading?) { bars.style.selected = reading?.index }

    override var latest: String {
        guard let value = daily.values.last, let span = daily.spans.last else { return "" }
        let day = locale.date(CivilMoment(span.min, in: calendar), .dayMonth)
        return format.figure(value).text + " · " + day
    }

    override var sparkline: Sparkline {
        Sparkline(
            shape: .bars(MetricPresenter.normalized(Array(daily.values.suffix(11)), from: 0)))
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        OverviewShape.columns(
            .bars, times: daily.spans.map(\.mid), high: daily.values, over: domain, count: columns)
    }
}
