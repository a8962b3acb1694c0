// Nights from bedtime to waking.
//
// The values of the axis fall with the time: minus the seconds after midnight, so that evening is at the
// top. A bar of a night has its stages as segments over a pale bar from bedtime to waking, which shows
// where one lay awake; a bar of a week is from the mean bedtime to the mean time of waking. Means are
// those of times of day (`CircularSummary`).

import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData

/// Bars from bedtime to waking, with the means of both.
@MainActor
final class NightClock {
    /// The stages.
    let mark: SegmentedBarMark
    /// From bedtime to waking, behind the stages.
    private let rest: SegmentedBarMark
    /// The stages of naps.
    private let naps: SegmentedBarMark
    /// The mean bedtime and the mean time of waking.
    private let means: [ReferenceLine]
    /// Around the means.
    private let bands: [Zone]
    private let gaps: MissingNights
    private let context: MetricContext
    private var chart: Chart { context.chart }
    private var hidden: Set<SleepStage> = []
    /// The unit that the bars were made for; nil if they have to be made.
    private var unit: CalendarUnit?
    /// Whether the lines of the means are shown.
    var showsMeans = true { didSet { updateVisibility() } }
    /// Whether the bands around them are shown.
    var showsBands = true { didSet { updateVisibility() } }
    /// Whether this is the picture of the chart.
    var isDrawn = false { didSet { updateVisibility() } }
    /// The nights of each bar, as indices of the timeline.
    private(set) var members: [Range<Int>] = []

    /// Half the height of a band, in seconds.
    static let band = 1_500.0
    /// The segments' colours by stage.
    private static let stages: [SleepStage] = [.rem, .core, .deep, .asleep, .inBed]

    init(_ context: MetricContext) {
        self.context = context
        let style = SegmentedBarMark.Style(fraction: 0.6, colors: [.clear], radius: 0)
        mark = SegmentedBarMark(id: "nights", style: style)
        rest = SegmentedBarMark(id: "nights.rest", style: style)
        naps = SegmentedBarMark(id: "nights.naps", style: style)
        means = (0..<2).map { _ in
            ReferenceLine(
                at: .nan, width: 1.5, color: .clear, dash: .dots(every: 5, width: 1.5))
        }
        bands = (0..<2).map { _ in Zone(0...0, color: .clear) }
        gaps = MissingNights(color: .clear)
        context.chart.background += bands
        context.chart.foreground += [gaps] + means
        updateVisibility()
    }

    /// From the back to the front.
    var marks: [any Mark] { [rest, naps, mark] }

    private var timeline: NightTimeline? { context.data.nights?.timeline }

    private func updateVisibility() {
        for mean in means { mean.isHidden = !isDrawn || !showsMeans }
        for band in bands { band.isHidden = !isDrawn || !showsBands || band.range.isEmptyBand }
        gaps.isHidden = !isDrawn
    }

    /// Leaves stages out, or takes other data.
    func hide(_ stages: Set<SleepStage>) {
        hidden = stages
        unit = nil
    }

    func themeDidChange() {
        let theme = context.theme
        mark.style.colors = Self.stages.map(theme.color(of:))
        naps.style.colors = mark.style.colors
        rest.style.colors = [theme.faded(theme.sleep, by: 0.72, on: theme.card)]
        for mean in means { mean.color = theme.text2 }
        for band in bands { band.color = theme.derived { $0.sleep.opacity(0.08) } }
        gaps.color = theme.text3
    }

    /// Shows the bars of a range.
    func adapt(
        to range: Extent, unit: CalendarUnit, fraction: Double, at moment: PictureMoment
    ) {
        if unit != self.unit {
            self.unit = unit
            make(unit)
        }
        let slots = range.length / unit.meanLength
        let slot = chart.plot.width / max(slots, 1)
        let radius = slot > 6 ? Measure.barCorner : slot > 2.5 ? 1.5 : 0
        for mark in [mark, rest, naps] {
            if mark.style.fraction != fraction { mark.style.fraction = fraction }
            if mark.style.radius != radius { mark.style.radius = radius }
        }
        guard moment.isSettled, let timeline else { return }
        let summary = NightSummary(timeline.nights[timeline.indices(ofDaysCentredIn: range)])
        let clocks = summary.count > 1 ? [summary.bedClock, summary.wakeClock] : [nil, nil]
        for (place, clock) in clocks.enumerated() {
            means[place].move(
                to: clock.map { -$0 } ?? .nan, at: moment.time, duration: moment.duration)
            bands[place].range =
                clock.map { (-$0 - Self.band)...(-$0 + Self.band) } ?? 0...0
        }
        updateVisibility()
        gaps.show(
            unit == .day ? missing(over: range) : [],
            from: -(summary.bedClock ?? 0), to: -(summary.wakeClock ?? 0))
    }

