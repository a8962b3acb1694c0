import ChartCore
import ChartRendering
import Charts
import Geometry
import HealthData
import Localization

/// Amounts that add up, as bars: a bar an hour, a day, a week, a month, a quarter or a year, which
/// split and move together as the range passes from one to the other.
final class TotalsPresenter: MetricPresenter {
    let bars: TotalsMark
    let foot: FootLine
    private let mean: ReferenceLine

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        bars = TotalsMark(id: data.metric.id.rawValue, calendar: calendar, color: theme.activity)
        foot = FootLine(color: theme.activity)
        mean = ReferenceLine(
            at: .nan, width: 1.5, color: theme.text3, dash: .dots(every: 5, width: 1.5))
        super.init(
            data, x: x,
            yFilters: [
                SourceFilter(alternative: Extent(min: 0, max: 1), expandMin: true, expandMax: true),
                NiceRangeFilter(maximumTicks: 24, pointsPerTick: Measure.tickDistance),
            ], calendar: calendar, locale: locale, theme: theme)
        chart.marks = [bars]
        chart.foreground = [foot, mean]
        themeDidChange()
        dataDidChange()
    }

    private var ladder: CalendarLadder { bars.ladder }
    /// The unit of a bar.
    var unit: CalendarUnit { bars.unit }

    override func dataDidChange() {
        guard case .totals(let ladder) = data.content else { return }
        bars.show(ladder)
        footRange = .nothing
        label()
    }

    private func label() {
        chart.xAxis.labeling = TimeLabels(calendar: calendar, locale: locale, slot: unit)
        chart.xAxis.generation += 1
        // The figures follow the unit.
        legendRevision += 1
    }

    override func themeDidChange() {
        let color = theme.color(of: accent)
        bars.color = color
        bars.sparseColor = color.mixed(with: theme.card, theme.isHighContrast ? 0.25 : 0.45)
        foot.color = color
        mean.color = theme.text3
    }

    /// The range for whose bars the foot line was made.
    private var footRange = Extent.nothing

    /// Whether the unit was chosen for a plot whose width is known.
    private var hasUnit = false

    override func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let width = chart.plot.width
        let target = chart.x.target
        var wanted = unit
        if moment.isSettled {
            let choice = UnitChoice(units: ladder.units)
            wanted = choice.unit(
                for: range, width: width, current: hasUnit && !moment.isPage ? unit : nil)
            hasUnit = width > 0
        } else if bars.isTooMany(range), bars.isTooMany(target) {
            // Far more bars than pixels: nobody sees one of them go.
            wanted = ladder.units.first { range.length / $0.meanLength < 1_000 } ?? unit
        }
        let hasOtherUnit = wanted != unit
        if hasOtherUnit {
            bars.show(
                wanted, over: range.union(chart.x.range), at: moment.time,
                duration: moment.isSettled ? moment.duration : 0)
            footRange = .nothing
            label()
        }
        let near = bars.isTooMany(range.union(target)) ? target : range.union(target)
        bars.adapt(to: near, shown: range, width: width)
        if footRange != bars.window {
            footRange = bars.window
            foot.show(bars.totals.indices(over: bars.window), of: bars.totals, ladder)
        }
        foot.fraction = bars.fraction
        // The line stands still under a finger, and follows when the range has come to rest.
        if moment.isSettled { mean.value = meanPerBar(range) ?? .nan }
        return hasOtherUnit
    }

    override func advance(to time: Double) -> Bool {
        let moves = bars.advance(to: time)
        // What the old bars stood on is gone at once; the new ones' line comes when they stand.
        foot.opacity = max(0, (bars.progress - 0.6) / 0.4)
        return moves
    }

    /// The mean of the bars that have data.
    private func meanPerBar(_ range: Extent) -> Double? {
        let totals = bars.totals
        let shown = totals.indices(centredIn: range)
        return shown.count > 1 ? totals.sum(of: shown) / Double(shown.count) : nil
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        let totals = unit == .hour ? bars.totals : ladder.days
        let indices = totals.indices(centredIn: range)
        if indices.isEmpty { return [] }
        let sum = totals.sum(of: indices)
        let total = CaptionedFigure(caption: tr("Total"), figure: format.figure(sum))
        if unit == .hour { return [total] }
        return [
            CaptionedFigure(
                caption: tr("Daily average"), figure: format.figure(sum / Double(indices.count))),
            total,
        ]
    }

    // MARK: Reading

    override func reading(at time: Double) -> Reading? {
        let totals = bars.totals
        // The bar whose slot holds the instant; a missing day has none to tell of.
        guard let index = totals.index(containing: time) else { return nil }
        let bucket = totals.buckets[index]
        var reading = Reading(
            time: bucket.span.mid, value: bucket.sum,
            date: locale.name(of: bucket.span, unit, in: calendar))
        let isLong = unit > .day
        reading.rows.append(
            Reading.Row(
                figure: format.figure(bucket.sum),
                name: isLong ? tr("in all") : metric.id == .steps ? tr("steps") : "",
                color: theme.text1))
        if isLong {
            let days = totals.days[index]
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(bucket.sum / Double(days)), name: tr("a day"),
                    color: theme.text1))
            reading.rows.append(
                Reading.Row(
                    figure: Figure(
                        tr(
                            "{1} of {2}", locale.number(days),
                            locale.number(ladder.dayCount(of: bucket.span)))),
                    name: tr("days with data"), color: theme.text1))
        }
        reading.barTop = bucket.sum
        reading.index = index
        return reading
    }

    override func select(_ reading: Reading?) { bars.selected = reading?.index }

    override var latest: String {
        guard let bucket = ladder.days.buckets.last else { return "" }
        let day = locale.date(CivilMoment(bucket.span.min, in: calendar), .dayMonth)
        return format.figure(bucket.sum).text + " · " + day
    }

    override var sparkline: Sparkline {
        Sparkline(
            shape: .bars(
                MetricPresenter.normalized(ladder.days.buckets.suffix(11).map(\.sum), from: 0)))
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        let days = ladder.days
        return OverviewShape.columns(.bars, over: domain, count: columns) { span in
            let indices = days.indices(centredIn: span)
            return indices.isEmpty
                ? .nothing : Extent(min: 0, max: days.sum(of: indices) / Double(indices.count))
        }
    }
}

