import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Painting

/// Two readings that belong together: a bar from the low to the high one, a disc and a diamond at
/// its ends, and both as lines for those who prefer them.
///
/// Where pairs have no room beside each other they are gathered by the calendar: the bar goes from
/// the mean low to the mean high value, over a paler one from the lowest to the highest of all.
final class PairsPresenter: MetricPresenter {
    private let extremes: RangeBarMark
    private let bars: RangeBarMark
    private let highPoints: PointMark
    private let lowPoints: PointMark
    private let highLine: LineMark
    private let lowLine: LineMark
    private let zones = ValueZones(id: "zones")
    private var guideline = BloodPressureGuideline.standard
    /// The unit by which pairs are gathered; nil where each is shown for itself.
    private(set) var unit: CalendarUnit?
    /// What the gathered pairs were made for.
    private var window = Extent.nothing
    /// Pairs that stand closer than this many points are gathered.
    private static let closest = 7.0

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        extremes = RangeBarMark(id: "extremes", style: .range(width: 8, color: theme.heart))
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
                BlockFilter { range, context in
                    guard context.hasData else { return range }
                    return range.union(
                        context.source.expanded(by: context.source.length * 0.05))
                },
                Self.roundEnds(),
            ], calendar: calendar, locale: locale, theme: theme)
        chart.marks = [extremes, bars, lowLine, highLine, lowPoints, highPoints]
        extremes.isHidden = true
        highLine.isHidden = true
        lowLine.isHidden = true
        zones.attach(to: chart)
        zones.isFree = { [weak self] x, y in self?.isFree(x, y) ?? true }
        themeDidChange()
        dataDidChange()
    }

    private var pairs: Pairs {
        guard case .pairs(let pairs) = data.content else { return Pairs() }
        return pairs
    }

    override func dataDidChange() {
        window = .nothing
        if unit == nil { showEach() }
    }

    private func showEach() {
        let pairs = pairs
        bars.show(pairs.series)
        highPoints.show(pairs.high)
        lowPoints.show(pairs.low)
        highLine.show(pairs.high, longestGap: pairs.longestGap)
        lowLine.show(pairs.low, longestGap: pairs.longestGap)
    }

    /// Shows the pairs near a range gathered by a unit: a screen more on each side.
    private func showGathered(by unit: CalendarUnit, near range: Extent) {
        guard !window.contains(range) else { return }
        window = range.expanded(by: range.length)
        let pairs = pairs
        var times: [Double] = []
        var means: (lows: [Double], highs: [Double]) = ([], [])
        var ends: (lows: [Double], highs: [Double]) = ([], [])
        for high in pairs.high.summaries(by: unit, in: calendar, over: window) {
            guard
                let low = pairs.low.summary(
                    of: unit, containing: high.span.min, in: calendar)
            else { continue }
            times.append(high.middle(within: pairs.high.timeExtent))
            means.lows.append(low.summary.mean)
            means.highs.append(high.summary.mean)
            ends.lows.append(low.summary.minimum)
            ends.highs.append(high.summary.maximum)
        }
        bars.show(RangeSeries(times: times, lows: means.lows, highs: means.highs))
        extremes.show(RangeSeries(times: times, lows: ends.lows, highs: ends.highs))
        let highs = SampleSeries(times: times, values: means.highs)
        let lows = SampleSeries(times: times, values: means.lows)
        highPoints.show(highs)
        lowPoints.show(lows)
        let longest = max(pairs.longestGap, 1.5 * unit.meanLength)
        highLine.show(highs, longestGap: longest)
        lowLine.show(lows, longestGap: longest)
    }

    override func unitDidChange() { showZones() }

    override func follow(_ preferences: Preferences) {
        super.follow(preferences)
        let wanted = preferences.guideline ?? .standard
        guard wanted != guideline else { return }
        guideline = wanted
        showZones()
        legendRevision += 1
    }

    /// The zones of the systolic values, from the first that is not as wished on.
    private func showZones() {
        let categories = guideline.categories
        zones.show(
            categories.indices.dropFirst().map { index in
                let category = categories[index]
                let isLast = index == categories.count - 1
                let source = guideline.isForHome ? tr("home, {1}", guideline.name) : guideline.name
                return ValueZones.Zone(
                    from: category.systolic,
                    to: isLast ? 1_000 : categories[index + 1].systolic,
                    color: theme.color(of: category.level),
                    label: isLast
                        ? tr("≥ {1} ({2})", format.figure(category.systolic).number, source)
                        : category.name)
            })
    }

    /// Whether no bar reaches into a part of the plot.
    private func isFree(_ x: Extent, _ y: Extent) -> Bool {
        let series = unit == nil ? pairs.series : extremes.series
        let room = x.length * 0.05
        let near = Extent(min: x.min - room, max: x.max + room)
        return series.slice(over: near).allSatisfy { index in
            let (a, b) = (series.lows[index], series.highs[index])
            let time = series.times[index]
            return time < near.min || time > near.max || max(a, b) < y.min || min(a, b) > y.max
        }
    }

    override func themeDidChange() {
        showZones()
        bars.style.colors = [theme.derived(PairsPresenter.barColor)]
        extremes.style.colors = [theme.derived { PairsPresenter.barColor($0).opacity(0.5) }]
        highPoints.style.fill = theme.heart
        lowPoints.style.fill = theme.secondary
        let gap = GapStyle.dashed(.dots(every: 7, width: 2), opacity: 0.6)
        highLine.style = LineStyle(width: 2, color: theme.heart, gap: gap)
        lowLine.style = LineStyle(width: 2, color: theme.secondary, gap: gap)
    }

    /// Translucent, so that what lies behind is seen; in high contrast strong enough to stand out.
    private static func barColor(_ theme: Theme) -> Color {
        if theme.isHighContrast { return theme.paler(theme.heart, by: 0.7, on: theme.card) }
        return theme.heart.opacity(theme.appearance == .light ? 0.26 : 0.34)
    }

    override func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let visible = max(1, pairs.series.slice(over: range).count)
        let width = chart.plot.width
        var hasOtherUnit = false
        if moment.isSettled, width > 0 {
            let apart = width / Double(visible)
            var wanted: CalendarUnit?
            if apart < Self.closest * (unit == nil ? 1 : 1.25) {
                wanted = UnitChoice(units: [.day, .week, .month, .quarter, .year]).unit(
                    for: range, width: width, current: moment.isPage ? nil : unit)
            }
            if wanted != unit {
                unit = wanted
                window = .nothing
                hasOtherUnit = true
                if wanted == nil { showEach() }
            }
        }
        if let unit { showGathered(by: unit, near: range.union(chart.x.target)) }
        showExtremes(at: moment)
        if moment.isSettled { zones.label() }
        // Marks get smaller where readings stand closer than their size.
        let apart = unit.map { width * $0.meanLength / range.length } ?? width / Double(visible)
        let factor = min(max(apart / 14, 0.32), 1)
        highPoints.style.radius = 4.5 * factor
        lowPoints.style.radius = 5 * factor
        bars.style.width = .points(max(1.5, 8 * factor))
        bars.style.corners = Corners(4 * factor)
        extremes.style.width = bars.style.width
        extremes.style.corners = bars.style.corners
        return hasOtherUnit
    }

    override func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        if series == zones.id { zones.isHidden = !shown }
        super.setShown(shown, series, at: moment)
        showExtremes(at: moment)
    }

    /// The extremes of gathered pairs come and go with the bars.
    private func showExtremes(at moment: PictureMoment) {
        chart.setShown(
            unit != nil && !bars.isHidden, of: extremes, at: moment.time,
            duration: moment.duration)
    }

    override func figures(over range: Extent) -> [CaptionedFigure] {
        let pairs = pairs
        var figures: [CaptionedFigure] = []
        func add(_ caption: String, _ part: Pairs.Part, hasUnit: Bool) {
            guard let means = pairs.means(part, over: range) else { return }
            let format = format
            figures.append(
                CaptionedFigure(caption: caption, means.high, means.low) {
                    var figure = format.pair($0[0], $0[1])
                    if !hasUnit { figure.unit = "" }
                    return figure
                })
        }
        add(tr("Morning"), .morning, hasUnit: false)
        add(tr("Evening"), .evening, hasUnit: false)
        add(averageCaption(over: range), .all, hasUnit: true)
        return figures
    }

    /// The average is given a category where enough days stand behind it; one reading never is.
    private func averageCaption(over range: Extent) -> String {
        guard !zones.isHidden, pairs.hasDays(BloodPressureGuideline.fewestDays, over: range),
            let means = pairs.means(.all, over: range)
        else { return tr("Average") }
        let (high, low) = (means.high.rounded(), means.low.rounded())
        let category = guideline.category(systolic: high, diastolic: low)
        // The zones are those of the systolic value: without a word the picture would belie this.
        let isByLow = high < category.systolic
        return isByLow
            ? tr("Average: {1}, diastolic", category.name) : tr("Average: {1}", category.name)
    }

    override func reading(at time: Double) -> Reading? {
        guard !crosshairMarks.isEmpty,
            let found = nearest(to: time, on: bars)
        else { return nil }
        if let unit { return gatheredReading(at: found.x, unit) }
        let series = pairs.series
        let index = found.index
        let instant = series.times[index]
        let (high, low) = (series.highs[index], series.lows[index])
        var reading = Reading(
            time: instant, value: high,
            date: words(for: instant))
        if high.isFinite, showsHighs {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(high), name: tr("systolic"), color: theme.heart))
        }
        if low.isFinite, showsLows {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(low), name: tr("diastolic"), color: theme.secondary))
        }
        reading.markers = markers(high: high, low: low)
        return reading
    }

    /// Whether the high values can be seen, alone or as the ends of bars.
    private var showsHighs: Bool { !highPoints.isHidden || !highLine.isHidden || !bars.isHidden }
    private var showsLows: Bool { !lowPoints.isHidden || !lowLine.isHidden || !bars.isHidden }

    private func markers(high: Double, low: Double) -> [Reading.Marker] {
        var markers: [Reading.Marker] = []
        if high.isFinite, !highPoints.isHidden || !highLine.isHidden {
            markers.append(Reading.Marker(value: high, color: theme.heart))
        }
        if low.isFinite, !lowPoints.isHidden || !lowLine.isHidden {
            markers.append(Reading.Marker(value: low, color: theme.secondary))
        }
        return markers
    }

    /// What the pairs of the unit at an instant amount to.
    private func gatheredReading(at time: Double, _ unit: CalendarUnit) -> Reading? {
        let pairs = pairs
        guard let high = pairs.high.summary(of: unit, containing: time, in: calendar),
            let low = pairs.low.summary(of: unit, containing: time, in: calendar)
        else { return nil }
        var reading = Reading(
            time: high.middle(within: pairs.high.timeExtent), value: high.summary.mean,
            date: locale.name(of: high.span, unit, in: calendar))
        func range(_ summary: Summary) -> Figure {
            var figure = format.range(summary.minimum, summary.maximum)
            figure.unit = ""
            return figure
        }
        let mean =
            showsHighs && showsLows
            ? format.pair(high.summary.mean, low.summary.mean)
            : format.figure(showsHighs ? high.summary.mean : low.summary.mean)
        reading.rows.append(Reading.Row(figure: mean, name: tr("average"), color: theme.text1))
        if showsHighs {
            reading.rows.append(
                Reading.Row(figure: range(high.summary), name: tr("systolic"), color: theme.heart))
        }
        if showsLows {
            reading.rows.append(
                Reading.Row(
                    figure: range(low.summary), name: tr("diastolic"), color: theme.secondary))
        }
        reading.rows.append(
            Reading.Row(
                figure: Figure(locale.number(high.summary.count)),
                name: trn("reading", "readings", count: high.summary.count), color: theme.text1,
                isDetail: true))
        reading.markers = markers(high: high.summary.mean, low: low.summary.mean)
        reading.span = high.span
        return reading
    }

    override var latest: String {
        guard let high = pairs.series.highs.last, let low = pairs.series.lows.last else {
            return ""
        }
        return format.pair(high, low).text
    }

    override var sparkline: Sparkline {
        let lows = pairs.series.lows.suffix(11)
        let highs = pairs.series.highs.suffix(11)
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
                id: "pairs", name: tr("Pairs"),
                color: theme.paler(theme.heart, by: 0.6, on: theme.card),
                shape: .square, isShown: !bars.isHidden),
            LegendItem(
                id: "systolic-line", name: tr("Systolic line"), color: theme.heart, shape: .disc,
                isShown: !highLine.isHidden),
            LegendItem(
                id: "diastolic-line", name: tr("Diastolic line"), color: theme.secondary,
                shape: .diamond, isShown: !lowLine.isHidden),
            LegendItem(
                id: zones.id,
                name: guideline.isForHome
                    ? tr("Blood pressure zones ({1}, home)", guideline.name)
                    : tr("Blood pressure zones ({1})", guideline.name),
                color: theme.zoneMark, shape: .square, isShown: !zones.isHidden, isSeries: false),
        ]
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        let (high, low) = (pairs.high, pairs.low)
        return OverviewShape.columns(.ranges, over: domain, count: columns) { span in
            let indices = high.lowerBound(span.min)..<high.lowerBound(span.max)
            let (top, bottom) = (high.summary(of: indices), low.summary(of: indices))
            return top.count > 0 && bottom.count > 0
                ? Extent(min: bottom.minimum, max: top.maximum) : .nothing
        }
    }
}
