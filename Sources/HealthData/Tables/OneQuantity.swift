// Several columns of one metric: two units that together are one quantity (stones and pounds), one
// quantity that is written in two units, or different things, which are never drawn as one line.

import Localization

/// Joins the columns of a table that hold one quantity.
enum OneQuantity {
    /// The values, of which no two have readings of one metric in the same row.
    static func joined(
        _ values: [TablePlan.Value], _ reader: inout ColumnReading
    ) -> [TablePlan.Value] {
        var result: [TablePlan.Value] = []
        for value in values {
            guard case .number = value.kind, value.metric.family != .other,
                let place = result.firstIndex(where: { $0.metric.id == value.metric.id }),
                case .number = result[place].kind
            else {
                result.append(value)
                continue
            }
            if let sum = sum(result[place], value, reader) {
                result[place] = sum
            } else if areComplementary(result[place], value, reader) {
                result.append(value)
            } else if isSame(result[place], value, reader) {
                let name = reader.names?[value.column].name ?? "\(value.column + 1)"
                reader.note(tr("the column {1} repeats another in another unit", name))
            } else {
                result.append(renamed(value, reader))
            }
        }
        return result
    }

    /// Two neighbours of which the second holds the rest in the smaller unit.
    private static func sum(
        _ first: TablePlan.Value, _ second: TablePlan.Value, _ reader: ColumnReading
    ) -> TablePlan.Value? {
        guard second.column == first.column + 1,
            let ratio = CompoundQuantity.ratio(first.conversion, second.conversion)
        else { return nil }
        let whole = numbers(first, reader).values.allSatisfy { $0 == $0.rounded() }
        let rest = numbers(second, reader).values.allSatisfy { $0 >= 0 && $0 < ratio }
        guard whole, rest else { return nil }
        var value = first
        value.kind = .sum(second.conversion)
        value.second = second.column
        return value
    }

    /// Whether no row has both: readings of a sensor and of a finger.
    private static func areComplementary(
        _ first: TablePlan.Value, _ second: TablePlan.Value, _ reader: ColumnReading
    ) -> Bool {
        let right = numbers(second, reader)
        return !right.isEmpty && numbers(first, reader).keys.allSatisfy { right[$0] == nil }
    }

    /// Whether two columns have the same values, to the digits that are written.
    private static func isSame(
        _ first: TablePlan.Value, _ second: TablePlan.Value, _ reader: ColumnReading
    ) -> Bool {
        let left = quantities(first, reader)
        let right = quantities(second, reader)
        let common = left.keys.filter { right[$0] != nil }
        guard !common.isEmpty else { return false }
        let same = common.count { row in
            let (a, b) = (left[row] ?? 0, right[row] ?? 0)
            return abs(a - b) <= 0.005 * max(abs(a), abs(b), 1e-9)
        }
        return same * 10 >= common.count * 9 && right.keys.allSatisfy { left[$0] != nil }
    }

    /// The value as a column of its own.
    private static func renamed(
        _ value: TablePlan.Value, _ reader: ColumnReading
    ) -> TablePlan.Value {
        var value = value
        let name = reader.names?[value.column]
        value.metric = CellUnits.column(
            name?.name ?? "\(value.column + 1)", name?.unit ?? value.metric.unit)
        if name?.unit != nil { value.conversion = .same }
        return value
    }

    /// The numbers of a value's column in the unit of its metric, by their rows.
    private static func quantities(
        _ value: TablePlan.Value, _ reader: ColumnReading
    ) -> [Int: Double] {
        var numbers = CellNumbers()
        var found: [Int: Double] = [:]
        for (index, row) in reader.body.enumerated() where value.column < row.fields.count {
            let outcome = ColumnReading.padded(row.fields[value.column]) { bytes, end in
                numbers.read(bytes, 0..<end, value)
            }
            if case .success(let number) = outcome { found[index] = number }
        }
        return found
    }

    /// The written numbers of a value's column, by their rows.
    private static func numbers(
        _ value: TablePlan.Value, _ reader: ColumnReading
    ) -> [Int: Double] {
        var found: [Int: Double] = [:]
        for (index, row) in reader.body.enumerated() where value.column < row.fields.count {
            guard !row.fields[value.column].isEmpty else { continue }
            found[index] = ColumnReading.number(row.fields[value.column], value.style)
        }
        return found
    }
}
