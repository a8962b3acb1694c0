// A header with more names than the rows have cells: somebody wrote `Measured,Date` above one date.
// The names that are left out are those without which the others fit what is below them.

import Localization

/// The names of the columns, in the places of the cells below them.
struct AlignedHeader {
    private(set) var names: [ColumnReading.Name]
    /// What was left out.
    private(set) var note: ImportNote?

    init(_ cells: [String], _ body: [TableDetection.Sample]) {
        names = cells.map(HeaderNames.parse)
        let width = body.map(\.fields.count).max() ?? cells.count
        guard width >= 2, width < cells.count, !body.isEmpty,
            // A short row that lacks cells at its end has its names in place.
            body.allSatisfy({ $0.fields.count == width })
        else { return }
        let kinds = (0..<width).map { AlignedHeader.kind(body, $0) }
        var kept = Array(cells.indices)
        var left: [String] = []
        while kept.count > width {
            let current = agreement(kept, kinds)
            // If they are equal, the latest that is not the last: a trailing name lacks a cell.
            let best = kept.indices.map { place -> (place: Int, score: Int) in
                var others = kept
                others.remove(at: place)
                return (place, agreement(others, kinds))
            }.max { ($0.score, $0.place) < ($1.score, $1.place) }
            guard let best, best.score > current else { return }
            left.append(cells[kept[best.place]])
            kept.remove(at: best.place)
        }
        names = kept.map { names[$0] }
        note = ImportNote(
            place: "",
            text: tr(
                "the header has more names than the rows have cells; {1} was left out",
                left.joined(separator: ", ")))
    }

    private enum Kind { case date, clock, number, text }

    private static func kind(_ body: [TableDetection.Sample], _ column: Int) -> Kind {
        let cells = body.map { $0.fields[column] }.filter { !$0.isEmpty }
        func most(_ fits: (String) -> Bool) -> Bool { cells.count(where: fits) * 2 > cells.count }
        if most({ cell in
            cell.contains(":")
                && ColumnReading.padded(cell) { bytes, end in
                    DateReader.timeOfDay(bytes, 0, end) != nil
                }
        }) {
            return .clock
        }
        if most({ ColumnReading.looksLikeNumber($0) }) { return .number }
        return most(ColumnReading.looksLikeDate) ? .date : .text
    }

    /// How many names fit the cells below them, less those that contradict them.
    private func agreement(_ kept: [Int], _ kinds: [Kind]) -> Int {
        zip(kept, kinds).reduce(0) { score, pair in
            let isKnown: Bool
            let fits: Bool
            switch names[pair.0].role {
            case .start, .end, .recorded: (isKnown, fits) = (true, pair.1 == .date)
            case .time: (isKnown, fits) = (true, pair.1 == .clock)
            case .metric, .systolic, .diastolic: (isKnown, fits) = (true, pair.1 == .number)
            default: (isKnown, fits) = (false, false)
            }
            return isKnown ? score + (fits ? 1 : -1) : score
        }
    }
}
