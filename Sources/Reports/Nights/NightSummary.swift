import ChartCore
import Statistics

/// What a sheet says about the nights of a period.
package struct NightSummary: Sendable, Equatable {
    package let period: ReportPeriod
    /// The nights of the period, in order.
    package let nights: [Night]
    /// Those of which sleep is known.
    package let slept: [Night]
    /// The mean time asleep in the nights in which it is known, in seconds; nil if there are none.
    package let asleep: Double?
    /// The mean time in bed, in seconds.
    package let inBed: Double
    /// The mean share of the time in bed that is asleep; nil if it is not known.
    package let efficiency: Double?
    /// The mean time on the clock of the middle of the night, in hours, and its deviation; nil if it has none.
    package let midpoint: (hour: Double, deviation: Double)?
    /// The mean time asleep (or in bed, if that is all that is known) of nights before Saturday and Sunday, less that
    /// of the others, in seconds; nil for fewer than two of either.
    package let weekendDifference: Double?
    /// How alike the days are in when there is sleep; nil for too few days that follow one another.
    package let regularity: SleepRegularity?

    /// The fewest nights of the weekend, and of the others, that are compared.
    private static let fewest = 2

    /// The summary of nights; nil if none is in the period.
    ///
    /// Cost: O(nights), and a minute by minute comparison of days.
    package init?(_ nights: [Night], period: ReportPeriod) {
        let nights = nights.filter { period.contains($0.date) }
        guard !nights.isEmpty else { return nil }
        self.period = period
        self.nights = nights
        let slept = nights.filter { $0.asleep > 0 }
        self.slept = slept
        func mean(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        asleep = mean(slept.map(\.asleep))
        inBed = mean(nights.map(\.inBed)) ?? 0
        efficiency = mean(slept.compactMap(\.efficiency))
        let hours = nights.map { night -> Double in
            let clock = period.calendar.components(of: night.midpoint)
            return Double(clock.hour) + Double(clock.minute) / 60 + Double(clock.second) / 3600
        }
        midpoint = CircularSummary(hours, period: 24).map { ($0.mean, $0.deviation) }
        let lengths =
            slept.isEmpty ? nights.map { ($0.date, $0.inBed) } : slept.map { ($0.date, $0.asleep) }
        let free = lengths.filter { [.saturday, .sunday].contains($0.0.weekday) }.map(\.1)
        let other = lengths.filter { ![.saturday, .sunday].contains($0.0.weekday) }.map(\.1)
        if free.count >= Self.fewest, other.count >= Self.fewest,
            let first = mean(free), let second = mean(other)
        {
            weekendDifference = first - second
        } else {
            weekendDifference = nil
        }
        regularity = slept.isEmpty ? nil : SleepRegularity(Self.minutes(slept, period))
    }

    /// For each day from the first night to the last, from evening to evening, whether there is sleep in each minute; nil in days
    /// without sleep records.
    private static func minutes(_ nights: [Night], _ period: ReportPeriod) -> [[Bool?]] {
        let calendar = period.calendar
        let byDate = Dictionary(nights.map { ($0.date, $0) }) { first, _ in first }
        guard let first = nights.first?.date, let last = nights.last?.date else { return [] }
        let dates = (0...(last.days - first.days)).map { first.adding(days: $0) }
        return dates.map { date in
            guard let night = byDate[date] else { return [Bool?](repeating: nil, count: 1440) }
            let noon = calendar.start(of: date) + 43_200
            let span = calendar.night(containing: noon, from: Night.firstHour).span
            var minutes = [Bool?](repeating: false, count: 1440)
            let length = Int((span.max - span.min) / 60)
            if length < 1440 { for minute in length..<1440 { minutes[minute] = nil } }
            for sleep in night.sleep {
                // The middle of a minute decides.
                let first = Int(((sleep.lowerBound - span.min) / 60 + 0.5).rounded(.down))
                let last = Int(((sleep.upperBound - span.min) / 60 - 0.5).rounded(.up))
                let minutesAsleep = max(first, 0)..<max(min(last + 1, 1440), max(first, 0))
                for minute in minutesAsleep where minutes[minute] != nil {
                    minutes[minute] = true
                }
            }
            return minutes
        }
    }

    package static func == (a: NightSummary, b: NightSummary) -> Bool {
        a.period == b.period && a.nights == b.nights
    }
}
