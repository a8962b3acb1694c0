// Detects the form of a table: its delimiter, its header, and which columns hold dates, times and
// values.
//
// Method: every delimiter is tried on the first rows; the one that gives rows of equal length with
// a column of dates and a column of values wins. A column of dates has the shape that most of its
// cells have. The file's name decides nothing but whether a table with only times is about sleep or
// workouts. Assumptions are noted for the report. Rule for dates like 03/04/2026: a value above 12
// anywhere in the file decides; if there is none, the day is first. A table is taken only if it has
// numbers, under a header or in a known shape: rows of scraps of text are refused with what was
// seen.

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
    static let delimiters: [UInt8] = [0x09, 0x3b, 0x7c, 0x2c, 0x20]

    let assumptions: Assumptions
    /// The name of the file.
    var name = ""
    /// How all numbers are written, if the kind of file decides it.
    var decimals: NumberStyle?
    /// Whether a program wrote the rows as records with named values, and not a person.
    var isOfRecords = false
    /// Whether the rows are those of a sheet, whose cells no character divides.
    var isSheet = false

    /// The words of the file's name.
    private var fileWords: Set<String> {
        let stem = name.split(separator: ".").dropLast().joined(separator: " ")
        return Set(HeaderNames.normalized(stem).split(separator: " ").map(String.init))
    }

    /// The plan for a file that begins with these bytes (`count` valid ones, padded); nil if it is
    /// not a table.
    func plan(_ bytes: RawSpan, count: Int, whole: Bool) -> TablePlan? {
        let newline = TableDetection.newline(of: bytes, count: count)
        var best: (plan: TablePlan, score: Double)?
        // A table without dates; it is used only if no delimiter gives one with dates.
        var named: (plan: TablePlan, score: Double)?
        for delimiter in TableDetection.delimiters {
            // A delimiter that does not occur cannot separate columns.
            guard bytes.first(delimiter, from: 0, to: count) < count else { continue }
            let dialect = Dialect(delimiter: delimiter, newline: newline)
            let splitter = RowSplitter(dialect: dialect)
            var comments = TableComments()
            let all = TableDetection.sample(bytes, count, splitter, whole: whole, &comments)
            let rows = HeaderRow.firstSection(all)
            if let candidate = evaluate(rows, dialect, comments) {
                if candidate.score > (best?.score ?? 0) + 1e-9 { best = candidate }
            } else if best == nil, let candidate = namedPlan(rows, dialect) {
                if candidate.score > (named?.score ?? 0) + 1e-9 { named = candidate }
            }
        }
        return best?.plan ?? named?.plan
    }

    /// Whether each of some rows has a field for every column; the last one may be a part of one.
    static func areWhole(_ rows: [Sample], columns: Int) -> Bool {
        rows.count > 1 && rows.dropLast().allSatisfy { $0.fields.count >= columns }
    }

    /// The byte that ends the lines.
    static func newline(of bytes: RawSpan, count: Int) -> UInt8 {
        let hasOnlyReturns =
            bytes.first(0x0a, from: 0, to: count) == count
            && bytes.first(0x0d, from: 0, to: count) < count
        return hasOnlyReturns ? 0x0d : 0x0a
    }

    /// The first rows that are neither empty nor comments.
    static func sample(
        _ bytes: RawSpan, _ count: Int, _ splitter: RowSplitter, whole: Bool
    ) -> [Sample] {
        var comments = TableComments()
        return sample(bytes, count, splitter, whole: whole, &comments)
    }

    /// The first rows that are neither empty nor comments; the comments above them are added.
    private static func sample(
        _ bytes: RawSpan, _ count: Int, _ splitter: RowSplitter, whole: Bool,
        _ comments: inout TableComments
    ) -> [Sample] {
        var rows: [Sample] = []
        var row = Row()
        var index = 0
        var number = 0
        var line = 1
        while index < count, rows.count < TableDetection.sampledRows {
            guard splitter.split(bytes, index, count, final: whole, into: &row) else { break }
            let isEmpty = row.fields.allSatisfy(\.isEmpty)
            if !isEmpty, !row.isBroken {
                let fields = row.fields.map { bytes.field($0, quoted: row.hasQuotes) }
                if !row.isComment(bytes) {
                    rows.append(Sample(fields: fields, row: number, line: line))
                } else if rows.isEmpty {
                    comments.add(fields)
                }
            }
            index = row.next
            number += 1
            line += row.lines
        }
        return rows
    }

    private func evaluate(
        _ rows: [Sample], _ dialect: Dialect, _ comments: TableComments
    ) -> (plan: TablePlan, score: Double)? {
        let columns = modalCount(rows)
        guard columns >= 2 else { return nil }
        var comments = comments
        let header = headerIndex(rows, columns)
        for row in rows[..<(header ?? 0)] { comments.addRow(row.fields) }
        var body = header.map { Array(rows[($0 + 1)...]) } ?? rows
        // A comment right above the first row names the columns as well.
        let cells = header.map { rows[$0].fields } ?? comments.header(columns: columns)
        let aligned = cells.map { AlignedHeader($0, body) }
        let names = (aligned?.names).map(HeaderContext.resolved)
        let dates = DateRows(&body, names)
        var reader = ColumnReading(
            body: body, names: names, columns: max(columns, names?.count ?? 0))
        reader.assumptions = assumptions
        reader.fileUnits = comments.units
        reader.delimiter = dialect.delimiter
        reader.decimals = decimals
        reader.isOfRecords = isOfRecords
        guard var times = reader.timeColumns() else { return nil }
        let regular = rows.filter { abs($0.fields.count - columns) <= 1 }.count
        let share = Double(regular) / Double(max(1, rows.count))
        let meaning = TableMeaning(&reader, &times, file: fileWords)
        guard meaning.isTaken(reader, times, dialect, regular: share) else { return nil }
        let firstBody = body.first { row in
            row.fields.count > times.start
                && reader.reads(row.fields[times.start], times.startShape)
        }
        var plan = TablePlan(
            dialect: dialect, start: times.start, startShape: times.startShape,
            values: meaning.values, columns: reader.columns, skippedRows: 0)
        plan.names = names?.map(\.name) ?? []
        plan.time = times.time
        plan.end = times.end
        plan.endShape = times.endShape
        plan.endIsClock = times.endIsClock
        plan.source = times.source
        plan.isDateOrderOpen = times.isOrderOpen
        meaning.complete(&plan)
        plan.areRowsWhole = TableDetection.areWhole(body, columns: reader.columns)
        plan.carriesDates = dates.areCarried
        plan.years = times.years
        plan.order = RowOrder(body, plan)
        plan.openDecimals = reader.openDecimals
        plan.notes = reader.notes
        if let note = aligned?.note { plan.notes.append(note) }
        plan.questions = reader.questions
        if let header {
            plan.skippedRows = rows[header].row + 1
            plan.header = rows[header].fields
            if let note = headerNote(rows, header) { plan.notes.append(note) }
        } else if let firstBody, let first = rows.first, names == nil {
            // Without a header every row counts, even an unreadable first row.
            plan.skippedRows = min(first.row, firstBody.row)
        }
        return (plan, times.ratio + share)
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
    func headerIndex(_ rows: [Sample], _ columns: Int) -> Int? {
        for (index, row) in rows.prefix(40).enumerated() {
            let cells = row.fields.filter { !$0.isEmpty }
            if TableComments.units(row.fields) != nil { continue }
            if HeaderRow.isHeader(row.fields), row.fields.count >= columns - 1 { return index }
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
