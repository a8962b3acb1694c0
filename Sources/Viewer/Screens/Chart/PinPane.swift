import ChartScene
import Geometry
import Localization
import Painting

/// The sign over a value axis that was moved on its own; pressing it lets the axis follow again.
struct PinModel: Equatable {
    /// The chart's card.
    var card: Rect
    var isHovered: Bool
    var isFocused: Bool
}

@MainActor
enum PinPane {
    static let id = ControlID("axis.pinned")

    static func record(_ model: PinModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = Rect(x: model.card.maxX - 32, y: model.card.y + 1, width: 28, height: 19)
        let node = SemanticNode(
            id: id, role: .button, name: tr("Fit the value axis"),
            value: tr("The value axis was moved by hand"), frame: frame, command: .fitValues)
        if model.isHovered { pane.canvas.fill(frame, theme.control, corners: Corners(6)) }
        if model.isFocused { pane.focusRing(frame.inset(by: 2), radius: 6) }
        // A padlock: a locked axis does not follow.
        let center = Point(x: frame.midX, y: frame.midY)
        pane.canvas.circle(
            at: Point(x: center.x, y: center.y - 2), radius: 3.4, fill: .clear,
            stroke: Border(width: 1.6, color: theme.text2))
        pane.canvas.fill(
            Rect(x: center.x - 5, y: center.y - 1, width: 10, height: 7.5), theme.text2,
            corners: Corners(1.5))
        return [node]
    }
}
