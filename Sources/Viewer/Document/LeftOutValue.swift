import ChartCore
import HealthData

/// A sample that looks wrong and is left out, with its place in the chart.
struct LeftOutValue: Sendable, Equatable {
    /// Its start, in seconds since 1970.
    var time: Double
    /// In the metric's unit; of a pair the first value, NaN for a text.
    var value: Double
    /// The second value of a pair.
    var second: Double?
    /// Whether its date is the reason, and not its value.
    var isFuture: Bool

    /// All samples of columns.
    static func all(_ columns: SampleColumns, of metric: Metric) -> [LeftOutValue] {
        let pairs = metric.aggregation == .pair ? PairColumns(columns) : nil
        return (0..<columns.count).map { index in
            let own = metric.aggregation == .category ? Double.nan : columns.values[index]
            return LeftOutValue(
                time: columns.starts[index], value: pairs?.upper[index] ?? own,
                second: pairs.map { $0.lower[index] },
                isFuture: !columns.marks(at: index).contains(.impossible))
        }
    }
}
