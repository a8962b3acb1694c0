// Tables of names and values, without dates.
//
// Method: the first column whose cells are mostly text holds the names; every column whose cells
// are mostly numbers holds values. Anything that looks like a date is never a name: a table of
// dates in an unreadable form is refused instead of becoming a table of categories. Two signs show
// it: the cells (groups of digits make up at least half of them) and the word in the header. Cells
// without any digit are an exception: days of the week and months are names.

import Localization
import Streams

extension ColumnReading {
    /// The columns of a table of names and values.
    struct Names {
        var column: Int
        var values: [TablePlan.Value]
    }

    /// The columns of names and of their values; nil if the table has none.
    mutating func namedColumns() -> Names? {
        guard !body.isEmpty,
            let column = (0..<columns).first(where: { isText(cells($0)) }), holdsNames(column)
        else { return nil }
        let others = (0..<columns).filter { $0 != column }
        let values = others.filter { isNumeric($0) }.map { value($0, sole: others.count == 1) }
        guard !values.isEmpty else { return nil }
        for other in others where !values.contains(where: { $0.column == other }) {
            if let names, other < names.count, !names[other].name.isEmpty, !cells(other).isEmpty {
                note(tr("the column {1} holds free text and was passed over", names[other].name))
            }
        }
        return Names(column: column, values: values)
    }

    private func isText(_ cells: [String]) -> Bool {
        let texts = cells.count { !ColumnReading.looksLikeData($0) }
        return texts * 2 > cells.count
    }

    private func holdsNames(_ column: Int) -> Bool {
        let cells = cells(column)
        if cells.count(where: ColumnReading.hasFormOfDate) * 3 > cells.count { return false }
        switch role(column) {
        case .start, .end, .time:
            return !cells.contains { $0.contains(where: \.isNumber) }
        default: return true
        }
    }

    /// Whether a cell has the form of any date or time: at least two groups of digits, and at least
    /// half of its characters digits.
    static func hasFormOfDate(_ cell: String) -> Bool {
        let digits = cell.count { $0.isNumber }
        let groups = cell.split { !$0.isNumber }.count
        if groups >= 2, digits >= 3, digits * 2 >= cell.count(where: { !$0.isWhitespace }) {
            return true
        }
        // A year and another number, with words of any language: a date that cannot be read.
        let numbers = cell.split { !$0.isNumber }.compactMap { Int($0) }
        let years = numbers.count { (1900...2100).contains($0) || (2400...2700).contains($0) }
        return years == 1 && (2...6).contains(numbers.count) || looksLikeDate(cell) && digits > 0
    }

    private func isNumeric(_ column: Int) -> Bool {
        let cells = cells(column).filter { !NumberText.missing.contains($0.lowercased()) }
        let numbers = cells.count { ColumnReading.looksLikeNumber($0) }
        return numbers > 0 && numbers * 2 > cells.count
    }

    private mutating func value(_ column: Int, sole: Bool) -> TablePlan.Value {
        let parsed = names.flatMap { column < $0.count ? $0[column] : nil }
        let name =
            parsed.map { $0.name.isEmpty ? "\(column + 1)" : $0.name }
            ?? (sole ? "value" : "\(column + 1)")
        let metric = Metric.named(name, unit: parsed?.unit ?? "")
        return TablePlan.Value(
            kind: .named, column: column, metric: metric, style: style([column], metric))
    }
}
