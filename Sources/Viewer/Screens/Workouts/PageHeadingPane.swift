import ChartScene
import Geometry
import Localization
import Painting

/// The heading of a page in the place of the chart: the back button, its title, and buttons to the
/// adjacent pages.
struct PageHeadingModel: Equatable {
    var frame: Rect
    var title: String
    /// The lines under it, next to each other if there is room, otherwise below each other.
    var lines: [String]
    /// The command that goes back; nil for a page that is the first one.
    var back: CommandID?
    /// The commands to the adjacent pages; nil if there are none.
    var steps: Steps?
    var hovered: ControlID?
    var focused: ControlID?

    /// The buttons to the adjacent pages.
    struct Steps: Equatable {
        var previous: CommandID
        var previousName: String
        var hasPrevious: Bool
        var next: CommandID
        var nextName: String
        var hasNext: Bool
    }
}

@MainActor
enum PageHeadingPane {
    private static let side = 28.0

    /// A button of the heading.
    static func control(_ command: CommandID) -> ControlID { ControlID(command, in: .workouts) }

    static func record(_ model: PageHeadingModel, _ pane: PaneCanvas) -> [SemanticNode] {
        let theme = pane.theme
        let frame = model.frame
        let back = model.back.map { drawBack($0, model, pane) }
        var right = frame.maxX
        var buttons: [SemanticNode] = []
        if let steps = model.steps {
            let next = Rect(x: frame.maxX - side + 6, y: frame.y + 4, width: side, height: side)
            let previous = Rect(x: next.x - side - 4, y: next.y, width: side, height: side)
            buttons = [
                SemanticNode(
                    id: control(steps.previous), role: .button, name: steps.previousName,
                    frame: previous, command: steps.previous, isEnabled: steps.hasPrevious),
                SemanticNode(
                    id: control(steps.next), role: .button, name: steps.nextName, frame: next,
                    command: steps.next, isEnabled: steps.hasNext),
            ]
            for (node, way) in zip(buttons, [-1.0, 1.0]) {
                PagerPane.draw(node, way, hovered: model.hovered, focused: model.focused, pane)
            }
            right = previous.x - 8
        }
        let x = back.map { $0.frame.maxX + 6 } ?? frame.x + 4
        let title = Rect(x: x, y: frame.y + 4, width: max(0, right - x), height: 28)
        pane.text(model.title, TypeStyle.title, in: title, theme.text1)
        for (index, text) in rows(model, width: frame.maxX - x, pane).enumerated() {
            pane.text(
                text, TypeStyle.text,
                in: Rect(
                    x: x, y: frame.y + 32 + 20 * Double(index), width: frame.maxX - x, height: 20),
                theme.text2)
        }
        let heading = SemanticNode(
            id: ControlID("headline"), role: .heading, name: model.title,
            value: model.lines.joined(separator: ", "), frame: title)
        return (back.map { [$0] } ?? []) + [heading] + buttons
    }

    /// Draws the button that goes back: an arrow, as the marks without a stem lead to the adjacent pages.
    private static func drawBack(
        _ command: CommandID, _ model: PageHeadingModel, _ pane: PaneCanvas
    ) -> SemanticNode {
        let frame = model.frame
        let back = SemanticNode(
            id: control(command), role: .button, name: tr("Back"),
            frame: Rect(x: frame.x - 6, y: frame.y + 4, width: side, height: side),
            command: command)
        ground(back, model, pane)
        let (center, color) = (back.frame.center, pane.theme.text1)
        pane.canvas.line(
            from: Point(x: center.x - 6, y: center.y), to: Point(x: center.x + 7, y: center.y),
            width: 1.8, color: color)
        pane.canvas.polyline(
            [(-1.0, -5.5), (-6.5, 0.0), (-1.0, 5.5)].map { dx, dy in
                Point(x: center.x + dx, y: center.y + dy)
            }, width: 1.8, color: color)
        return back
    }

    /// The lines under the title, as many as the frame has room for.
    private static func rows(
        _ model: PageHeadingModel, width: Double, _ pane: PaneCanvas
    ) -> [String] {
        let lines = model.lines.filter { !$0.isEmpty }
        let one = lines.joined(separator: " · ")
        if pane.width(one, TypeStyle.text) <= width || model.frame.height < 76 { return [one] }
        return lines
    }

    private static func ground(
        _ node: SemanticNode, _ model: PageHeadingModel, _ pane: PaneCanvas
    ) {
        if model.hovered == node.id {
            pane.canvas.fill(
                node.frame, pane.theme.control, corners: Corners(Measure.controlCorner))
        }
        if model.focused == node.id {
            pane.focusRing(node.frame.inset(by: 2), radius: Measure.controlCorner)
        }
    }
}
