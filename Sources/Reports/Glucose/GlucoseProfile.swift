// The figures of continuous glucose readings: the ambulatory glucose profile.
//
// Sources: shares and sufficiency: Battelino et al., Diabetes Care 42 (2019) 1593; glucose management indicator: R.
// M. Bergenstal et al., Diabetes Care 41 (2018) 2275: 3.31 + 0.02392 × mean in mg/dL, in %; the coefficient
// of variation and its limit of 36 %: T. Danne et al., Diabetes Care 40 (2017) 1631.
// Method: a reading counts for the time until the next one, at most one and a half times the usual distance
// of its day; if no day has another usual distance, all readings count alike. The modal day has
// bins of 15 minutes of the wall clock; the readings of a bin and its neighbours give its percentiles
// (type 7). Those are the control points of a periodic uniform cubic spline, whose weights 1/6, 4/6, 1/6
// are positive, so that a percentile never crosses another. A clock that skips an hour leaves that hour empty, and
// one that repeats an hour counts it twice.
// Limits: readings that a meter writes as LO or HI are not in the records, and so in no figure.

import ChartCore
import HealthData
import Statistics

/// A reading of glucose.
package struct GlucoseReading: Hashable, Sendable {
    /// In seconds since 1970.
    package var time: Double
    /// In mg/dL.
    package var value: Double

    /// A reading in mg/dL.
    package init(time: Double, value: Double) { (self.time, self.value) = (time, value) }
}

