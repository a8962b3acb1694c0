import ChartCore
import Charts

/// Bars of calendar units: what they show, and which days count.
extension MetricChart {
    /// Counts the days without a record up to the last day of some charts, in those of metrics of
    /// which such a day means that nothing happened.
    static func countDays(in charts: [MetricChart]) {
        let last = charts.reduce(Extent.nothing) { $0.union($1.data.recordedExtent) }.max
        guard last.isFinite else { return }
        for chart in charts {
            if let data = chart.data.countingDays(until: last) { chart.show(data) }
        }
    }

    /// Shows averages of a day or totals in bars of weeks and longer units.
    ///
    /// The caller fits the values.
    /// - Parameter moment: when; nil before the chart has been shown.
    func show(_ amount: BarAmount, at moment: PictureMoment? = nil) {
        guard parts.bars != nil, amount != context.barAmount else { return }
        context.barAmount = amount
        parts.marks.dataDidChange()
        if let moment { _ = rangeDidChange(chart.x.target, at: moment) }
        context.legendRevision += 1
    }

    /// The shortest view, in seconds: one bar, or an hour of samples.
    var leastView: Double {
        parts.bars?.ladder.units.first?.meanLength ?? CalendarUnit.hour.meanLength
    }
}
