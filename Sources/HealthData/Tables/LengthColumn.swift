import Streams

/// A column with lengths of time.
struct LengthColumn {
    var column: Int
    var text: DurationText
    /// Whether its name says that pauses count.
    var countsPauses: Bool

    var length: TablePlan.Length { TablePlan.Length(column: column, text: text) }

    /// The names of lengths that count pauses.
    static let wholeNames = [
        "elapsed time", "elapsed", "verstrichene zeit", "temps écoulé", "tiempo transcurrido",
        "tempo trascorso", "tempo decorrido", "verstreken tijd", "forløbet tid", "förfluten tid",
        "medgått tid",
    ]
    /// The names of lengths that count no pauses.
    static let activeNames = [
        "moving time", "moving duration", "active time", "active duration", "bewegungszeit",
        "zeit in bewegung", "aktive zeit", "durée de déplacement", "temps de déplacement",
        "tiempo en movimiento", "tempo in movimento", "tempo de movimentação",
        "tempo em movimento", "beweegtijd", "tijd in beweging", "tid i bevægelse",
        "tid i rörelse", "tid i bevegelse",
    ]

    /// All columns whose names and cells are lengths of the rows' intervals; the whole length comes
    /// first.
    static func all(
        _ reader: inout ColumnReading, _ times: ColumnReading.Times, except taken: Set<Int>
    ) -> [LengthColumn] {
        guard let names = reader.names else { return [] }
        var found: [(rank: Int, column: LengthColumn)] = []
        for column in 0..<min(reader.columns, names.count)
        where column != times.start && column != times.time && !taken.contains(column) {
            let name = HeaderNames.normalized(names[column].name)
            let rank: Int
            switch reader.role(column) {
            case .length:
                rank = activeNames.contains(name) ? 3 : wholeNames.contains(name) ? 0 : 1
            // `Time` next to a date with a time of day is how long it took.
            case .time: rank = 1
            default: continue
            }
            guard
                let text = text(
                    reader.cells(column), name, names[column].unit,
                    isNamed: rank != 1 || reader.role(column) == .length)
            else { continue }
            let length = LengthColumn(column: column, text: text, countsPauses: rank == 0)
            found.append((rank, length))
        }
        return found.sorted { ($0.rank, $0.column.column) < ($1.rank, $1.column.column) }
            .map(\.column)
    }

    /// How the cells of a column write lengths; nil if most are none.
    static func text(
        _ cells: [String], _ name: String, _ unit: String?, isNamed: Bool
    ) -> DurationText? {
        let cells = cells.filter { !NumberText.missing.contains($0.lowercased()) }
        guard !cells.isEmpty else { return nil }
        var text = DurationText()
        if let unit, !unit.isEmpty {
            guard let size = DurationText.size(unit) else { return nil }
            text.unit = size
        } else if let size = DurationText.size(inName: name) {
            text.unit = size
        } else if cells.contains(where: { Double($0) != nil }) {
            guard isNamed else { return nil }
            // Bare numbers: an hour is 3600 seconds or 60 minutes, and nobody moves for a day.
            let numbers = cells.compactMap { Double($0) }.filter { $0 > 0 }.sorted()
            guard !numbers.isEmpty else { return nil }
            let median = numbers[numbers.count / 2]
            text.unit = median > 100_000 ? 0.001 : median > 360 ? 1 : median > 8 ? 60 : 3600
        }
        // Three numbers with colons are hours, minutes and seconds; then two are minutes and
        // seconds, and so are those of which the first is too many hours for a day.
        text.arePairsMinutes = cells.contains { cell in
            let parts = cell.split(separator: ":")
            return parts.count == 3 || parts.count == 2 && (Double(parts[0]) ?? 0) >= 24
        }
        let read = cells.count { text.seconds($0) != nil }
        return read * 10 >= cells.count * 6 ? text : nil
    }
}
