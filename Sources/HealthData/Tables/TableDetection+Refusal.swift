import Localization
import Streams

extension TableDetection {
    /// What was seen of a text that is no table of readings.
    func refusal(
        _ bytes: RawSpan, count: Int, whole: Bool
    ) -> (problem: String, remedy: String) {
        let remedy = tr(
            "Oresen needs a column of dates (or names) and a column of values, such as 2026-10-31 08:00,72.5"
        )
        guard let seen = seen(bytes, count, whole) else {
            return (tr("does not look like a table"), remedy)
        }
        let headers = HeaderRow.all(seen.rows)
        if headers.count >= 2 {
            let lines = headers.prefix(8).map { "\(seen.rows[$0].line)" }
            return (
                trn(
                    "looks like several tables in one file; {n} header at line {1}",
                    "looks like several tables in one file; {n} headers at lines {1}",
                    count: headers.count, lines.joined(separator: ", ")),
                tr("give each of them as a file of its own, with a header and a column of dates")
            )
        }
        let name = delimiterName(seen.delimiter)
        let row = seen.rows[min(headers.first.map { $0 + 1 } ?? 0, seen.rows.count - 1)]
        let cells = row.fields.filter { !$0.isEmpty }
        func quoted(_ cell: String?) -> String { "\u{201c}\((cell ?? "").prefix(40))\u{201d}" }
        if let dated = cells.firstIndex(where: { ColumnReading.looksLikeDate($0) }) {
            let other = cells.indices.first { $0 != dated }.map { cells[$0] }
            return (
                tr(
                    "does not look like a table of readings; with {1} between the columns, none of them has a name and numbers; line {2} has {3} next to its date",
                    name, "\(row.line)", quoted(other)),
                remedy
            )
        }
        return (
            tr(
                "does not look like a table; with {1} between the columns, line {2} begins with {3}, which is no date",
                name, "\(row.line)", quoted(cells.first)),
            remedy
        )
    }

    /// The rows by the delimiter that divides most of them in the same way.
    private func seen(
        _ bytes: RawSpan, _ count: Int, _ whole: Bool
    ) -> (rows: [Sample], delimiter: UInt8)? {
        let newline = TableDetection.newline(bytes, count)
        var best: (rows: [Sample], delimiter: UInt8, regular: Int)?
        for delimiter in TableDetection.delimiters where delimiter != 0x20 {
            guard bytes.first(delimiter, from: 0, to: count) < count else { continue }
            let splitter = RowSplitter(dialect: Dialect(delimiter: delimiter, newline: newline))
            let rows = TableDetection.sample(bytes, count, splitter, whole: whole)
            let regular = rows.count { $0.fields.count >= 2 }
            if regular > best?.regular ?? 0 { best = (rows, delimiter, regular) }
        }
        return best.map { ($0.rows, $0.delimiter) }
    }

    private func delimiterName(_ delimiter: UInt8) -> String {
        switch delimiter {
        case 0x09: tr("tabs")
        case 0x3b: tr("semicolons")
        case 0x7c: tr("bars")
        default: tr("commas")
        }
    }
}
