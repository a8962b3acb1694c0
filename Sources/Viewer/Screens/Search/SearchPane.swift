import ChartScene
import Geometry
import HealthData
import Localization
import Painting
import Text

/// The dialog that finds metrics, notes and pages by their names.
struct SearchModel: Equatable {
    struct Row: Equatable {
        var name: String
        /// What it is: the latest value of a metric, the day of a note, the keys of a command.
        var detail: String
        var glyph: MetricGlyph?
        var accent: Accent?
        var id: ControlID
        var command: CommandID
    }

    var window: Rect
    var field: TextField
    var hasKeys: Bool
    var rows: [Row]
    /// The row that Enter takes; nil if nothing was found.
    var choice: Int?
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum SearchPane {
    nonisolated static let fieldID = ControlID(.editSearch, in: .searchFields)
    static let rowHeight = 34.0
    private static let inset = 10.0
    /// The most rows that are in sight at once.
    private static let most = 10.0

    static func frame(_ model: SearchModel) -> DialogFrame {
        DialogFrame(
            window: model.window, top: Measure.headerHeight, title: tr("Search"), width: 520,
            contentHeight: Double(max(model.rows.count, 1)) * rowHeight,
            headHeight: FieldPane.height + 10, listHeight: most * rowHeight, scroll: model.scroll)
    }

    static func record(_ model: SearchModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = frame(model)
        return frame.record(
            hovered: model.hovered, focused: model.focused, pane,
            head: { head in
                [
                    FieldPane.record(
                        FieldModel(
                            id: fieldID, command: .editSearch, name: tr("Search"),
                            field: model.field, placeholder: tr("A metric, a note or an action"),
                            hasKeys: model.hasKeys),
                        Rect(x: head.x, y: head.y, width: head.width, height: FieldPane.height),
                        pane)
                ]
            },
            rows: { content in
                guard !model.rows.isEmpty else {
                    let text = tr("Nothing has this name.")
                    let rect = Rect(
                        x: content.x, y: content.y, width: content.width, height: rowHeight)
                    pane.text(text, TypeStyle.text, in: rect, pane.theme.text2)
                    return [
                        SemanticNode(
                            id: ControlID("search.nothing"), role: .text, name: text, frame: rect)
                    ]
                }
                return model.rows.enumerated().map { index, row in
                    draw(
                        row, isChosen: index == model.choice,
                        Rect(
                            x: content.x - inset, y: content.y + Double(index) * rowHeight,
                            width: content.width + 2 * inset, height: rowHeight), model,
                        within: frame.list, pane)
                }
            })
    }

    private static func draw(
        _ row: SearchModel.Row, isChosen: Bool, _ rect: Rect, _ model: SearchModel,
        within list: Rect, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: row.id, role: .listItem, name: row.name, value: row.detail, frame: rect,
            command: row.command, isSelected: isChosen)
        guard rect.intersects(list) else { return node }
        if isChosen || model.hovered == node.id {
            pane.canvas.fill(
                rect, theme.control, corners: Corners(Measure.controlCorner),
                border: pane.border(theme.controlBorder))
        }
        if isChosen || model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        let center = Point(x: rect.x + 20, y: rect.midY)
        if let glyph = row.glyph {
            let color = row.accent.map { theme.legible(theme.color(of: $0), on: theme.board) }
            glyph.draw(at: center, color ?? theme.text2, pane)
        } else {
            LineGlyph.chevron.draw(at: center, theme.text2, pane)
        }
        let left = rect.x + 40
        let room = rect.maxX - 12 - left
        let width = min(pane.width(row.name, TypeStyle.text) + 1, room)
        pane.text(
            row.name, TypeStyle.text,
            in: Rect(x: left, y: rect.y, width: width, height: rect.height), theme.text1)
        pane.text(
            row.detail, TypeStyle.label,
            in: Rect(
                x: left + width + 16, y: rect.y, width: room - width - 16, height: rect.height),
            theme.text2, .trailing)
        return node
    }
}

extension ControlArea {
    /// The field of the search.
    static let searchFields = ControlArea("search")
}

extension CommandID {
    static let openSearch = CommandID("search.open")
    static let editSearch = CommandID("search.field")
}
