// The figures of continuous glucose readings: the ambulatory glucose profile.
//
// Sources: shares and sufficiency: Battelino et al., Diabetes Care 42 (2019) 1593; glucose management indicator: R.
// M. Bergenstal et al., Diabetes Care 41 (2018) 2275: 3.31 + 0.02392 × mean in mg/dL, in %; the coefficient
// of variation and its limit of 36 %: T. Danne et al., Diabetes Care 40 (2017) 1631.
// How much a reading counts is in `ReadingWeights`, and the percentiles by the clock are in `ModalDay`.
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
    /// The share of the expected readings that is enough.
    package static let sufficient = 0.7
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
    /// The modal day, in mg/dL; nil for a bin without readings.
    package let modalDay: [ModalDay.Bin?]

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
        let calendar = period.calendar
        guard let weighing = ReadingWeights(of: kept.map(\.time), calendar) else { return nil }
        self.period = period
        self.unit = unit
        self.targets = targets
        self.readings = kept
        interval = weighing.usual
        dayCount = weighing.dayCount
        let weights = weighing.weights
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
        coverage = min(weighing.covered / (span.upperBound - span.lowerBound), 1)
        modalDay = ModalDay(times: kept.map(\.time), values: kept.map(\.value), calendar).bins
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