    func advance(to time: Double) -> Bool {
        means.reduce(false) { $1.advance(to: time) || $0 }
    }

    /// The days within the record without a night.
    private func missing(over range: Extent) -> [Double] {
        guard let timeline, let first = timeline.nights.first, let last = timeline.nights.last
        else { return [] }
        let record = Extent(min: first.date.min, max: last.date.max)
        let shown = range.expanded(by: range.length).intersection(record)
        guard shown.length > 0, shown.length < 500 * CalendarUnit.day.meanLength else { return [] }
        let known = Set(
            timeline.nights[timeline.indices(ofDaysCentredIn: shown.expanded(by: 86_400))].map(
                \.day))
        return context.calendar.spans(of: .day, over: shown).map(\.mid).filter {
            record.contains($0) && !known.contains(context.calendar.date(of: $0).days)
        }
    }

    // MARK: Bars

    private func make(_ unit: CalendarUnit) {
        guard let timeline else { return }
        var stages: [SegmentedBar] = []
        var (whole, others): ([SegmentedBar], [SegmentedBar]) = ([], [])
        members = []
        if unit == .day {
            for (index, night) in timeline.nights.enumerated() {
                members.append(index..<index + 1)
                func bar(_ segments: [SegmentedBar.Segment]) -> SegmentedBar {
                    SegmentedBar(
                        start: night.date.min, end: night.date.max, segments: segments)
                }
                let (own, naps) = segments(of: night, timeline)
                stages.append(bar(own))
                whole.append(bar([.init(low: -night.wakeClock, high: -night.bedClock)]))
                others += naps.map(bar)
            }
        } else {
            var first = 0
            while first < timeline.nights.count {
                let span = context.calendar.span(
                    of: unit, containing: timeline.nights[first].date.mid)
                var end = first
                while end < timeline.nights.count, timeline.nights[end].date.mid < span.max {
                    end += 1
                }
                let summary = NightSummary(timeline.nights[first..<end])
                if let bed = summary.bedClock, var wake = summary.wakeClock {
                    // Both are means for themselves: waking follows bedtime.
                    while wake <= bed { wake += 86_400 }
                    let color = Self.stages.firstIndex(of: summary.isInBed ? .inBed : .core) ?? 0
                    members.append(first..<end)
                    stages.append(
                        SegmentedBar(
                            start: span.min, end: span.max,
                            segments: [.init(low: -wake, high: -bed, color: color)]))
                }
                first = max(end, first + 1)
            }
        }
        mark.show(stages)
        rest.show(whole)
        naps.show(others)
    }

    /// The visible stages from bedtime to waking and of each nap, from the latest to the earliest.
    private func segments(
        of night: Night, _ timeline: NightTimeline
    ) -> (own: [SegmentedBar.Segment], naps: [[SegmentedBar.Segment]]) {
        var own: [SegmentedBar.Segment] = []
        var naps: [[SegmentedBar.Segment]] = []
        var last = Double.infinity
        for block in timeline.blocks[night.blocks].reversed() {
            guard let color = Self.stages.firstIndex(of: block.stage),
                !hidden.contains(block.stage)
            else { continue }
            let segment = SegmentedBar.Segment(
                low: -night.clock(at: block.end), high: -night.clock(at: block.start), color: color)
            if block.start < night.waking, block.end > night.bedtime {
                own.append(segment)
            } else if !naps.isEmpty, last - block.end <= NightTimeline.longestBreak {
                naps[naps.count - 1].append(segment)
            } else {
                naps.append([segment])
            }
            last = block.start
        }
        return (own, naps)
    }
}

extension ClosedRange<Double> {
    fileprivate var isEmptyBand: Bool { lowerBound == upperBound }
}

/// Dotted lines at the days of which no night is known.
@MainActor
final class MissingNights: Attachment {
    var isHidden = false
    var color: Color { didSet { if color != oldValue { look = .next() } } }
    private var look = Revision.next()
    private(set) var places: [Double] = []
    private var values = Extent.nothing

    init(color: Color) { self.color = color }

    func show(_ places: [Double], from high: Double, to low: Double) {
        let values = Extent(min: min(low, high), max: max(low, high))
        guard places != self.places || values != self.values else { return }
        (self.places, self.values) = (places, values)
        look = .next()
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard values.length > 0 else { return }
        let (top, bottom) = (projection.pixelY(values.max), projection.pixelY(values.min))
        for place in places {
            let x = projection.pixelX(place)
            guard x > projection.plot.minX, x < projection.plot.maxX else { continue }
            let middle = x.rounded(.down) + 0.5
            scene.ruler(
                from: Point(x: middle, y: top), to: Point(x: middle, y: bottom), width: 2,
                color: color.opacity(0.6), dash: .dots(every: 7, width: 2), cap: .round)
        }
    }
}
