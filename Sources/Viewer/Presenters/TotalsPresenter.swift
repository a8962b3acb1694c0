import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// Amounts that add up, as bars: a bar an hour, a day, a week, a month, a quarter or a year, which
/// split and move together as the range passes from one to the other.
class TotalsPresenter: MetricPresenter {
    let bars: TotalsMark
    let foot: FootLine
    /// The dotted line at the average, and what is written at it.
    let mean: ReferenceLine
    private let meanLabel: ReferenceLabel

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        bars = TotalsMark(id: data.metric.id.rawValue, calendar: calendar, color: theme.activity)
        foot = FootLine(color: theme.activity)
        mean = ReferenceLine(
            at: .nan, width: 1.5, color: theme.text3, dash: .dots(every: 5, width: 1.5))
        meanLabel = ReferenceLabel(mean)
        super.init(
            data, x: x,
            yFilters: [
                HeadroomFilter(),
                Self.roundEnds(),
            ], calendar: calendar, locale: locale, theme: theme)
        chart.marks = [bars]
        chart.foreground = [foot, mean]
        chart.annotations.append(meanLabel)
        meanLabel.isFree = { [bars] x, y in
            bars.totals.indices(over: x).allSatisfy { bars.totals.buckets[$0].sum <= y.min }
        }
        themeDidChange()
        dataDidChange()
    }

    var ladder: CalendarLadder { bars.ladder }
    /// What figures over a range are told of: all that the bars show.
    func counted(over range: Extent) -> CalendarLadder { ladder }
    private var counted: CalendarLadder { counted(over: ladder.extent) }
    /// The unit of a bar.
    var unit: CalendarUnit { bars.unit }

    override func dataDidChange() {
        guard case .totals(let ladder) = data.content else { return }
        show(ladder)
    }

    /// Shows totals in place of those that were shown.
    func show(_ ladder: CalendarLadder) {
        bars.show(ladder)
        footRange = .nothing
        reserved = nil
        label()
    }

    private func label() {
        setLabels()
        // The figures follow the unit.
        legendRevision += 1
    }

    private func setLabels() {
        chart.xAxis.labeling = TimeLabels(
            calendar: calendar, locale: locale, slot: unit, emphasis: emphasis)
    }

    /// The bar whose label stands out; nil for none.
    private var emphasis: Extent? { didSet { if emphasis != oldValue { setLabels() } } }

    override func themeDidChange() {
        let color = theme.color(of: accent)
        bars.color = color
        bars.sparseColor = theme.paleMark(color, by: 0.45, on: theme.card)
        foot.color = color
        mean.color = theme.text3
    }

    private(set) var hasAppeared = false

    override func appear(at time: Double, animated: Bool) {
        guard !hasAppeared else { return }
        hasAppeared = true
        if animated { chart.grow(bars, at: time) }
    }

    /// The range for whose bars the foot line was made.
    private var footRange = Extent.nothing

    /// Whether the unit was chosen for a plot whose width is known.
    private var hasUnit = false

    override func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let width = chart.plot.width
        reserve(width: width)
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
        partsDidAdapt(
            to: near, shown: range, width: width,
            over: range.union(chart.x.range), at: moment)
        if footRange != bars.window {
            footRange = bars.window
            foot.show(bars.totals.indices(over: bars.window), of: bars.totals, ladder)
        }
        foot.fraction = bars.fraction
        // The line stands still under a finger, and follows when the range has come to rest.
        if moment.isSettled {
            let average = average(over: range)
            mean.move(to: average ?? .nan, at: moment.time, duration: moment.duration)
            if let average { meanLabel.write(tr("Avg {1}", format.figure(average).text)) }
        }
        return hasOtherUnit
    }

    /// Called when the bars have the unit and the look of a range: what stands in them follows.
    func partsDidAdapt(
        to near: Extent, shown: Extent, width: Double, over seen: Extent, at moment: PictureMoment
    ) {}

    /// The longest unit for whose values the axis has room.
    private var reserved: CalendarUnit?

    /// Keeps room for the labels of every unit that a range may be shown in: the plot stands still.
    private func reserve(width: Double) {
        let longest = chart.x.panZoom.limits.bounds ?? data.extent
        let unit = UnitChoice(units: ladder.units).unit(for: longest, width: width, current: nil)
        guard unit != reserved else { return }
        reserved = unit
        let headroom = HeadroomFilter()
        let totals = ladder.units.filter { $0 <= unit }.compactMap { ladder[$0] }
        valueRanges = totals.map { totals in
            let values = totals.extent(of: totals.buckets.indices)
            return headroom.filter(values, RangeContext(source: values))
        }
    }

    override func advance(to time: Double) -> Bool {
        let glides = mean.advance(to: time)
        let moves = bars.advance(to: time) || glides
        // What the old bars stood on is gone at once; the new ones' line comes when they stand.
        foot.opacity = max(0, (bars.progress - 0.6) / 0.4)
        return moves
    }

    /// The average of the bars that a person sees most of; nil where there is nothing to average.
    ///
    /// Only hours and days with data are counted. A bar of a longer unit would have the average of a
    /// day on every one of its days: so two days of a month count as two days, and not as a month.
    private func average(over range: Extent) -> Double? {
        let ladder = counted(over: range)
        let bars = ladder[unit] ?? ladder.days
        let shown = bars.indices(centredIn: range)
        guard shown.count > 1 else { return nil }
        let least = unit == .hour ? bars : ladder.days
        let counted = least.indices(centredIn: range)
        guard !counted.isEmpty else { return nil }
        let average = least.sum(of: counted) / Double(counted.count)
        guard unit > .day else { return average }
        let days = shown.reduce(0) { $0 + ladder.dayCount(of: bars.buckets[$1].span) }
        return average * Double(days) / Double(shown.count)
    }

    /// What the average of a day is called.
    var dailyCaption: String { tr("Daily average") }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        let ladder = counted(over: range)
        let least = unit == .hour ? ladder[.hour] ?? ladder.days : ladder.days
        let indices = least.indices(centredIn: range)
        if indices.isEmpty { return [] }
        let sum = least.sum(of: indices)
        let format = format
        func figure(_ caption: String, _ value: Double) -> CaptionedFigure {
            CaptionedFigure(caption: caption, value) { format.figure($0[0]) }
        }
        var figures = [figure(tr("Total"), sum)]
        if unit != .hour {
            figures.insert(figure(dailyCaption, sum / Double(indices.count)), at: 0)
        }
        // What the dotted line stands at, where the average of a day does not say it.
        if let average = average(over: range), let caption = unit.averageCaption {
            figures.insert(figure(caption, average), at: 0)
        }
        return figures
    }

    // MARK: Reading

    override func reading(at time: Double) -> Reading? {
        let totals = bars.totals
        // The bar whose slot holds the instant; on a missing day, of which there is nothing to
        // tell, the one nearest to it.
        guard let index = nearest(to: time, on: bars)?.index else {
            return nil
        }
        let bucket = totals.buckets[index]
        var reading = Reading(
            time: bucket.span.mid, value: bucket.sum,
            date: locale.name(of: bucket.span, unit, in: calendar))
        let isLong = unit > .day
        reading.rows.append(
            Reading.Row(
                figure: format.figure(bucket.sum),
                name: isLong ? tr("total") : metric.id == .steps ? tr("steps") : "",
                color: theme.text1))
        if isLong {
            let days = totals.days[index]
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(bucket.sum / Double(days)), name: tr("per day"),
                    color: theme.text1, isDetail: true))
            reading.rows.append(
                Reading.Row(
                    figure: Figure(
                        tr(
                            "{1} of {2}", locale.number(days),
                            locale.number(ladder.dayCount(of: bucket.span)))),
                    name: tr("days recorded"), color: theme.text1, isDetail: true))
        }
        reading.barTop = bucket.sum
        reading.index = index
        reading.span = bucket.span
        return reading
    }

    override func select(_ reading: Reading?) {
        bars.selected = reading?.index
        emphasis = reading?.index.map { bars.totals.buckets[$0].span }
    }

    override var latest: String {
        counted.days.buckets.last.map { format.figure($0.sum).text } ?? ""
    }

    override var latestDay: String {
        guard let bucket = counted.days.buckets.last else { return "" }
        return locale.date(CivilMoment(bucket.span.min, in: calendar), .dayMonth)
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

extension CalendarUnit {
    /// What the average of a bar of this unit is called; nil for a day's, which is always told.
    fileprivate var averageCaption: String? {
        switch self {
        case .minute, .day: nil
        case .hour: tr("Hourly average")
        case .week: tr("Weekly average")
        case .month: tr("Monthly average")
        case .quarter: tr("Quarterly average")
        case .year: tr("Yearly average")
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
