import ChartCore
import Statistics

/// Single readings of glucose, as of a meter: too far apart for a share of the time.
package struct GlucoseSpots: Sendable, Equatable {
    /// The readings in some hours of the day.
    package struct Part: Hashable, Sendable {
        /// From the first hour of the wall clock to the first after it.
        package var hours: Range<Int>
        /// In mg/dL, in the order of time.
        package var values: [Double]
        /// Nil without values.
        package var mean: Double? {
            values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
    }

    package let period: ReportPeriod
    package let unit: GlucoseUnit
    /// For whom the classes and the targets are.
    package let targets: GlucoseTargets
    /// The readings of the period, in the order of time.
    package let readings: [GlucoseReading]
    /// Night, morning, afternoon and evening.
    package let parts: [Part]
    /// The days with a reading.
    package let dayCount: Int

    /// The readings of a period; nil if there are none.
    package init?(
        _ readings: [GlucoseReading], period: ReportPeriod, unit: GlucoseUnit,
        targets: GlucoseTargets = .adults
    ) {
        let span = period.span
        let kept = readings.filter { span.contains($0.time) }.sorted { $0.time < $1.time }
        guard !kept.isEmpty else { return nil }
        self.period = period
        self.unit = unit
        self.targets = targets
        self.readings = kept
        let clocks = kept.map { period.calendar.components(of: $0.time) }
        dayCount = Set(clocks.map(\.date)).count
        parts = [0..<6, 6..<12, 12..<18, 18..<24].map { hours in
            Part(
                hours: hours,
                values: zip(kept, clocks).filter { hours.contains($0.1.hour) }.map(\.0.value))
        }
    }

    /// The limits of the classes in its unit.
    package var limits: GlucoseTargets.Limits { targets.limits(in: unit) }

    /// In mg/dL.
    package var mean: Double {
        readings.reduce(0) { $0 + $1.value } / Double(readings.count)
    }
}
