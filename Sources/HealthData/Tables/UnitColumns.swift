// Columns that hold the units of the numbers in another column, row by row.

/// Finds the columns of units in a table.
struct UnitColumns {
    /// The columns of units, by those of their numbers.
    private(set) var units: [Int: Int] = [:]
    /// All columns of units.
    private(set) var all: Set<Int> = []

    init() {}

    init(_ reader: ColumnReading, except taken: Set<Int>) {
        guard let names = reader.names else { return }
        let free = (0..<min(reader.columns, names.count)).filter { !taken.contains($0) }
        var stems: [Int: String] = [:]
        for column in free {
            guard let stem = UnitColumns.stem(names[column].name),
                !reader.cells(column).contains(where: ColumnReading.looksLikeNumber)
            else { continue }
            stems[column] = stem
        }
        all = Set(stems.keys)
        func isNumeric(_ column: Int) -> Bool {
            free.contains(column) && !all.contains(column)
                && reader.cells(column).contains {
                    ColumnReading.looksLikeNumber($0) || ColumnReading.isPairText($0)
                }
        }
        for (column, stem) in stems.sorted(by: { $0.key < $1.key }) {
            let owner: Int?
            if stem.isEmpty {
                let numeric = free.filter(isNumeric)
                let next = [column - 1, column + 1].first(where: isNumeric)
                if let next, case .metric = reader.role(next) {
                    owner = next
                } else {
                    // The number next to it may be a version: what is called a value counts first.
                    let named = numeric.filter {
                        KindColumns.valueNames.contains(HeaderNames.normalized(names[$0].name))
                    }
                    let only = numeric.count == 1 ? numeric[0] : nil
                    owner = named.count == 1 ? named[0] : next ?? only
                }
            } else {
                owner = free.first {
                    $0 != column && HeaderNames.normalized(names[$0].name) == stem && isNumeric($0)
                }
            }
            guard let owner else { continue }
            units[owner] = column
            // The least, the mean and the greatest of something have one unit.
            let (name, statistic) = HeaderQualifier.split(names[owner].name)
            guard statistic != nil else { continue }
            for other in free where units[other] == nil && isNumeric(other) {
                let own = HeaderQualifier.split(names[other].name)
                if own.statistic != nil, own.stem == name { units[other] = column }
            }
        }
    }

    /// The name of a column of units without the words for units: `Weight Unit` is of `weight`;
    /// nil if it has no such word.
    static func stem(_ name: String) -> String? {
        let words = HeaderNames.normalized(name).split(separator: " ").map(String.init)
        let rest = words.filter { !TableComments.unitWords.contains($0) && $0 != "uom" }
        guard rest.count < words.count, words.count <= 4 else { return nil }
        let others: Set<String> = ["of", "measure", "measurement", "value", "the", "de", "der"]
        return rest.allSatisfy(others.contains) ? "" : rest.joined(separator: " ")
    }

    /// The unit of a row's number, in that row or in its cell; nil if it has none.
    func unit(of column: Int, in row: TableDetection.Sample) -> String? {
        guard column < row.fields.count else { return nil }
        if let unit = units[column] {
            guard unit < row.fields.count else { return nil }
            let text = row.fields[unit]
            return NumberText.missing.contains(text.lowercased()) ? nil : text
        }
        let outcome = ColumnReading.padded(row.fields[column]) { bytes, end in
            NumberText.read(bytes, 0, end, .point)
        }
        guard case .number(_, let unit) = outcome, !unit.isEmpty else { return nil }
        return unit
    }

    /// The first of the units that another column holds for a column's numbers; nil if none does.
    func firstUnit(of column: Int, _ rows: [TableDetection.Sample]) -> String? {
        guard units[column] != nil else { return nil }
        for row in rows {
            if let unit = unit(of: column, in: row) { return unit }
        }
        return nil
    }

    /// Whether the units of a column's numbers are of different kinds.
    ///
    /// Units in cells count if most of the cells have one.
    func areMixed(_ column: Int, _ reader: ColumnReading) -> Bool {
        guard units[column] != nil || CellUnits.areThere(reader.cells(column)) else { return false }
        let units = Set(reader.body.compactMap { unit(of: column, in: $0) })
        guard let first = units.first else { return false }
        return units.contains { UnitConversion.from($0, to: first) == nil }
    }
}
