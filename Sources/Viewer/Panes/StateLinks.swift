import ChartScene
import Geometry
import Localization
import Painting

/// The files that can be opened again, on a page without a chart.
@MainActor
enum StateLinks {
    /// A file that can be opened again.
    struct Link: Equatable {
        var id: ControlID
        var name: String
        /// The folder of the file.
        var detail: String
        var command: CommandID
    }

    private static let rowHeight = 30.0
    private static let captionHeight = 36.0

    /// The height of a list of links and its caption, in points.
    static func height(of links: [Link], columns: Int = 1) -> Double {
        links.isEmpty
            ? 0 : captionHeight + Double((links.count + columns - 1) / columns) * rowHeight
    }

    /// Draws a list of links from the top of a rectangle down, in columns.
    static func draw(
        _ links: [Link], in room: Rect, columns: Int = 1, hovered: ControlID?, focused: ControlID?,
        _ pane: PaneCanvas
    ) -> [SemanticNode] {
        guard !links.isEmpty else { return [] }
        let theme = pane.theme
        let caption = tr("Recent files")
        let place = Rect(x: room.x + 10, y: room.y + 12, width: room.width - 20, height: 20)
        pane.text(caption.uppercased(), TypeStyle.caption, in: place, theme.text3)
        let gap = 16.0
        let width = (room.width + gap) / Double(columns) - gap
        let rows = links.enumerated().map { index, link in
            let rect = Rect(
                x: room.x + Double(index % columns) * (width + gap),
                y: room.y + captionHeight + Double(index / columns) * rowHeight, width: width,
                height: rowHeight)
            let node = SemanticNode(
                id: link.id, role: .button, name: link.name, value: link.detail, frame: rect,
                command: link.command)
            if hovered == node.id {
                pane.canvas.fill(
                    rect, theme.control, corners: Corners(Measure.controlCorner),
                    border: pane.border(theme.controlBorder))
            }
            if focused == node.id {
                pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
            }
            let words = rect.inset(by: Insets(left: 10, top: 0, right: 10, bottom: 0))
            let name = min(pane.width(link.name, TypeStyle.control) + 1, words.width)
            pane.text(
                link.name, TypeStyle.control,
                in: Rect(x: words.x, y: words.y, width: name, height: words.height), theme.text1)
            pane.text(
                link.detail, TypeStyle.text,
                in: Rect(
                    x: words.x + name + 16, y: words.y, width: words.width - name - 16,
                    height: words.height), theme.text2, .trailing)
            return node
        }
        return [
            SemanticNode(
                id: ControlID("state.recents"), role: .heading, name: caption, frame: place)
        ] + rows
    }
}
