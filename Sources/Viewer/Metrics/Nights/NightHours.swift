import ChartCore
import ChartScene
import Charts
import HealthData

/// Lengths of nights as bars, with a colour for each stage.
///
/// Bars are drawn over one another: first the whole night, over it the night without its topmost
/// stage, and so on. So each one moves like bars of totals when the unit changes with the range.
@MainActor
final class NightHours {
    /// The bars of the whole night.
    let bars: TotalsBars
    /// The bars in front of that of the whole night, each lower than the previous one.
    private(set) var inner: [(stage: SleepStage, mark: TotalsMark)] = []
    private(set) var hidden: Set<SleepStage> = []
    private let context: MetricContext
    private var chart: Chart { context.chart }

    /// The marks, from the back to the front.
    var marks: [any Mark] { [bars.mark] + inner.map(\.mark) }

    init(_ context: MetricContext, _ bars: TotalsBars) {
        self.context = context
        self.bars = bars
    }

    private var nights: SleepNights? { context.data.nights }

    /// The stages with data, from the bottom to the top.
    var present: [SleepStage] { nights?.present ?? [] }

    /// The visible stages, from the bottom to the top.
    var shown: [SleepStage] { present.filter { !hidden.contains($0) } }

    /// Shows only stages that are not hidden; `dataDidChange` makes the bars.
    func hide(_ stages: Set<SleepStage>) { hidden = stages }

    func dataDidChange() {
        guard let nights else { return }
        let shown = shown
        var whole = nights.ladder(of: shown)
        // Time in bed is not added to sleep: figures are about it only if no sleep is known in
        // view, and the average of a longer bar only if no sleep is known in the bar.
        var counted = CountedTotals(ladder: whole)
        if shown.last == .inBed {
            counted = CountedTotals(
                ladder: nights.ladder(of: shown.dropLast()),
                substitute: nights.ladder(of: [.inBed]))
            if context.barAmount == .perDay {
                whole = whole.preferringLongUnits(of: counted.ladder)
            }
        }
        bars.show(BarHeights(whole, as: context.barAmount), counted: counted)
        inner = shown.indices.dropLast().reversed().map { place in
            let stage = shown[place]
            let mark =
                inner.first { $0.stage == stage }?.mark
                ?? TotalsMark(
                    id: "sleep." + stage.label, calendar: context.calendar,
                    color: context.theme.sleep)
            // All parts of a bar are divided by the nights of the whole bar.
            mark.show(
                BarHeights(
                    nights.ladder(of: Array(shown[...place])), counted: whole,
                    as: context.barAmount))
            return (stage, mark)
        }
        matchInner()
        themeDidChange()
    }

    /// Gives the inner bars the unit and the look of the whole ones, at once.
    private func matchInner() {
        for (_, mark) in inner {
            mark.show(bars.unit, over: bars.mark.window, at: 0, duration: 0)
        }
        guard chart.plot.width > 0 else { return }
        let range = chart.x.range
        for (_, mark) in inner { mark.adapt(to: range, shown: range, width: chart.plot.width) }
    }

    func themeDidChange() {
        bars.themeDidChange()
        let theme = context.theme
        if let top = shown.last { bars.paint(bars.mark, theme.color(of: top)) }
        for (stage, mark) in inner {
            bars.paint(mark, theme.color(of: stage))
            mark.ground = theme.card
        }
    }

    /// Shows the bars of a range; returns whether their unit is another one now.
    func adapt(to range: Extent, at moment: PictureMoment) -> Bool {
        let adapted = bars.adapt(to: range, at: moment)
        for (_, mark) in inner {
            mark.show(
                bars.unit, over: adapted.seen, at: moment.time,
                duration: moment.isSettled ? moment.duration : 0)
            mark.adapt(to: adapted.near, shown: range, width: adapted.width)
        }
        return adapted.hasOtherUnit
    }

    func advance(to time: Double) -> Bool {
        let moves = bars.advance(to: time)
        return inner.reduce(moves) { $1.mark.advance(to: time) || $0 }
    }

    func begin(at time: Double) {
        for (_, mark) in inner { chart.grow(mark, at: time) }
        chart.grow(bars.mark, at: time)
    }

    /// Highlights a night; nil for none.
    func highlight(_ index: Int?) {
        bars.highlight(index)
        let place = index.map { bars.mark.totals.buckets[$0].span.mid }
        for (_, mark) in inner {
            // If the night lacks a stage, the other nights' bars of that stage are dimmed all the
            // same.
            mark.selected = place.map { mark.totals.index(containing: $0) ?? -1 }
        }
    }
}

extension Theme {
    /// The colour of a stage of sleep: the deeper, the darker.
    func color(of stage: SleepStage) -> Color {
        switch stage {
        case .deep: deepSleep
        case .core: coreSleep
        case .rem: remSleep
        case .awake: awake
        case .inBed: inBed
        case .asleep: paleMark(sleep, by: 0.45, on: card)
        }
    }
}
