import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData

/// Readings as points and a line, their trend, and the means of many with their spread.
@MainActor
final class ReadingsMarks: MetricMarks {
    let points: PointMark
    let line: LineMark
    let trend: LineMark
    let means: FadingMark
    let spreads: FadingMark
    /// What the least and the greatest reading of each unit of the means enclose.
    let extremes: FadingMark
    /// The means of the unit that suits the range; nil until there are enough readings for some.
    private(set) var picture: MeansPicture?
    private let context: MetricContext
    private var chart: Chart { context.chart }
    private var series: SampleSeries { context.readings.series }

    private(set) var wantsPoints = true
    private(set) var wantsLine = true
    private(set) var wantsMeans: Bool
    private(set) var wantsSpread = true
    /// Whether the readings in view are few enough to be connected.
    private(set) var isJoined = true
    /// Whether there are enough readings in view for means, wanted or not.
    private(set) var hasMeans = false
    /// Whether the readings in view are far enough apart for points on their line.
    private var areApart = true

    /// With more than this many readings in view there are no points.
    private static let mostPoints = 1_500
    /// The least distance of points on a line, in points.
    ///
    /// Closer ones cannot be distinguished and make it thick; visible ones stay until they are
    /// closer than the second distance.
    private static let apart = (toShow: 6.5, toStay: 5.0)
    /// With more than this many readings in view, the line between them would hide the trend.
    private static let mostJoined = 130
    /// The conditions for means.
    ///
    /// There are at least this many readings in a unit, and they are closer than this, in points.
    private static let many = (forUnit: 6.0, closerThan: 4.0)

    init(_ context: MetricContext) {
        self.context = context
        let color = context.theme.body
        points = PointMark(id: "measured", style: PointStyle(radius: 2.5, fill: color))
        line = LineMark(id: "line", style: LineStyle(width: 1.5, color: color))
        trend = LineMark(id: "trend", style: LineStyle(width: 3, color: color))
        means = FadingMark(id: "mean", kind: .line, color: color)
        spreads = FadingMark(id: "spread", kind: .band, color: color)
        extremes = FadingMark(id: "extremes", kind: .bars, color: color)
        // The meaning of a column in an unknown file is not known: a mean may make no sense.
        wantsMeans = context.metric.family != .other
        dataDidChange()
    }

    var hasTrend: Bool { !context.readings.trend.isEmpty }

    /// Whether means are shown now.
    var showsMeans: Bool { hasMeans && wantsMeans }

    /// The range with some space above and below it.
    ///
    /// The length is at least a fiftieth of the values themselves, so that a day's readings do not
    /// look like a year's.
    ///
    /// - Parameter ceiling: the greatest possible value, beyond which there is no space; nil for
    ///   none.
    static func headroom(_ range: Extent, upTo ceiling: Double? = nil) -> Extent {
        let least = max(abs(range.mid) * 0.02, 1e-6)
        let margin = max(range.length * 0.05, (least - range.length) / 2)
        let low = range.min - margin
        // Values that are never negative get no negative axis.
        let high = range.max + margin
        return Extent(
            min: range.min >= 0 ? max(0, low) : low,
            max: ceiling.map { range.max <= $0 ? min(high, $0) : high } ?? high)
    }

    func dataDidChange() {
        let readings = context.readings
        points.show(readings.series)
        line.show(readings.series, longestGap: readings.longestGap)
        trend.show(readings.trend, longestGap: readings.longestGap)
        // Labels are widest over all data, or if a view shows little more than one end of it.
        let values = readings.series.valueExtent
        context.valueRanges =
            values.isEmpty
            ? []
            : [
                values, Extent(min: values.min, max: values.min),
                Extent(min: values.max, max: values.max),
            ].map { Self.headroom($0, upTo: context.metric.ceiling) }
        picture?.reset()
        arrange()
        themeDidChange()
    }

    private func arrange() {
        // Points are on top: a reading is visible where the trend passes through it.
        let visible = series.slice(over: chart.x.range).count
        let apart = chart.plot.width / Double(max(visible, 1))
        let wanted: [any Mark] =
            hasTrend
            ? apart >= 7 ? [line, trend, points] : [line, points, trend]
            : [line, points, extremes, spreads, means]
        if !chart.marks.elementsEqual(wanted, by: ===) { chart.marks = wanted }
    }
}

// MARK: Theme

extension ReadingsMarks {
    func themeDidChange() {
        let (theme, color) = (context.theme, context.color)
        let ground = theme.card
        points.style = PointStyle(
            radius: hasTrend ? 2.5 : 3,
            fill: hasTrend ? theme.paleMark(color, by: 0.42, on: ground) : color)
        let width = hasTrend ? 1.5 : 2.0
        line.style = LineStyle(
            width: width,
            color: hasTrend ? theme.paleMark(color, by: 0.55, on: ground) : color,
            gap: .dashed(.dots(every: 7, width: width), opacity: 0.6))
        trend.style = LineStyle(
            width: 3, color: color, gap: .dashed(.dots(every: 7, width: 3), opacity: 0.6))
        means.color = color
        spreads.color = theme.paleMark(color, by: 0.3, on: ground)
        extremes.color = theme.paleMark(color, by: 0.55, on: ground)
        paint(picture)
        context.legendRevision += 1
    }

