import ChartScene
import Geometry
import Localization
import Painting
import Platform
import Text

/// A list over everything else, in rows: what became of the files, what the library holds, what each
/// source gives.
struct DialogModel: Equatable {
    /// What can be done to what a row names.
    struct Action: Equatable {
        /// What its button looks like.
        enum Look: Equatable {
            case plain
            /// It is what one is most likely to want.
            case prominent
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
        /// Whether it says what the rows behind it are, below a heading.
        var isCaption = false
        /// From left to right, at the row's end.
        var actions: [Action] = []

        /// A row; characters that would control or reverse the text around them are shown by
        /// number.
        init(
            leading: String, trailing: String, isHeading: Bool = false, isCaption: Bool = false,
            actions: [Action] = []
        ) {
            self.leading = ControlCharacters.visible(inSentence: leading)
            self.trailing = ControlCharacters.visible(inSentence: trailing)
            self.isHeading = isHeading
            self.isCaption = isCaption
            self.actions = actions
        }
    }

    var window: Rect
    var top: Double
    var title: String
    var rows: [Row]
    /// How high all rows are together; see `DialogRowHeights`.
    var contentHeight = 0.0
    var scroll: Double
    var hovered: ControlID?
    var focused: ControlID?

    /// How wide a row is, in points.
    var rowWidth: Double { min(620, window.width - 24) - 2 * DialogFrame.padding }

    /// What is around the list.
    var frame: DialogFrame {
        DialogFrame(
            window: window, top: top, title: title, width: 620, contentHeight: contentHeight,
            scroll: scroll)
    }
}

@MainActor
enum DialogPane {
    nonisolated static let rowHeight = 26.0
    private static let lineHeight = 18.0
    /// Between one heading's rows and the next.
    private static let gap = 10.0

    /// How high a row is before it is set in lines: as with one line, which is the least.
    static func leastHeight(_ row: DialogModel.Row, isFirst: Bool) -> Double {
        Lines.above(row, isFirst: isFirst) + rowHeight
    }

    /// How high a row is.
    static func height(
        _ row: DialogModel.Row, isFirst: Bool, width: Double, _ typesetter: Typesetter
    ) -> Double {
        Lines(row, isFirst: isFirst, width: width, typesetter).height
    }

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

        @MainActor static func above(_ row: DialogModel.Row, isFirst: Bool) -> Double {
            (row.isHeading || row.isCaption) && !isFirst ? gap : 0
        }

        @MainActor init(
            _ row: DialogModel.Row, isFirst: Bool, width: Double, _ typesetter: Typesetter
        ) {
            above = Lines.above(row, isFirst: isFirst)
            buttons = row.actions.map { ActionButton.width($0, typesetter) }
            room =
                buttons.isEmpty
                ? 0 : buttons.reduce(0, +) + Double(buttons.count - 1) * ActionButton.gap + 12
            let width = width - room
            let style =
                row.isHeading
                ? TypeStyle.name : row.isCaption ? TypeStyle.labelStrong : TypeStyle.text
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

    /// Draws the rows that are seen; the others have their nodes, and are not set in lines.
    static func record(
        _ model: DialogModel, _ heights: DialogRowHeights, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let frame = model.frame
        return frame.record(hovered: model.hovered, focused: model.focused, pane) { content in
            var y = content.y
            return model.rows.enumerated().map { index, row in
                let above = Lines.above(row, isFirst: index == 0)
                let rect = Rect(
                    x: content.x, y: y + above, width: content.width,
                    height: heights.height(of: index) - above)
                y = rect.maxY
                let isSeen = rect.intersects(frame.list)
                let lines =
                    isSeen
                    ? Lines(row, isFirst: index == 0, width: model.rowWidth, pane.typesetter) : nil
                if let lines { draw(lines, rect, row, pane) }
                var node = SemanticNode(
                    id: ControlID("dialog.row.\(index)"), role: .listItem, name: row.leading,
                    value: row.trailing, frame: rect)
                var right = rect.maxX
                // Out of sight they are at the edge, like their row.
                let widths = lines?.buttons ?? row.actions.map { _ in 0 }
                node.children = zip(row.actions, widths).reversed().map { action, width in
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
        _ lines: Lines, _ rect: Rect, _ row: DialogModel.Row, _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        // Beside buttons there is no room for words.
        let width = rect.width - lines.room
        var y = rect.y
        for line in lines.leading {
            pane.canvas.text(
                line, in: Rect(x: rect.x, y: y, width: width, height: rowHeight),
                color: row.isHeading ? theme.text1 : theme.text2, alignment: .leading)
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
