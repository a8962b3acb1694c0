import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// Single readings, as points joined by a quiet line, and where they have one, their trend.
///
/// Where there are many of them for each unit of the calendar, the means of the units with their
/// spread stand out and the readings themselves lie pale behind them: every extreme stays in sight.
final class ReadingsPresenter: MetricPresenter {
    private let points: PointMark
    private let line: LineMark
    private let trend: LineMark
    private let means: FadingMark
    private let spreads: FadingMark
    private let zones = ValueZones(id: "target")
    private var picture: MeansPicture?
    private var hasTrend: Bool { !readings.trend.isEmpty }
    /// More than this many readings in view have no points.
    private static let mostPoints = 1_500
    /// Points on a line that stand closer than this are no more to be told apart and make it thick;
    /// those that are shown stay until they stand closer than the second.
    private static let apart = (toShow: 6.5, toStay: 5.0)
    /// More than this many readings in view and the line between them hides the trend.
    private static let mostJoined = 130
    /// From so many readings a unit on, and where they stand closer than so many points, their mean
    /// says more than they do themselves.
    private static let many = (forUnit: 6.0, closerThan: 4.0)
    private var wantsPoints = true
    private var wantsLine = true
    private var wantsMeans: Bool
    private var wantsSpread = true
    /// Whether the readings in view are few enough to be joined.
    private var isJoined = true
    /// Whether the readings in view stand far enough apart for points on their line.
    private var areApart = true
    /// Whether there are enough readings in view for means, wanted or not.
    private var hasMeans = false
    /// How far the readings have gone from strong (0) to pale (1).
    private var paleness = MovingValue(0)
    private var pale = 0.0

