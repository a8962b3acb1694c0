import ChartCore
import HealthData
import Localization

/// Trend and change, or the share within the target and the average; and the range.
struct ReadingsFigures: MetricFigures {
    private let context: MetricContext

    init(_ context: MetricContext) { self.context = context }

    func figures(over range: Extent) -> [CaptionedFigure] {
        let readings = context.readings
        let (series, smoothed) = (readings.series, readings.trend)
        let visible = series.slice(over: range)
        let summary = series.summary(of: visible)
        guard summary.count > 0 else { return [] }
        let (least, most) = (summary.minimum, summary.maximum)
        let format = context.format
        let span = CaptionedFigure(caption: tr("Range"), least, most) {
            $0[0] == $0[1] ? format.reading($0[0]) : format.range($0[0], $0[1])
        }.explained(tr("The lowest and the highest reading in the period shown."))
        if smoothed.count == series.count,
            let first = visible.first(where: { smoothed.values[$0].isFinite }),
            let last = visible.last(where: { smoothed.values[$0].isFinite })
        {
            let (from, to) = (smoothed.values[first], smoothed.values[last])
            return [
                CaptionedFigure(caption: tr("Trend"), to) { format.figure($0[0]) }.explained(
                    tr(
                        "The smoothed readings at the end of the period shown: each day moves them a tenth of the way."
                    )
                ).compared(by: format, isAmount: false).comparable(withDays: to),
                CaptionedFigure(caption: tr("Change"), to, from) {
                    format.difference($0[0], less: $0[1], digits: format.digits(of: $0[0]))
                }.explained(
                    tr("How far the trend has moved from the first to the last reading shown.")),
                span,
            ]
        }
        let mean = CaptionedFigure(caption: tr("Average"), summary.mean) { format.figure($0[0]) }
            .explained(tr("The mean of all readings in the period shown."))
            .compared(by: format, isAmount: false).comparable(withDays: summary.mean)
        guard let share = readings.shareWithinTarget(visible) else { return [mean, span] }
        let locale = context.locale
        let within = CaptionedFigure(caption: tr("Within target"), share * 100) {
            Figure(locale.number($0[0], fractionDigits: 0), unit: "%")
        }.explained(tr("The share of the readings shown that are within the target."))
        return [within, mean, span]
    }

    var hasChips: Bool { false }

    var latest: LatestValue {
        let series = context.readings.series
        guard let last = series.values.lastIndex(where: \.isFinite) else { return LatestValue() }
        return LatestValue(
            figure: context.format.reading(series.values[last]), time: series.time(at: last))
    }
}
