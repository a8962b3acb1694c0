import ChartRendering
import Geometry
import Localization
import Text

/// A list over everything else, in rows: what became of the files.
struct DialogModel: Equatable {
    struct Row: Equatable {
        var leading: String
        var trailing: String
        var isHeading = false
    }

    var window: Rect
    var top: Double
    var title: String
    var rows: [Row]
    var scroll: Double
    var hovered: String?
    var focused: String?
}

@MainActor
enum DialogPane {
    static let rowHeight = 26.0
    private static let lineHeight = 18.0

    /// A row in lines: its two texts side by side where they fit, else one under the other.
    private struct Lines {
        var leading: [ShapedLine]
        var trailing: [ShapedLine]
        var isStacked: Bool

        @MainActor init(_ row: DialogModel.Row, width: Double, _ typesetter: Typesetter) {
            let style = row.isHeading ? TypeStyle.name : TypeStyle.text
            let texts = [row.leading, row.isHeading ? "" : row.trailing]
            let wanted = texts.map { $0.isEmpty ? 0 : typesetter.measure($0, style).width }
            isStacked = wanted[0] == 0 || wanted[0] + wanted[1] + 16 > width
            let lines = texts.map {
                $0.isEmpty ? [] : typesetter.lines($0, style, wrappedTo: width)
            }
            (leading, trailing) = (lines[0], lines[1])
        }

        @MainActor var height: Double {
            let count =
                isStacked
                ? leading.count + trailing.count : max(leading.count, trailing.count)
            return rowHeight + Double(max(0, count - 1)) * lineHeight
        }
    }

    private static func lines(_ model: DialogModel, _ typesetter: Typesetter) -> [Lines] {
        let width = min(620, model.window.width - 24) - 2 * DialogFrame.padding
        return model.rows.map { Lines($0, width: width, typesetter) }
    }

    private static func frame(_ model: DialogModel, _ lines: [Lines]) -> DialogFrame {
        DialogFrame(
            window: model.window, top: model.top, title: model.title, width: 620,
            contentHeight: lines.reduce(0) { $0 + $1.height }, scroll: model.scroll)
    }

    /// The frame of the list, for scrolling.
    static func frame(_ model: DialogModel, _ typesetter: Typesetter) -> DialogFrame {
        frame(model, lines(model, typesetter))
    }

    static func record(_ model: DialogModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let lines = lines(model, pane.typesetter)
        let frame = frame(model, lines)
        return frame.record(hovered: model.hovered, focused: model.focused, pane) { content in
            var y = content.y
            return zip(model.rows, lines).enumerated().map { index, entry in
                let (row, lines) = entry
                let rect = Rect(x: content.x, y: y, width: content.width, height: lines.height)
                y = rect.maxY
                if rect.intersects(frame.list) {
                    draw(lines, rect, isHeading: row.isHeading, pane)
                }
                return SemanticNode(
                    id: "dialog.row.\(index)", role: .listItem, name: row.leading,
                    value: row.trailing, frame: rect)
            }
        }
    }

    private static func draw(
        _ lines: Lines, _ rect: Rect, isHeading: Bool, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        var y = rect.y
        for line in lines.leading {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: rect.width, height: rowHeight),
                color: isHeading ? theme.text1 : theme.text2, alignment: .leading)
            y += lineHeight
        }
        if !lines.isStacked { y = rect.y }
        for line in lines.trailing {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: rect.width, height: rowHeight),
                color: theme.text1, alignment: lines.isStacked ? .leading : .trailing)
            y += lineHeight
        }
    }
}
