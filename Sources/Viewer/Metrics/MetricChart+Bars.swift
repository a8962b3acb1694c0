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

    /// Shows nights from bedtime to waking, or as lengths.
    ///
    /// The caller fits the values.
    /// - Parameter moment: when; nil before the chart has been shown.
    func show(_ view: NightView, at moment: PictureMoment? = nil) {
        guard view != context.nightView else { return }
        context.nightView = view
        guard parts.nights != nil else { return }
        if let moment { _ = rangeDidChange(chart.x.target, at: moment) }
        context.legendRevision += 1
    }

    /// What bars of nights show; nil if there are none.
    var nightView: NightView? { parts.nights == nil ? nil : context.nightView }

    /// Whether that makes a difference now: a single night is a hypnogram, and months are lengths.
    var hasNightChoice: Bool {
        guard let nights = parts.nights else { return false }
        return nights.picture != .lanes && nights.bars.unit <= .week
    }

    /// The shortest view, in seconds: one bar, or an hour of samples or of a night.
    var leastView: Double {
        if parts.nights != nil { return CalendarUnit.hour.meanLength }
        return parts.bars?.ladder.units.first?.meanLength ?? CalendarUnit.hour.meanLength
    }
}
