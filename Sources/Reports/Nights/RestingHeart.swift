import ChartCore
import HealthData
import Statistics

/// The resting heart rate of the days of a period.
///
/// The device's own, a mean for each day; without it, the fifth percentile (type 7) of the heart rates that were
/// measured in sleep, for each night with at least thirty.
package struct RestingHeart: Sendable, Equatable {
    /// Where the values are from.
    package enum Origin: Hashable, Sendable {
        case device
        case sleep
    }

    /// A day and its heart rate, in beats a minute.
    package struct Day: Hashable, Sendable {
        package var date: CivilDate
        package var rate: Double
    }

    /// Seven days, and the median of their heart rates.
    package struct Week: Hashable, Sendable {
        package var first: CivilDate
        package var median: Double
        package var days: Int
    }

    /// The fewest readings in sleep that make a night's value.
    package static let fewestReadings = 30
    /// The fewest weeks that have a slope.
    package static let fewestWeeks = 5

    package let origin: Origin
    /// In order.
    package let days: [Day]
    /// Weeks of seven days that end with the last day of the period, those with a value.
    package let weeks: [Week]
    /// In beats a minute per week, with its interval of 95 in 100; nil for too few weeks.
    package let slope: (perWeek: Double, interval: ClosedRange<Double>)?

    /// The values of a period; nil if there are none.
    package init?(_ days: [Day], origin: Origin, period: ReportPeriod) {
        let days = days.filter { period.contains($0.date) }.sorted { $0.date < $1.date }
        guard !days.isEmpty else { return nil }
        self.days = days
        self.origin = origin
        let groups = Dictionary(grouping: days) { (period.last.days - $0.date.days) / 7 }
        weeks = groups.keys.sorted(by: >).compactMap { back in
            let own = groups[back] ?? []
            return Order.median(own.map(\.rate)).map {
                Week(
                    first: period.last.adding(days: -7 * back - 6), median: $0, days: own.count)
            }
        }
        let line =
            weeks.count >= Self.fewestWeeks
            ? RobustSlope.interval(
                weeks.map { Double($0.first.days) / 7 }, weeks.map(\.median)) : nil
        slope = line.map { ($0.slope, $0.range) }
    }

    /// The values of records: of the device, or else of the nights.
    package init?(
        _ records: HealthRecords, nights: [Night], period: ReportPeriod
    ) {
        let own = records.merged(.restingHeartRate)
        let calendar = period.calendar
        let span = period.span
        if !own.isEmpty {
            var values: [CivilDate: [Double]] = [:]
            for index in 0..<own.count where span.contains(own.starts[index]) {
                values[calendar.date(of: own.starts[index]), default: []]
                    .append(own.values[index])
            }
            let days = values.map {
                Day(date: $0.key, rate: $0.value.reduce(0, +) / Double($0.value.count))
            }
            self.init(days, origin: .device, period: period)
            return
        }
        let rates = records.merged(.heartRate)
        var days: [Day] = []
        var index = 0
        for night in nights where period.contains(night.date) {
            var values: [Double] = []
            for sleep in night.sleep {
                while index < rates.count, rates.starts[index] < sleep.lowerBound { index += 1 }
                while index < rates.count, rates.starts[index] < sleep.upperBound {
                    values.append(rates.values[index])
                    index += 1
                }
            }
            guard values.count >= Self.fewestReadings,
                let rate = Order.quantile(0.05, ofSorted: values.sorted())
            else { continue }
            days.append(Day(date: night.date, rate: rate))
        }
        self.init(days, origin: .sleep, period: period)
    }

    package static func == (a: RestingHeart, b: RestingHeart) -> Bool {
        a.origin == b.origin && a.days == b.days && a.weeks == b.weeks
    }
}
