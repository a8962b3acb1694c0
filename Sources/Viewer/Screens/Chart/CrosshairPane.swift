import ChartScene
import Geometry
import Localization
import Painting
import Text

/// How the lines of a board are arranged.
struct BoardLayout: Equatable {
    /// How many columns the values stand in.
    var columns: Int
    var hasNames: Bool
    /// Which of the values are told.
    var rows: [Int]
    /// In what width the notes are set under them; nil where they are not told.
    var notes: Double?
    var size: Size

    /// How many values stand under each other.
    var lines: Int { columns > 0 ? (rows.count + columns - 1) / columns : 0 }

    /// The values of each column.
    var parts: [ArraySlice<Int>] {
        let (lines, count) = (lines, rows.count)
        return (0..<columns).map { column in
            rows[min(column * lines, count)..<min((column + 1) * lines, count)]
        }
    }
}

/// The info board: the date, and the values with their units and names.
struct BoardModel: Equatable {
    var date: String
    var rows: [Reading.Row]
    /// What the person has noted of it.
    var notes: [String]
    var layout: BoardLayout
    /// The layout's size, or as much of it as there is room for.
    var size: Size
}

@MainActor
enum CrosshairPane {
    private static let padding = 12.0
    private static let paddingY = 8.0
    private static let dateHeight = 18.0
    private static let rowHeight = 21.0
    private static let unitGap = 4.0
    private static let nameGap = 12.0
    private static let columnGap = 18.0
    /// Above the notes, with a line in its middle.
    private static let noteGap = 11.0
    private static let noteHeight = 15.0
    /// The widest that notes are set where the values are narrower, in points.
    private static let noteWidth = 220.0
    /// How many lines of notes are told.
    private static let mostNoteLines = 6

    // MARK: Layout

    /// The ways to arrange a board, the one wanted first, then smaller and smaller ones.
    static func layouts(
        date: String, rows: [Reading.Row], notes: [String] = [], _ typesetter: Typesetter
    ) -> [BoardLayout] {
        func width(_ text: String, _ style: TextStyle) -> Double {
            text.isEmpty ? 0 : typesetter.measure(text, style).width
        }
        let dateWidth = width(date, TypeStyle.label)
        let figures = rows.map { row in
            width(row.figure.number, TypeStyle.board)
                + (row.figure.unit.isEmpty ? 0 : unitGap + width(row.figure.unit, TypeStyle.label))
        }
        let names = rows.map { width($0.name, TypeStyle.label) }
        func layout(columns: Int, hasNames: Bool, rows: [Int]) -> BoardLayout {
            var layout = BoardLayout(columns: columns, hasNames: hasNames, rows: rows, size: .zero)
            var wide = 0.0
            for part in layout.parts {
                let figure = part.map { figures[$0] }.max() ?? 0
                let name = hasNames ? part.map { names[$0] }.max() ?? 0 : 0
                wide += figure + (name > 0 ? nameGap + name : 0)
            }
            wide += columnGap * Double(max(0, columns - 1))
            layout.size = Size(
                width: (max(dateWidth, wide) + 2 * padding).rounded(.up),
                height: 2 * paddingY + dateHeight + rowHeight * Double(layout.lines))
            return layout
        }
        let all = Array(rows.indices)
        // What only a name tells apart is left out with the names.
        let plain = all.filter { !rows[$0].isDetail }
        let hasNames = rows.contains { !$0.name.isEmpty }
        var layouts: [BoardLayout] = []
        for (told, named) in hasNames ? [(all, true), (plain, false)] : [(all, false)] {
            for columns in 1...3 where columns == 1 || told.count >= 2 * columns - 1 {
                layouts.append(layout(columns: columns, hasNames: named, rows: told))
            }
        }
        if plain.count > 1 {
            layouts.append(layout(columns: 1, hasNames: false, rows: [plain[0]]))
        }
        guard !notes.isEmpty else { return layouts }
        let widest = notes.map { width($0, TypeStyle.label) }.max() ?? 0
        // What was noted goes before the names of the values, and before nothing else.
        let withNotes = layouts.map { layout in
            var layout = layout
            let room = max(layout.size.width - 2 * padding, min(widest.rounded(.up), noteWidth))
            layout.notes = room
            layout.size.width = room + 2 * padding
            layout.size.height +=
                noteGap + noteHeight * Double(noteLines(notes, room, typesetter).count)
            return layout
        }
        return withNotes.filter(\.hasNames) + withNotes.filter { !$0.hasNames } + layouts
    }

