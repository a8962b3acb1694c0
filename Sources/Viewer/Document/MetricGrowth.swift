import ChartCore
import HealthData

/// The pictures of a metric while its samples grow, each built from the previous one if possible.
///
/// Samples that arrive in the order of time and from one source only ever follow those before them:
/// then the series is extended, and a picture costs only what is new. All others are sorted, merged
/// and summed from the beginning. A growth is for one reading of the files from their beginning.
struct MetricGrowth: Sendable {
    private let calendar: CivilCalendar
    private var readings = Readings()
    /// How many samples the readings had when their gaps were last measured.
    private var gapsKnown = 0

    init(calendar: CivilCalendar) { self.calendar = calendar }

    /// The picture of the samples so far.
    ///
    /// - Parameters:
    ///   - samples: the samples in file order, beginning with those of the last call.
    ///   - settled: returns the same, sorted and merged.
    ///   - isLast: whether no more will come for a while, so that every figure has to be exact.
    mutating func data(
        _ samples: MetricSamples, isLast: Bool, settled: () -> MetricSamples
    ) -> MetricData {
        let columns = samples.columns
        guard samples.metric.aggregation == .mean, columns.isStrictlyRising, columns.isAsAdded,
            columns.sources.single != nil, !MetricData.hasTrend(samples.metric),
            samples.metric.target == nil, !columns.hasLeftOut
        else {
            readings = Readings()
            gapsKnown = 0
            return MetricData(settled(), calendar: calendar)
        }
        readings.series.extend(times: columns.starts, values: columns.values)
        if isLast || columns.count >= 2 * gapsKnown {
            gapsKnown = columns.count
            readings.longestGap = MetricData.longestGap(
                in: readings.series, of: samples.metric)
        }
        var data = MetricData(
            metric: samples.metric, content: .readings(readings), count: columns.count)
        if isLast { data.measureDecimals() }
        return data
    }
}
