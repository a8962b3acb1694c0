import ChartCore
import HealthData
import Localization
import Reports

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
        if let time = timeInRange(visible) { return [span, mean, time] }
        guard let share = readings.shareWithinTarget(visible) else { return [mean, span] }
        let locale = context.locale
        let within = CaptionedFigure(caption: tr("Within target"), share * 100) {
            Figure(locale.number($0[0], fractionDigits: 0), unit: "%")
        }.explained(tr("The share of the readings shown that are within the target."))
        return [within, mean, span]
    }

    /// The share of the time in range, with the other ranges in its chip; nil if readings are no measure of time.
    ///
    /// The shares are rounded so that they add up to 100.0 %.
    private func timeInRange(_ visible: Range<Int>) -> CaptionedFigure? {
        let unit = GlucoseUnit(rawValue: context.format.tableUnit) ?? .milligrams
        let readings = context.readings
        guard
            let parts = readings.timeInRanges?.permille(
                of: visible, in: readings.series, unit: unit)
        else { return nil }
        let locale = context.locale
        func text(_ permille: Int) -> String {
            locale.number(Double(permille) / 10, fractionDigits: 1)
        }
        let limits = GlucoseTargets.adults.limits(in: unit)
        func limit(_ value: Double) -> String {
            locale.number(value, fractionDigits: unit.digits)
        }
        let names = [tr("very low"), tr("low"), "", tr("high"), tr("very high")]
        let all = parts.indices.filter { $0 != GlucoseClass.inRange.rawValue }.map {
            tr("{1} % {2}", text(parts[$0]), names[$0])
        }
        let low = parts[0] + parts[1]
        return CaptionedFigure(
            caption: tr("Time in range"), Double(parts[GlucoseClass.inRange.rawValue]) / 10
        ) {
            Figure(locale.number($0[0], fractionDigits: 1), unit: "%")
        }.judged(
            FigureChip(
                .neutral, all.joined(separator: " · "),
                short: tr("{1} % low, {2} % high", text(low), text(parts[3] + parts[4])))
        ).explained(
            tr(
                "The share of the time from {1} to {2}. Very low is below {3}, very high above {4} {5} (Battelino et al. 2019).",
                limit(limits.low), limit(limits.high), limit(limits.veryLow),
                limit(limits.veryHigh), unit.rawValue))
    }

    var hasChips: Bool { context.readings.timeInRanges != nil }

    var latest: LatestValue {
        let series = context.readings.series
        guard let last = series.values.lastIndex(where: \.isFinite) else { return LatestValue() }
        return LatestValue(
            figure: context.format.reading(series.values[last]), time: series.time(at: last))
    }
}
