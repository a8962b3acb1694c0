import ChartCore
import HealthData
import Localization

/// The mean of each line that is shown, as long as there is room.
struct LinesFigures: MetricFigures {
    /// The most figures over the chart.
    private static let most = 3
    private let context: MetricContext
    private let marks: LinesMarks

    init(_ context: MetricContext, _ marks: LinesMarks) {
        self.context = context
        self.marks = marks
    }

    func figures(over range: Extent) -> [CaptionedFigure] {
        let format = context.format
        return marks.shown.prefix(Self.most).reversed().compactMap { _, line in
            let series = line.readings.series
            let summary = series.summary(of: series.slice(over: range))
            guard summary.count > 0 else { return nil }
            return CaptionedFigure(caption: line.name, summary.mean) { format.figure($0[0]) }
                .explained(tr("The mean of all readings of the line in the period shown."))
        }
    }

    var hasChips: Bool { false }

    var latest: LatestValue {
        guard let series = context.lines.lines.first?.readings.series,
            let last = series.values.lastIndex(where: \.isFinite)
        else { return LatestValue() }
        return LatestValue(
            figure: context.format.reading(series.values[last]), time: series.time(at: last))
    }
}
