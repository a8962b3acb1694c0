import ChartCore
import HealthData

/// The glucose readings of records.
package struct GlucoseReadings: Sendable {
    /// In the order of time, of one source: the one with the most readings in the period.
    package let readings: [GlucoseReading]
    /// The name of that source.
    package let source: String
    /// How many readings of other sources are left out.
    package let others: Int

    /// The readings of a period.
    ///
    /// Two sources are never mixed: a sensor and a meter do not measure the same, and two programs may have the
    /// same readings.
    package init(_ records: HealthRecords, period: ReportPeriod) {
        let columns = records.merged(.glucose)
        let span = period.span
        let names = records.printedSources
        var bySource: [String: [GlucoseReading]] = [:]
        for index in 0..<columns.count where span.contains(columns.starts[index]) {
            let source = Int(columns.sources[index])
            let name = names.indices.contains(source) ? names[source] : ""
            bySource[name, default: []].append(
                GlucoseReading(time: columns.starts[index], value: columns.values[index]))
        }
        let best = bySource.max {
            ($0.value.count, $1.key) < ($1.value.count, $0.key)
        }
        readings = best?.value ?? []
        source = best?.key ?? ""
        others = bySource.values.reduce(0) { $0 + $1.count } - readings.count
    }
}
