import ChartCore

/// The samples of a pair of values, such as blood pressures.
///
/// They share their memory with the samples that they come from. Cost: a list of chunks for each
/// column.
package struct PairColumns: Sendable {
    /// Start instants in seconds since 1970.
    package let starts: Column<Double>
    /// The first values, in the metric's unit: systolic.
    package let upper: Column<Double>
    /// The second values, in the metric's unit: diastolic.
    package let lower: Column<Double>

    /// - Precondition: each sample has two values.
    package init(_ columns: SampleColumns) {
        precondition(
            columns.secondaryValues.count == columns.count,
            "\(columns.count) pairs have \(columns.secondaryValues.count) second values")
        starts = columns.starts
        upper = columns.values
        lower = columns.secondaryValues
    }

    /// How many there are.
    package var count: Int { starts.count }
}
