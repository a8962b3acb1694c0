import ChartCore
import Charts

/// Readings as small lines: the latest ones, and the means over the whole record.
struct ReadingsOverview: MetricOverview {
    private let context: MetricContext

    init(_ context: MetricContext) { self.context = context }

    var sparkline: Sparkline {
        let values = context.readings.series.values
        let last = (max(0, values.count - 24)..<values.count).map { values[$0] }
        return Sparkline(shape: .line(Sparkline.normalized(last)))
    }

    func shape(over domain: Extent, columns: Int) -> OverviewShape {
        let readings = context.readings
        let series = readings.series
        return OverviewShape.columns(
            .line, over: domain, count: columns * 2, longestGap: readings.longestGap
        ) { span in
            let summary = series.summary(
                of: series.lowerBound(span.min)..<series.lowerBound(span.max))
            return summary.count > 0 ? Extent(min: summary.mean, max: summary.mean) : .nothing
        }
    }
}
