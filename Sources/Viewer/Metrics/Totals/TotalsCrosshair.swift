import ChartCore
import Charts
import HealthData
import Localization

/// The total of a bar, and if it is longer than a day, its average by days.
struct TotalsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let bars: TotalsBars

    init(_ context: MetricContext, _ bars: TotalsBars) {
        self.context = context
        self.bars = bars
    }

    var marks: [any Mark] { context.visibleMarks }

    func reading(at place: Double) -> Reading? {
        let (totals, unit) = (bars.mark.totals, bars.unit)
        let (format, locale, color) = (context.format, context.locale, context.theme.text1)
        // The bar whose slot contains the instant; on a missing day, for which there is nothing to
        // show, the one nearest to it.
        guard let index = context.nearest(to: place, on: bars.mark)?.index else { return nil }
        let bucket = totals.buckets[index]
        var reading = Reading(
            time: bucket.span.mid, value: bucket.sum,
            date: locale.name(of: bucket.span, unit, in: context.calendar))
        let isLong = unit > .day
        reading.rows.append(
            Reading.Row(
                figure: format.figure(bucket.sum),
                name: isLong ? tr("total") : context.metric.id == .steps ? tr("steps") : "",
                color: color))
        if isLong {
            let days = totals.days[index]
            reading.rows.append(
                Reading.Row(
                    figure: format.figure(bucket.sum / Double(days)), name: tr("per day"),
                    color: color, isDetail: true))
            reading.rows.append(
                Reading.Row(
                    figure: Figure(
                        tr(
                            "{1} of {2}", locale.number(days),
                            locale.number(bars.ladder.dayCount(of: bucket.span)))),
                    name: tr("days recorded"), color: color, isDetail: true))
        }
        reading.barTop = bucket.sum
        reading.index = index
        reading.span = bucket.span
        return reading
    }
}
