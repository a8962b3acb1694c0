import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The dialog in which the path of a file is typed: the field, its message, and a list.
struct PathModel: Equatable {
    struct Row: Equatable {
        /// Its place in the whole list.
        var place: Int
        var name: String
        /// The folder of the file; empty if the path was typed.
        var detail: String
        var isFolder: Bool
        var isChosen: Bool
        var id: ControlID
        var command: CommandID
    }

    var window: Rect
    var top: Double
    var title: String
    var field: TextField
    /// Whether the field receives typed text.
    var hasKeys: Bool
    var message: String
    var isError: Bool
    /// The caption of the list.
    var caption: String
    /// The visible rows of the list; `rowCount` is the number of all rows.
    var rows: [Row] = []
    var rowCount: Int
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?

    @MainActor
    init(
        _ prompt: PathPrompt, window: Rect, hasKeys: Bool, hovered: ControlID?, focused: ControlID?
    ) {
        self.window = window
        top = Measure.headerHeight
        title = prompt.offer.action
        field = prompt.field
        self.hasKeys = hasKeys
        (message, isError) = prompt.message
        caption = prompt.listsRecents ? tr("Recent files") : tr("Folders and files")
        rowCount = prompt.rowCount
        self.hovered = hovered
        self.focused = focused
    }

    /// Sets the visible rows of the list.
    mutating func show(_ prompt: PathPrompt, rows places: Range<Int>) {
        rows = places.map { place in
            switch prompt.row(place) {
            case .recent(let number, let path):
                Row(
                    place: place, name: path.fileTitle, detail: path.folderTitle, isFolder: false,
                    isChosen: place == prompt.choice, id: ControlID("path.recent.\(number)"),
                    command: RecentFiles.open(number))
            case .entry(let entry):
                Row(
                    place: place, name: entry.name, detail: "", isFolder: entry.isFolder,
                    isChosen: place == prompt.choice,
                    id: ControlID(PathPane.row(place - places.lowerBound)),
                    command: PathPane.row(place - places.lowerBound))
            }
        }
    }
}

@MainActor
enum PathPane {
    nonisolated static let fieldID = ControlID("path.field")
    /// Takes a row of the list, by its place among the visible ones.
    nonisolated static let row = CommandFamily<Int>("path.row")
    static let rowHeight = 28.0
    /// The most rows that are visible, in part or as a whole.
    static let mostRows = 11
    private static let captionHeight = 28.0
    private static let inset = 10.0

    /// The frame of the dialog; the list has a fixed height, so that typing moves nothing.
    static func frame(_ model: PathModel) -> DialogFrame {
        DialogFrame(
            window: model.window, top: model.top, title: model.title, width: 620,
            contentHeight: Double(model.rowCount) * rowHeight,
            headHeight: FieldPane.height + messageHeight(model) + captionHeight,
            listHeight: Double(mostRows - 1) * rowHeight, scroll: model.scroll)
    }

    /// The height of the message, which has room for two lines in a narrow window.
    private static func messageHeight(_ model: PathModel) -> Double {
        model.window.width < 480 ? 46 : 28
    }

    /// The visible rows.
    static func rowsInSight(_ model: PathModel) -> Range<Int> {
        let list = frame(model).list
        let first = min(max(0, Int(model.scroll / rowHeight)), model.rowCount)
        let last = Int(((model.scroll + list.height) / rowHeight).rounded(.up))
        return first..<max(first, min(last, model.rowCount, first + mostRows))
    }

    static func record(_ model: PathModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let frame = frame(model)
        return frame.record(
            hovered: model.hovered, focused: model.focused, pane,
            head: { recordHead(model, $0, pane) },
            rows: { content in
                model.rows.map { row in
                    let rect = Rect(
                        x: content.x - inset, y: content.y + Double(row.place) * rowHeight,
                        width: content.width + 2 * inset, height: rowHeight)
                    return record(row, rect, model, pane)
                }
            })
    }

    // MARK: The field

    private static func recordHead(
        _ model: PathModel, _ head: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let theme = pane.theme
        let rect = fieldRect(head)
        let field = FieldPane.record(
            FieldModel(
                id: fieldID, command: .editPath, name: tr("Path of the file"),
                field: model.field,
                placeholder: tr("Type a path, for example ~/Downloads/export.zip"),
                hasKeys: model.hasKeys), rect, pane)
        let message = Rect(
            x: head.x, y: rect.maxY + 4, width: head.width, height: messageHeight(model) - 4)
        let color = model.isError ? theme.danger : theme.text2
        pane.paragraph(
            model.message, TypeStyle.text, in: message, lines: message.height > 40 ? 2 : 1, color)
        pane.text(
            model.caption.uppercased(), TypeStyle.caption,
            in: Rect(
                x: head.x, y: message.maxY + 2, width: head.width, height: captionHeight - 2),
            theme.text3)
        return [
            field,
            SemanticNode(
                id: ControlID("path.message"), role: model.isError ? .alert : .text,
                name: model.message,
                frame: message),
        ]
    }

    private static func fieldRect(_ head: Rect) -> Rect {
        Rect(x: head.x, y: head.y, width: head.width, height: FieldPane.height)
    }

    // MARK: The list

    private static func record(
        _ row: PathModel.Row, _ rect: Rect, _ model: PathModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let node = SemanticNode(
            id: row.id, role: .listItem, name: row.name, value: row.detail, frame: rect,
            command: row.command, isSelected: row.isChosen)
        if row.isChosen || model.hovered == node.id {
            pane.canvas.fill(
                rect, theme.control, corners: Corners(Measure.controlCorner),
                border: pane.border(theme.controlBorder))
        }
        if row.isChosen || model.focused == node.id {
            pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
        }
        drawSymbol(row, Point(x: rect.x + 18, y: rect.midY), pane)
        let left = rect.x + 34
        let room = rect.maxX - 10 - left
        let width = min(pane.width(row.name, TypeStyle.text) + 1, room)
        pane.text(
            row.name, TypeStyle.text,
            in: Rect(x: left, y: rect.y, width: width, height: rect.height), theme.text1)
        pane.text(
            row.detail, TypeStyle.text,
            in: Rect(
                x: left + width + 16, y: rect.y, width: room - width - 16, height: rect.height),
            theme.text2, .trailing)
        return node
    }

    /// A folder with its tab, or a sheet.
    private static func drawSymbol(_ row: PathModel.Row, _ c: Point, _ pane: PaneCanvas) {
        let color = pane.theme.text3
        if row.isFolder {
            pane.canvas.fill(
                Rect(x: c.x - 7, y: c.y - 6, width: 6, height: 4), color, corners: Corners(1.5))
            pane.canvas.fill(
                Rect(x: c.x - 7, y: c.y - 4, width: 14, height: 10), color, corners: Corners(2))
        } else {
            pane.canvas.fill(
                Rect(x: c.x - 5, y: c.y - 7, width: 10, height: 14), .clear,
                corners: Corners(2), border: Border(width: 1.4, color: color))
        }
    }
}
