import ChartCore
import Localization

/// The figures of totals, by nights; if no sleep is known in view, those of the time in bed.
struct NightsFigures: MetricFigures {
    private let totals: TotalsFigures
    private let bars: TotalsBars

    init(_ context: MetricContext, _ bars: TotalsBars) {
        totals = TotalsFigures(context, bars)
        self.bars = bars
    }

    func figures(over range: Extent) -> [CaptionedFigure] {
        var figures = totals.figures(
            over: range, daily: tr("Nightly average"),
            tr("The total divided by the nights with data. Other nights don’t count."))
        if bars.counted.isSubstituted(over: range) {
            for index in figures.indices {
                figures[index].caption = tr("{1}, in bed", figures[index].caption)
            }
        }
        return figures
    }

    var hasChips: Bool { false }

    var latest: LatestValue {
        var latest = totals.latest
        if bars.counted.isSubstituted(over: bars.ladder.extent) {
            latest.isInBed = true
        }
        return latest
    }
}
