import ChartCore
import HealthData

/// A metric by days: one value for each day that has one.
struct DayValues: Equatable, Sendable {
    /// The days in order, as `CivilDate.days` counts them.
    var days: [Int] = []
    /// As many values as days for each component: a blood pressure has two.
    var values: [[Double]] = []

    /// The number of days.
    var count: Int { days.count }

    /// The days of a part.
    func within(_ part: Range<Int>) -> DayValues {
        let places = days.indices.filter { part.contains(days[$0]) }
        return DayValues(
            days: places.map { days[$0] },
            values: values.map { values in places.map { values[$0] } })
    }
}

extension CivilCalendar {
    /// The instants of days, as `CivilDate.days` counts them.
    func extent(ofDays days: Range<Int>) -> Extent {
        Extent(
            min: start(of: CivilDate(days: days.lowerBound)),
            max: start(of: CivilDate(days: days.upperBound)))
    }
}

extension MetricData {
    /// The values of the days in a range; nil if the values have no days.
    ///
    /// A day counts by its total, or else by the mean of its readings. The last day of amounts that add up
    /// may have only begun.
    ///
    /// Cost: the days of the range, times the logarithm of the readings.
    ///
    /// - Parameters:
    ///   - whole: the range that decides whether nights count by the time asleep or in bed: one side in
    ///     bed and the other asleep could not be compared.
    ///   - leavesOutOpenDay: whether a last day that may have only begun is left out.
    func dayValues(
        over range: Extent, of whole: Extent, leavesOutOpenDay: Bool = true,
        _ calendar: CivilCalendar
    ) -> DayValues? {
        switch content {
        case .totals(let ladder):
            let isInBed = nights?.isInBedAlone(over: whole) ?? false
            let counted = nights.map { isInBed ? $0.inBed : $0.asleep } ?? ladder
            let days = counted.days
            let isOpen = metric.aggregation == .sum && leavesOutOpenDay
            var result = DayValues(values: [[]])
            for index in days.indices(centredIn: range) {
                let bucket = days.buckets[index]
                guard bucket.count > 0 || metric.missingDays == .zero,
                    !(isOpen && index == days.buckets.count - 1)
                else { continue }
                result.days.append(calendar.date(of: bucket.span.mid).days)
                result.values[0].append(bucket.sum)
            }
            return result
        case .readings(let readings):
            return Self.dayMeans([readings.series], over: range, calendar)
        case .pairs(let pairs):
            return Self.dayMeans([pairs.high, pairs.low], over: range, calendar)
        case .lines, .categories: return nil
        }
    }

    /// The means of the days' readings; all series have the same times.
    private static func dayMeans(
        _ series: [SampleSeries], over range: Extent, _ calendar: CivilCalendar
    ) -> DayValues {
        var result = DayValues(values: series.map { _ in [] })
        guard let first = series.first else { return result }
        var index = first.lowerBound(range.min)
        let end = first.lowerBound(range.max)
        while index < end {
            let time = first.time(at: index)
            let next = calendar.next(.day, after: time)
            let upper = min(max(index + 1, first.lowerBound(next)), end)
            let means = series.map { $0.summary(of: index..<upper).mean }
            if means.allSatisfy(\.isFinite) {
                result.days.append(calendar.date(of: time).days)
                for (component, mean) in means.enumerated() {
                    result.values[component].append(mean)
                }
            }
            index = upper
        }
        return result
    }
}
