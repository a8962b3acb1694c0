import Localization
import Streams

extension TablePlan {
    /// The cells of a row that show why it is refused; nil if no cell does.
    ///
    /// - Parameter value: the index of the value that shows it.
    func cell(
        of reason: RowRefusal, in row: borrowing Row, _ bytes: RawSpan, value: Int?
    ) -> RefusedCell? {
        let columns: [Int]
        switch reason {
        case .date, .outside: columns = [start] + (time.map { [$0] } ?? [])
        case .time: columns = time.map { [$0] } ?? []
        case .zone: columns = zone.map { [$0] } ?? []
        case .end: columns = end.map { [$0] } ?? []
        case .backwards: columns = [start] + (end.map { [$0] } ?? [])
        case .label where value == nil: columns = filter.map { [$0.column] } ?? []
        case .notNumber, .notFinite, .unit, .pair, .label, .noReading, .sensorRange:
            columns = value.map { [values[$0].column] } ?? []
        case .noValue, .columns, .broken, .long, .noName, .kinds, .cut: columns = []
        }
        var shown: [String] = []
        for column in columns where column < row.fields.count {
            shown.append(bytes.field(row.fields[column], quoted: row.hasQuotes))
        }
        guard !columns.isEmpty else { return nil }
        let names = columns.map { $0 < self.names.count ? self.names[$0] : "" }
        return RefusedCell(
            column: names.filter { !$0.isEmpty }.joined(separator: ", "),
            value: shown.joined(separator: " "))
    }
}

extension TableScanner {
    /// Notes that a table gave nothing to draw as numbers.
    mutating func noteTexts() {
        let isText = plan.values.allSatisfy { value in
            if case .category = value.kind { value.metric.id != .workouts } else { false }
        }
        guard isText, !plan.values.isEmpty, plan.unread == nil, sink.tally.read > 0 else { return }
        let names = plan.values.map { RefusedCell(column: "", value: $0.metric.title).value }
        sink.note(
            "",
            tr(
                "it gave only texts ({1}): no column was read as numbers",
                names.joined(separator: ", ")))
    }
}
