import ChartCore
import Charts
import Localization

/// The value axis of nights: lanes, the clock, or lengths.
@MainActor
final class NightAxis {
    private let context: MetricContext
    private let lengths: [any RangeFilter]
    private let clock = ClockFilter()
    private let lanes = LaneFilter()
    private var tiers: [any Annotation] = []

    init(_ context: MetricContext) {
        self.context = context
        lengths = context.chart.y.updater.filters
    }

    func show(_ picture: NightPicture) {
        let chart = context.chart
        let updater = chart.y.updater
        for filter in updater.filters { updater.remove(filter) }
        switch picture {
        case .hours: for filter in lengths { updater.add(filter) }
        case .clock: updater.add(clock)
        case .lanes: updater.add(lanes)
        }
        chart.yAxis.ticks = picture == .lanes ? .every(1) : .automatic
        chart.y.panZoom.gutterActions = picture == .lanes ? [] : .all
        context.ownLabels =
            switch picture {
            case .hours: nil
            case .clock: DayTimeLabels(locale: context.locale)
            case .lanes: NoLabels()
            }
        // The night is named over the chart; the words of its ends need the room.
        if picture == .lanes {
            tiers = chart.annotations.filter { $0 is TierLabels }
            chart.annotations.removeAll { $0 is TierLabels }
        } else if !tiers.isEmpty {
            chart.annotations.insert(contentsOf: tiers, at: 0)
            tiers = []
        }
        context.rightInset = picture == .lanes ? 26 : nil
    }
}

/// The round hours around bedtimes and times of waking, as values that fall with the time.
@MainActor
private final class ClockFilter: SteppingRangeFilter {
    private(set) var step: AxisStep?
    /// In seconds.
    private static let hour = 3_600.0
    /// The least distance of two labels, in points.
    private static let distance = 44.0
    /// The most steps.
    private static let most = 8.0

    func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        let range =
            range.min <= range.max
            ? range : Extent(min: -9 * Self.hour, max: Self.hour)
        let most = min(
            max(2, (context.viewportLength / Self.distance).rounded(.down)), Self.most)
        var result = range
        // An end that is nearly reached gets some room.
        let margin = Self.hour / 4
        for hours in [1.0, 2, 3] {
            let step = hours * Self.hour
            result = Extent(
                min: ((range.min - margin) / step).rounded(.down) * step,
                max: ((range.max + margin) / step).rounded(.up) * step)
            self.step = .duration(DurationStep(atLeast: step))
            if result.length / step <= most { return result }
        }
        // Labels further apart, on a range that is no longer than it has to be.
        step = nil
        return result
    }
}

/// All lanes of the mark.
@MainActor
private final class LaneFilter: RangeFilter {
    func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        range.min < range.max ? range : Extent(min: -4, max: 0)
    }
}

/// Times of day on an axis whose values fall with the time: 0 is midnight, −3,600 is 1:00.
struct DayTimeLabels: AxisLabeling {
    let locale: LocaleFormat

    var spacing: TickSpacing? { TickSpacing(most: 7) }

    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel(locale.timeOfDay(-tick.value))
    }

    func samples(step: AxisStep) -> [AxisLabel] { [] }

    func allows(_ step: AxisStep) -> Bool { (step.length ?? 0) >= 60 }
}

/// No labels: the lanes have names of their own.
private struct NoLabels: AxisLabeling {
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel { AxisLabel("") }
    func samples(step: AxisStep) -> [AxisLabel] { [] }
}

extension LocaleFormat {
    /// The time of day that is a number of seconds after a midnight, before it if negative: `22:00`.
    func timeOfDay(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        let inDay = ((minutes % 1_440) + 1_440) % 1_440
        return date(
            CivilMoment(year: 2000, month: 1, day: 1, hour: inDay / 60, minute: inDay % 60), .time)
    }
}