extension LocaleFormat {
    /// What a unit of the calendar is called: `Wed 14 Oct`, `Week of 12 October 2026`, `October 2026`.
    ///
    /// Of an hour that comes twice each is told apart by its offset.
    func name(of span: Extent, _ unit: CalendarUnit, in calendar: CivilCalendar) -> String {
        let moment = CivilMoment(span.min, in: calendar)
        switch unit {
        case .minute, .hour:
            let text = date(moment, .weekdayDayMonthTime)
            let c = calendar.components(of: span.min)
            let isTwice = [span.min.nextDown, span.max].contains { instant in
                let near = calendar.components(of: instant)
                return near.hour == c.hour && near.date == c.date && near.offset != c.offset
            }
            return isTwice ? text + " (" + LocaleFormat.offset(c.offset) + ")" : text
        case .day: return date(moment, .weekdayDayMonth)
        case .week: return tr("Week of {1}", date(moment, .fullDate))
        case .month: return date(moment, .monthYear)
        case .quarter:
            return months(from: moment, to: CivilMoment(span.max.nextDown, in: calendar))
        case .year: return date(moment, .year)
        }
    }

    /// An offset from universal time: `UTC+1`, `UTC−3:30`.
    static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let rest = minutes % 60
        let sign = seconds < 0 ? "\u{2212}" : "+"
        return "UTC" + sign + String(minutes / 60)
            + (rest == 0 ? "" : ":" + (rest < 10 ? "0" : "") + String(rest))
    }
}
