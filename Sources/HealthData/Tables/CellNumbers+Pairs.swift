import Streams

/// Numbers that more than one cell has, or more than a number is in.
extension CellNumbers {
    enum Pair {
        case success(Double, Double)
        case failure(RowRefusal)
    }

    /// Reads a number in the unit that its row names, if a column has the units.
    mutating func read(
        _ bytes: RawSpan, _ field: Range<Int>, _ value: TablePlan.Value, in row: borrowing Row
    ) -> Outcome {
        guard value.unit != nil else { return read(bytes, field, value) }
        guard let own = self.value(value, unitOf: row, bytes) else { return .failure(.unit) }
        return read(bytes, field, own)
    }

    /// Reads a pair: two cells, or two numbers in one.
    mutating func pair(
        _ bytes: RawSpan, _ row: borrowing Row, _ value: TablePlan.Value
    ) -> Pair {
        let field = row.fields[value.column]
        if case .pairText = value.kind {
            guard let pair = PairText.read(bytes, field.lowerBound, field.upperBound) else {
                return .failure(.notNumber)
            }
            guard let own = self.value(value, unitOf: row, bytes) else { return .failure(.unit) }
            return .success(
                own.conversion.value(ofWritten: pair.0), own.conversion.value(ofWritten: pair.1))
        }
        guard value.second < row.fields.count, !row.fields[value.second].isEmpty else {
            return .failure(.pair)
        }
        let first = read(bytes, field, value, in: row)
        switch (first, read(bytes, row.fields[value.second], value, in: row)) {
        case (.success(let upper), .success(let lower)): return .success(upper, lower)
        case (.failure(let problem), .failure(let other)):
            return .failure(problem == .noValue ? other : problem)
        case (.failure(let problem), _), (_, .failure(let problem)):
            return .failure(problem == .noValue ? .pair : problem)
        }
    }

    /// Reads a number in hundredths of another; nil if one of them is missing.
    mutating func percent(
        _ bytes: RawSpan, _ row: borrowing Row, _ value: TablePlan.Value
    ) -> Double? {
        guard value.second < row.fields.count, !row.fields[value.second].isEmpty,
            case .success(let part) = read(bytes, row.fields[value.column], value),
            case .success(let whole) = read(bytes, row.fields[value.second], value), whole > 0
        else { return nil }
        return part * 100 / whole
    }

    /// Reads a number, or the member with this name of a JSON object.
    mutating func member(
        _ name: String, _ bytes: RawSpan, _ row: borrowing Row, _ value: TablePlan.Value
    ) -> Outcome {
        let field = row.fields[value.column]
        let plain = read(bytes, field, value)
        guard case .failure(.notNumber) = plain else { return plain }
        let cell = bytes.field(field, quoted: row.hasQuotes)
        guard let number = JSONSeries.number(cell, name) else {
            return .failure(cell.hasPrefix("{") ? .noValue : .notNumber)
        }
        return value.missing.contains(number) ? .failure(.noValue) : .success(number)
    }
}
