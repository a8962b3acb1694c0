import ChartCore

/// The samples of a table of names and values, in the order of its rows.
///
/// They have no times. They share their memory with the samples that they come from. Cost: a list
/// of chunks for each column.
package struct NamedValues: Sendable {
    private let numbers: Column<Double>
    private let names: [String]
    /// The values, in the metric's unit.
    package let values: Column<Double>

    /// - Precondition: each sample has a name.
    /// - Parameter names: The names that the samples choose from.
    package init(_ columns: SampleColumns, names: [String]) {
        precondition(
            columns.secondaryValues.count == columns.count,
            "\(columns.count) values have \(columns.secondaryValues.count) names")
        values = columns.values
        numbers = columns.secondaryValues
        self.names = names
    }

    /// How many there are.
    package var count: Int { values.count }

    /// The name of a value; empty where it has none.
    package func name(at index: Int) -> String {
        guard let number = Int(exactly: numbers[index]), names.indices.contains(number) else {
            return ""
        }
        return names[number]
    }
}
