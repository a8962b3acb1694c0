import ChartCore
import Charts

/// Days as small bars: the latest ones, and the averages over the whole record.
struct TotalsOverview: MetricOverview {
    private let bars: TotalsBars

    init(_ bars: TotalsBars) { self.bars = bars }

    var sparkline: Sparkline {
        Sparkline(
            shape: .bars(
                Sparkline.normalized(
                    bars.ladder.days.buckets.filter { $0.count > 0 }.suffix(11).map(\.sum),
                    from: 0)))
    }

    func shape(over domain: Extent, columns: Int) -> OverviewShape {
        let days = bars.ladder.days
        return OverviewShape.columns(.bars, over: domain, count: columns) { span in
            let indices = days.indices(centredIn: span)
            return indices.isEmpty
                ? .nothing : Extent(min: 0, max: days.sum(of: indices) / Double(indices.count))
        }
    }
}
