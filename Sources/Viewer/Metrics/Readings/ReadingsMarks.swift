import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData

/// Readings as points and a line, their trend, and many of them as capsules of calendar units with their means.
///
/// Whether there are many follows from the readings in view, not from the metric: how many a unit has, and how
/// close together they would be (`Crowd`). A metric with a trend has its points at any distance.
@MainActor
final class ReadingsMarks: MetricMarks {
    let points: PointMark
    let line: LineMark
    let trend: LineMark
    let means: FadingMark
    /// From the least to the greatest reading of each unit.
    let capsules: FadingMark
    /// The means of the unit that suits the range; nil until there are enough readings for some.
    private(set) var picture: MeansPicture?
    private let context: MetricContext
    private var chart: Chart { context.chart }
    private var series: SampleSeries { context.readings.series }

    private(set) var wantsPoints = true
    private(set) var wantsLine = true
    private(set) var wantsMeans: Bool
    private(set) var wantsCapsules = true
    /// Whether the readings in view are few enough to be connected.
    private(set) var isJoined = true
    /// Whether there are enough readings in view for capsules and means, wanted or not.
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
    /// The fewest units that are shown in place of readings.
    private static let fewestSlots = 2.5
    /// The conditions for capsules: there are at least this many readings in a unit, and they are closer than
    /// this, in points.
    private struct Crowd {
        var fewest: Double
        var closerThan: Double

        /// The conditions for a unit.
        ///
        /// Within a day a line follows the course of readings, as long as they are more than a few pixels apart.
        /// Over days it would join each evening to the next morning, which are saw teeth: from five days on, two
        /// readings a day are enough. A metric with one a day keeps them until they become a scribble.
        init(of unit: CalendarUnit, slots: Double) {
            switch unit {
            case .minute, .hour: (fewest, closerThan) = (6, 2.5)
            case .day: (fewest, closerThan) = (2, slots >= 4.9 ? .infinity : 14)
            case .week, .month, .quarter, .year: (fewest, closerThan) = (3.5, 8)
            }
        }
    }

    init(_ context: MetricContext) {
        self.context = context
        let color = context.theme.body
        points = PointMark(id: "measured", style: PointStyle(radius: 2.5, fill: color))
        line = LineMark(id: "line", style: LineStyle(width: 1.5, color: color))
        trend = LineMark(id: "trend", style: LineStyle(width: 3, color: color))
        means = FadingMark(id: "mean", kind: .line, color: color)
        capsules = FadingMark(id: "range", kind: .ranges, color: color)
        wantsMeans = context.metric.family != .other
        dataDidChange()
    }

    var hasTrend: Bool { !context.readings.trend.isEmpty }

    /// Whether units are shown now in place of readings.
    ///
    /// The meaning of a column in an unknown file is not known: it has none until its means are wanted.
    var showsUnits: Bool { hasMeans && (wantsMeans || context.metric.family != .other) }

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
            : [line, points, capsules, means]
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
        capsules.color = theme.paleMark(color, by: 0.55, on: ground)
        paint(picture)
        context.legendRevision += 1
    }

    /// Gives means the colours of the theme.
    private func paint(_ picture: MeansPicture?) {
        guard let picture else { return }
        picture.line.style = LineStyle(width: 2.5, color: context.color)
        picture.halo.style = LineStyle(width: 5.5, color: context.theme.card)
        picture.capsules.style.colors = [capsules.color]
        picture.dots.style = PointStyle(radius: 3, fill: context.color)
        picture.hollow.style = PointStyle(
            radius: 3.5, fill: context.theme.card, stroke: Border(width: 1.5, color: context.color))
        touchMeans()
    }

    private func touchMeans() {
        for mark in [means, capsules] { mark.touch() }
    }

    func advance(to time: Double) -> Bool {
        [means, capsules].reduce(false) { $1.advance(to: time) || $0 }
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
        setShown(wantsPoints && !showsUnits && fits, points)
        setShown(wantsLine && isJoined && !showsUnits, line)
        setShown(wantsCapsules && showsUnits, capsules)
        setShown(wantsMeans && showsUnits, means)
        if showsUnits, let picture {
            if picture.adapt(context.readings, context.calendar, to: range.union(chart.x.target)) {
                touchMeans()
            }
            let slot = width * picture.unit.meanLength / range.length
            show(dots: chart.plot.width > 0 && slot >= 14)
            if picture.setSlot(slot) { capsules.touch() }
        }
        arrange()
        return false
    }

    /// Chooses whether units are shown in place of readings, and which.
    private func chooseUnit(_ range: Extent, visible: Int, at moment: PictureMoment) {
        let units: [CalendarUnit] = [.hour, .day, .week, .month, .quarter, .year]
        var unit = UnitChoice(units: units).unit(
            for: range, width: width, current: moment.isPage ? nil : picture?.unit)
        // Ranges beyond the ends of the series have no readings, and do not count: two months of a year are
        // shown by weeks.
        let covered = range.intersection(series.timeExtent).length
        while covered / unit.meanLength < Self.fewestSlots,
            let shorter = units.last(where: { $0 < unit }),
            width * shorter.meanLength / range.length >= UnitChoice.leastSlot
        {
            unit = shorter
        }
        let slots = covered / unit.meanLength
        let slack = hasMeans && !moment.isPage ? 0.75 : 1
        let crowd = Crowd(of: unit, slots: slots)
        let has =
            slots >= Self.fewestSlots && Double(visible) / slots >= crowd.fewest * slack
            && Double(visible) >= width / crowd.closerThan * slack
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
            capsules.show([made.capsules], at: moment.time, duration: moment.duration)
            context.legendRevision += 1
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
        case points.id:
            wantsPoints = shown
            // If the readings are one series, the line between them belongs to it.
            if !hasTrend { wantsLine = shown }
        case line.id: wantsLine = shown
        case means.id: wantsMeans = shown
        case capsules.id: wantsCapsules = shown
        default: context.setShown(shown, marksOf: series, at: moment)
        }
        var now = moment
        now.isSettled = false
        _ = rangeDidChange(chart.x.range, at: now)
    }
}
