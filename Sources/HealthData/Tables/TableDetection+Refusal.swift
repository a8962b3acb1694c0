// What was seen of a text that is not a table of dates and values.
//
// The delimiter is the one that gives the most rows of equal length. If there is a header, the
// column that is shown is the one that it calls a date, otherwise the first. Its first cell below
// the header shows what could not be read.

import Localization
import Streams

extension TableDetection {
    private static var remedy: String {
        tr(
            "Oresen needs a column of dates (or names) and a column of values, such as 2026-10-31 08:00,72.5"
        )
    }
    /// The most names of a header that are shown.
    private static let mostNames = 8

    /// A document divided by one delimiter.
    private struct Division {
        var delimiter: UInt8
        var rows: [Sample]
        var columns: Int
        /// The fraction of rows with this number of columns.
        var regularity: Double
    }

    func refusal(_ bytes: RawSpan, count: Int, whole: Bool) -> TableRefusal {
        let divisions = TableDetection.delimiters.compactMap { delimiter in
            division(bytes, count, delimiter, whole: whole)
        }
        // Blanks divide any text into words.
        let delimited = divisions.filter { $0.delimiter != UInt8(ascii: " ") }
        guard
            let best = delimited.max(by: {
                ($0.regularity, $0.columns) < ($1.regularity, $1.columns)
            })
        else {
            let line = divisions.first?.rows.first
            let text = line?.fields.joined(separator: " ") ?? ""
            return TableRefusal(
                line: line?.line ?? 1,
                problem: text.isEmpty
                    ? tr("does not look like a table: no character divides its lines into columns")
                    : tr(
                        "does not look like a table: no character divides its lines into columns, such as {1}",
                        RefusedCell(column: "", value: text).description),
                remedy: TableDetection.remedy)
        }
        return severalTables(best.rows) ?? refusal(of: best)
    }

    /// The error for rows with several headers; nil if they have one at most.
    private func severalTables(_ rows: [Sample]) -> TableRefusal? {
        let headers = HeaderRow.all(rows)
        guard headers.count >= 2 else { return nil }
        let lines = headers.prefix(TableDetection.mostNames).map { "\(rows[$0].line)" }
        return TableRefusal(
            line: rows[headers[0]].line,
            problem: trn(
                "looks like several tables in one file; {n} header at line {1}",
                "looks like several tables in one file; {n} headers at lines {1}",
                count: headers.count, lines.joined(separator: ", ")),
            remedy: tr(
                "give each of them as a file of its own, with a header and a column of dates"))
    }

    private func division(
        _ bytes: RawSpan, _ count: Int, _ delimiter: UInt8, whole: Bool
    ) -> Division? {
        let newline = TableDetection.newline(of: bytes, count: count)
        let splitter = RowSplitter(dialect: Dialect(delimiter: delimiter, newline: newline))
        let rows = TableDetection.sample(bytes, count, splitter, whole: whole)
        let columns = modalCount(rows)
        guard columns >= 2 || delimiter == UInt8(ascii: " "), !rows.isEmpty else { return nil }
        let regular = rows.count { $0.fields.count == columns }
        return Division(
            delimiter: delimiter, rows: rows, columns: columns,
            regularity: Double(regular) / Double(rows.count))
    }

    private func refusal(of division: Division) -> TableRefusal {
        let (rows, columns) = (division.rows, division.columns)
        let header = headerIndex(rows, columns)
        let names = header.map { rows[$0].fields.map(HeaderNames.parse) }
        let body = header.map { Array(rows[($0 + 1)...]) } ?? rows
        let shownHeader = header.map { shown(rows[$0].fields) }
        let divided =
            isSheet
            ? tr("does not look like a table of dates and values")
            : tr(
                "does not look like a table of dates and values: {1} divides its columns",
                TableDetection.name(of: division.delimiter))
        let head =
            shownHeader.map { tr("{1}, the header is {2}", divided, $0) }
            ?? tr("{1}, there is no header", divided)
        var reader = ColumnReading(
            body: body, names: names, columns: max(columns, names?.count ?? 0))
        reader.assumptions = assumptions
        let line = header.map { rows[$0].line } ?? rows[0].line
        if let times = reader.timeColumns() {
            let name = names.flatMap { times.start < $0.count ? $0[times.start].name : nil }
            return TableRefusal(
                line: line,
                problem: tr(
                    "{1}, and no column holds values next to the dates in {2}", head,
                    name ?? tr("column {1}", "\(times.start + 1)")),
                remedy: TableDetection.remedy)
        }
        let column = names?.firstIndex { $0.role == .start || $0.role == .time } ?? 0
        let first = body.first { column < $0.fields.count && !$0.fields[column].isEmpty }
        guard let first else {
            return TableRefusal(
                line: line, problem: tr("{1}, and no rows follow it", head),
                remedy: TableDetection.remedy)
        }
        let cell = RefusedCell(column: "", value: first.fields[column]).description
        let name = names.flatMap { column < $0.count ? $0[column].name : nil } ?? ""
        return TableRefusal(
            line: first.line,
            problem: name.isEmpty
                ? tr("{1}, and {2} is not read as a date", head, cell)
                : tr("{1}, and {2} in the column {3} is not read as a date", head, cell, name),
            remedy: TableDetection.remedy)
    }

    private func shown(_ header: [String]) -> String {
        let names = header.prefix(TableDetection.mostNames).map {
            RefusedCell(column: "", value: $0).value
        }
        return names.joined(separator: ", ")
            + (header.count > names.count ? ", …" : "")
    }

    private static func name(of delimiter: UInt8) -> String {
        switch delimiter {
        case 0x09: tr("a tab")
        case UInt8(ascii: ";"): tr("a semicolon")
        case UInt8(ascii: "|"): tr("a bar")
        case UInt8(ascii: ","): tr("a comma")
        default: tr("a blank")
        }
    }
}
