import ChartRendering
import Geometry
import Localization
import Text

/// A list over everything else, in rows: what became of the files, what the library holds.
struct DialogModel: Equatable {
    /// What can be done to what a heading names.
    struct Action: Equatable {
        var title: String
        var command: CommandID
        /// Whether it takes something away.
        var isGrave = false
    }

    struct Row: Equatable {
        var leading: String
        var trailing: String
        var isHeading = false
        var action: Action?
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
    /// Between one heading's rows and the next.
    private static let gap = 10.0

    /// A row in lines: its two texts side by side where they fit, else one under the other.
    private struct Lines {
        var leading: [ShapedLine]
        var trailing: [ShapedLine]
        var isStacked: Bool
        /// Room over a heading that others stand before.
        var above: Double
        /// How wide the button is; 0 for none.
        var button = 0.0

        @MainActor init(
            _ row: DialogModel.Row, isFirst: Bool, width: Double, _ typesetter: Typesetter
        ) {
            above = row.isHeading && !isFirst ? gap : 0
            var width = width
            if let action = row.action {
                button = typesetter.measure(action.title, TypeStyle.labelStrong).width + 24
                width -= button + 12
            }
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
            return above + rowHeight + Double(max(0, count - 1)) * lineHeight
        }
    }

    private static func lines(_ model: DialogModel, _ typesetter: Typesetter) -> [Lines] {
        let width = min(620, model.window.width - 24) - 2 * DialogFrame.padding
        return model.rows.enumerated().map {
            Lines($1, isFirst: $0 == 0, width: width, typesetter)
        }
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
                let rect = Rect(
                    x: content.x, y: y + lines.above, width: content.width,
                    height: lines.height - lines.above)
                y = rect.maxY
                let isSeen = rect.intersects(frame.list)
                if isSeen { draw(lines, rect, isHeading: row.isHeading, pane) }
                var node = SemanticNode(
                    id: "dialog.row.\(index)", role: .listItem, name: row.leading,
                    value: row.trailing, frame: rect)
                if let action = row.action {
                    let place = Rect(
                        x: rect.maxX - lines.button, y: rect.y + 1, width: lines.button, height: 24)
                    node.children = [
                        button(action, place.intersection(frame.list), place, model, pane)
                    ]
                }
                return node
            }
        }
    }

    /// The button of a heading; `shown` is what the list's edges leave of it.
    private static func button(
        _ action: DialogModel.Action, _ shown: Rect, _ rect: Rect, _ model: DialogModel,
        _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: action.command.name, role: .button, name: action.title, frame: shown,
            command: action.command)
        guard !shown.isEmpty else { return node }
        let isHovered = model.hovered == node.id
        pane.canvas.fill(
            rect, isHovered ? theme.hoveredControl : theme.control, corners: Corners(6),
            border: pane.border(theme.controlBorder))
        if model.focused == node.id { pane.focusRing(rect.inset(by: 2), radius: 6) }
        pane.text(
            action.title, TypeStyle.labelStrong, in: rect,
            action.isGrave ? theme.danger : theme.text1, .center)
        return node
    }

    private static func draw(
        _ lines: Lines, _ rect: Rect, isHeading: Bool, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        // Beside a button there is no room for words.
        let width = rect.width - (lines.button > 0 ? lines.button + 12 : 0)
        var y = rect.y
        for line in lines.leading {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: width, height: rowHeight),
                color: isHeading ? theme.text1 : theme.text2, alignment: .leading)
            y += lineHeight
        }
        if !lines.isStacked { y = rect.y }
        for line in lines.trailing {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: width, height: rowHeight),
                color: theme.text1, alignment: lines.isStacked ? .leading : .trailing)
            y += lineHeight
        }
    }
}
