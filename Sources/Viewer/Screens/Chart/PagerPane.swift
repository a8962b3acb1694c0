import ChartScene
import Geometry
import Localization
import Painting

@MainActor
enum PagerPane {
    private static let side = 28.0

    static func record(_ model: PagerModel, _ pane: PaneCanvas) -> [SemanticNode] {
        func button(_ x: Double) -> Rect {
            Rect(x: x, y: model.dots.midY - side / 2, width: side, height: side)
        }
        let previous = SemanticNode(
            id: ControlID(.previousPage, in: .pages), role: .button, name: tr("Previous page"),
            frame: button(model.dots.minX - 12 - side), command: .previousPage,
            isEnabled: model.page > 1)
        let next = SemanticNode(
            id: ControlID(.nextPage, in: .pages), role: .button, name: tr("Next page"),
            frame: button(model.dots.maxX + 12), command: .nextPage,
            isEnabled: model.page < model.count)
        for (node, way) in [(previous, -1.0), (next, 1.0)] {
            draw(node, way, hovered: model.hovered, focused: model.focused, pane)
        }
        return [
            SemanticNode(
                id: ControlID("pages"), role: .group, name: tr("Pages"),
                value: tr("{1} of {2}", "\(model.page)", "\(model.count)"),
                frame: previous.frame.union(next.frame), children: [previous, next])
        ]
    }

    /// Draws a button: a mark that points in its direction.
    ///
    /// - Parameters:
    ///   - way: -1 to the left, 1 to the right.
    ///   - size: the size of the mark; 1 for a button outside a headline.
    static func draw(
        _ node: SemanticNode, _ way: Double, hovered: ControlID?, focused: ControlID?,
        size: Double = 1,
        _ pane: PaneCanvas
    ) {
        let theme = pane.theme
        let radius = node.frame.height / 2
        if hovered == node.id, node.isEnabled {
            pane.canvas.fill(node.frame, theme.control, corners: Corners(radius))
        }
        if focused == node.id { pane.focusRing(node.frame.inset(by: 2), radius: radius) }
        let center = node.frame.center
        let color = node.isEnabled ? theme.text2 : theme.text3.opacity(0.4)
        let points = [(-2.0, -5.0), (3.0, 0.0), (-2.0, 5.0)].map { dx, dy in
            Point(x: center.x + way * dx * size, y: center.y + dy * size)
        }
        pane.canvas.polyline(points, width: 1.8, color: color)
    }
}

extension ControlArea {
    /// The buttons that turn pages.
    static let pages = ControlArea("page")
}
