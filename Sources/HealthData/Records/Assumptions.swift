import Localization

/// The order of day and month in a date, if a file does not prove it.
package enum DateOrder: String, Sendable, Hashable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}

/// The sign between a whole number and its decimals, if a file does not show it.
package enum DecimalSign: String, Sendable, Hashable {
    case comma
    case point
}

/// What to assume if a file does not specify it.
package struct Assumptions: Sendable, Hashable {
    /// The order of day and month; nil lets the rule decide (day first), and the report asks.
    package var dateOrder: DateOrder?
    /// The decimal sign of numbers like `1,234`; nil lets the rule decide, and the report asks.
    package var decimalSign: DecimalSign?
    /// The unit of a metric's values that have none in the file, as files write it.
    package var units: [MetricID: String] = [:]
    /// Whether impossible values of a metric count; the others are left out, and the report asks.
    package var values: [MetricID: DoubtAnswer] = [:]
    /// Whether samples that are dated after tomorrow count; if nil, they are left out, and the
    /// report asks.
    package var future: DoubtAnswer?

    package init(dateOrder: DateOrder? = nil) { self.dateOrder = dateOrder }

    /// Adds one assumption in the syntax of the command line: `date=dmy`, `decimal=comma`,
    /// `unit.weight=lb`, `value.weight=right`, `future=out`.
    ///
    /// - Throws: why the text is not an assumption.
    package mutating func add(_ text: String) throws(Misfit) {
        // An earlier version accepted only the order.
        if let order = DateOrder(rawValue: text) {
            dateOrder = order
            return
        }
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw Misfit(
                sentence: tr("{1} is not an assumption; write date=dmy or unit.weight=lb", text))
        }
        if parts[0] == "date" {
            guard let order = DateOrder(rawValue: parts[1]) else {
                throw Misfit(
                    sentence: tr("{1} is not an order of dates; write dmy or mdy", parts[1]))
            }
            dateOrder = order
            return
        }
        if parts[0] == "decimal" {
            guard let sign = DecimalSign(rawValue: parts[1]) else {
                throw Misfit(
                    sentence: tr("{1} is not a decimal sign; write comma or point", parts[1]))
            }
            decimalSign = sign
            return
        }
        if parts[0] == DoubtSearch.future {
            future = try Self.answer(parts[1])
            return
        }
        if let metric = Metric.catalogue.first(where: { DoubtSearch.id($0.id) == parts[0] }) {
            values[metric.id] = try Self.answer(parts[1])
            return
        }
        guard parts[0].hasPrefix("unit."),
            let metric = Metric.catalogue.first(where: { "unit.\($0.id)" == parts[0] })
        else {
            throw Misfit(
                sentence: tr(
                    "{1} cannot be assumed; what can is date, decimal, future, unit.METRIC and value.METRIC",
                    parts[0]))
        }
        guard UnitConversion.from(parts[1], to: metric.unit) != nil else {
            throw Misfit(sentence: tr("{1} is not a unit of {2}", parts[1], metric.id.rawValue))
        }
        units[metric.id] = parts[1]
    }

    /// The answer about samples that look wrong.
    private static func answer(_ text: String) throws(Misfit) -> DoubtAnswer {
        guard let answer = DoubtAnswer(rawValue: text) else {
            throw Misfit(
                sentence: tr(
                    "{1} is no answer about what looks wrong; write out (leave it out) or right",
                    text))
        }
        return answer
    }

    /// Whether the assumptions decide a question.
    func settles(_ id: String) -> Bool {
        switch id {
        case "date": dateOrder != nil
        case "decimal": decimalSign != nil
        case DoubtSearch.future: future != nil
        default:
            units.keys.contains { "unit.\($0)" == id }
                || values.keys.contains { DoubtSearch.id($0) == id }
        }
    }

    /// These assumptions, and for what they leave open those of another.
    func completed(by other: Assumptions) -> Assumptions {
        var result = self
        result.dateOrder = dateOrder ?? other.dateOrder
        result.decimalSign = decimalSign ?? other.decimalSign
        result.units.merge(other.units) { own, _ in own }
        result.values.merge(other.values) { own, _ in own }
        result.future = future ?? other.future
        return result
    }

    /// Why a text is not an assumption.
    package struct Misfit: Error, Hashable, CustomStringConvertible {
        let sentence: String

        package var description: String { sentence }
    }
}