    /// Gives means the colours of the theme.
    private func paint(_ picture: MeansPicture?) {
        guard let picture else { return }
        let accent = context.accent
        let soft = context.theme.derived {
            $0.color(of: accent).opacity($0.appearance == .light ? 0.3 : 0.34)
        }
        picture.line.style = LineStyle(width: 2.5, color: context.color)
        picture.halo.style = LineStyle(width: 5.5, color: context.theme.card)
        for mark in picture.edges { mark.style = LineStyle(width: 1, color: spreads.color) }
        picture.extremes.style.colors = [extremes.color]
        picture.dots.style = PointStyle(radius: 3, fill: context.color)
        picture.hollow.style = PointStyle(
            radius: 3.5, fill: context.theme.card, stroke: Border(width: 1.5, color: context.color))
        picture.band.style = AreaStyle(upper: soft, lower: soft)
        touchMeans()
    }

    private func touchMeans() {
        for mark in [means, spreads, extremes] { mark.touch() }
    }

    func advance(to time: Double) -> Bool {
        [means, spreads, extremes].reduce(false) { $1.advance(to: time) || $0 }
    }
}

// MARK: Range

extension ReadingsMarks {
    /// The width of the plot in points, or a likely value before layout.
    private var width: Double { chart.plot.width > 0 ? chart.plot.width : 780 }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let visible = series.slice(over: range).count
        let joined = !hasTrend || visible <= Self.mostJoined
        if joined != isJoined {
            isJoined = joined
            context.legendRevision += 1
        }
        if !hasTrend, moment.isSettled { chooseUnit(range, visible: visible, at: moment) }
        func setShown(_ shown: Bool, _ mark: any Mark) {
            chart.setShown(shown, of: mark, at: moment.time, duration: moment.duration)
        }
        let distance = width / Double(max(visible, 1))
        areApart = distance >= (areApart ? Self.apart.toStay : Self.apart.toShow)
        let fits = hasTrend || visible <= Self.mostPoints && (areApart || !wantsLine)
        setShown(wantsPoints && !showsMeans && fits, points)
        setShown(wantsLine && isJoined && !showsMeans, line)
        setShown(wantsLine && showsMeans, extremes)
        setShown(showsMeans, means)
        setShown(showsMeans && wantsSpread, spreads)
        if showsMeans, let picture {
            if picture.adapt(context.readings, context.calendar, to: range.union(chart.x.target)) {
                touchMeans()
            }
            let slot = width * picture.unit.meanLength / range.length
            show(dots: chart.plot.width > 0 && slot >= 14)
            if picture.setSlot(slot) { extremes.touch() }
        }
        arrange()
        return false
    }

    /// Chooses whether means are shown, and for which unit.
    private func chooseUnit(_ range: Extent, visible: Int, at moment: PictureMoment) {
        let units: [CalendarUnit] = [.hour, .day, .week, .month, .quarter, .year]
        let unit = UnitChoice(units: units).unit(
            for: range, width: width, current: moment.isPage ? nil : picture?.unit)
        // Ranges beyond the ends of the series have no readings, and do not count.
        let slots = range.intersection(series.timeExtent).length / unit.meanLength
        let slack = hasMeans ? 0.75 : 1
        let has =
            slots >= 2.5 && Double(visible) / slots >= Self.many.forUnit * slack
            && Double(visible) >= width / Self.many.closerThan * slack
        if has != hasMeans {
            hasMeans = has
            context.legendRevision += 1
        }
        if has, picture?.unit != unit {
            let made = MeansPicture(unit: unit)
            paint(made)
            picture = made
            means.show(
                [made.halo, made.line, made.hollow], at: moment.time, duration: moment.duration)
            spreads.show([made.band] + made.edges, at: moment.time, duration: moment.duration)
            extremes.show([made.extremes], at: moment.time, duration: moment.duration)
        }
    }

    /// Shows dots on the means if they are few enough to be distinguished.
    private func show(dots: Bool) {
        guard let picture else { return }
        means.keep(
            [picture.halo, picture.line] + (dots ? [picture.dots] : []) + [picture.hollow])
    }

    /// Shows or hides a series, and updates the series whose visibility depends on it.
    func setShown(_ shown: Bool, _ series: String, at moment: PictureMoment) {
        switch series {
        case points.id where !hasTrend && showsMeans: wantsLine = shown
        case points.id:
            wantsPoints = shown
            // If the readings are one series, the line between them belongs to it.
            if !hasTrend { wantsLine = shown }
        case line.id: wantsLine = shown
        case means.id: wantsMeans = shown
        case spreads.id: wantsSpread = shown
        default: context.setShown(shown, marksOf: series, at: moment)
        }
        var now = moment
        now.isSettled = false
        _ = rangeDidChange(chart.x.range, at: now)
    }
}
