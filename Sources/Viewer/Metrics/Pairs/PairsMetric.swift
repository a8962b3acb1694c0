import ChartCore
import Charts

extension MetricChart {
    /// Two readings that belong together.
    ///
    /// The bold lines are their means over the last days; behind them a bar reaches from the low value of
    /// each pair to the high one, with a diamond and a disc at its ends.
    static func pairs(_ setting: MetricSetting) -> MetricChart {
        let context = MetricContext(
            setting,
            yFilters: [
                SourceFilter(
                    alternative: Extent(min: 60, max: 146), expandMin: true, expandMax: true),
                BlockFilter { range, context in
                    guard context.hasData else { return range }
                    return range.union(
                        context.source.expanded(by: context.source.length * 0.05))
                },
                MetricContext.roundEnds(),
            ])
        let marks = PairsMarks(context)
        let zones = PressureZones(context)
        return MetricChart(
            context,
            MetricParts(
                marks: marks, figures: PairsFigures(context, zones),
                crosshair: PairsCrosshair(context, marks, zones), overview: PairsOverview(context),
                legend: PairsLegend(context, marks, zones), zones: zones))
    }
}

extension MetricContext {
    /// The data of a metric of pairs.
    var pairs: Pairs {
        guard case .pairs(let pairs) = data.content else { return Pairs() }
        return pairs
    }
}
