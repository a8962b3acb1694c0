import ChartCore
import Charts
import HealthData
import Localization

/// Averages by the unit of the bars and by days, and the total.
struct TotalsFigures: MetricFigures {
    private let context: MetricContext
    private let bars: TotalsBars

    init(_ context: MetricContext, _ bars: TotalsBars) {
        self.context = context
        self.bars = bars
    }

    func figures(over range: Extent) -> [CaptionedFigure] {
        figures(
            over: range, daily: tr("Daily average"),
            context.metric.missingDays == .zero
                ? tr("The total divided by all days. A day without a record counts as 0.")
                : tr("The total divided by the days with data. Other days don’t count."))
    }

    /// The figures over a range.
    ///
    /// - Parameters:
    ///   - daily: the caption of the average of a day.
    ///   - explanation: how that average is computed.
    func figures(
        over range: Extent, daily: String, _ explanation: String
    ) -> [CaptionedFigure] {
        let unit = bars.unit
        let shown = bars.counted.figures(over: range, by: unit)
        guard let average = shown.average else { return [] }
        let format = context.format
        func figure(
            _ caption: String, _ value: Double, _ explanation: String
        ) -> CaptionedFigure {
            CaptionedFigure(caption: caption, value) { format.average($0[0]) }
                .explained(explanation).compared(by: format, isAmount: true)
        }
        let total = CaptionedFigure(caption: tr("Total"), shown.total) { format.figure($0[0]) }
        var figures = [
            total.explained(
                unit > .day
                    ? tr("The sum of all bars that are mostly in view.")
                    : tr("The sum of everything recorded in the period shown."))
        ]
        if unit != .hour {
            figures.insert(
                figure(daily, average, explanation).comparable(withDays: average), at: 0)
        }
        // The value of the dotted line, if it is not the average of a day.
        let isAverage = bars.mark.heights.isAverage(of: unit)
        if !isAverage, let caption = unit.averageCaption,
            let line = bars.counted.average(over: range, by: unit, as: context.barAmount)
        {
            let explanation =
                unit == .hour
                ? tr("The total divided by the hours with data: the dotted line in the chart.")
                : tr("The average of the complete bars: the dotted line in the chart.")
            figures.insert(figure(caption, line, explanation), at: 0)
        }
        return figures
    }

    var hasChips: Bool { false }

    var latest: LatestValue {
        let counted = bars.counted.ladder(over: bars.ladder.extent)
        guard let bucket = counted.days.buckets.last(where: { $0.count > 0 }) else {
            return LatestValue()
        }
        return LatestValue(
            figure: context.format.figure(bucket.sum), time: bucket.span.mid)
    }
}

extension CalendarUnit {
    /// The caption of the average of a bar of this unit; nil for a day's, which always has a
    /// figure.
    fileprivate var averageCaption: String? {
        switch self {
        case .minute, .day: nil
        case .hour: tr("Hourly average")
        case .week: tr("Weekly average")
        case .month: tr("Monthly average")
        case .quarter: tr("Quarterly average")
        case .year: tr("Yearly average")
        }
    }
}
