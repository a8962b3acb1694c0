import Geometry
import Painting
import Text

extension InfoBoard {
    /// Draws the board with its top left corner at the origin.
    ///
    /// - Parameter size: that of the arrangement, or the part of it for which there is room.
    func draw(
        _ arrangement: Arrangement, size: Size, on canvas: Canvas, _ typesetter: Typesetter
    ) {
        let board = Rect(origin: .zero, size: size)
        if style.shadow.alpha > 0 {
            canvas.shadow(
                board, radius: style.corner, blur: 10, offset: Vector(dx: 0, dy: 4),
                color: style.shadow)
        }
        canvas.fill(
            board, style.ground, corners: Corners(style.corner), border: .hairline(style.hairline))
        // In a board that is cut, the first value counts more than the title.
        let room = board.height - 2 * style.paddingY
        let hasTitle = room >= style.titleHeight + style.rowHeight || rows.isEmpty
        var top = max(0, min(style.paddingY, (board.height - style.rowHeight) / 2))
        let inner = board.width - 2 * style.padding
        if hasTitle {
            if inner > 0 {
                canvas.text(
                    typesetter.line(title, style.labelType, fitting: inner),
                    in: Rect(x: style.padding, y: top, width: inner, height: style.titleHeight),
                    color: style.label)
            }
            top += style.titleHeight
        }
        let lines = max(1, Int((board.height - top) / style.rowHeight))
        if let width = arrangement.notes {
            draw(notes: Self.noteLines(notes, width, style, typesetter), in: board, on: canvas)
        }
        var left = style.padding
        for part in arrangement.parts where left < board.width - style.padding {
            let place = Rect(
                x: left, y: top, width: board.width - style.padding - left, height: 0)
            let wide = draw(
                part.prefix(lines).map { rows[$0] }, hasNames: arrangement.hasNames, in: place,
                on: canvas, typesetter)
            left += wide + style.columnGap
        }
    }

    /// Draws notes at the bottom of the board, under a line.
    private func draw(notes lines: [ShapedLine], in board: Rect, on canvas: Canvas) {
        var y = board.maxY - style.paddingY - style.noteHeight * Double(lines.count)
        canvas.horizontalLine(
            from: board.x + style.padding, to: board.maxX - style.padding,
            y: y - style.noteGap / 2, color: style.hairline)
        for line in lines {
            canvas.text(
                line,
                in: Rect(
                    x: board.x + style.padding, y: y, width: line.width, height: style.noteHeight),
                color: style.strongLabel)
            y += style.noteHeight
        }
    }

    /// Draws the rows of a column, and returns their width.
    private func draw(
        _ rows: [Row], hasNames: Bool, in place: Rect, on canvas: Canvas, _ typesetter: Typesetter
    ) -> Double {
        var y = place.y
        var names: [(name: String, baseline: Double)] = []
        var wide = 0.0
        for row in rows {
            let baseline = y + style.baseline
            let value = typesetter.line(row.value, style.valueType, fitting: place.width)
            canvas.text(value, x: place.x, baseline: baseline, color: style.legible(row.color))
            var right = value.width
            if !row.unit.isEmpty, right + style.unitGap < place.width {
                let unit = typesetter.line(
                    row.unit, style.labelType, fitting: place.width - right - style.unitGap)
                canvas.text(
                    unit, x: place.x + right + style.unitGap, baseline: baseline,
                    color: style.label)
                right += style.unitGap + unit.width
            }
            wide = max(wide, right)
            if hasNames, !row.name.isEmpty { names.append((row.name, baseline)) }
            y += style.rowHeight
        }
        // Names are aligned.
        let left = wide + style.nameGap
        for (name, baseline) in names where left < place.width {
            let line = typesetter.line(name, style.labelType, fitting: place.width - left)
            canvas.text(line, x: place.x + left, baseline: baseline, color: style.label)
            wide = max(wide, left + line.width)
        }
        return wide
    }
}
