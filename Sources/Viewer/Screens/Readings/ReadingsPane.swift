import ChartScene
import Geometry
import HealthData
import Localization
import Painting
import Text

/// The list of a metric's readings, with the field that searches it.
struct ReadingsModel: Equatable {
    struct Row: Equatable {
        /// Its place in the list.
        var place: Int
        var name: String
        var value: String
        /// What can be done with it; empty for one that is from a file.
        var actions: [DialogModel.Action] = []
        var isChosen: Bool
    }

    var window: Rect
    var title: String
    var field: TextField
    var hasKeys: Bool
    /// How many there are.
    var message: String
    /// The visible rows; `count` is the number of all.
    var rows: [Row] = []
    var count: Int
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum ReadingsPane {
    nonisolated static let fieldID = ControlID(.editReadingSearch, in: .readingSearch)
    /// Shows a reading on the chart, by its place in the list.
    nonisolated static let show = CommandFamily<Int>("readings.show")
    static let rowHeight = 32.0
    private static let messageHeight = 26.0
    private static let inset = 10.0
    private static let most = 11.0

    static func frame(_ model: ReadingsModel) -> DialogFrame {
        DialogFrame(
            window: model.window, top: Measure.headerHeight, title: model.title, width: 560,
            contentHeight: Double(max(model.count, 1)) * rowHeight,
            headHeight: FieldPane.height + messageHeight + 4, listHeight: most * rowHeight,
            scroll: model.scroll)
    }

    /// The rows that are in sight, at least in part.
    static func rowsInSight(_ model: ReadingsModel) -> Range<Int> {
        let list = frame(model).list
        let first = min(max(0, Int(model.scroll / rowHeight)), model.count)
        let last = Int(((model.scroll + list.height) / rowHeight).rounded(.up))
        return first..<max(first, min(last, model.count))
    }

    static func record(_ model: ReadingsModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = frame(model)
        return frame.record(
            hovered: model.hovered, focused: model.focused, pane,
            head: { head in
                let field = FieldPane.record(
                    FieldModel(
                        id: fieldID, command: .editReadingSearch, name: tr("Search"),
                        field: model.field,
                        placeholder: tr("A day, a month or a value, for example 2026-05-03"),
                        hasKeys: model.hasKeys),
                    Rect(x: head.x, y: head.y, width: head.width, height: FieldPane.height), pane)
                let message = Rect(
                    x: head.x, y: head.y + FieldPane.height + 2, width: head.width,
                    height: messageHeight)
                pane.text(model.message, TypeStyle.label, in: message, pane.theme.text2)
                return [
                    field,
                    SemanticNode(
                        id: ControlID("readings.message"), role: .text, name: model.message,
                        frame: message),
                ]
            },
            rows: { content in
                model.rows.map { row in
                    draw(
                        row,
                        Rect(
                            x: content.x - inset, y: content.y + Double(row.place) * rowHeight,
                            width: content.width + 2 * inset, height: rowHeight), model,
                        within: frame.list, pane)
                }
            })
    }

    private static func draw(
        _ row: ReadingsModel.Row, _ rect: Rect, _ model: ReadingsModel, within list: Rect,
        _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        var node = SemanticNode(
            id: ControlID(show(row.place), in: .dialog), role: .listItem, name: row.name,
            value: row.value, frame: rect, command: show(row.place), isSelected: row.isChosen)
        if row.isChosen || model.hovered == node.id {
            pane.canvas.fill(
                rect, theme.control, corners: Corners(Measure.controlCorner),
                border: pane.border(theme.controlBorder))
        }
        if row.isChosen || model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        var right = rect.maxX - inset
        for action in row.actions.reversed() {
            let width = ActionButton.width(action, pane.typesetter)
            let place = Rect(
                x: right - width, y: rect.midY - ActionButton.height / 2, width: width,
                height: ActionButton.height)
            node.children.insert(
                ActionButton.record(
                    action, place, within: list, hovered: model.hovered, focused: model.focused,
                    pane), at: 0)
            right = place.x - ActionButton.gap
        }
        if !row.actions.isEmpty { right -= 4 }
        let width = pane.width(row.value, TypeStyle.name) + 1
        pane.text(
            row.value, TypeStyle.name,
            in: Rect(x: right - width, y: rect.y, width: width, height: rect.height), theme.text1,
            .trailing)
        pane.text(
            row.name, TypeStyle.text,
            in: Rect(
                x: rect.x + inset, y: rect.y, width: right - width - 12 - rect.x - inset,
                height: rect.height), theme.text2)
        return node
    }
}

extension ControlArea {
    /// The field that searches readings.
    static let readingSearch = ControlArea("reading-search")
}

extension CommandID {
    static let showReadings = CommandID("readings.open")
    static let editReadingSearch = CommandID("readings.field")
}
