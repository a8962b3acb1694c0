import ChartScene
import Geometry
import Painting

/// The large buttons of a page without a chart, such as the welcome.
@MainActor
enum StateButtons {
    struct Button: Equatable {
        var id: ControlID
        var title: String
        var command: CommandID
        var isProminent: Bool
    }

    nonisolated static let height = 36.0
    /// Between the tops of two rows.
    nonisolated static let rowHeight = 44.0
    private static let gap = 12.0

    /// The buttons in the number of rows that they need.
    static func rows(_ buttons: [Button], width: Double, _ pane: PaneCanvas) -> [[Button]] {
        var rows: [[Button]] = [[]]
        var used = 0.0
        for button in buttons {
            let own = Self.width(of: button, pane)
            if used > 0, used + gap + own > width {
                rows.append([])
                used = 0
            }
            used += (used > 0 ? gap : 0) + own
            rows[rows.count - 1].append(button)
        }
        return rows
    }

    private static func width(of button: Button, _ pane: PaneCanvas) -> Double {
        pane.width(button.title, TypeStyle.control) + 36
    }

    /// The width of a row of buttons.
    static func width(_ row: [Button], _ pane: PaneCanvas) -> Double {
        row.reduce(0) { $0 + width(of: $1, pane) } + gap * Double(max(0, row.count - 1))
    }

    /// Draws a row of buttons from a place to the right, and returns their nodes.
    static func draw(
        _ row: [Button], at place: Point, hovered: ControlID?, focused: ControlID?,
        _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let theme = pane.theme
        var x = place.x
        return row.map { button in
            let rect = Rect(x: x, y: place.y, width: width(of: button, pane), height: height)
            x = rect.maxX + gap
            let node = SemanticNode(
                id: button.id, role: .button, name: button.title, frame: rect,
                command: button.command)
            let isHovered = hovered == node.id
            let ground =
                button.isProminent
                ? isHovered ? theme.hoveredProminent : theme.prominent
                : isHovered ? theme.hoveredControl : theme.control
            let ink = button.isProminent ? theme.prominentInk : theme.text1
            pane.canvas.fill(
                rect, ground, corners: Corners(Measure.controlCorner),
                border: pane.border(theme.controlBorder))
            if focused == node.id { pane.focusRing(rect, radius: Measure.controlCorner) }
            pane.text(button.title, TypeStyle.control, in: rect, ink, .center)
            return node
        }
    }
}
