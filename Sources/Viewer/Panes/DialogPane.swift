import ChartRendering
import Geometry
import Localization
import Text

/// A list over everything else, in rows: what became of the files, what the library holds, what each
/// source gives.
struct DialogModel: Equatable {
    /// What can be done to what a row names.
    struct Action: Equatable {
        /// What its button looks like.
        enum Look: Equatable {
            case plain
            /// It takes something away.
            case grave
            /// It moves the row up, or down; the title is only heard.
            case arrow(up: Bool)
            /// It switches something, which is on or off.
            case toggle(isOn: Bool)
        }

        /// What stands on the button.
        var title: String
        /// What it is called, where the title alone does not tell.
        var name: String?
        /// What it says beside that.
        var value = ""
        var command: CommandID
        var look = Look.plain
        var isEnabled = true
    }

    struct Row: Equatable {
        var leading: String
        var trailing: String
        var isHeading = false
        /// From left to right, at the row's end.
        var actions: [Action] = []
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
        /// How wide each button is.
        var buttons: [Double]
        /// The room that they take, with what parts them from words.
        var room: Double

        @MainActor init(
            _ row: DialogModel.Row, isFirst: Bool, width: Double, _ typesetter: Typesetter
        ) {
            above = row.isHeading && !isFirst ? gap : 0
            buttons = row.actions.map { ActionButton.width($0, typesetter) }
            room =
                buttons.isEmpty
                ? 0 : buttons.reduce(0, +) + Double(buttons.count - 1) * ActionButton.gap + 12
            let width = width - room
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

    /// Where the row with a button stands, from the top of the list; nil where none has it.
    static func place(
        of button: String, _ model: DialogModel, _ typesetter: Typesetter
    ) -> (top: Double, bottom: Double)? {
        guard
            let index = model.rows.firstIndex(where: { row in
                row.actions.contains { $0.command.name == button }
            })
        else { return nil }
        let lines = lines(model, typesetter)
        let top = lines[..<index].reduce(0) { $0 + $1.height }
        return (top, top + lines[index].height)
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
                var right = rect.maxX
                node.children = zip(row.actions, lines.buttons).reversed().map { action, width in
                    let place = Rect(
                        x: right - width, y: rect.y + 1, width: width,
                        height: ActionButton.height)
                    right = place.x - ActionButton.gap
                    return ActionButton.record(
                        action, place, within: frame.list, hovered: model.hovered,
                        focused: model.focused, pane)
                }.reversed()
                return node
            }
        }
    }

    private static func draw(
        _ lines: Lines, _ rect: Rect, isHeading: Bool, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        // Beside buttons there is no room for words.
        let width = rect.width - lines.room
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