    /// The lines of notes in a width, as many as are told.
    private static func noteLines(
        _ notes: [String], _ width: Double, _ typesetter: Typesetter
    ) -> [ShapedLine] {
        let lines = notes.flatMap { typesetter.lines($0, TypeStyle.label, wrappedTo: width) }
        guard lines.count > mostNoteLines else { return lines }
        return lines.prefix(mostNoteLines - 1) + [typesetter.line("…", TypeStyle.label)]
    }

    // MARK: Drawing

    /// Draws the board with its left top corner at the origin.
    static func record(_ model: BoardModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let board = Rect(origin: .zero, size: model.size)
        pane.shadow(
            board, radius: Measure.boardCorner, blur: 10, offset: Vector(dx: 0, dy: 4),
            theme.boardShadow)
        pane.canvas.fill(
            board, theme.board, corners: Corners(Measure.boardCorner),
            border: .hairline(theme.hairline))
        // Of a board that is cut the first value counts more than the date.
        let room = board.height - 2 * paddingY
        let hasDate = room >= dateHeight + rowHeight || model.rows.isEmpty
        var top = max(0, min(paddingY, (board.height - rowHeight) / 2))
        if hasDate {
            pane.text(
                model.date, TypeStyle.label,
                in: Rect(
                    x: padding, y: top, width: board.width - 2 * padding, height: dateHeight),
                theme.text2)
            top += dateHeight
        }
        let lines = max(1, Int((board.height - top) / rowHeight))
        if let width = model.layout.notes {
            drawNotes(noteLines(model.notes, width, pane.typesetter), board, pane)
        }
        var left = padding
        for part in model.layout.parts where left < board.width - padding {
            let wide = draw(
                part.prefix(lines).map { model.rows[$0] }, hasNames: model.layout.hasNames,
                in: Rect(x: left, y: top, width: board.width - padding - left, height: 0), pane)
            left += wide + columnGap
        }
        return []
    }

    /// Draws notes at the foot of the board, under a line.
    private static func drawNotes(_ lines: [ShapedLine], _ board: Rect, _ pane: PaneCanvas) {
        var y = board.maxY - paddingY - noteHeight * Double(lines.count)
        pane.canvas.horizontalLine(
            from: board.x + padding, to: board.maxX - padding, y: y - noteGap / 2,
            color: pane.theme.hairline)
        for line in lines {
            pane.canvas.text(
                line, in: Rect(x: board.x + padding, y: y, width: line.width, height: noteHeight),
                color: pane.theme.text1)
            y += noteHeight
        }
    }

    /// Draws the rows of a column; how wide they are.
    private static func draw(
        _ rows: [Reading.Row], hasNames: Bool, in place: Rect, _ pane: PaneCanvas
    ) -> Double {
        let theme = pane.theme
        var y = place.y
        var names: [(name: String, baseline: Double)] = []
        var wide = 0.0
        for row in rows {
            let baseline = y + 15
            let number = pane.typesetter.line(
                row.figure.number, TypeStyle.board, fitting: place.width)
            pane.canvas.text(
                number, x: place.x, baseline: baseline,
                color: theme.legible(row.color, on: theme.board))
            var right = number.width
            if !row.figure.unit.isEmpty, right + unitGap < place.width {
                let unit = pane.typesetter.line(
                    row.figure.unit, TypeStyle.label, fitting: place.width - right - unitGap)
                pane.canvas.text(
                    unit, x: place.x + right + unitGap, baseline: baseline, color: theme.text2)
                right += unitGap + unit.width
            }
            wide = max(wide, right)
            if hasNames, !row.name.isEmpty { names.append((row.name, baseline)) }
            y += rowHeight
        }
        // Names stand under each other.
        let left = wide + nameGap
        for (name, baseline) in names where left < place.width {
            let line = pane.typesetter.line(name, TypeStyle.label, fitting: place.width - left)
            pane.canvas.text(line, x: place.x + left, baseline: baseline, color: theme.text2)
            wide = max(wide, left + line.width)
        }
        return wide
    }
}
