import ChartCore
import HealthData
import Statistics

/// What is usual for a metric, by days and weekdays, and its highest and lowest.
struct UsualAndBest: Sendable {
    /// A day, a week or a month that is above or below all others.
    struct Extreme: Equatable, Sendable {
        /// From its first day to the one after its last.
        var days: Range<Int>
        /// The value, for each component: the total or the mean of its days.
        var values: [Double]
        /// How many others are as high, or as low.
        var ties: Int
    }

    /// A number of days in a row that have a value.
    struct Run: Equatable, Sendable {
        var days: Range<Int>
    }

    let metric: Metric
    /// The middle half of the last 90 days, for each component; nil with too few days.
    let usual: [ClosedRange<Double>]?
    /// The mean of each weekday of the last year, from Monday on, for each component; nil for one with too few
    /// days.
    let weekdays: [[Double]?]
    let highestDay: Extreme?
    let lowestDay: Extreme?
    let highestWeek: Extreme?
    let highestMonth: Extreme?
    let longestRun: Run?
    /// The run that reaches the last day with a value, or the day before the day that counts as the last.
    let currentRun: Run?

    /// How many days a weekday needs for a mean.
    static let leastOfWeekday = 4
    /// How many days the weekdays are of.
    private static let year = 365

    /// Cost: O(days).
    init?(_ data: MetricData, day: CivilDate, in calendar: CivilCalendar) {
        let source = DaySource(data, day: day, calendar)
        guard source.hasDays, data.extent.isProper || !data.extent.isEmpty else { return nil }
        let first = calendar.date(of: data.extent.min).days
        let end = day.days + 1
        let all = source.values(min(first, end - 1)..<end)
        guard all.count > 0 else { return nil }
        metric = data.metric
        usual = Self.usual(all, end: (all.days.last ?? day.days) + 1)
        weekdays = Self.weekdays(all.within(end - Self.year..<end))
        let singles = all.days.indices.map { place in
            (days: all.days[place]..<all.days[place] + 1, values: all.values.map { $0[place] })
        }
        highestDay = Self.extreme(singles) { $0 > $1 }
        // A day with nothing is no lowest one.
        lowestDay = Self.extreme(singles.filter { $0.values[0] > 0 }) { $0 < $1 }
        let isSum = data.metric.aggregation == .sum || data.metric.aggregation == .category
        highestWeek = Self.extreme(
            Self.units(.week, all, isSum: isSum, least: 4, calendar)
        ) { $0 > $1 }
        highestMonth = Self.extreme(
            Self.units(.month, all, isSum: isSum, least: 15, calendar)
        ) { $0 > $1 }
        let runs = Self.runs(all.days)
        longestRun = runs.max { $0.days.count < $1.days.count }
        currentRun = runs.last.flatMap { $0.days.upperBound >= day.days ? $0 : nil }
    }

    private static func usual(_ all: DayValues, end: Int) -> [ClosedRange<Double>]? {
        let ranges = all.values.indices.compactMap {
            UsualRange(before: end, in: all, component: $0)?.range
        }
        return ranges.count == all.values.count ? ranges : nil
    }

    private static func weekdays(_ days: DayValues) -> [[Double]?] {
        WeekdayProfile(days).weekdays.map { $0.count >= leastOfWeekday ? $0.means : nil }
    }

    /// The extreme of some by their first component; the latest one of several that are equal.
    private static func extreme(
        _ all: [(days: Range<Int>, values: [Double])], _ isMore: (Double, Double) -> Bool
    ) -> Extreme? {
        guard var best = all.first else { return nil }
        for other in all where !isMore(best.values[0], other.values[0]) { best = other }
        return Extreme(
            days: best.days, values: best.values,
            ties: all.count { $0.values[0] == best.values[0] } - 1)
    }

    /// The totals or means of calendar units with enough days.
    private static func units(
        _ unit: CalendarUnit, _ all: DayValues, isSum: Bool, least: Int, _ calendar: CivilCalendar
    ) -> [(days: Range<Int>, values: [Double])] {
        var units: [(days: Range<Int>, values: [Double])] = []
        var place = 0
        while place < all.count {
            let instant = calendar.start(of: CivilDate(days: all.days[place]))
            let start = calendar.start(of: unit, containing: instant)
            let end = calendar.date(of: calendar.next(unit, after: start)).days
            let last = all.days[place...].firstIndex { $0 >= end } ?? all.count
            let count = last - place
            if count >= least {
                units.append(
                    (
                        calendar.date(of: start).days..<end,
                        all.values.map { values in
                            let sum = values[place..<last].reduce(0, +)
                            return isSum ? sum : sum / Double(count)
                        }
                    ))
            }
            place = last
        }
        return units
    }

    private static func runs(_ days: [Int]) -> [Run] {
        var runs: [Run] = []
        for day in days {
            if let last = runs.last, last.days.upperBound == day {
                runs[runs.count - 1].days = last.days.lowerBound..<day + 1
            } else {
                runs.append(Run(days: day..<day + 1))
            }
        }
        return runs
    }
}
