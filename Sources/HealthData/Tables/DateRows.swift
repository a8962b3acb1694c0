// Dates that stand above the rows they belong to: in rows of their own (a date, then rows with
// times), or in the first row of a day only, with empty cells below it.

/// Finds dates that belong to the rows behind them.
struct DateRows {
    /// Whether rows without a date have that of a row before them.
    private(set) var areCarried = false

    /// Examines the rows; those with only a date are removed, and the date is put in front of the
    /// times behind it.
    init(_ body: inout [TableDetection.Sample], _ names: [ColumnReading.Name]?) {
        var column: Int?
        var dates = 0
        for row in body {
            let full = row.fields.indices.filter { !row.fields[$0].isEmpty }
            guard full.count == 1, let only = full.first,
                ColumnReading.looksLikeDate(row.fields[only]),
                !ColumnReading.looksLikeNumber(row.fields[only])
            else { continue }
            guard column == nil || column == only else { return }
            column = only
            dates += 1
        }
        if let column, dates > 0 {
            areCarried = unfold(&body, column)
        } else {
            areCarried = areFirstOnly(body, names)
        }
    }

    /// Puts the dates in front of the times in the same column; false if those are none.
    private func unfold(_ body: inout [TableDetection.Sample], _ column: Int) -> Bool {
        var date: String?
        var result: [TableDetection.Sample] = []
        var times = 0
        for row in body {
            let full = row.fields.indices.filter { !row.fields[$0].isEmpty }
            if full == [column], ColumnReading.looksLikeDate(row.fields[column]) {
                date = row.fields[column]
                continue
            }
            var row = row
            if let date, column < row.fields.count {
                let cell = row.fields[column]
                let isClock = ColumnReading.padded(cell) { bytes, end in
                    DateReader.timeOfDay(bytes, 0, end) != nil
                }
                if isClock {
                    row.fields[column] = date + " " + cell
                    times += 1
                } else if cell.isEmpty {
                    row.fields[column] = date
                    times += 1
                }
            }
            result.append(row)
        }
        guard times * 2 > result.count else { return false }
        body = result
        return true
    }

    /// Whether the column of dates has a date in the first row of each day and nothing below it,
    /// while another column has times.
    private func areFirstOnly(
        _ body: [TableDetection.Sample], _ names: [ColumnReading.Name]?
    ) -> Bool {
        guard let names, let dates = names.firstIndex(where: { $0.role == .start }),
            let times = names.firstIndex(where: { $0.role == .time }),
            let first = body.first, dates < first.fields.count,
            ColumnReading.looksLikeDate(first.fields[dates])
        else { return false }
        let open = body.count { row in
            max(dates, times) < row.fields.count && row.fields[dates].isEmpty
                && !row.fields[times].isEmpty
        }
        return open > 0 && open * 10 >= body.count * 2
    }
}
