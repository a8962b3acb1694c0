import ChartScene
import Geometry
import Painting
import Text

/// The button of an action on a row of a list.
@MainActor
enum ActionButton {
    nonisolated static let height = 24.0
    /// Between one button and the next.
    nonisolated static let gap = 6.0
    private static let arrowWidth = 28.0
    /// The width of a switch's lamp, which precedes its words.
    private static let lampWidth = 16.0

    /// The width of the button.
    static func width(_ action: DialogModel.Action, _ typesetter: Typesetter) -> Double {
        let words = typesetter.measure(action.title, TypeStyle.labelStrong).width + 24
        return switch action.look {
        case .plain, .grave, .prominent: words
        case .arrow: arrowWidth
        case .toggle: words + lampWidth
        }
    }

    /// Draws the button, unless it is out of sight, and returns its node, clipped to the list.
    static func record(
        _ action: DialogModel.Action, _ rect: Rect, within list: Rect, hovered: ControlID?,
        focused: ControlID?, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        var node = SemanticNode(
            id: ControlID(action.command, in: .dialog), role: .button,
            name: action.name ?? action.title,
            value: action.value, frame: rect.intersection(list), command: action.command,
            isEnabled: action.isEnabled)
        if case .toggle(let isOn) = action.look {
            node.role = .toggle
            node.isSelected = isOn
        }
        guard !node.frame.isEmpty else { return node }
        let isHovered = hovered == node.id && action.isEnabled
        let isProminent = action.look == .prominent && action.isEnabled
        pane.canvas.fill(
            rect,
            isProminent
                ? isHovered ? theme.hoveredProminent : theme.prominent
                : isHovered ? theme.hoveredControl : theme.control,
            corners: Corners(6), border: pane.border(theme.controlBorder))
        if focused == node.id { pane.focusRing(rect.inset(by: 2), radius: 6) }
        func ink(_ color: Color) -> Color {
            action.isEnabled ? color : theme.text3.opacity(0.5)
        }
        switch action.look {
        case .plain:
            pane.text(action.title, TypeStyle.labelStrong, in: rect, ink(theme.text1), .center)
        case .prominent:
            pane.text(
                action.title, TypeStyle.labelStrong, in: rect,
                isProminent ? theme.prominentInk : ink(theme.text1), .center)
        case .grave:
            pane.text(action.title, TypeStyle.labelStrong, in: rect, ink(theme.danger), .center)
        case .arrow(let up):
            let way = up ? 1.0 : -1.0
            let points = [(-5.0, 2.0), (0.0, -3.0), (5.0, 2.0)].map { dx, dy in
                Point(x: rect.midX + dx, y: rect.midY + way * dy)
            }
            pane.canvas.polyline(points, width: 1.8, color: ink(theme.text1))
        case .toggle(let isOn):
            // Like the names in the legend: a lamp that is full or empty.
            pane.canvas.circle(
                at: Point(x: rect.x + 16, y: rect.midY), radius: 4.5,
                fill: isOn ? ink(theme.text1) : .clear,
                stroke: isOn ? nil : Border(width: 1.5, color: ink(theme.text3)))
            let words = Rect(
                x: rect.x + 12 + lampWidth, y: rect.y, width: rect.width - 24 - lampWidth,
                height: rect.height)
            pane.text(
                action.title, TypeStyle.labelStrong, in: words,
                ink(isOn ? theme.text1 : theme.text2))
        }
        return node
    }
}
