import ChartScene
import Geometry
import Localization
import Painting

// The files that can be opened again, below the message that replaces a chart.
extension PlaceholderPane {
    private static let linkHeight = 30.0
    private static let linkCaptionHeight = 36.0

    /// The height of a list of links and its caption, in points.
    static func height(of links: [PlaceholderModel.Link]) -> Double {
        links.isEmpty ? 0 : linkCaptionHeight + Double(links.count) * linkHeight
    }

    /// Draws a list of links from a given y down.
    static func drawLinks(
        _ links: [PlaceholderModel.Link], _ model: PlaceholderModel, _ y: Double, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        guard !links.isEmpty else { return [] }
        let theme = pane.theme
        let width = min(420, model.frame.width - 32)
        let caption = tr("Recent files")
        let x = model.frame.midX - width / 2
        let place = Rect(x: x + 10, y: y + 12, width: width - 20, height: 20)
        pane.text(caption.uppercased(), TypeStyle.caption, in: place, theme.text3)
        let rows = links.enumerated().map { index, link in
            let rect = Rect(
                x: x, y: y + linkCaptionHeight + Double(index) * linkHeight, width: width,
                height: linkHeight)
            let node = SemanticNode(
                id: link.id, role: .button, name: link.name, value: link.detail, frame: rect,
                command: link.command)
            if model.hovered == node.id {
                pane.canvas.fill(
                    rect, theme.control, corners: Corners(Measure.controlCorner),
                    border: pane.border(theme.controlBorder))
            }
            if model.focused == node.id {
                pane.focusRing(rect.inset(by: 3), radius: Measure.controlCorner - 3)
            }
            let room = rect.inset(by: Insets(left: 10, top: 0, right: 10, bottom: 0))
            let name = min(pane.width(link.name, TypeStyle.control) + 1, room.width)
            pane.text(
                link.name, TypeStyle.control,
                in: Rect(x: room.x, y: room.y, width: name, height: room.height), theme.text1)
            pane.text(
                link.detail, TypeStyle.text,
                in: Rect(
                    x: room.x + name + 16, y: room.y, width: room.width - name - 16,
                    height: room.height), theme.text2, .trailing)
            return node
        }
        return [
            SemanticNode(
                id: ControlID("state.recents"), role: .heading, name: caption, frame: place)
        ] + rows
    }
}
