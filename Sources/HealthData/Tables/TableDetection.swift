// Detects the form of a table: its delimiter, its header, and which columns hold dates, times and
// values.
//
// Method: every delimiter is tried on the first rows; the one that gives rows of equal length with
// a column of dates and a column of values wins. A column of dates has the shape that most of its
// cells have. The file's name plays no part. Assumptions are noted for the report. Rule for dates
// like 03/04/2026: a value above 12 anywhere in the file decides; if there is none, the day is
// first.

import Localization
import Streams

struct TableDetection: TablePlanner {
    struct Sample {
        var fields: [String]
        /// The index among all rows of the file, including comments and empty lines.
        var row: Int
        var line: Int
    }

    static let sampledRows = 400
    private static let delimiters: [UInt8] = [0x09, 0x3b, 0x7c, 0x2c, 0x20]

    let assumptions: Assumptions
    /// How all numbers are written, if the kind of file decides it.
    var decimals: NumberStyle?

    var refusal: (problem: String, remedy: String) {
        (
            tr(
                "does not look like a table"),
            tr(
                "Oresen needs a column of dates (or names) and a column of values, such as 2026-10-31 08:00,72.5"
            )
        )
    }

    /// The plan for a file that begins with these bytes (`count` valid ones, padded); nil if it is
    /// not a table.
    func plan(_ bytes: RawSpan, count: Int, whole: Bool) -> TablePlan? {
        var newline: UInt8 = 0x0a
        if bytes.first(0x0a, from: 0, to: count) == count,
            bytes.first(0x0d, from: 0, to: count) < count
        {
            newline = 0x0d
        }
        var best: (plan: TablePlan, score: Double)?
        // A table without dates; it is used only if no delimiter gives one with dates.
        var named: (plan: TablePlan, score: Double)?
        for delimiter in TableDetection.delimiters {
            // A delimiter that does not occur cannot separate columns.
            guard bytes.first(delimiter, from: 0, to: count) < count else { continue }
            let dialect = Dialect(delimiter: delimiter, newline: newline)
            let splitter = RowSplitter(dialect: dialect)
            let rows = TableDetection.sample(bytes, count, splitter, whole: whole)
            if let candidate = evaluate(rows, dialect) {
                if candidate.score > (best?.score ?? 0) + 1e-9 { best = candidate }
            } else if best == nil, let candidate = namedPlan(rows, dialect) {
                if candidate.score > (named?.score ?? 0) + 1e-9 { named = candidate }
            }
        }
        return best?.plan ?? named?.plan
    }

    /// The first rows that are neither empty nor comments.
    static func sample(
        _ bytes: RawSpan, _ count: Int, _ splitter: RowSplitter, whole: Bool
    ) -> [Sample] {
        var rows: [Sample] = []
        var row = Row()
        var index = 0
        var number = 0
        var line = 1
        while index < count, rows.count < TableDetection.sampledRows {
            guard splitter.split(bytes, index, count, final: whole, into: &row) else { break }
            let isEmpty = row.fields.allSatisfy(\.isEmpty)
            if !isEmpty, !row.isComment(bytes), !row.isBroken {
                rows.append(
                    Sample(
                        fields: row.fields.map { bytes.field($0, quoted: row.hasQuotes) },
                        row: number,
                        line: line))
            }
            index = row.next
            number += 1
            line += row.lines
        }
        return rows
    }

    private func evaluate(
        _ rows: [Sample], _ dialect: Dialect
    ) -> (plan: TablePlan, score: Double)? {
        let columns = modalCount(rows)
        guard columns >= 2 else { return nil }
        let header = headerIndex(rows, columns)
        let body = header.map { Array(rows[($0 + 1)...]) } ?? rows
        let names = header.map { rows[$0].fields.map(HeaderNames.parse) }
        var reader = ColumnReading(
            body: body, names: names, columns: max(columns, names?.count ?? 0))
        reader.assumptions = assumptions
        reader.delimiter = dialect.delimiter
        reader.decimals = decimals
        guard let times = reader.timeColumns() else { return nil }
        let values = reader.valueColumns(times)
        guard !values.isEmpty else { return nil }
        let firstBody = body.first { row in
            row.fields.count > times.start
                && reader.reads(row.fields[times.start], times.startShape)
        }
        var plan = TablePlan(
            dialect: dialect, start: times.start, startShape: times.startShape, values: values,
            columns: reader.columns, skippedRows: 0)
        plan.time = times.time
        plan.end = times.end
        plan.endShape = times.endShape
        plan.source = times.source
        plan.isDateOrderOpen = times.isOrderOpen
        plan.years = times.years
        plan.order = RowOrder(body, plan)
        plan.openDecimals = reader.openDecimals
        plan.notes = reader.notes
        plan.questions = reader.questions
        if let header {
            plan.skippedRows = rows[header].row + 1
            if let note = headerNote(rows, header) { plan.notes.append(note) }
        } else if let firstBody, let first = rows.first, names == nil {
            // Without a header every row counts, even an unreadable first row.
            plan.skippedRows = min(first.row, firstBody.row)
        }
        let regular = rows.filter { abs($0.fields.count - columns) <= 1 }.count
        let score = times.ratio + Double(regular) / Double(max(1, rows.count))
        return (plan, score)
    }

    /// The note about the lines before the header.
    func headerNote(_ rows: [Sample], _ header: Int) -> ImportNote? {
        guard header > 0 else { return nil }
        return ImportNote(
            place: tr("line {1}", "\(rows[0].line)"),
            text: trn(
                "{n} line before the header was passed over",
                "{n} lines before the header were passed over", count: header))
    }

    func modalCount(_ rows: [Sample]) -> Int {
        var counts: [Int: Int] = [:]
        for row in rows { counts[row.fields.count, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }

    /// The row that names the columns: only texts, before the first row with a date.
    private func headerIndex(_ rows: [Sample], _ columns: Int) -> Int? {
        for (index, row) in rows.prefix(40).enumerated() {
            let cells = row.fields.filter { !$0.isEmpty }
            let texts = cells.filter { !ColumnReading.looksLikeData($0) }
            if texts.count == cells.count, cells.count >= 2, row.fields.count >= columns - 1 {
                // A row of names has at least one known name, or differs in kind from the rows
                // below it.
                return index
            }
            if row.fields.count >= columns - 1, cells.contains(where: ColumnReading.looksLikeDate) {
                return nil
            }
        }
        return nil
    }
}
