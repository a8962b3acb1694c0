// The unit of a column without one, by the other columns of the same rows.
//
// A weight and the body mass index next to it make a height, and a distance and the steps next to
// it make the length of a step: in one unit it is that of a person, in the others it is not. The
// ranges are wide, and where two units fit the unit of the chart is kept.

import Localization

/// Finds the unit of a column by the columns next to it.
enum UnitEvidence {
    /// The unit, and how it was found; nil if nothing shows it, or if it is the metric's own.
    ///
    /// - Parameter name: the name of the column.
    static func unit(
        of value: TablePlan.Value, _ name: String, in reader: inout ColumnReading
    ) -> (unit: String, reason: String)? {
        switch value.metric.id {
        case .weight:
            guard let square = ratio(of: value, to: .metric(.bodyMassIndex), in: &reader),
                let unit = unit(bySquareOfHeight: square)
            else { return nil }
            return (
                unit,
                tr("the column {1} has no unit, and the body mass index next to it shows it", name)
            )
        case .distance:
            guard let length = ratio(of: value, to: .metric(.steps), in: &reader),
                let unit = unit(byStep: length)
            else { return nil }
            return (
                unit, tr("the column {1} has no unit, and the steps next to it show it", name)
            )
        default: return nil
        }
    }

    /// The unit in which a weight divided by the body mass index is the square of a height.
    private static func unit(bySquareOfHeight square: Double) -> String? {
        // In kilograms these are 1.3 to 2.1 m: a person of 1.45 m or more who is weighed in pounds
        // seems taller, and one of up to 2.3 m who is weighed in stones seems smaller.
        if (1.3 * 1.3...2.1 * 2.1).contains(square) { return nil }
        let sizes = [("lb", 0.453_592_37), ("st", 6.350_293_18), ("g", 0.001)]
        return sizes.first { (1.3 * 1.3...2.3 * 2.3).contains(square * $0.1) }?.0
    }

    /// The unit in which a distance divided by the steps is the length of a step.
    private static func unit(byStep length: Double) -> String? {
        if (0.1...2).contains(length) { return nil }
        // In kilometres, steps of 0.52 m and more; in miles, those of a walk are 0.4 to 0.84 m.
        if (0.00052...0.002).contains(length) { return "km" }
        return (0.00025..<0.00052).contains(length) ? "mi" : nil
    }

    /// How many times as great a column is as the one with a role, in the same rows.
    private static func ratio(
        of value: TablePlan.Value, to role: HeaderNames.Role, in reader: inout ColumnReading
    ) -> Double? {
        guard let metric = role.metric.flatMap({ Metric($0) }),
            let column = (0..<reader.columns).first(where: { reader.role($0) == role })
        else { return nil }
        let other = TablePlan.Value(
            kind: .number, column: column, metric: metric, style: reader.style([column], metric))
        return ratio(of: value, to: other, in: reader)
    }

    /// How many times as great a column is as another in the same rows, in the median; nil if no
    /// row has both.
    static func ratio(
        of value: TablePlan.Value, to other: TablePlan.Value, in reader: ColumnReading
    ) -> Double? {
        let ratios = reader.body.compactMap { row -> Double? in
            guard value.column < row.fields.count, other.column < row.fields.count,
                let number = ColumnReading.number(row.fields[value.column], value.style),
                let divisor = ColumnReading.number(row.fields[other.column], other.style),
                number > 0, divisor > 0
            else { return nil }
            return number / divisor
        }
        return ratios.isEmpty ? nil : ratios.sorted()[ratios.count / 2]
    }
}

extension HeaderNames.Role {
    /// The metric that it names.
    fileprivate var metric: MetricID? {
        if case .metric(let id) = self { id } else { nil }
    }
}
