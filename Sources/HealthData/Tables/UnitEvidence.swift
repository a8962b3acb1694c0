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
            let indices = ratios(of: value, by: .metric(.bodyMassIndex), in: &reader)
            guard let unit = unit(byHeight: indices) else { return nil }
            return (
                unit,
                tr("the column {1} has no unit, and the body mass index next to it shows it", name)
            )
        case .distance:
            let lengths = ratios(of: value, by: .metric(.steps), in: &reader)
            guard let unit = unit(byStep: lengths) else { return nil }
            return (
                unit, tr("the column {1} has no unit, and the steps next to it show it", name)
            )
        default: return nil
        }
    }

    /// The unit in which a weight divided by the body mass index is the square of a height.
    private static func unit(byHeight squares: [Double]) -> String? {
        guard let square = median(squares) else { return nil }
        // In kilograms these are 1.3 to 2.1 m: a person of 1.45 m or more who is weighed in pounds
        // seems taller, and one of up to 2.3 m who is weighed in stones seems smaller.
        if (1.3 * 1.3...2.1 * 2.1).contains(square) { return nil }
        let sizes = [("lb", 0.453_592_37), ("st", 6.350_293_18), ("g", 0.001)]
        return sizes.first { (1.3 * 1.3...2.3 * 2.3).contains(square * $0.1) }?.0
    }

    /// The unit in which a distance divided by the steps is the length of a step.
    private static func unit(byStep lengths: [Double]) -> String? {
        guard let length = median(lengths) else { return nil }
        if (0.1...2).contains(length) { return nil }
        // In kilometres, steps of 0.52 m and more; in miles, those of a walk are 0.4 to 0.84 m.
        if (0.00052...0.002).contains(length) { return "km" }
        return (0.00025..<0.00052).contains(length) ? "mi" : nil
    }

    /// The numbers of a column, each divided by that of the column with a role in the same row.
    private static func ratios(
        of value: TablePlan.Value, by role: HeaderNames.Role, in reader: inout ColumnReading
    ) -> [Double] {
        guard let metric = role.metric.flatMap({ Metric($0) }),
            let other = (0..<reader.columns).first(where: { reader.role($0) == role })
        else { return [] }
        let style = reader.style([other], metric)
        return reader.body.compactMap { row in
            guard value.column < row.fields.count, other < row.fields.count,
                let number = ColumnReading.number(row.fields[value.column], value.style),
                let divisor = ColumnReading.number(row.fields[other], style),
                number > 0, divisor > 0
            else { return nil }
            return number / divisor
        }
    }

    private static func median(_ numbers: [Double]) -> Double? {
        numbers.isEmpty ? nil : numbers.sorted()[numbers.count / 2]
    }
}

extension HeaderNames.Role {
    /// The metric that it names.
    fileprivate var metric: MetricID? {
        if case .metric(let id) = self { id } else { nil }
    }
}
