import Streams

/// Reads the numbers in the cells of a table, in the units of their metrics.
struct CellNumbers: Sendable {
    enum Outcome {
        case success(Double)
        case failure(RowRefusal)
    }

    /// The conversions of the units met so far, by the metric's unit.
    private var units: [String: [String: UnitConversion]] = [:]

    /// Reads a number with thousands groups, a decimal comma, or units behind it.
    @inline(never)
    mutating func read(
        _ bytes: RawSpan, _ field: Range<Int>, _ value: TablePlan.Value
    ) -> Outcome {
        let plain = NumberText.read(
            bytes, field.lowerBound, field.upperBound, value.style, shift: value.conversion.shift)
        switch plain {
        case .missing: return .failure(.noValue)
        case .notFinite: return .failure(.notFinite)
        case .notNumber: return compound(bytes, field, value)
        case .number(let number, let unit):
            if !value.missing.isEmpty, value.missing.contains(number) { return .failure(.noValue) }
            if unit.isEmpty { return .success(value.conversion.apply(number)) }
            if !value.acceptsUnits {
                // Next to numbers without a unit it is another quantity.
                return value.isReading && UnitConversion.isUnit(unit)
                    ? .failure(.unit) : .success(value.conversion.apply(number))
            }
            guard let conversion = conversion(unit, of: value.metric) else {
                // `12st 4lb` with a unit that also ends a number: the quantity has two.
                if case .success(let sum) = compound(bytes, field, value) { return .success(sum) }
                return .failure(.unit)
            }
            guard
                case .number(let shifted, _) = NumberText.read(
                    bytes, field.lowerBound, field.upperBound, value.style, shift: conversion.shift)
            else { return .failure(.notNumber) }
            return .success(conversion.apply(shifted))
        }
    }

    /// The value with the conversion of a row's unit; nil if the unit is of another kind.
    mutating func value(
        _ value: TablePlan.Value, unitOf row: borrowing Row, _ bytes: RawSpan
    ) -> TablePlan.Value? {
        guard let column = value.unit, column < row.fields.count, !row.fields[column].isEmpty else {
            return value
        }
        let unit = bytes.field(row.fields[column], quoted: row.hasQuotes)
        if NumberText.missing.contains(unit.lowercased()) { return value }
        guard let conversion = conversion(unit, of: value.metric) else { return nil }
        var value = value
        value.conversion = conversion
        return value
    }

    /// Reads a quantity of which the second column holds the rest in a smaller unit.
    mutating func sum(
        _ bytes: RawSpan, _ row: borrowing Row, _ value: TablePlan.Value,
        _ smaller: UnitConversion
    ) -> Outcome {
        let first = read(bytes, row.fields[value.column], value)
        guard case .success(let whole) = first, value.second < row.fields.count,
            !row.fields[value.second].isEmpty
        else { return first }
        var rest = value
        rest.conversion = smaller
        switch read(bytes, row.fields[value.second], rest) {
        case .success(let number): return .success(whole + number)
        case .failure(.noValue): return first
        case .failure(let problem): return .failure(problem)
        }
    }

    /// The conversion of a unit; nil if it is of another kind.
    ///
    /// The mass of a mole is known of glucose only.
    mutating func conversion(_ unit: String, of metric: Metric) -> UnitConversion? {
        let canonical = metric.unit
        if canonical == "mg/dL", metric.id != .glucose {
            return unit.lowercased() == "mg/dl" ? .same : nil
        }
        if let known = units[canonical]?[unit] { return known }
        guard let found = UnitConversion.from(unit, to: canonical) else { return nil }
        units[canonical, default: [:]][unit] = found
        return found
    }

    private func compound(
        _ bytes: RawSpan, _ field: Range<Int>, _ value: TablePlan.Value
    ) -> Outcome {
        guard field.count <= 64, value.acceptsUnits else { return .failure(.notNumber) }
        let text = bytes.text(field.lowerBound, field.upperBound)
        if let sum = CompoundQuantity.read(text, value.style, to: value.metric.unit) {
            return .success(sum)
        }
        let isOutside = value.metric.id == .glucose && CellNumbers.isOutsideRange(text)
        return .failure(isOutside ? .sensorRange : .notNumber)
    }

    /// Whether a text says that the value was outside the range of a sensor.
    static func isOutsideRange(_ text: String) -> Bool {
        ["lo", "hi", "low", "high"].contains(text.lowercased())
    }
}
