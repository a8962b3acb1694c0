import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The figures of a selected span, next to those of the span before it.
struct SelectionModel: Equatable {
    var title: String
    var rows: [SpanReport.Row]
    var layout: SelectionLayout
}

/// The arrangement of the panel's columns.
struct SelectionLayout: Equatable {
    /// Whether the previous span's figures are shown; without room only the difference is.
    var hasBefore: Bool
    /// Whether the difference is shown.
    var hasDifference: Bool
    /// Whether both are under the name of each row instead of in their own columns.
    var isStacked = false
    /// The widths of the names and of each column of figures, in points.
    var widths: [Double]
    /// The distances around the panel and between its columns, in points.
    var padding: Double
    var gap: Double
    /// How many rows there is room for.
    var rows: Int
    var size: Size
}

@MainActor
enum SelectionPane {
    private static let titleHeight = 22.0
    private static let captionHeight = 16.0
    private static let rowHeight = 19.0
    /// The height of the text under a row.
    private static let detailHeight = 14.0

    /// The captions of the columns of figures.
    private static func captions(_ layout: SelectionLayout) -> [String] {
        guard !layout.isStacked else { return [] }
        return [tr("This period")] + (layout.hasBefore ? [tr("Previous")] : [])
            + (layout.hasDifference ? [tr("Change")] : [])
    }

    private static func values(_ row: SpanReport.Row, _ layout: SelectionLayout) -> [String] {
        guard !layout.isStacked else { return [row.value] }
        return [row.value] + (layout.hasBefore ? [row.before] : [])
            + (layout.hasDifference ? [row.difference] : [])
    }

    /// The previous span's value and the difference, in one line.
    private static func detail(_ row: SpanReport.Row) -> String {
        row.difference == SpanReport.none
            ? tr("before {1}", row.before) : tr("before {1} · {2}", row.before, row.difference)
    }

    /// The possible arrangements of the panel, the preferred one first.
    ///
    /// First is the one in columns. For less room, the values are under each other if all rows fit
    /// so; else there are fewer columns.
    static func layouts(
        title: String, rows: [SpanReport.Row], height: Double, _ typesetter: Typesetter
    ) -> [SelectionLayout] {
        func width(_ text: String, _ style: TextStyle) -> Double {
            typesetter.measure(text, style).width.rounded(.up)
        }
        let names = rows.map { width($0.name, TypeStyle.label) }.max() ?? 0
        let columns: [Double] = [
            rows.map { width($0.value, TypeStyle.name) }.max() ?? 0,
            rows.map { width($0.before, TypeStyle.text) }.max() ?? 0,
            rows.map { width($0.difference, TypeStyle.text) }.max() ?? 0,
        ]
        let heads = [tr("This period"), tr("Previous"), tr("Change")].map {
            width($0, TypeStyle.label)
        }
        let count = min(
            rows.count, max(1, Int((height - titleHeight - captionHeight - 20) / rowHeight)))
        let titleWidth = width(title, TypeStyle.name)
        let columned = [(true, true), (false, true), (false, false)].map {
            hasBefore, hasDifference in
            var widths = [names]
            for (index, isListed) in [true, hasBefore, hasDifference].enumerated() where isListed {
                widths.append(max(columns[index], heads[index]))
            }
            let isTight = !hasDifference
            let (padding, gap) = isTight ? (9.0, 8.0) : (12.0, 16.0)
            let wide = widths.reduce(0, +) + gap * Double(widths.count - 1)
            return SelectionLayout(
                hasBefore: hasBefore, hasDifference: hasDifference, widths: widths,
                padding: padding,
                gap: gap, rows: count,
                size: Size(
                    width: max(wide, min(titleWidth, wide + (isTight ? 0 : 60))) + 2 * padding,
                    height: titleHeight + captionHeight + rowHeight * Double(count) + 2 * padding
                        - 4))
        }
        let (padding, gap) = (10.0, 12.0)
        let details = rows.map { width(detail($0), TypeStyle.label) }.max() ?? 0
        let inner = max(names + gap + columns[0], details, min(titleWidth, details + 40))
        let size = Size(
            width: inner + 2 * padding,
            height: titleHeight + 6 + (rowHeight + detailHeight) * Double(rows.count)
                + 2 * padding - 4)
        guard size.height <= height else { return columned }
        let stacked = SelectionLayout(
            hasBefore: true, hasDifference: true, isStacked: true,
            widths: [names, inner - names - gap], padding: padding, gap: gap, rows: rows.count,
            size: size)
        return [columned[0], stacked] + columned.dropFirst()
    }

    /// Draws the panel with its top left corner at the origin.
    static func record(_ model: SelectionModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let layout = model.layout
        let (padding, gap) = (layout.padding, layout.gap)
        let panel = Rect(origin: .zero, size: layout.size)
        pane.shadow(
            panel, radius: Measure.boardCorner, blur: 10, offset: Vector(dx: 0, dy: 4),
            theme.boardShadow)
        pane.canvas.fill(
            panel, theme.board, corners: Corners(Measure.boardCorner),
            border: .hairline(theme.hairline))
        let wide = panel.width - 2 * padding
        // In a narrow panel a smaller title keeps the year from being cut.
        let fits = pane.width(model.title, TypeStyle.name) <= wide
        pane.text(
            model.title, fits ? TypeStyle.name : TypeStyle.labelStrong,
            in: Rect(x: padding, y: padding - 4, width: wide, height: titleHeight), theme.text1)
        /// Columns are counted from the right, so that figures end under each other.
        func cell(_ column: Int, _ y: Double, _ height: Double) -> Rect {
            let after = layout.widths.dropFirst(column + 1).reduce(0) { $0 + $1 + gap }
            let right = panel.maxX - padding - after
            return Rect(
                x: right - layout.widths[column], y: y, width: layout.widths[column] + 1,
                height: height)
        }
        var y = padding - 4 + titleHeight
        for (index, caption) in captions(layout).enumerated() {
            pane.text(
                caption, TypeStyle.label, in: cell(index + 1, y, captionHeight), theme.text3,
                .trailing)
        }
        y += layout.isStacked ? 6 : captionHeight
        for row in model.rows.prefix(layout.rows) {
            pane.text(
                row.name, TypeStyle.label,
                in: Rect(x: padding, y: y, width: layout.widths[0] + 1, height: rowHeight),
                theme.text2)
            for (index, value) in values(row, layout).enumerated() {
                pane.text(
                    value, index == 0 ? TypeStyle.name : TypeStyle.text,
                    in: cell(index + 1, y, rowHeight), index == 0 ? theme.text1 : theme.text2,
                    .trailing)
            }
            y += rowHeight
            guard layout.isStacked else { continue }
            pane.text(
                detail(row), TypeStyle.label,
                in: Rect(x: padding, y: y - 3, width: wide + 1, height: detailHeight), theme.text3)
            y += detailHeight
        }
        return []
    }
}
