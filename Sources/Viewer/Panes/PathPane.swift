import ChartRendering
import Geometry
import Localization
import Text

/// The dialog in which the path of a file is typed: the field, what is said of it, and a list.
struct PathModel: Equatable {
    struct Row: Equatable {
        /// Its place in the whole list.
        var place: Int
        var name: String
        /// Where it is; empty where that is what was typed.
        var detail: String
        var isFolder: Bool
        var isChosen: Bool
        var id: String
        var command: CommandID
    }

    var window: Rect
    var top: Double
    var title: String
    var field: TextField
    /// Whether what is typed goes to the field.
    var hasKeys: Bool
    var message: String
    var isTrouble: Bool
    /// What stands over the list; empty for nothing.
    var caption: String
    /// Those rows of the list that are in sight, and how many there are.
    var rows: [Row] = []
    var rowCount: Int
    var scroll = 0.0
    var hovered: String?
    var focused: String?

    @MainActor
    init(
        _ prompt: PathPrompt, window: Rect, hasKeys: Bool, hovered: String?, focused: String?
    ) {
        self.window = window
        top = Measure.headerHeight
        title = prompt.offer.action
        field = prompt.field
        self.hasKeys = hasKeys
        (message, isTrouble) = prompt.message
        caption = prompt.listsRecents ? tr("Recent files") : tr("Folders and files")
        rowCount = prompt.rowCount
        self.hovered = hovered
        self.focused = focused
    }

    /// Takes in some rows of the list.
    mutating func show(_ prompt: PathPrompt, rows places: Range<Int>) {
        rows = places.map { place in
            switch prompt.row(place) {
            case .recent(let number, let path):
                Row(
                    place: place, name: path.fileTitle, detail: path.folderTitle, isFolder: false,
                    isChosen: place == prompt.choice, id: "path.recent.\(number)",
                    command: RecentFiles.command(number))
            case .entry(let entry):
                Row(
                    place: place, name: entry.name, detail: "", isFolder: entry.isFolder,
                    isChosen: place == prompt.choice,
                    id: "path.row.\(place - places.lowerBound)",
                    command: CommandID("path.row.\(place - places.lowerBound)"))
            }
        }
    }
}

@MainActor
enum PathPane {
    static let fieldID = "path.field"
    static let rowHeight = 28.0
    /// At most so many rows are in sight, in part or as a whole.
    static let mostRows = 11
    private static let fieldHeight = 34.0
    private static let messageHeight = 28.0
    private static let captionHeight = 28.0
    private static let inset = 10.0
    private static let style = TypeStyle.text

    /// The frame of the dialog; the list is as high whatever it holds, so that typing moves nothing.
    static func frame(_ model: PathModel) -> DialogFrame {
        DialogFrame(
            window: model.window, top: model.top, title: model.title, width: 620,
            contentHeight: Double(model.rowCount) * rowHeight,
            headHeight: fieldHeight + messageHeight + captionHeight,
            listHeight: Double(mostRows - 1) * rowHeight, scroll: model.scroll)
    }

    /// The rows in sight.
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
        pane.canvas.fill(
            rect, theme.control, corners: Corners(Measure.controlCorner),
            border: model.hasKeys
                ? Border(width: 2, color: theme.focus) : pane.border(theme.controlBorder))
        draw(model, rect, pane)
        let message = Rect(
            x: head.x, y: rect.maxY + 4, width: head.width, height: messageHeight - 4)
        pane.text(
            model.message, TypeStyle.text, in: message,
            model.isTrouble ? theme.danger : theme.text2)
        pane.text(
            model.caption.uppercased(), TypeStyle.caption,
            in: Rect(
                x: head.x, y: message.maxY + 2, width: head.width, height: captionHeight - 2),
            theme.text3)
        return [
            SemanticNode(
                id: fieldID, role: .textField, name: tr("Path of the file"),
                value: model.field.text, frame: rect, command: "path.edit"),
            SemanticNode(
                id: "path.message", role: model.isTrouble ? .alert : .text, name: model.message,
                frame: message),
        ]
    }

    private static func fieldRect(_ head: Rect) -> Rect {
        Rect(x: head.x, y: head.y, width: head.width, height: fieldHeight)
    }

    /// A line of the field as it lies in it: where its start is, and where the caret may stand.
    private struct Placement {
        var line: ShapedLine
        /// Before each character, and behind the last, from the start of the line.
        var places: [Double]
        /// Where the line's start is.
        var x: Double

        @MainActor init(_ field: TextField, in room: Rect, _ typesetter: Typesetter) {
            line = typesetter.line(field.text, style)
            let scalars = line.caretPlaces
            places = [0]
            var scalar = 0
            for character in field.text {
                scalar += character.unicodeScalars.count
                places.append(scalars[min(scalar, scalars.count - 1)])
            }
            places[0] = scalars[0]
            // The caret is in sight, with some of what follows it.
            let most = max(0, line.width + 2 - room.width)
            x = room.x - min(max(0, places[field.caret] - room.width * 0.75), most)
        }
    }

    private static func room(_ rect: Rect) -> Rect {
        rect.inset(by: Insets(left: inset, top: 2, right: inset, bottom: 2))
    }

    private static func draw(_ model: PathModel, _ rect: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        let room = room(rect)
        let placement = Placement(model.field, in: room, pane.typesetter)
        func draw(_ color: Color) {
            pane.canvas.text(
                placement.line,
                in: Rect(x: placement.x, y: rect.y, width: 0, height: rect.height), color: color)
        }
        if model.field.isEmpty {
            pane.text(
                tr("Type a path; ~ is your home folder"), style,
                in: Rect(x: room.x + 3, y: rect.y, width: room.width - 3, height: rect.height),
                theme.text2)
        }
        pane.canvas.clipped(to: room.inset(by: Insets(left: -2, top: 0, right: -2, bottom: 0))) {
            draw(theme.text1)
            let marked = model.field.selection
            if !marked.isEmpty {
                let ends = [
                    placement.places[marked.lowerBound], placement.places[marked.upperBound],
                ]
                let band = Rect(
                    x: placement.x + min(ends[0], ends[1]), y: rect.y + 7,
                    width: abs(ends[1] - ends[0]), height: rect.height - 14)
                pane.canvas.fill(band, theme.prominent)
                pane.canvas.clipped(to: band) { draw(theme.prominentInk) }
            }
            if model.hasKeys {
                let x = placement.x + placement.places[model.field.caret]
                pane.canvas.fill(
                    Rect(x: x - 0.75, y: rect.y + 8, width: 1.5, height: rect.height - 16),
                    theme.text1)
            }
        }
    }

    /// The place in the text that lies nearest to a place in the window.
    static func caret(in model: PathModel, at x: Double, _ typesetter: Typesetter) -> Int {
        let room = room(fieldRect(frame(model).head))
        let placement = Placement(model.field, in: room, typesetter)
        let wanted = x - placement.x
        return placement.places.indices.min {
            abs(placement.places[$0] - wanted) < abs(placement.places[$1] - wanted)
        } ?? 0
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
