import ChartScene
import Geometry
import Localization
import Painting

/// The button that opens the map of all workouts.
struct WorkoutMapButtonModel: Equatable {
    var frame: Rect
    var isHovered: Bool
    var isFocused: Bool
}

@MainActor
enum WorkoutMapButton {
    static let id = ControlID(.openTrackMap, in: .workouts)
    private static let height = 26.0

    /// In the caption of the list.
    static func frame(inList list: Rect) -> Rect {
        let width = min(96, list.width / 2)
        return Rect(
            x: list.maxX - 10 - width, y: list.y + (Measure.listCaptionHeight - height) / 2,
            width: width, height: height)
    }

    /// At the right of the button that opens the list, and what is left of it.
    static func frames(atButton button: Rect) -> (list: Rect, map: Rect) {
        let width = min(104, button.width / 3)
        return (
            Rect(
                x: button.x, y: button.y, width: button.width - width - 8, height: button.height),
            Rect(x: button.maxX - width, y: button.y, width: width, height: button.height)
        )
    }

    static func record(_ model: WorkoutMapButtonModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let (theme, frame) = (pane.theme, model.frame)
        var node = SemanticNode(
            id: id, role: .button, name: tr("Map of all workouts"), frame: frame,
            command: .openTrackMap)
        node.explanation = tr("The tracks of all workouts, and where they often pass.")
        let corner = min(Measure.rowCorner, frame.height / 2)
        pane.canvas.fill(
            frame, model.isHovered ? theme.hoveredControl : theme.control, corners: Corners(corner),
            border: pane.border(theme.controlBorder))
        if model.isFocused { pane.focusRing(frame.inset(by: 3), radius: corner - 3) }
        let text = pane.width(tr("Map"), TypeStyle.control)
        let x = frame.midX - (text + 20) / 2
        draw(at: Point(x: x + 6, y: frame.midY), pane)
        pane.text(
            tr("Map"), TypeStyle.control,
            in: Rect(x: x + 20, y: frame.y, width: text + 2, height: frame.height), theme.text1)
        return [node]
    }

    /// Draws a way with its two ends.
    private static func draw(at center: Point, _ pane: PaneCanvas) {
        let color = pane.theme.text2
        pane.canvas.polyline(
            [(-5.0, 4.5), (-1.5, -2.0), (2.0, 2.5), (5.0, -4.5)].map {
                Point(x: center.x + $0.0, y: center.y + $0.1)
            }, width: 1.6, color: color)
        for (x, y) in [(-5.0, 4.5), (5.0, -4.5)] {
            pane.canvas.circle(
                at: Point(x: center.x + x, y: center.y + y), radius: 2.2, fill: color)
        }
    }
}
