import ChartScene
import Geometry
import Localization
import Painting
import Platform
import Text

/// A list of rows over everything else.
///
/// It may show the results for the files, the contents of the library, or what each source
/// provides.
struct DialogModel: Equatable {
    /// An action on the subject of a row.
    struct Action: Equatable {
        /// The look of its button.
        enum Look: Equatable {
            case plain
            /// The most likely action.
            case prominent
            /// An action that deletes something.
            case grave
            /// Moves the row up or down; the title is only for assistive technology.
            case arrow(up: Bool)
            /// Switches something on or off.
            case toggle(isOn: Bool)
        }

        /// The label of the button.
        var title: String
        /// Its accessible name, if the title alone is not clear.
        var name: String?
        /// Its accessible value.
        var value = ""
        var command: CommandID
        var look = Look.plain
        var isEnabled = true
    }

    struct Row: Equatable {
        var leading: String
        var trailing: String
        var isHeading = false
        /// Whether it is a caption, which describes the rows that follow below a heading.
        var isCaption = false
        /// From left to right, at the row's end.
        var actions: [Action] = []

        /// Creates a row.
        ///
        /// Characters that would control or reverse the text around them are shown by number.
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
    /// The height of all rows together; see `DialogRowHeights`.
    var contentHeight = 0.0
    var scroll: Double
    var hovered: ControlID?
    var focused: ControlID?

    /// The width of a row, in points.
    var rowWidth: Double { min(620, window.width - 24) - 2 * DialogFrame.padding }

    /// The frame of the list.
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
    /// Between the rows of one heading and the next.
    private static let gap = 10.0

    /// The height of a row before it is broken into lines: that of one line, which is the minimum.
    static func leastHeight(_ row: DialogModel.Row, isFirst: Bool) -> Double {
        Lines.above(row, isFirst: isFirst) + rowHeight
    }

    /// The height of a row.
    static func height(
        _ row: DialogModel.Row, isFirst: Bool, width: Double, _ typesetter: Typesetter
    ) -> Double {
        Lines(row, isFirst: isFirst, width: width, typesetter).height
    }

    /// A row in lines: its two texts side by side if they fit, else one under the other.
    private struct Lines {
        var leading: [ShapedLine]
        var trailing: [ShapedLine]
        var isStacked: Bool
        /// The space above a heading that is not the first.
        var above: Double
        /// The width of each button.
        var buttons: [Double]
        /// The width of the buttons, with the gap between them and the words.
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

    /// Draws the visible rows; the others get their nodes, but are not broken into lines.
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
        // The words do not extend under the buttons.
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
