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
        /// What it is from; empty if that is not known.
        var source: String
        /// What can be done with it; empty for one that is from a file.
        var actions: [DialogModel.Action] = []
        var isChosen: Bool
    }

    /// How rows are laid out.
    enum Look {
        /// One line.
        case line
        /// The source is under the time.
        case withSources
        /// The source and the buttons are under the time and the value.
        case narrow

        var rowHeight: Double {
            switch self {
            case .line: 32
            case .withSources: 44
            case .narrow: 58
            }
        }
    }

    var window: Rect
    var title: String
    var field: TextField
    var hasKeys: Bool
    /// How many there are.
    var message: String
    /// The choice between all readings and those that were typed in; nil if there are not both.
    var filter: SegmentedControl?
    /// The visible rows; `count` is the number of all.
    var rows: [Row] = []
    var count: Int
    var look: Look
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum ReadingsPane {
    nonisolated static let fieldID = ControlID(.editReadingSearch, in: .readingSearch)
    /// Shows a reading on the chart, by its place in the list.
    nonisolated static let show = CommandFamily<Int>("readings.show")
    /// The width of a window from which a row has room for everything in its first line.
    static let wideFrom = 480.0
    private static let inset = 10.0
    private static let listHeight = 352.0
    /// The height of a line of a row with two lines.
    private static let lineHeight = 18.0

    /// The height of the line with the number of rows and the filter.
    private static func messageHeight(_ model: ReadingsModel) -> Double {
        model.filter == nil ? 26 : SegmentedControl.height + 12
    }

    static func frame(_ model: ReadingsModel) -> DialogFrame {
        DialogFrame(
            window: model.window, top: Measure.headerHeight, title: model.title, width: 560,
            contentHeight: Double(max(model.count, 1)) * model.look.rowHeight,
            headHeight: FieldPane.height + messageHeight(model) + 4, listHeight: listHeight,
            scroll: model.scroll)
    }

    /// The rows that are in sight, at least in part.
    static func rowsInSight(_ model: ReadingsModel) -> Range<Int> {
        let list = frame(model).list
        let rowHeight = model.look.rowHeight
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
                        placeholder: tr(
                            "A day, a month, a value or a source, for example 2026-05-03"),
                        hasKeys: model.hasKeys),
                    Rect(x: head.x, y: head.y, width: head.width, height: FieldPane.height), pane)
                let message = Rect(
                    x: head.x, y: head.y + FieldPane.height + 2, width: head.width,
                    height: messageHeight(model))
                pane.text(model.message, TypeStyle.label, in: message, pane.theme.text2)
                let filter = model.filter.map { filter in
                    let widths = filter.widths(padding: 24, pane)
                    let width = widths.reduce(8, +)
                    return filter.record(
                        Rect(
                            x: message.maxX - width, y: message.midY - SegmentedControl.height / 2,
                            width: width, height: SegmentedControl.height), widths: widths,
                        hovered: model.hovered, focused: model.focused, pane)
                }
                return [
                    field,
                    SemanticNode(
                        id: ControlID("readings.message"), role: .text, name: model.message,
                        frame: message),
                ] + [filter].compactMap { $0 }
            },
            rows: { content in
                let rowHeight = model.look.rowHeight
                return model.rows.map { row in
                    draw(
                        row,
                        Rect(
                            x: content.x - inset, y: content.y + Double(row.place) * rowHeight,
                            width: content.width + 2 * inset, height: rowHeight), model,
                        within: frame.list, pane)
                }
            })
    }

    /// Draws buttons at the end of a line; returns their nodes, and where the space before them ends.
    private static func draw(
        _ actions: [DialogModel.Action], in line: Rect, _ model: ReadingsModel, within list: Rect,
        _ pane: PaneCanvas
    ) -> (nodes: [SemanticNode], left: Double) {
        var nodes: [SemanticNode] = []
        var right = line.maxX
        for action in actions.reversed() {
            let width = ActionButton.width(action, pane.typesetter)
            let place = Rect(
                x: right - width, y: line.midY - ActionButton.height / 2, width: width,
                height: ActionButton.height)
            nodes.append(
                ActionButton.record(
                    action, place, within: list, hovered: model.hovered, focused: model.focused,
                    pane))
            right = place.x - ActionButton.gap
        }
        return (nodes.reversed(), actions.isEmpty ? right : right - 4)
    }

    private static func draw(
        _ row: ReadingsModel.Row, _ rect: Rect, _ model: ReadingsModel, within list: Rect,
        _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        var node = SemanticNode(
            id: ControlID(show(row.place), in: .dialog), role: .listItem,
            name: row.source.isEmpty ? row.name : tr("{1}, {2}", row.name, row.source),
            value: row.value, frame: rect, command: show(row.place), isSelected: row.isChosen)
        if row.isChosen || model.hovered == node.id {
            pane.canvas.fill(
                rect, theme.control, corners: Corners(Measure.controlCorner),
                border: pane.border(theme.controlBorder))
        }
        if row.isChosen || model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        let whole = rect.inset(by: Insets(left: inset, right: inset))
        var (first, second) = (whole, whole)
        if model.look != .line {
            let height = model.look == .narrow ? ActionButton.height : lineHeight
            first = Rect(
                x: first.x, y: rect.midY - (lineHeight + height) / 2, width: first.width,
                height: lineHeight)
            second = Rect(x: first.x, y: first.maxY, width: first.width, height: height)
        }
        // Where they are in the same line as the value, it is between them and the time.
        let buttons = draw(
            row.actions, in: model.look == .narrow ? second : whole, model, within: list, pane)
        node.children = buttons.nodes
        if model.look != .narrow { first = first.with(right: buttons.left) }
        if model.look != .line { second = second.with(right: buttons.left) }
        let width = pane.width(row.value, TypeStyle.name) + 1
        let middle = model.look == .withSources ? rect : first
        pane.text(
            row.value, TypeStyle.name,
            in: Rect(x: first.maxX - width, y: middle.y, width: width, height: middle.height),
            theme.text1, .trailing)
        pane.text(
            row.name, TypeStyle.text, in: first.with(right: first.maxX - width - 12),
            theme.text2)
        if model.look != .line, !row.source.isEmpty {
            let end = model.look == .withSources ? first.maxX - width - 12 : second.maxX
            pane.text(row.source, TypeStyle.label, in: second.with(right: end), theme.text3)
        }
        return node
    }
}

extension Rect {
    fileprivate func with(right: Double) -> Rect {
        Rect(x: x, y: y, width: max(0, right - x), height: height)
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
