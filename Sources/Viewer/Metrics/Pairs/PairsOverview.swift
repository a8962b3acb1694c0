import ChartCore
import Charts

/// Pairs as small bars from low to high: the latest ones, and the whole record.
struct PairsOverview: MetricOverview {
    private let context: MetricContext

    init(_ context: MetricContext) { self.context = context }

    var sparkline: Sparkline {
        let series = context.pairs.series
        let lows = series.lows.suffix(11)
        let highs = series.highs.suffix(11)
        var extent = Extent.nothing
        for value in lows { extent.include(value) }
        for value in highs { extent.include(value) }
        guard extent.length > 0 else { return Sparkline(shape: .ranges([])) }
        return Sparkline(
            shape: .ranges(
                zip(lows, highs).map { low, high in
                    let a = (min(low, high) - extent.min) / extent.length
                    let b = (max(low, high) - extent.min) / extent.length
                    return a...b
                }))
    }

    func shape(over domain: Extent, columns: Int) -> OverviewShape {
        let (high, low) = (context.pairs.high, context.pairs.low)
        return OverviewShape.columns(.ranges, over: domain, count: columns) { span in
            let indices = high.lowerBound(span.min)..<high.lowerBound(span.max)
            let (top, bottom) = (high.summary(of: indices), low.summary(of: indices))
            return top.count > 0 && bottom.count > 0
                ? Extent(min: bottom.minimum, max: top.maximum) : .nothing
        }
    }
}
