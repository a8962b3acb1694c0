import ChartScene
import Geometry
import Painting

/// A few choices side by side, one of which is selected.
struct SegmentedControl: Equatable {
    struct Option: Equatable {
        /// The label of the segment.
        var label: String
        /// Its accessible name.
        var name: String
        var command: CommandID
        var isChosen: Bool
    }

    /// The stable id of the control, and its accessible name.
    var id: ControlID
    var name: String
    var options: [Option]
    /// Whether anything can be chosen now.
    var isEnabled = true

    /// The minimum height.
    static let height = 28.0

    /// The preferred width of each segment, with `padding` in addition to its words.
    @MainActor
    func widths(padding: Double, _ pane: PaneCanvas) -> [Double] {
        options.map { (pane.width($0.label, TypeStyle.control) + padding).rounded(.up) }
    }

    /// Draws the segments into a rectangle, each with its share of the width.
    @MainActor
    func record(
        _ rect: Rect, widths: [Double], hovered: ControlID?, focused: ControlID?, _ pane: PaneCanvas
    ) -> SemanticNode {
        let theme = pane.theme
        pane.canvas.fill(
            rect, theme.control, corners: Corners(Measure.controlCorner),
            border: pane.border(theme.controlBorder))
        let factor = (rect.width - 8) / max(1, widths.reduce(0, +))
        var x = rect.x + 4
        var segments: [SemanticNode] = []
        for (option, width) in zip(options, widths) {
            let cell = Rect(x: x, y: rect.y + 3, width: width * factor, height: rect.height - 6)
            x = cell.maxX
            let node = SemanticNode(
                id: ControlID(option.command, in: id.area), role: .segment, name: option.name,
                frame: cell,
                command: option.command, isEnabled: isEnabled, isSelected: option.isChosen)
            if option.isChosen {
                pane.shadow(
                    cell, radius: Measure.segmentCorner, blur: 3, offset: Vector(dx: 0, dy: 1),
                    theme.segmentShadow)
                pane.canvas.fill(
                    cell, theme.selectedSegment, corners: Corners(Measure.segmentCorner),
                    border: pane.border(theme.controlBorder))
            } else if hovered == node.id, isEnabled {
                pane.canvas.fill(
                    cell, theme.selectedControl.opacity(0.5),
                    corners: Corners(Measure.segmentCorner))
            }
            pane.text(
                option.label, TypeStyle.control, in: cell,
                !isEnabled
                    ? theme.text3.opacity(0.5) : option.isChosen ? theme.text1 : theme.text2,
                .center)
            segments.append(node)
        }
        // Above the adjacent segments.
        if let cell = segments.first(where: { $0.id == focused })?.frame {
            pane.focusRing(cell.inset(by: 2), radius: Measure.segmentCorner)
        }
        return SemanticNode(
            id: id, role: .group, name: name, value: options.first(where: \.isChosen)?.name ?? "",
            frame: rect, children: segments)
    }
}
