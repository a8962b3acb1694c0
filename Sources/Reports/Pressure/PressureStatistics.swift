// The figures of pressures.
//
// Units: mmHg, beats a minute. Standard deviations are those of a sample (n − 1). The average real
// variability is Σ |x(k+1) − x(k)| / (n − 1) over the readings in the order of time (L. Mena et al., "A
// reliable index for the prognostic significance of blood pressure variability", J Hypertens 23 (2005)
// 505). The interval of the mean is Student's over the means of days, as the readings of a day are alike.
// Means are compared with a limit in whole mmHg, as they are printed, so that a sheet cannot print 135 and
// call it below 135.

import ChartCore
import Statistics

/// The spread of one of the two pressures.
package struct PressureSpread: Equatable, Sendable {
    /// The standard deviation of the readings; nil for fewer than two.
    package let deviation: Double?
    /// The standard deviation as a share of the mean.
    package let coefficient: Double?
    /// The average real variability.
    package let successive: Double?
    /// The standard deviation of the means of days; nil for fewer than two days.
    package let dayDeviation: Double?
    /// Where the mean is likely to be, in 95 of 100 cases; nil for fewer than five days.
    package let interval: ClosedRange<Double>?

    /// The fewest days that have an interval.
    package static let fewestDays = 5

    init(_ values: [Double], days: [Double]) {
        deviation = Self.deviation(values)
        let mean = values.reduce(0, +) / Double(max(values.count, 1))
        coefficient = deviation.flatMap { mean > 0 ? $0 / mean : nil }
        successive =
            values.count > 1
            ? zip(values, values.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
                / Double(values.count - 1) : nil
        dayDeviation = Self.deviation(days)
        guard let spread = dayDeviation, days.count >= Self.fewestDays else {
            interval = nil
            return
        }
        let count = Double(days.count)
        let centre = days.reduce(0, +) / count
        let half =
            Student.quantile(0.975, freedom: count - 1) * spread / count.squareRoot()
        interval = (centre - half)...(centre + half)
    }

    private static func deviation(_ values: [Double]) -> Double? {
        guard values.count > 1 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count - 1)).squareRoot()
    }
}

/// The figures of some readings of a diary.
package struct PressureStatistics: Equatable, Sendable {
    /// A reading and the day that it belongs to.
    package struct Entry: Hashable, Sendable {
        package var day: CivilDate
        package var reading: PressureReading
    }

    /// How many reach a limit, and how many there are.
    package struct Share: Hashable, Sendable {
        package var count: Int
        package var total: Int
        /// From 0 to 1.
        package var fraction: Double { total > 0 ? Double(count) / Double(total) : 0 }
    }

    /// The readings in the order of time.
    package let entries: [Entry]
    /// The mean of the readings.
    package let mean: Pressure
    /// The means of the days, in order.
    package let dayMeans: [Pressure]
    package let systolic: PressureSpread
    package let diastolic: PressureSpread
    /// The highest systolic reading, the earliest of equal ones.
    package let highest: Entry
    /// The lowest systolic reading, the earliest of equal ones.
    package let lowest: Entry
    /// The mean pulse, and how many readings have one; nil if none has.
    package let pulse: (mean: Double, count: Int)?
    /// The mean of systolic less diastolic.
    package var pulsePressure: Double { mean.systolic - mean.diastolic }
    /// How many readings there are.
    package var count: Int { entries.count }
    /// On how many days.
    package var dayCount: Int { dayMeans.count }

    /// The figures of readings; nil without any.
    package init?(_ entries: [Entry]) {
        let entries = entries.sorted { $0.reading.time < $1.reading.time }
        let pressures = entries.map(\.reading.pressure)
        guard let first = entries.first, let mean = Pressure.mean(pressures) else { return nil }
        self.entries = entries
        self.mean = mean
        let days = Dictionary(grouping: entries, by: \.day)
        dayMeans = days.keys.sorted().compactMap { day in
            Pressure.mean((days[day] ?? []).map(\.reading.pressure))
        }
        systolic = PressureSpread(
            pressures.map(\.systolic), days: dayMeans.map(\.systolic))
        diastolic = PressureSpread(
            pressures.map(\.diastolic), days: dayMeans.map(\.diastolic))
        func extreme(_ isMore: (Pressure, Pressure) -> Bool) -> Entry {
            entries.dropFirst().reduce(first) {
                isMore($1.reading.pressure, $0.reading.pressure) ? $1 : $0
            }
        }
        highest = extreme { ($0.systolic, $0.diastolic) > ($1.systolic, $1.diastolic) }
        lowest = extreme { ($0.systolic, $0.diastolic) < ($1.systolic, $1.diastolic) }
        let pulses = entries.compactMap(\.reading.pulse)
        pulse =
            pulses.isEmpty
            ? nil : (pulses.reduce(0, +) / Double(pulses.count), pulses.count)
    }

    /// The readings that reach a limit.
    package func readings(reaching limit: Pressure) -> Share {
        Share(
            count: entries.count { $0.reading.pressure.reaches(limit) }, total: entries.count)
    }

    /// The days whose mean, in whole mmHg, reaches a limit.
    package func days(reaching limit: Pressure) -> Share {
        Share(count: dayMeans.count { $0.rounded.reaches(limit) }, total: dayMeans.count)
    }

    package static func == (a: PressureStatistics, b: PressureStatistics) -> Bool {
        a.entries == b.entries
    }
}
