import Charts

extension MetricChart {
    /// Amounts that add up, as bars.
    ///
    /// There is a bar for each hour, day, week, month, quarter or year; the bars split and merge as
    /// the range passes from one unit to another.
    static func totals(_ setting: MetricSetting) -> MetricChart {
        let context = MetricContext(setting, yFilters: TotalsBars.yFilters)
        let bars = TotalsBars(context)
        let marks = TotalsMarks(context, bars)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: TotalsFigures(context, bars),
                crosshair: TotalsCrosshair(context, bars), overview: TotalsOverview(bars),
                bars: bars, highlight: marks, entrance: marks))
    }
}

/// The marks of totals, which are simple bars.
@MainActor
final class TotalsMarks: MetricMarks, MetricEntrance, MetricHighlight {
    private let context: MetricContext
    private let bars: TotalsBars

    init(_ context: MetricContext, _ bars: TotalsBars) {
        self.context = context
        self.bars = bars
        context.chart.marks = [bars.mark]
        themeDidChange()
        dataDidChange()
    }

    func dataDidChange() {
        guard case .totals(let ladder) = context.data.content else { return }
        bars.show(
            BarHeights(ladder, as: context.barAmount), counted: CountedTotals(ladder: ladder))
    }

    func themeDidChange() { bars.themeDidChange() }

    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        bars.adapt(to: range, at: moment).hasOtherUnit
    }

    func advance(to time: Double) -> Bool { bars.advance(to: time) }

    func highlight(_ index: Int?) { bars.highlight(index) }

    func begin(at time: Double) { context.chart.grow(bars.mark, at: time) }
}
