// What the lines around a table say about it: comments that name its columns, and units of the file.

/// The comments above a table, and the units that it names as a whole.
struct TableComments {
    /// The units of the file, as it writes them.
    private(set) var units: [String] = []
    /// The cells of the last comment above the first row that is none.
    private(set) var last: [String] = []

    /// Adds a comment, divided into cells, whose first begins with `#`.
    mutating func add(_ fields: [String]) {
        var cells = fields
        guard let first = cells.first else { return }
        cells[0] = String(first.drop { $0 == "#" }).trimmingBlanks()
        if let found = TableComments.units(cells) { units += found }
        last = cells
    }

    /// Adds a row above the header that names units.
    mutating func addRow(_ fields: [String]) {
        if let found = TableComments.units(fields) { units += found }
    }

    /// The units of a line like `Unit: kg`; nil for another line.
    static func units(_ fields: [String]) -> [String]? {
        let cells = fields.filter { !$0.isEmpty }
        guard let first = cells.first else { return nil }
        let parts = first.split(
            maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: { ":=".contains($0) })
        guard let key = parts.first, isWord(String(key)) else { return nil }
        let texts = parts.dropFirst().map(String.init) + cells.dropFirst()
        let units = texts.flatMap { $0.split { ",;".contains($0) || $0 == " " }.map(String.init) }
        return units.isEmpty ? nil : units
    }

    private static func isWord(_ text: String) -> Bool {
        let words = HeaderNames.normalized(text).split(separator: " ").map(String.init)
        return words.count <= 3 && words.last.map { unitWords.contains($0) } == true
    }

    static let unitWords: Set<String> = [
        "unit", "units", "einheit", "einheiten", "unité", "unités", "unidad", "unidades", "unità",
        "eenheid", "eenheden", "enhed", "enhet", "jednostka", "jednostki", "birim", "единица",
        "единицы", "単位", "单位",
    ]

    /// The names of the columns in the last comment, if it has as many as the rows have.
    func header(columns: Int) -> [String]? {
        guard last.count == columns || last.count == columns + 1 && last.last?.isEmpty == true,
            columns >= 2, last.contains(where: { !$0.isEmpty }),
            last.allSatisfy({ $0.isEmpty || !ColumnReading.looksLikeData($0) })
        else { return nil }
        return last
    }
}