/// What a sheet says about the continuous glucose readings of a period.
package struct GlucoseProfile: Sendable, Equatable {
    /// The percentiles of a quarter of an hour of the modal day, in mg/dL.
    package struct Bin: Hashable, Sendable {
        /// The 5th, 25th, 50th, 75th and 95th percentile, smoothed.
        package var percentiles: [Double]
        /// On how many days it has a reading.
        package var days: Int
    }

    /// The share of the expected readings that is enough.
    package static let sufficient = 0.7
    /// The fewest days that a bin needs.
    package static let fewestDays = 5
    package static let percentiles = [0.05, 0.25, 0.5, 0.75, 0.95]
    /// The bins of a day.
    package static let bins = 96

    package let period: ReportPeriod
    package let unit: GlucoseUnit
    /// For whom the classes and the targets are.
    package let targets: GlucoseTargets
    /// The readings of the period, in the order of time.
    package let readings: [GlucoseReading]
    /// The usual seconds between two readings.
    package let interval: Double
    /// In mg/dL.
    package let mean: Double
    /// The standard deviation in mg/dL.
    package let deviation: Double
    /// The exact shares of the classes, from very low to very high; they add up to 1.
    package let shares: [Double]
    /// The share of the expected readings that there are, at most 1.
    package let coverage: Double
    /// The days with a reading.
    package let dayCount: Int
    /// The modal day; nil for a bin without readings.
    package let modalDay: [Bin?]

    /// The profile of readings; nil for fewer than two, and for readings that are too far apart to be
    /// continuous: more than 20 minutes.
    ///
    /// Cost: O(readings), and sorting those of each bin three times.
    package init?(
        _ readings: [GlucoseReading], period: ReportPeriod, unit: GlucoseUnit,
        targets: GlucoseTargets = .adults
    ) {
        let span = period.span
        var kept: [GlucoseReading] = []
        for reading in readings.sorted(by: { $0.time < $1.time })
        where span.contains(reading.time) && kept.last?.time != reading.time {
            kept.append(reading)
        }
        let gaps = zip(kept, kept.dropFirst()).map { $1.time - $0.time }
        guard let usual = Order.median(gaps), usual > 0, usual <= Self.longestInterval else {
            return nil
        }
        self.period = period
        self.unit = unit
        self.targets = targets
        self.readings = kept
        interval = usual
        let calendar = period.calendar
        let days = kept.map { calendar.date(of: $0.time) }
        dayCount = Set(days).count
        let distances = Self.usualDistances(gaps, days, usual: usual)
        let weights = Self.weights(gaps, distances, usual: usual)
        let whole = weights.reduce(0, +)
        let mean = zip(kept, weights).reduce(0) { $0 + $1.0.value * $1.1 } / whole
        self.mean = mean
        let squares = zip(kept, weights).reduce(0) {
            $0 + ($1.0.value - mean) * ($1.0.value - mean) * $1.1
        }
        let count = Double(kept.count)
        deviation = (squares / whole * count / (count - 1)).squareRoot()
        var shares = [Double](repeating: 0, count: GlucoseClass.allCases.count)
        for (reading, weight) in zip(kept, weights) {
            shares[GlucoseClass(reading.value, in: unit, for: targets).rawValue] += weight / whole
        }
        self.shares = shares
        // Each reading covers the usual distance, or less if the next one is nearer.
        let covered =
            zip(gaps, distances).reduce(0) { $0 + min($1.0, $1.1) } + (distances.last ?? 0)
        coverage = min(covered / (span.upperBound - span.lowerBound), 1)
        modalDay = Self.modalDay(kept, days, calendar)
    }

    /// The longest usual distance of continuous readings, in seconds.
    private static let longestInterval = 1200.0

    /// The fewest distances of a day that show what is usual on it.
    private static let fewestGaps = 12

    /// The usual distance of the readings of each day, for each reading.
    private static func usualDistances(
        _ gaps: [Double], _ days: [CivilDate], usual: Double
    ) -> [Double] {
        var usualOfDays: [CivilDate: Double] = [:]
        for (day, own) in Dictionary(grouping: gaps.indices, by: { days[$0] })
        where own.count >= fewestGaps {
            usualOfDays[day] = Order.median(own.map { gaps[$0] })
        }
        return days.map { usualOfDays[$0] ?? usual }
    }

    /// How much each reading counts: all alike if the usual distance of no day differs by more than a quarter.
    private static func weights(
        _ gaps: [Double], _ distances: [Double], usual: Double
    ) -> [Double] {
        guard !distances.allSatisfy({ abs($0 - usual) <= usual / 4 }) else {
            return distances.map { _ in 1 }
        }
        return distances.indices.map { index in
            let own = distances[index]
            return index < gaps.count ? min(gaps[index], 1.5 * own) : own
        }
    }

    private static func modalDay(
        _ readings: [GlucoseReading], _ days: [CivilDate], _ calendar: CivilCalendar
    ) -> [Bin?] {
        var values = [[Double]](repeating: [], count: bins)
        var dates = [Set<CivilDate>](repeating: [], count: bins)
        for (reading, day) in zip(readings, days) {
            let clock = calendar.components(of: reading.time)
            let bin = (clock.hour * 60 + clock.minute) * bins / 1440
            values[bin].append(reading.value)
            dates[bin].insert(day)
        }
        let raw: [[Double]?] = (0..<bins).map { bin in
            let pool = (-1...1).flatMap { values[(bin + $0 + bins) % bins] }.sorted()
            guard !values[bin].isEmpty else { return nil }
            let found = percentiles.compactMap { Order.quantile($0, ofSorted: pool) }
            return found.count == percentiles.count ? found : nil
        }
        return (0..<bins).map { bin in
            guard raw[bin] != nil else { return nil }
            var sums = [Double](repeating: 0, count: percentiles.count)
            var weight = 0.0
            for (offset, part) in [(-1, 1.0), (0, 4.0), (1, 1.0)] {
                guard let near = raw[(bin + offset + bins) % bins] else { continue }
                for index in sums.indices { sums[index] += near[index] * part }
                weight += part
            }
            return Bin(percentiles: sums.map { $0 / weight }, days: dates[bin].count)
        }
    }

    /// The limits of the classes in its unit.
    package var limits: GlucoseTargets.Limits { targets.limits(in: unit) }

    // MARK: Figures

    /// The glucose management indicator in %.
    package var managementIndicator: Double { 3.31 + 0.02392 * mean }

    /// The same in mmol/mol.
    package var managementIndicatorIFCC: Double {
        12.71 + 4.70587 * mean / GlucoseUnit.milligramsPerMillimole
    }

    /// The coefficient of variation, as a share.
    package var variation: Double { deviation / mean }

    /// Whether there are enough readings for the figures to be those of the period.
    package var isSufficient: Bool { coverage >= Self.sufficient }

    /// The shares in tenths of a percent, which add up to exactly 1,000.
    package var permille: [Int] { LargestRemainder.parts(shares, of: 1000) }
}
