import ChartCore
import ChartScene
import Charts
import HealthData

/// The picture of nights: a hypnogram of a night, bars from bedtime to waking, or bars of lengths.
///
/// The range decides, and the person's choice (`NightView`). Each picture has its own values on the axis
/// (lanes, the clock, lengths), so the axis changes with it, at once.
@MainActor
final class NightsMarks: MetricMarks, MetricEntrance, MetricHighlight {
    let hours: NightHours
    let clock: NightClock
    let lanes: NightLanes
    private let axis: NightAxis
    private let context: MetricContext
    private var chart: Chart { context.chart }
    /// What is shown now.
    private(set) var picture = NightPicture.hours
    private(set) var hidden: Set<SleepStage> = []

    /// A range up to this long, in seconds, is shown as a hypnogram.
    private static let longestNight = 36 * 3_600.0

    init(_ context: MetricContext, _ bars: TotalsBars) {
        self.context = context
        hours = NightHours(context, bars)
        clock = NightClock(context)
        lanes = NightLanes(context)
        axis = NightAxis(context)
        dataDidChange()
        themeDidChange()
        show(.hours)
    }

    /// The bars of lengths, which also choose the unit.
    var bars: TotalsBars { hours.bars }

    private var nights: SleepNights? { context.data.nights }

    /// The series with data in the present picture, as the legend has them.
    var present: [SleepStage] {
        let stages = nights?.present ?? []
        guard picture == .lanes, let timeline = nights?.timeline else { return stages }
        let known = NightLanes.order.filter { stages.contains($0) || $0 == .awake }
        return timeline.hasAwake ? known : known.filter { $0 != .awake }
    }

    /// The visible series.
    var shown: [SleepStage] { present.filter { !hidden.contains($0) } }

    func setShown(_ isShown: Bool, _ stage: SleepStage, at moment: PictureMoment) {
        if isShown { hidden.remove(stage) } else { hidden.insert(stage) }
        refresh(at: moment)
    }

    /// Makes everything again, at once.
    func refresh(at moment: PictureMoment) {
        dataDidChange()
        var now = moment
        now.isSettled = true
        now.duration = 0
        _ = rangeDidChange(chart.x.range, at: now)
    }

    func dataDidChange() {
        hours.hide(hidden)
        hours.dataDidChange()
        clock.hide(hidden)
        lanes.hide(hidden)
        if picture == .hours { chart.marks = hours.marks }
        themeDidChange()
    }

    func themeDidChange() {
        hours.themeDidChange()
        clock.themeDidChange()
        lanes.themeDidChange()
    }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        var isOther = hours.adapt(to: range, at: moment)
        if moment.isSettled {
            let wanted = wantedPicture(for: range)
            if wanted != picture {
                show(wanted)
                isOther = true
                adapt(to: range, at: moment)
                // Values of another kind: nothing can glide from one to the other.
                chart.releaseValues(over: range, at: moment.time, animated: false)
                chart.fitValues(over: range, at: moment.time, animated: false)
                context.legendRevision += 1
                return isOther
            }
        }
        adapt(to: range, at: moment)
        return isOther
    }

    private func wantedPicture(for range: Extent) -> NightPicture {
        guard nights?.timeline.nights.isEmpty == false else { return .hours }
        // A little more than it takes to come here, so that a hand at the border changes nothing.
        let slack = picture == .lanes ? 1.1 : 1
        if range.length <= Self.longestNight * slack { return .lanes }
        return context.nightView == .bedtime && bars.unit <= .week ? .clock : .hours
    }

    private func adapt(to range: Extent, at moment: PictureMoment) {
        switch picture {
        case .hours: break
        case .clock:
            clock.adapt(
                to: range, unit: bars.unit, fraction: bars.mark.fraction, at: moment)
        case .lanes: lanes.adapt(to: range, at: moment)
        }
    }

    private func show(_ picture: NightPicture) {
        self.picture = picture
        bars.isDrawn = picture == .hours
        bars.hasSlots = picture != .lanes
        clock.isDrawn = picture == .clock
        lanes.isDrawn = picture == .lanes
        axis.show(picture)
        switch picture {
        case .hours: chart.marks = hours.marks
        case .clock: chart.marks = clock.marks
        case .lanes: chart.marks = [lanes.mark]
        }
    }

    func advance(to time: Double) -> Bool {
        let moves = hours.advance(to: time)
        return clock.advance(to: time) || moves
    }

    func begin(at time: Double) { if picture == .hours { hours.begin(at: time) } }

    func highlight(_ index: Int?) {
        switch picture {
        case .hours: hours.highlight(index)
        case .clock:
            clock.mark.selected = index
            bars.emphasize(
                index.map {
                    Extent(min: clock.mark.bars[$0].start, max: clock.mark.bars[$0].end)
                })
        case .lanes: lanes.mark.selected = index
        }
    }
}
