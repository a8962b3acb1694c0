// The weight of each day, its trend, and how fast it changes.
//
// Method: the first reading of a morning is that of its day, as clothes and meals weigh too; a day without one has its
// first reading. The trend is that of J. Walker, "The Hacker's Diet" (1991): each day a tenth of the distance
// to the reading; after Δ days 1 − 0.9^Δ of it, which is the daily rule with the trend carried on. The rate is the
// median of the slopes between all days (Theil and Sen). Days that follow one another are alike, so the
// variance that Sen's interval needs is that of K. H. Hamed and A. R. Rao, Journal of Hydrology 204 (1998); the
// interval is never narrower than without it. More than 400 days are first made to medians of weeks.

import ChartCore
import HealthData
import Statistics

/// What a sheet says about the weight of a period.
package struct WeightTrend: Sendable, Equatable {
    /// The weight of a day, and the trend on it, in kg.
    package struct Day: Hashable, Sendable {
        package var date: CivilDate
        package var weight: Double
        package var trend: Double
    }

    /// The change in a week, in kg.
    package struct Rate: Hashable, Sendable {
        package var perWeek: Double
        /// In 95 of 100 cases.
        package var interval: ClosedRange<Double>
        /// Whether the interval leaves no doubt about the direction.
        package var isClear: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }
    }

    /// The fewest days that have a rate.
    package static let fewestDays = 10
    /// The fewest days from the first to the last of them, both included.
    package static let fewestSpan = 28
    /// The days without a reading after which the line of the trend is not drawn.
    package static let longestGap = 14
    private static let mostDays = 400

    package let period: ReportPeriod
    /// The days with a reading, in order.
    package let days: [Day]
    /// Nil for too few days.
    package let rate: Rate?
    /// The readings of the period, several on some days.
    package let readingCount: Int

    /// The trend of readings in kg, each with its time; nil without readings in the period.
    ///
    /// Cost: O(readings), and sorting the slopes between at most 400 days.
    package init?(_ readings: [(time: Double, weight: Double)], period: ReportPeriod) {
        let span = period.span
        let kept = readings.filter { span.contains($0.time) && $0.weight.isFinite }
            .sorted { $0.time < $1.time }
        guard !kept.isEmpty else { return nil }
        self.period = period
        readingCount = kept.count
        var first: [CivilDate: (isMorning: Bool, weight: Double)] = [:]
        for reading in kept {
            let date = period.calendar.date(of: reading.time)
            let isMorning =
                DayWindows.standard.place(of: reading.time, in: period.calendar).part == .morning
            if let known = first[date], known.isMorning || !isMorning { continue }
            first[date] = (isMorning, reading.weight)
        }
        var days: [Day] = []
        for date in first.keys.sorted() {
            guard let weight = first[date]?.weight else { continue }
            guard let last = days.last else {
                days.append(Day(date: date, weight: weight, trend: weight))
                continue
            }
            let kept = Self.power(0.9, date.days - last.date.days)
            days.append(
                Day(date: date, weight: weight, trend: weight + kept * (last.trend - weight)))
        }
        self.days = days
        rate = Self.rate(days)
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var (result, base, exponent) = (1.0, base, exponent)
        while exponent > 0 {
            if exponent & 1 == 1 { result *= base }
            base *= base
            exponent >>= 1
        }
        return result
    }

    private static func rate(_ days: [Day]) -> Rate? {
        guard let first = days.first, let last = days.last, days.count >= fewestDays,
            last.date.days - first.date.days + 1 >= fewestSpan
        else { return nil }
        var places = days.map { Double($0.date.days) }
        var values = days.map(\.weight)
        if days.count > mostDays {
            let weeks = Dictionary(grouping: days) { ($0.date.days - first.date.days) / 7 }
            let order = weeks.keys.sorted()
            places = order.map { Double($0 * 7) }
            values = order.compactMap { Order.median((weeks[$0] ?? []).map(\.weight)) }
        }
        guard
            let interval = RobustSlope.interval(places, values)
        else { return nil }
        return Rate(
            perWeek: interval.slope * 7,
            interval: interval.range.lowerBound * 7...interval.range.upperBound * 7)
    }
}

/// The slope of Theil and Sen with an interval that knows that values are alike.
package enum RobustSlope {
    /// The slope and its interval of 95 in 100; nil if no two places differ.
    package static func interval(
        _ places: [Double], _ values: [Double]
    ) -> (slope: Double, range: ClosedRange<Double>)? {
        var level = 0.95
        if let plain = MannKendall(values, isCorrected: false), let corrected = MannKendall(values),
            plain.variance > 0, corrected.variance > plain.variance
        {
            let factor = (corrected.variance / plain.variance).squareRoot()
            level = 1 - Normal.beyond(Normal.quantile(0.975) * factor)
        }
        guard let slope = TheilSen(places, values, level: min(level, 1 - 1e-12)) else {
            return nil
        }
        return (slope.slope, slope.interval)
    }
}

extension WeightTrend {
    /// The trend of records.
    package init?(_ records: HealthRecords, period: ReportPeriod) {
        let columns = records.merged(.weight)
        self.init(
            (0..<columns.count).map { (columns.starts[$0], columns.values[$0]) }, period: period)
    }
}
