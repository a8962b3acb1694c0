import Localization
import Streams

extension TableDetection {
    /// The plan of a table of names and values, with how well it fits; nil if it is no such table.
    func namedPlan(
        _ rows: [Sample], _ dialect: Dialect
    ) -> (plan: TablePlan, score: Double)? {
        let columns = modalCount(rows)
        // Names contain blanks.
        guard columns >= 2, dialect.delimiter != UInt8(ascii: " ") else { return nil }
        let header = namedHeader(rows, columns)
        let body = header.map { Array(rows[($0 + 1)...]) } ?? rows
        let names = header.map { rows[$0].fields.map(HeaderNames.parse) }
        var reader = ColumnReading(
            body: body, names: names, columns: max(columns, names?.count ?? 0))
        reader.assumptions = assumptions
        reader.delimiter = dialect.delimiter
        reader.decimals = decimals
        guard let found = reader.namedColumns() else { return nil }
        // Most rows have a name and a number, or the file is something else.
        let good = body.count { row in
            found.column < row.fields.count && !row.fields[found.column].isEmpty
                && found.values.contains { value in
                    value.column < row.fields.count
                        && ColumnReading.looksLikeNumber(row.fields[value.column])
                }
        }
        guard good * 2 >= body.count else { return nil }
        var plan = TablePlan(
            dialect: dialect, start: found.column, startShape: .iso, values: found.values,
            columns: reader.columns, skippedRows: header.map { rows[$0].row + 1 } ?? 0)
        plan.areRowsWhole = TableDetection.areWhole(body, columns: plan.columns)
        plan.name = found.column
        plan.names = names?.map(\.name) ?? []
        plan.openDecimals = reader.openDecimals
        plan.notes = reader.notes
        plan.questions = reader.questions
        if let header, let note = headerNote(rows, header) { plan.notes.append(note) }
        let regular = rows.count { $0.fields.count == columns }
        return (plan, Double(regular) / Double(max(1, rows.count)))
    }

    /// The row that names the columns: the first one, if it begins with a word for names or has a
    /// text above a column of numbers.
    private func namedHeader(_ rows: [Sample], _ columns: Int) -> Int? {
        let wide = rows.prefix(40).firstIndex { row in
            row.fields.count >= columns - 1 && row.fields.count { !$0.isEmpty } >= 2
        }
        guard let wide else { return nil }
        let fields = rows[wide].fields
        if let first = fields.first(where: { !$0.isEmpty }), HeaderNames.isWordForNames(first) {
            return wide
        }
        let below = rows[(wide + 1)...]
        let isHeader = fields.indices.contains { column in
            guard !NumberText.missing.contains(fields[column].lowercased()),
                !ColumnReading.looksLikeNumber(fields[column])
            else { return false }
            let numbers = below.count {
                column < $0.fields.count && ColumnReading.looksLikeNumber($0.fields[column])
            }
            return numbers > 0 && numbers * 2 > below.count
        }
        return isHeader ? wide : nil
    }
}
