import ChartScene
import Geometry
import Localization
import Painting

/// The frame of a list that covers everything.
///
/// It consists of the veil, the board with its title, the close button, and the scroll bar.
struct DialogFrame: Equatable {
    var window: Rect
    /// The lower edge of the header.
    var top: Double
    var title: String
    /// The maximum width of the board, in points.
    var width: Double
    /// The height of its content.
    var contentHeight: Double
    /// The height of the fixed part between the title and the list; 0 for none.
    var headHeight = 0.0
    /// The height of the list if there is room, whatever it holds; nil for that of its content.
    var listHeight: Double?
    var scroll = 0.0

    private static let titleHeight = 64.0
    static let foot = 12.0
    /// The button that closes it.
    static let closeID = ControlID(.closeDialog, in: .dialog)
    static let padding = 24.0

    /// The board.
    var board: Rect {
        let width = min(width, window.width - 24)
        let room = window.height - top - 24
        let height = min(
            Self.titleHeight + headHeight + (listHeight ?? contentHeight + Self.foot), room)
        return Rect(
            x: window.midX - width / 2, y: window.y + top + max(12, (room + 24 - height) / 2),
            width: width, height: max(Self.titleHeight + headHeight + 40, height))
    }

    /// The fixed part between the title and the list.
    var head: Rect {
        let board = board
        return Rect(
            x: board.x + Self.padding, y: board.y + Self.titleHeight,
            width: board.width - 2 * Self.padding, height: headHeight)
    }

    /// The part of the board in which the list is visible.
    var list: Rect {
        let board = board
        let top = Self.titleHeight + headHeight
        return Rect(
            x: board.x, y: board.y + top, width: board.width, height: board.height - top)
    }

    /// How far the list can be scrolled.
    var maximumScroll: Double { max(0, contentHeight + Self.foot - list.height) }

    /// Draws everything except the list and the fixed part above it.
    ///
    /// `rows` draws the list within the clip and receives the rectangle of the whole list,
    /// scrolled; `head` draws the fixed part.
    @MainActor
    func record(
        hovered: ControlID?, focused: ControlID?, _ pane: PaneCanvas,
        head: (Rect) -> [SemanticNode] = { _ in [] }, rows: (Rect) -> [SemanticNode]
    ) -> [SemanticNode] {
        let theme = pane.theme
        let (board, list) = (board, list)
        pane.canvas.fill(window, theme.dialogVeil)
        pane.shadow(
            board, radius: Measure.cardCorner, blur: 32, offset: Vector(dx: 0, dy: 10),
            theme.dialogShadow)
        pane.canvas.fill(
            board, theme.board, corners: Corners(Measure.cardCorner),
            border: .hairline(theme.hairline))
        pane.text(
            title, TypeStyle.title,
            in: Rect(
                x: board.x + Self.padding, y: board.y + 20, width: board.width - 96, height: 30),
            theme.text1)
        let close = closeButton(hovered: hovered, focused: focused, pane)
        if maximumScroll > 0 {
            pane.canvas.horizontalLine(
                from: board.x + 1, to: board.maxX - 1, y: list.y, color: theme.hairline)
        }
        let still = head(self.head)
        var nodes: [SemanticNode] = []
        pane.canvas.clipped(to: list) {
            nodes = rows(
                Rect(
                    x: board.x + Self.padding, y: list.y - scroll,
                    width: board.width - 2 * Self.padding, height: contentHeight))
        }
        ScrollBar.draw(in: list, scroll: scroll, most: maximumScroll, pane)
        // Rows that are scrolled out of sight keep their nodes, at the edge.
        nodes = nodes.map { $0.clipped(to: list) }
        return [
            // The veil takes every press outside the board, and closes it.
            SemanticNode(
                id: ControlID("dialog"), role: .dialog, name: title, frame: window,
                command: .closeDialog,
                children: [
                    SemanticNode(
                        id: ControlID("dialog.body"), role: .list, name: title, frame: board,
                        command: .stayInDialog, children: still + nodes), close,
                ])
        ]
    }

    @MainActor
    private func closeButton(
        hovered: ControlID?, focused: ControlID?, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        let rect = Rect(x: board.maxX - 48, y: board.y + 20, width: 30, height: 30)
        let node = SemanticNode(
            id: Self.closeID, role: .button, name: tr("Close"), frame: rect,
            command: .closeDialog)
        pane.canvas.circle(
            at: rect.center, radius: 14,
            fill: hovered == node.id ? theme.hoveredControl : theme.control,
            stroke: pane.border(theme.controlBorder, width: 1))
        if focused == node.id { pane.focusRing(rect.inset(by: 1), radius: 14) }
        let c = rect.center
        for side in [-4.0, 4] {
            pane.canvas.line(
                from: Point(x: c.x - 4, y: c.y - side), to: Point(x: c.x + 4, y: c.y + side),
                width: 1.4, color: theme.text1)
        }
        return node
    }
}

extension ControlArea {
    /// The dialog, which covers everything.
    static let dialog = ControlArea("dialog")
}

extension SemanticNode {
    /// The node and everything in it, as far as that is inside a rectangle: what is out of sight cannot be
    /// pressed.
    func clipped(to rect: Rect) -> SemanticNode {
        var node = self
        node.frame = frame.intersection(rect)
        node.children = children.map { $0.clipped(to: rect) }
        return node
    }
}
