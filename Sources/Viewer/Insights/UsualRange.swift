import ChartCore
import HealthData
import Localization
import Statistics

/// The range in which most days of a period are.
struct UsualRange: Equatable, Sendable {
    /// The days that it is of.
    enum Period: Hashable, Sendable {
        /// The last 90 days; the range is their middle half.
        case recent
        /// A year that a person has chosen; the range is from 5 to 95 of 100 days.
        case year(Int)
    }

    let range: ClosedRange<Double>
    let period: Period
    /// The number of days with a value.
    let count: Int

    /// How many days of a year need a value: fewer would be no picture of a year.
    static let leastOfYear = 90

    /// The range of values of days; nil for too few of them.
    init?(_ values: [Double], _ period: Period) {
        let isRecent = period == .recent
        let sorted = values.filter(\.isFinite).sorted()
        guard sorted.count >= (isRecent ? RecentState.least.count : Self.leastOfYear),
            let low = Order.quantile(isRecent ? 0.25 : 0.05, ofSorted: sorted),
            let high = Order.quantile(isRecent ? 0.75 : 0.95, ofSorted: sorted)
        else { return nil }
        range = low...high
        self.period = period
        count = sorted.count
    }

    /// The range of the 90 days before a day, for a component of the values.
    init?(before end: Int, in days: DayValues, component: Int = 0) {
        let part = days.within(end - RecentState.least.days..<end)
        guard part.values.indices.contains(component) else { return nil }
        self.init(part.values[component], .recent)
    }

    /// The range of a metric's days in a period; nil for too few of them.
    init?(_ data: MetricData, _ period: Period, in calendar: CivilCalendar) {
        guard data.extent.isProper || !data.extent.isEmpty else { return nil }
        let source = DaySource(data, day: calendar.date(of: data.extent.max.nextDown), calendar)
        let last = source.day.days
        switch period {
        case .recent:
            // The last day may have only begun: then the 90 days end the day before.
            let days = source.values(last - RecentState.least.days - 1..<last + 1)
            self.init(before: (days.days.last ?? last) + 1, in: days)
        case .year(let year):
            let days = source.values(
                CivilDate(year: year, month: 1, day: 1)
                    .days..<CivilDate(
                        year: year + 1, month: 1, day: 1
                    ).days)
            self.init(days.values.first ?? [], period)
        }
    }

    /// The years of a metric with enough days for a range, the latest first.
    static func years(of data: MetricData, in calendar: CivilCalendar) -> [UsualRange] {
        guard data.extent.isProper else { return [] }
        let years =
            calendar.date(of: data.extent.min)
            .year...calendar.date(of: data.extent.max.nextDown)
            .year
        return years.reversed().compactMap { UsualRange(data, .year($0), in: calendar) }
    }
}

extension UsualRange.Period {
    /// Its name, with the period: `Your usual range, last 90 days`.
    func name(_ locale: LocaleFormat) -> String {
        switch self {
        case .recent: tr("Your usual range, last {1} days", locale.number(RecentState.least.days))
        case .year(let year): tr("Your range {1}", String(year))
        }
    }

    /// What it is, as a sentence.
    var explanation: String {
        switch self {
        case .recent: tr("Half of your last 90 days are within it.")
        case .year: tr("90 of 100 days of that year are within it.")
        }
    }
}
