// Rows that each are a stretch of one stage of sleep: a start, an end or a length, and the stage in
// a column of texts.

/// Finds the column with the stage of each row.
struct StageColumn {
    private(set) var value: TablePlan.Value
    /// The length of the rows, if they have no end.
    private(set) var duration: TablePlan.Length?
    private(set) var taken: Set<Int>

    init?(_ reader: inout ColumnReading, _ times: ColumnReading.Times, except taken: Set<Int>) {
        guard let names = reader.names, let metric = Metric(.sleep) else { return nil }
        let length =
            times.end == nil ? LengthColumn.all(&reader, times, except: taken).first : nil
        guard times.end != nil || length != nil else { return nil }
        let column = (0..<min(reader.columns, names.count)).first { column in
            guard !taken.contains(column), column != length?.column else { return false }
            let texts = Set(
                reader.cells(column).filter { !NumberText.missing.contains($0.lowercased()) })
            guard !texts.isEmpty, !texts.contains(where: ColumnReading.looksLikeNumber) else {
                return false
            }
            let stages = texts.compactMap { SleepStageText.stage(ofCell: $0) }
            let isNamed = !SleepStageText.words(names[column].name)
                .isDisjoint(with: SleepStageText.sleepWords.union(["stage", "stages", "phase"]))
            return stages.count * 10 >= texts.count * 8 && (Set(stages).count >= 2 || isNamed)
        }
        guard let column else { return nil }
        value = TablePlan.Value(kind: .stage, column: column, metric: metric)
        value.labels = SleepStage.allCases.map(\.label)
        duration = length?.length
        self.taken = [column]
        if let length { self.taken.insert(length.column) }
    }
}