    init(
        _ data: MetricData, x: Dimension, calendar: CivilCalendar, locale: LocaleFormat,
        theme: Theme
    ) {
        points = PointMark(id: "measured", style: PointStyle(radius: 2.5, fill: theme.body))
        line = LineMark(id: "line", style: LineStyle(width: 1.5, color: theme.body))
        trend = LineMark(id: "trend", style: LineStyle(width: 3, color: theme.body))
        means = FadingMark(id: "mean", kind: .line, color: theme.body)
        spreads = FadingMark(id: "spread", kind: .band, color: theme.body)
        // What a column of an unknown file means is not known either: a mean may make no sense.
        wantsMeans = data.metric.family != .other
        super.init(
            data, x: x,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 0, max: 1), expandMin: false, expandMax: false),
                BlockFilter { range, _ in Self.headroom(range) },
                Self.roundEnds(),
            ], calendar: calendar, locale: locale, theme: theme)
        if data.metric.target != nil {
            zones.attach(to: chart)
            zones.isFree = { [weak self] in self?.isFree($0, $1) ?? true }
        }
        dataDidChange()
    }

    /// Some room above and below; the span is at least a fiftieth of the values themselves, so that
    /// a day's readings do not look like a year's.
    private static func headroom(_ range: Extent) -> Extent {
        let least = max(abs(range.mid) * 0.02, 1e-6)
        let margin = max(range.length * 0.05, (least - range.length) / 2)
        let low = range.min - margin
        // Values that are never negative get no negative axis.
        return Extent(min: range.min >= 0 ? max(0, low) : low, max: range.max + margin)
    }

    private var readings: Readings {
        guard case .readings(let readings) = data.content else { return Readings() }
        return readings
    }

    private var series: SampleSeries { readings.series }

    /// Whether means are shown now.
    private var showsMeans: Bool { hasMeans && wantsMeans }

    override func dataDidChange() {
        let readings = readings
        points.show(readings.series)
        line.show(readings.series, longestGap: readings.longestGap)
        trend.show(readings.trend, longestGap: readings.longestGap)
        // Labels are widest over all there is, or where a view shows little but its ends.
        let values = readings.series.valueExtent
        valueRanges =
            values.isEmpty
            ? []
            : [
                values, Extent(min: values.min, max: values.min),
                Extent(min: values.max, max: values.max),
            ].map(Self.headroom)
        picture?.reset()
        arrange()
        themeDidChange()
    }

    private func arrange() {
        // Points lie on top: a reading can be seen where the trend passes through it.
        let visible = series.slice(over: chart.x.range).count
        let apart = chart.plot.width / Double(max(visible, 1))
        let wanted: [any Mark] =
            hasTrend
            ? apart >= 7 ? [line, trend, points] : [line, points, trend]
            : [line, points, spreads, means]
        if !chart.marks.elementsEqual(wanted, by: ===) { chart.marks = wanted }
    }

    /// The values that are aimed at, as a band.
    private func showTarget() {
        guard let target = metric.target else { return }
        zones.show([
            ValueZones.Zone(
                from: target.lowerBound, to: target.upperBound, color: theme.zoneGood,
                label: targetName)
        ])
    }

    override func unitDidChange() { showTarget() }

    private var targetName: String {
        guard let target = metric.target else { return "" }
        return tr("Target {1}", format.range(target.lowerBound, target.upperBound).text)
    }

    /// Whether no reading lies in a part of the plot.
    private func isFree(_ x: Extent, _ y: Extent) -> Bool {
        let indices = series.slice(over: x, withNeighbours: true)
        let values = series.summary(of: indices)
        return values.count == 0 || values.minimum > y.max || values.maximum < y.min
    }

    override func themeDidChange() {
        showTarget()
        let color = theme.color(of: accent)
        let ground = theme.card
        points.style = PointStyle(
            radius: hasTrend ? 2.5 : 3,
            fill: hasTrend ? theme.paleMark(color, by: 0.42, on: ground) : color)
        let width = hasTrend ? 1.5 : 2 - pale
        line.style = LineStyle(
            width: width,
            color: hasTrend
                ? theme.paleMark(color, by: 0.55, on: ground)
                // Never so strong that it hides the mean in front of it.
                : theme.derived {
                    $0.color(of: accent).mixed(
                        with: $0.card, Float(pale) * ($0.isHighContrast ? 0.5 : 0.72))
                },
            gap: .dashed(.dots(every: 7, width: width), opacity: 0.6))
        trend.style = LineStyle(
            width: 3, color: color, gap: .dashed(.dots(every: 7, width: 3), opacity: 0.6))
        means.color = color
        spreads.color = color.mixed(with: ground, 0.5)
        paint(picture)
        legendRevision += 1
    }

    /// Gives means the colours of the theme.
    private func paint(_ picture: MeansPicture?) {
        guard let picture else { return }
        let color = theme.color(of: accent)
        let soft = theme.derived {
            $0.color(of: accent).opacity($0.appearance == .light ? 0.3 : 0.34)
        }
        picture.line.style = LineStyle(width: 2.5, color: color)
        picture.dots.style = PointStyle(radius: 3, fill: color)
        picture.band.style = AreaStyle(upper: soft, lower: soft)
        means.touch()
        spreads.touch()
    }

    // MARK: Range

    /// Of the plot in points, or what it is likely to be before it is laid out.
    private var width: Double { chart.plot.width > 0 ? chart.plot.width : 780 }

    override func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let visible = series.slice(over: range).count
        let joined = !hasTrend || visible <= Self.mostJoined
        if joined != isJoined {
            isJoined = joined
            legendRevision += 1
        }
        if !hasTrend, moment.isSettled { chooseUnit(range, visible: visible, at: moment) }
        func setShown(_ shown: Bool, _ mark: any Mark) {
            chart.setShown(shown, of: mark, at: moment.time, duration: moment.duration)
        }
        let distance = width / Double(max(visible, 1))
        areApart = distance >= (areApart ? Self.apart.toStay : Self.apart.toShow)
        let fits = hasTrend || visible <= Self.mostPoints && (areApart || !wantsLine)
        setShown(wantsPoints && !showsMeans && fits, points)
        setShown(wantsLine && isJoined, line)
        setShown(showsMeans, means)
        setShown(showsMeans && wantsSpread, spreads)
        if showsMeans, let picture {
            if picture.adapt(series, calendar, to: range.union(chart.x.target)) {
                means.touch()
                spreads.touch()
            }
            show(dots: chart.plot.width * picture.unit.meanLength / range.length >= 14)
        }
        arrange()
        if moment.isSettled { zones.label() }
        return false
    }

    /// Chooses whether means are shown, and of which unit.
    private func chooseUnit(_ range: Extent, visible: Int, at moment: PictureMoment) {
        let units: [CalendarUnit] = [.hour, .day, .week, .month, .quarter, .year]
        let unit = UnitChoice(units: units).unit(
            for: range, width: width, current: moment.isPage ? nil : picture?.unit)
        // What lies beyond the ends of the series has no readings to be many of.
        let slots = range.intersection(series.timeExtent).length / unit.meanLength
        let slack = hasMeans ? 0.75 : 1
        let has =
            slots >= 2.5 && Double(visible) / slots >= Self.many.forUnit * slack
            && Double(visible) >= width / Self.many.closerThan * slack
        if has != hasMeans {
            hasMeans = has
            legendRevision += 1
        }
        if has, picture?.unit != unit {
            let made = MeansPicture(unit: unit)
            paint(made)
            picture = made
            means.show([made.line], at: moment.time, duration: moment.duration)
            spreads.show([made.band], at: moment.time, duration: moment.duration)
        }
        setPaleness(at: moment)
    }

    /// Dots on the means where they are few enough to be told apart.
    private func show(dots: Bool) {
        guard let picture else { return }
        means.keep(dots ? [picture.line, picture.dots] : [picture.line])
    }

    private func setPaleness(at moment: PictureMoment) {
        let wanted = showsMeans ? 1.0 : 0
        guard paleness.target != wanted else { return }
        paleness.move(to: wanted, at: moment.time, duration: moment.duration)
        pale = paleness.value(at: moment.time)
        themeDidChange()
    }

    override func advance(to time: Double) -> Bool {
        var moves = means.advance(to: time)
        if spreads.advance(to: time) { moves = true }
        if paleness.isMoving(at: time) { moves = true }
        let now = paleness.value(at: time)
        if now != pale {
            pale = now
            themeDidChange()
        }
        return moves
    }

    // MARK: Legend

    override func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        switch series {
        case points.id where !hasTrend && showsMeans: wantsLine = shown
        case points.id:
            wantsPoints = shown
            // Where the readings are one series, the line between them belongs to it.
            if !hasTrend { wantsLine = shown }
        case line.id: wantsLine = shown
        case means.id: wantsMeans = shown
        case spreads.id: wantsSpread = shown
        case zones.id: zones.isHidden = !shown
        default: super.setShown(shown, series, at: moment)
        }
        legendRevision += 1
        var now = moment
        now.isSettled = false
        _ = rangeDidChange(chart.x.range, at: now)
        setPaleness(at: moment)
    }

    override func showAlone(_ series: String, at moment: PictureMoment = .immediate) {
        guard series == spreads.id else { return super.showAlone(series, at: moment) }
        // The spread is that of the mean: the two are shown alone together.
        let items = legend.filter(\.isSeries)
        let areAlone = items.allSatisfy { $0.isShown == ($0.id != points.id) }
        for item in items { setShown(areAlone || item.id != points.id, item.id, at: moment) }
    }

    override func showAll(at moment: PictureMoment = .immediate) {
        // With the mean come others.
        if hasMeans { setShown(true, means.id, at: moment) }
        super.showAll(at: moment)
    }

    override var legend: [LegendItem] { seriesLegend + targetLegend }

    private var targetLegend: [LegendItem] {
        guard metric.target != nil else { return [] }
        var color = theme.zoneGood
        color.alpha = 1
        return [
            LegendItem(
                id: zones.id, name: targetName, color: color, shape: .square,
                isShown: !zones.isHidden, isSeries: false)
        ]
    }

    private var seriesLegend: [LegendItem] {
        guard hasTrend else {
            guard hasMeans else { return [] }
            let color = theme.color(of: accent)
            var items = [
                LegendItem(
                    id: "mean", name: tr("Average"), color: color, shape: .disc, isShown: wantsMeans
                )
            ]
            if wantsMeans {
                items.append(
                    LegendItem(
                        id: "spread", name: tr("Typical range"),
                        color: color.mixed(with: theme.card, 0.5),
                        shape: .square, isShown: wantsSpread))
            }
            items.append(
                LegendItem(
                    id: "measured", name: tr("All readings"), color: line.style.color,
                    shape: .disc, isShown: wantsLine))
            return items
        }
        var items = [
            LegendItem(
                id: "measured", name: tr("All readings"), color: points.style.fill, shape: .disc,
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

    // MARK: Figures

    override func figures(over range: Extent) -> [CaptionedFigure] {
        let (series, smoothed) = (readings.series, readings.trend)
        let visible = series.slice(over: range)
        let summary = series.summary(of: visible)
        guard summary.count > 0 else { return [] }
        let (least, most) = (summary.minimum, summary.maximum)
        let format = format
        let span = CaptionedFigure(caption: tr("Range"), least, most) {
            $0[0] == $0[1] ? format.figure($0[0]) : format.range($0[0], $0[1])
        }
        if smoothed.count == series.count,
            let first = visible.first(where: { smoothed.values[$0].isFinite }),
            let last = visible.last(where: { smoothed.values[$0].isFinite })
        {
            let (from, to) = (smoothed.values[first], smoothed.values[last])
            return [
                CaptionedFigure(caption: tr("Trend"), to) { format.figure($0[0]) },
                CaptionedFigure(caption: tr("Change"), to - from) {
                    format.difference($0[0])
                }, span,
            ]
        }
        let mean = CaptionedFigure(caption: tr("Average"), summary.mean) { format.figure($0[0]) }
        guard let share = readings.shareWithinTarget(visible) else { return [mean, span] }
        let locale = locale
        let within = CaptionedFigure(caption: tr("Within target"), share * 100) {
            Figure(locale.number($0[0], fractionDigits: 0), unit: "%")
        }
        return [within, mean, span]
    }

    /// Where means stand out, they are what is told of; the readings lie pale behind them.
    override var crosshairMarks: [any Mark] {
        showsMeans ? [means] : super.crosshairMarks
    }

    override func reading(at time: Double) -> Reading? {
        if showsMeans { return meanReading(at: time) }
        let (series, smoothed) = (readings.series, readings.trend)
        guard !crosshairMarks.isEmpty,
            let index = nearest(to: time, on: points)?.index
        else { return nil }
        let instant = series.times[index]
        let value = series.values[index]
        let color = theme.color(of: accent)
        var reading = Reading(
            time: instant, value: value,
            date: words(for: instant))
        // Only what can be seen is told.
        if !points.isHidden || !line.isHidden {
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(value), name: hasTrend ? tr("reading") : "",
                    color: theme.text1))
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

    /// What the readings of the unit at an instant amount to.
    private func meanReading(at time: Double) -> Reading? {
        guard let picture,
            let place = nearest(to: time, on: picture.line)?.x,
            let bucket = series.summary(of: picture.unit, containing: place, in: calendar)
        else { return nil }
        let summary = bucket.summary
        let color = theme.color(of: accent)
        var reading = Reading(
            time: bucket.middle(within: series.timeExtent), value: summary.mean,
            date: locale.name(of: bucket.span, picture.unit, in: calendar))
        var spread = format.difference(summary.standardDeviation, signed: false)
        spread.number = "± " + spread.number
        reading.rows = [
            Reading.Row(figure: format.figure(summary.mean), name: tr("average"), color: color),
            Reading.Row(figure: spread, name: tr("typical range"), color: theme.text1),
            Reading.Row(
                figure: format.range(summary.minimum, summary.maximum), name: tr("range"),
                color: theme.text1),
            Reading.Row(
                figure: Figure(locale.number(summary.count)),
                name: trn("reading", "readings", count: summary.count), color: theme.text1,
                isDetail: true),
        ]
        reading.markers = [Reading.Marker(value: summary.mean, color: color)]
        reading.span = bucket.span
        return reading
    }

    override var latest: String {
        series.values.last(where: \.isFinite).map { format.figure($0).text } ?? ""
    }

    override var sparkline: Sparkline {
        let values = series.values
        let last = (max(0, values.count - 24)..<values.count).map { values[$0] }
        return Sparkline(shape: .line(MetricPresenter.normalized(last)))
    }

    override func overview(over domain: Extent, columns: Int) -> OverviewShape {
        let series = series
        return OverviewShape.columns(
            .line, over: domain, count: columns * 2, longestGap: readings.longestGap
        ) { span in
            let summary = series.summary(
                of: series.lowerBound(span.min)..<series.lowerBound(span.max))
            return summary.count > 0 ? Extent(min: summary.mean, max: summary.mean) : .nothing
        }
    }
}
