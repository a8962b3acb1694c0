import Streams

/// The units of columns that no catalogue knows, and of numbers in cells.
enum CellUnits {
    /// Whether a text in brackets behind a name may be a unit.
    static func mayBeUnit(_ text: String) -> Bool {
        if UnitConversion.isUnit(text) { return true }
        return !text.isEmpty && text.count <= 12 && !text.contains(where: \.isWhitespace)
            && text.contains { $0.isLetter || $0 == "%" }
            && HeaderQualifier.split(text).statistic == nil
    }

    /// The unit that most of the numbers in cells have; nil if most have none.
    static func common(_ cells: [String]) -> String? {
        let found = units(cells)
        let best = found.counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let best, best.value * 2 > found.numbers else { return nil }
        return best.key
    }

    /// Whether most of the numbers in cells have units.
    static func areThere(_ cells: [String]) -> Bool {
        let found = units(cells)
        return found.counts.values.reduce(0, +) * 2 > found.numbers
    }

    /// How often each unit is behind a number, and the number of numbers.
    private static func units(_ cells: [String]) -> (counts: [String: Int], numbers: Int) {
        var counts: [String: Int] = [:]
        var numbers = 0
        for cell in cells {
            let outcome = ColumnReading.padded(cell) { bytes, end in
                NumberText.read(bytes, 0, end, .point)
            }
            guard case .number(_, let unit) = outcome else { continue }
            numbers += 1
            if !unit.isEmpty, unit.count <= 12 { counts[unit, default: 0] += 1 }
        }
        return (counts, numbers)
    }

    /// Whether a cell is a quantity in several units, of the kind of a metric.
    static func isCompound(_ cell: String, _ metric: Metric?) -> Bool {
        guard let metric, !metric.unit.isEmpty else { return false }
        return [NumberStyle.point, .comma].contains {
            CompoundQuantity.read(cell, $0, to: metric.unit) != nil
        }
    }

    /// The metric of a name that means it only in one of its units; nil for another.
    static func metric(_ name: String, in unit: String) -> Metric? {
        let names: Set<String> = [
            "concentration", "konzentration", "concentración", "concentrazione",
        ]
        guard names.contains(HeaderNames.normalized(name)),
            UnitConversion.from(unit, to: "mg/dL") != nil
        else { return nil }
        return Metric(.glucose)
    }

    /// The metric of a column that is not known, with its unit.
    static func column(_ name: String, _ unit: String?) -> Metric {
        Metric(
            id: .column(name), family: .other, unit: unit ?? "", aggregation: .mean, title: name)
    }
}
