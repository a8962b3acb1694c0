import Geometry
import Painting
import Text

extension InfoBoard {
    /// How the texts of a board are arranged.
    package struct Arrangement: Hashable, Sendable {
        /// The number of columns of values.
        package var columns: Int
        /// Whether the names are shown.
        package var hasNames: Bool
        /// The indices of the rows that are shown.
        package var rows: [Int]
        /// The width in which the notes are set; nil if they are not shown.
        package var notes: Double?
        /// The size of the board, in points.
        package var size: Size

        /// The number of values in a column.
        package var lines: Int { columns > 0 ? (rows.count + columns - 1) / columns : 0 }

        /// The rows of each column.
        package var parts: [ArraySlice<Int>] {
            let (lines, count) = (lines, rows.count)
            return (0..<columns).map { column in
                rows[min(column * lines, count)..<min((column + 1) * lines, count)]
            }
        }
    }

    /// The possible arrangements of texts, the preferred one first, then smaller and smaller ones.
    ///
    /// Notes are left out first, then the names of the values with everything that means nothing
    /// without its name, and finally all values except the first.
    package static func arrangements(
        title: String, rows: [Row], notes: [String] = [], _ style: Style, _ typesetter: Typesetter
    ) -> [Arrangement] {
        let widths = Widths(title: title, rows: rows, style, typesetter)
        let all = Array(rows.indices)
        let plain = all.filter { !rows[$0].isDetail }
        let hasNames = rows.contains { !$0.name.isEmpty }
        var found: [Arrangement] = []
        for (shown, named) in hasNames ? [(all, true), (plain, false)] : [(all, false)] {
            for columns in 1...3 where columns == 1 || shown.count >= 2 * columns - 1 {
                found.append(widths.arrangement(columns: columns, hasNames: named, rows: shown))
            }
        }
        if plain.count > 1 {
            found.append(widths.arrangement(columns: 1, hasNames: false, rows: [plain[0]]))
        }
        guard !notes.isEmpty else { return found }
        let widest = notes.map { widths.width($0, style.labelType) }.max() ?? 0
        let withNotes = found.map { arrangement in
            var arrangement = arrangement
            let room = max(
                arrangement.size.width - 2 * style.padding,
                min(widest.rounded(.up), style.noteWidth))
            arrangement.notes = room
            arrangement.size.width = room + 2 * style.padding
            arrangement.size.height +=
                style.noteGap + style.noteHeight
                * Double(noteLines(notes, room, style, typesetter).count)
            return arrangement
        }
        return withNotes.filter(\.hasNames) + withNotes.filter { !$0.hasNames } + found
    }

    /// The lines of notes in a width, at most `Style.mostNoteLines`.
    static func noteLines(
        _ notes: [String], _ width: Double, _ style: Style, _ typesetter: Typesetter
    ) -> [ShapedLine] {
        let lines = notes.flatMap { typesetter.lines($0, style.labelType, wrappedTo: width) }
        guard lines.count > style.mostNoteLines else { return lines }
        return lines.prefix(style.mostNoteLines - 1) + [typesetter.line("…", style.labelType)]
    }
}

/// The widths of the texts of a board.
@MainActor
private struct Widths {
    let style: InfoBoard.Style
    let typesetter: Typesetter
    private var title = 0.0
    private var values: [Double] = []
    private var names: [Double] = []

    init(
        title: String, rows: [InfoBoard.Row], _ style: InfoBoard.Style, _ typesetter: Typesetter
    ) {
        self.style = style
        self.typesetter = typesetter
        self.title = width(title, style.labelType)
        values = rows.map { row in
            width(row.value, style.valueType)
                + (row.unit.isEmpty ? 0 : style.unitGap + width(row.unit, style.labelType))
        }
        names = rows.map { width($0.name, style.labelType) }
    }

    func width(_ text: String, _ type: TextStyle) -> Double {
        text.isEmpty ? 0 : typesetter.measure(text, type).width
    }

    func arrangement(columns: Int, hasNames: Bool, rows: [Int]) -> InfoBoard.Arrangement {
        var arrangement = InfoBoard.Arrangement(
            columns: columns, hasNames: hasNames, rows: rows, size: .zero)
        var wide = 0.0
        for part in arrangement.parts {
            let value = part.map { values[$0] }.max() ?? 0
            let name = hasNames ? part.map { names[$0] }.max() ?? 0 : 0
            wide += value + (name > 0 ? style.nameGap + name : 0)
        }
        wide += style.columnGap * Double(max(0, columns - 1))
        arrangement.size = Size(
            width: (max(title, wide) + 2 * style.padding).rounded(.up),
            height: 2 * style.paddingY + style.titleHeight
                + style.rowHeight * Double(arrangement.lines))
        return arrangement
    }
}
