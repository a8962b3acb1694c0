import ChartCore
import Charts
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
            tr("The total divided by the days with data. Other days don’t count."))
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
        let ladder = bars.counted.ladder(over: range)
        let least = unit == .hour ? ladder[.hour] ?? ladder.days : ladder.days
        let indices = least.indices(centredIn: range)
        if indices.isEmpty { return [] }
        let sum = least.sum(of: indices)
        let format = context.format
        func figure(
            _ caption: String, _ value: Double, _ explanation: String
        ) -> CaptionedFigure {
            CaptionedFigure(caption: caption, value) { format.figure($0[0]) }
                .explained(explanation)
        }
        var figures = [
            figure(tr("Total"), sum, tr("The sum of everything recorded in the period shown."))
        ]
        if unit != .hour {
            figures.insert(figure(daily, sum / Double(indices.count), explanation), at: 0)
        }
        // The value of the dotted line, if it is not the average of a day.
        if let average = bars.counted.average(over: range, by: unit),
            let caption = unit.averageCaption
        {
            let explanation =
                unit == .hour
                ? tr("The total divided by the hours with data: the dotted line in the chart.")
                : tr("The daily average times the days of one bar: the dotted line in the chart.")
            figures.insert(figure(caption, average, explanation), at: 0)
        }
        return figures
    }

    var latest: LatestValue {
        let counted = bars.counted.ladder(over: bars.ladder.extent)
        guard let bucket = counted.days.buckets.last else { return LatestValue() }
        return LatestValue(
            text: context.format.figure(bucket.sum).text,
            day: context.locale.date(
                CivilMoment(bucket.span.min, in: context.calendar), .dayMonth))
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
