import ChartCore
import Charts
import HealthData
import Localization

/// The height of a bar, and if it is longer than a day, the total or the average by days, and the
/// days that count.
struct TotalsCrosshair: MetricCrosshair {
    private let context: MetricContext
    private let bars: TotalsBars

    init(_ context: MetricContext, _ bars: TotalsBars) {
        self.context = context
        self.bars = bars
    }

    var marks: [any Mark] { context.visibleMarks }

    func reading(at place: Double) -> Reading? {
        let (totals, unit, heights) = (bars.mark.totals, bars.unit, bars.mark.heights)
        // The bar whose slot contains the instant; on a missing day, for which there is nothing to
        // show, the one nearest to it.
        guard let index = context.nearest(to: place, on: bars.mark)?.index else { return nil }
        let bucket = totals.buckets[index]
        let value = heights.value(at: index, of: totals)
        var reading = Reading(
            time: bucket.span.mid, value: value,
            date: context.locale.name(of: bucket.span, unit, in: context.calendar))
        if unit > .day {
            let days = heights.days(at: index, of: totals)
            let isNights = context.data.nights != nil
            let sum = row(context.format.figure(bucket.sum), tr("total"))
            let average = row(
                context.format.average(bucket.sum / Double(days)),
                isNights ? tr("per night") : tr("per day"))
            reading.rows = heights.isAverage(of: unit) ? [average, sum] : [sum, average]
            reading.rows[1].isDetail = true
            reading.rows += dayRows(days, in: bucket.span, isNights: isNights)
        } else {
            reading.rows = [
                row(
                    context.format.figure(value), context.metric.id == .steps ? tr("steps") : "")
            ]
        }
        reading.barTop = value
        reading.index = index
        reading.span = bucket.span
        return reading
    }

    private func row(_ figure: Figure, _ name: String) -> Reading.Row {
        Reading.Row(figure: figure, name: name, color: context.theme.text1)
    }

    /// How many days of a bar count, and if missing ones count too, how many have a record.
    private func dayRows(_ days: Int, in span: Extent, isNights: Bool) -> [Reading.Row] {
        let locale = context.locale
        func row(_ count: Int, _ whole: Int, _ name: String) -> Reading.Row {
            Reading.Row(
                figure: Figure(tr("{1} of {2}", locale.number(count), locale.number(whole))),
                name: name, color: context.theme.text1, isDetail: true)
        }
        let whole = bars.ladder.dayCount(of: span)
        guard context.metric.missingDays == .zero else {
            return [row(days, whole, isNights ? tr("nights recorded") : tr("days recorded"))]
        }
        let own = bars.ladder.days
        let recorded = own.indices(over: span).count { own.buckets[$0].count > 0 }
        return [
            row(days, whole, tr("days counted")), row(recorded, days, tr("days with records")),
        ]
    }
}
