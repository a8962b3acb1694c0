import Localization

/// Passes over columns of values that are no readings.
enum ColumnSieve {
    /// Fewer equal values may be readings that happen to be equal.
    private static let fewestConstant = 3

    /// Removes what a device notes about itself, positions, and constants in lists of records.
    ///
    /// The notes of the reading say so. If nothing else is left, it stays.
    static func sift(_ values: inout [TablePlan.Value], of reading: inout ColumnReading) {
        drop(
            &values, of: &reading, leaving: \.isNumeric,
            where: { $1.role($0.column) == .technical },
            saying: { tr("the column {1} is about the device and was passed over", $0) })
        drop(
            &values, of: &reading, leaving: { _ in true },
            where: { $1.role($0.column) == .position },
            saying: {
                tr(
                    "the column {1} is a position and was passed over: a track in GPX, TCX, FIT or KML keeps it",
                    $0)
            })
        guard reading.isOfRecords else { return }
        drop(
            &values, of: &reading, leaving: \.isNumeric, where: isConstant,
            saying: { tr("the column {1} is the same in all records and was passed over", $0) })
    }

    private static func isConstant(_ value: TablePlan.Value, _ reading: ColumnReading) -> Bool {
        guard value.metric.family == .other else { return false }
        let cells = reading.cells(value.column)
        return cells.count >= fewestConstant && Set(cells).count == 1
    }

    private static func drop(
        _ values: inout [TablePlan.Value], of reading: inout ColumnReading,
        leaving isLeft: (TablePlan.Value) -> Bool,
        where isDropped: (TablePlan.Value, ColumnReading) -> Bool,
        saying sentence: (String) -> String
    ) {
        let flags = values.map { isDropped($0, reading) }
        guard zip(values, flags).contains(where: { isLeft($0) && !$1 }) else { return }
        for (value, isDropped) in zip(values, flags) where isDropped {
            let name = reading.names.map { $0[value.column].name } ?? "\(value.column + 1)"
            reading.note(sentence(name))
        }
        values = zip(values, flags).compactMap { $1 ? nil : $0 }
    }
}
